"""Child processes that end with their parent: started, watched, stopped, and found again after a kill -9.

Linux only. Every child gets a session of its own, so Ctrl-C in a terminal reaches the parent alone and the parent
decides who stops first.
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

StopSteps = tuple[tuple[signal.Signals, float], ...]
"""Signals to send in turn, each with the seconds to wait for the end; SIGKILL to the whole group follows."""


class CannotStart(Exception):
    """Something that is needed cannot start; the message is one plain line with the remedy."""


@dataclass(frozen=True)
class Account:
    """The unprivileged account that a child runs as when the parent is root."""

    name: str
    uid: int
    gid: int


@dataclass(frozen=True, kw_only=True)
class Launch:
    """How a child is started.

    `log` is appended to, `dies_with` is the signal it gets when its parent is gone, `environ` is added to ours.
    """

    command: Sequence[str]
    log: Path | None = None
    dies_with: signal.Signals = signal.SIGTERM
    account: Account | None = None
    environ: Mapping[str, str] = field(default_factory=dict)
    working_dir: str | None = None


def start(launch: Launch) -> subprocess.Popen[bytes]:
    """Start the child. Call it from the main thread: the kernel ties `dies_with` to the thread that starts it."""
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
    """Runs in the child after the change of account (which would clear the setting) and before its program."""
    prctl, parent = ctypes.CDLL(None, use_errno=True).prctl, os.getpid()

    def ask_kernel() -> None:
        prctl(PR_SET_PDEATHSIG, int(dies_with), 0, 0, 0)
        if os.getppid() != parent:  # it died between fork and prctl
            os._exit(1)

    return ask_kernel


def stop(process: subprocess.Popen[bytes], steps: StopSteps) -> None:
    """End the child by its steps, then whatever is left of its process group. Returns when it is gone."""
    for number, seconds in steps:
        if process.poll() is None:
            process.send_signal(number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(seconds)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent dies, so that the two functions below find it."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_orphans(known: set[int]) -> None:
    """End the adopted processes and what they leave; `known` are the children started here."""
    deadline = time.monotonic() + 5
    while (orphans := _processes(1, os.getpid()) - known) and time.monotonic() < deadline:
        for pid in orphans:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def reap_orphans(known: set[int]) -> None:
    """Let adopted processes that have ended leave the process table."""
    for pid in _processes(1, os.getpid()) - known:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


def _processes(position: int, number: int) -> set[int]:
    """The processes with this number at this position of `_stat`: 1 is the parent, 3 the session."""
    running = map(int, filter(str.isdigit, os.listdir("/proc")))
    return {pid for pid in running if _stat(pid)[position : position + 1] == [str(number)]}


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat after the name (state, parent, ...); empty when there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def remember(pid: int, record: Path) -> None:
    """Note a child on disk, with its start time, so that the next run can tell it from a stranger with its number."""
    record.write_text(f"{pid} {_started(pid)}\n")


def stop_left_over(record: Path, steps: StopSteps) -> bool:
    """End the child of an earlier run that `record` names, and its session, if any of it lives; whether it did."""
    try:
        pid, started = map(int, record.read_text().split())
    except (OSError, ValueError):
        return False
    ours = started != 0 and _started(pid) == started
    if ours:
        stop_stranger(pid, steps)
    # A session keeps its number from being given again, so with its leader gone these are ours, too.
    rest = _processes(3, pid) if _is_gone(pid) else set()
    for member in rest:
        stop_stranger(member, ())
    record.unlink(missing_ok=True)
    return ours or bool(rest)


def stop_stranger(pid: int, steps: StopSteps) -> None:
    """End a process that is not our child, by its steps and then SIGKILL, and wait until it is gone."""
    for number, seconds in (*steps, (signal.SIGKILL, 5.0)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if _is_gone(pid):
                return
            time.sleep(0.05)


def _is_gone(pid: int) -> bool:
    """Whether it has ended; one that only waits to be reaped has."""
    return _stat(pid)[:1] in ([], ["Z"])


def _started(pid: int) -> int:
    """The process's start in clock ticks since boot, 0 when there is no such process."""
    fields = _stat(pid)
    return int(fields[19]) if fields and fields[0] != "Z" else 0
