"""Starts and stops child processes. Children end with their parent, and are found again after a kill -9.

Linux only. Every child gets its own session, so that Ctrl-C in a terminal reaches only the parent, and the parent stops the
children in order.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
LOG_MAX_BYTES = 20_000_000
KILLED_SECONDS = 10

StopSteps = tuple[tuple[signal.Signals, float], ...]
"""Signals to send in turn, each with the seconds to wait for the process to end. SIGKILL to the process group follows."""


class CannotStart(Exception):
    """The service cannot start. The message is one line that says why and what to do."""


@dataclass(frozen=True)
class Account:
    """The unprivileged account that a child runs as when the parent is root."""

    name: str
    uid: int
    gid: int


@dataclass(frozen=True, kw_only=True)
class Launch:
    """How a child is started.

    Output is appended to `log`. `dies_with` is the signal that the child gets when its parent ends. `environ` is added to
    the environment of this process.
    """

    command: Sequence[str]
    log: Path | None = None
    dies_with: signal.Signals = signal.SIGTERM
    account: Account | None = None
    environ: Mapping[str, str] = field(default_factory=dict)
    working_dir: str | None = None


def start(launch: Launch) -> subprocess.Popen[bytes]:
    """Start a child. Call it from the main thread: the kernel sends `dies_with` when the starting thread ends."""
    account = launch.account
    with _log_of(launch) as log:
        return subprocess.Popen(
            launch.command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=None if log is None else subprocess.STDOUT,
            start_new_session=True,
            cwd=launch.working_dir,
            env={**os.environ, **launch.environ},
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
            preexec_fn=_dying_with_parent(launch.dies_with),
        )


def _log_of(launch: Launch) -> contextlib.AbstractContextManager[int | None]:
    if launch.log is None:
        return contextlib.nullcontext()
    launch.log.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileNotFoundError):
        if launch.log.stat().st_size > LOG_MAX_BYTES:
            launch.log.replace(launch.log.with_suffix(".log.1"))
    return _open_descriptor(launch.log)


@contextlib.contextmanager
def _open_descriptor(path: Path) -> Iterator[int]:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o640)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _dying_with_parent(dies_with: signal.Signals) -> Callable[[], None]:
    """A function that runs in the child before its program, after the change of account, which would clear the setting."""
    prctl, parent = ctypes.CDLL(None, use_errno=True).prctl, os.getpid()

    def set_death_signal() -> None:
        prctl(PR_SET_PDEATHSIG, int(dies_with), 0, 0, 0)
        if os.getppid() != parent:  # the parent ended between fork and prctl
            os._exit(1)

    return set_death_signal


def stop(process: subprocess.Popen[bytes], steps: StopSteps) -> None:
    """Stop a child by these steps, then kill its process group. Returns when the child has ended."""
    for number, seconds in steps:
        if process.poll() is None:
            process.send_signal(number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(seconds)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):  # The kernel ends it, unless it hangs in the kernel itself.
        process.wait(KILLED_SECONDS)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose parent ends, for `end_orphans` and `reap_orphans`."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_orphans(known: set[int]) -> None:
    """Kill the adopted processes and their descendants. `known` are the children that this process started."""
    deadline = time.monotonic() + 5
    while (orphans := _processes(1, os.getpid()) - known) and time.monotonic() < deadline:
        for pid in orphans:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def reap_orphans(known: set[int]) -> None:
    """Remove adopted processes that have ended from the process table."""
    for pid in _processes(1, os.getpid()) - known:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


def _processes(position: int, number: int) -> set[int]:
    """The processes whose field at `position` of `_stat` is `number`. Position 1 is the parent, 3 the session."""
    running = map(int, filter(str.isdigit, os.listdir("/proc")))
    return {pid for pid in running if _stat(pid)[position : position + 1] == [str(number)]}


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat after the name: state, parent, … Empty when the process does not exist."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def write_pid_file(pid: int, pid_file: Path) -> None:
    """Write a child's pid and start time, so that the next run does not confuse it with a later process of the same pid."""
    pid_file.write_text(f"{pid} {_started(pid)}\n")


def stop_leftover(pid_file: Path, steps: StopSteps) -> bool:
    """Stop the child of an earlier run that `pid_file` names, and its session. Returns whether any of it was running."""
    try:
        pid, started = map(int, pid_file.read_text().split())
    except (OSError, ValueError):
        return False
    is_child = started != 0 and _started(pid) == started
    if is_child:
        stop_by_pid(pid, steps)
    # The kernel does not reuse the id of a session that has members, so these belong to the ended child.
    members = _processes(3, pid) if _has_ended(pid) else set()
    for member in members:
        stop_by_pid(member, ())
    pid_file.unlink(missing_ok=True)
    return is_child or bool(members)


def stop_by_pid(pid: int, steps: StopSteps) -> None:
    """Stop a process that is not a child of this process, by these steps and then SIGKILL. Returns when it has ended."""
    for number, seconds in (*steps, (signal.SIGKILL, 5.0)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if _has_ended(pid):
                return
            time.sleep(0.05)


def _has_ended(pid: int) -> bool:
    """Whether a process has ended. A zombie has ended."""
    return _stat(pid)[:1] in ([], ["Z"])


def _started(pid: int) -> int:
    """The start of a process in clock ticks since boot, 0 when it does not exist."""
    fields = _stat(pid)
    return int(fields[19]) if fields and fields[0] != "Z" else 0
