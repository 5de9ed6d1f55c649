"""A Python program in its own process: the reactor can be installed once per process, and pytest has none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class LineProcess:
    """Prints `ready` once it has started, and lines for the lines that it reads. Ends when its input ends.

    Of this process's environment it gets what configures no service.
    """

    def __init__(self, program: str, **environ: str) -> None:
        own = {name: value for name, value in os.environ.items() if not name.startswith(("ORBWEAVER_", "DATABASE_URL"))}
        self._process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
            env={**own, **environ},
        )  # fmt: skip
        self.pid = self._process.pid
        self.expect("ready")

    def answer(self, line: str) -> str:
        """The line that it prints for a line."""
        self.say(line)
        return self.read()

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().removesuffix("\n")

    def expect(self, word: str) -> None:
        assert self.read() == word

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(120)
        finally:
            self._process.kill()
