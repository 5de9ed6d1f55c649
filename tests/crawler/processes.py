"""The processes of browsers, as the machine knows them."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path


def below(root: int) -> dict[int, str]:
    """Command lines of all living processes that descend from one."""
    parents, found = {}, {}
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit():
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
                parents[int(entry.name)] = 0 if state == "Z" else int(parent)
    line = [root]
    for process in line:
        line += [child for child, parent in parents.items() if parent == process]
    for process in line[1:]:
        with contextlib.suppress(OSError):
            found[process] = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return found


def browsers(root: int | None = None) -> dict[int, str]:
    """The processes of browsers below one, this one if none is named."""
    return {process: command for process, command in below(root or os.getpid()).items() if "chrom" in command}


def main_processes(root: int | None = None) -> list[int]:
    """Those that the others hang on."""
    return [process for process, command in browsers(root).items() if "--type=" not in command]


def kill_browser(root: int | None = None) -> None:
    """As the machine does it when memory runs out."""
    for process in main_processes(root):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
