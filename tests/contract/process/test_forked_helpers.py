"""The helper processes of `multiprocessing` as forks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# A module that is loaded before the fork server starts is loaded in its processes, at no cost.
POOL = """
import multiprocessing, os, signal, sys, time
from contract.process import forked_helpers
def look():
    parent = os.getppid()
    is_default = signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    return "wsgiref.util" in sys.modules, parent, is_default, len(os.listdir("/proc/self/fd"))

if __name__ == "__main__":
    import wsgiref.util  # a module that nothing else loads
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    kept = [open("/dev/null") for _ in range(30)]
    forked_helpers.start(["contract.process.fork_server"])
    context = multiprocessing.get_context("forkserver")
    with context.Pool(1) as pool:
        loaded, server, is_default, files = pool.apply(look)
    assert loaded and is_default, (loaded, is_default)
    assert files < 30, files
    with open(f"/proc/{server}/status") as status:
        assert f"PPid:\\t{os.getpid()}\\n" in status.read()
    os.kill(server, signal.SIGKILL)
    time.sleep(0.2)
    with context.Pool(1) as pool:  # A fork server that ended is replaced by a new interpreter.
        _, replaced, *_ = pool.apply(look)
    assert replaced != server
    print("done")
"""


def test_readers_share_the_modules_of_the_process_that_starts_them(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(POOL)

    ran = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=60)

    assert (ran.returncode, ran.stdout) == (0, "done\n"), ran.stderr
    assert not ran.stderr
