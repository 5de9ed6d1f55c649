"""The processes of browsers, as the machine knows them."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterable
from pathlib import Path


def _parents() -> dict[int, int]:
    """The parent of every process; that of one which has ended is nobody."""
    found = {}
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit():
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
                found[int(entry.name)] = 0 if state == "Z" else int(parent)
    return found


def _commands(processes: Iterable[int]) -> dict[int, str]:
    found = {}
    for process in processes:
        with contextlib.suppress(OSError):
            found[process] = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return found


def below(root: int) -> dict[int, str]:
    """Command lines of all living processes that descend from one."""
    parents = _parents()
    line = [root]
    for process in line:
        line += [child for child, parent in parents.items() if parent == process]
    return _commands(line[1:])


def drivers(root: int | None = None) -> list[int]:
    """The drivers that one started, this one if none is named."""
    own = root or os.getpid()
    started = _commands(child for child, parent in _parents().items() if parent == own)
    return [process for process, command in started.items() if "run-driver" in command]


def browsers(root: int | None = None) -> dict[int, str]:
    """The processes of the browsers of these drivers; not those of other processes below it."""
    found: dict[int, str] = {}
    for driver in drivers(root):
        found |= {each: command for each, command in below(driver).items() if "chrom" in command}
    return found


def main_processes(root: int | None = None) -> list[int]:
    """Those that the others hang on."""
    return [process for process, command in browsers(root).items() if "--type=" not in command]


def kill_browser(root: int | None = None) -> None:
    """As the machine does it when memory runs out."""
    for process in main_processes(root):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
