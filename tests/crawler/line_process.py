"""A Python program in its own process: the reactor can be installed once per process, and pytest has none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from tests import prepared_process

ROOT = Path(__file__).resolve().parents[2]


class LineProcess:
    """Prints `ready` once it has started, and lines for the lines that it reads. Ends when its input ends.

    Of this process's environment it gets what configures no service. The modules of the crawler are imported already.
    """

    def __init__(self, program: str, **environ: str) -> None:
        own = {name: value for name, value in os.environ.items() if not name.startswith(("ORBWEAVER_", "DATABASE_URL"))}
        its_input, self._to = _pipe()
        self._from, its_output = _pipe()
        with its_input, its_output:
            streams = [its_input.fileno(), its_output.fileno(), 2]
            self._process = prepared_process.of_crawler().start(program, environ={**own, **environ}, streams=streams)
        self.pid = self._process.pid
        self.expect("ready")

    def answer(self, line: str) -> str:
        """The line that it prints for a line."""
        self.say(line)
        return self.read()

    def say(self, line: str) -> None:
        self._to.write(f"{line}\n")
        self._to.flush()

    def read(self) -> str:
        return self._from.readline().removesuffix("\n")

    def expect(self, word: str) -> None:
        assert self.read() == word

    def close(self) -> None:
        self._to.close()
        try:
            self._process.wait(120)
        finally:
            self._process.kill()
            self._from.close()


def _pipe() -> tuple[IO[str], IO[str]]:
    reading, writing = os.pipe()
    return open(reading, encoding="utf-8"), open(writing, "w", encoding="utf-8")
