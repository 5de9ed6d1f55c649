"""Keeps child processes running: each that ends is started again, with growing pauses, and the others continue."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen

from orbweaver import processes
from orbweaver.processes import Launch, StopSteps

POLL_SECONDS = 0.2
HEALTHY_SECONDS = 60
BACK_OFF_MAX_SECONDS = 30

Report = Callable[[str], None]


@dataclass
class Child:
    """A child process with what is needed to start, restart and stop it. `pid_file` lets the next run find it."""

    name: str
    launch: Launch
    stop_steps: StopSteps
    pid_file: Path | None
    process: Popen[bytes]
    started_at: float  # on the monotonic clock

    @classmethod
    def start(cls, name: str, launch: Launch, stop_steps: StopSteps, run_dir: Path | None = None) -> Child:
        """Start the process. With `run_dir`, after stopping one that an earlier run left."""
        pid_file = None if run_dir is None else run_dir / f"{name}.pid"
        if pid_file is not None:
            processes.stop_leftover(pid_file, stop_steps)
        child = cls(name, launch, stop_steps, pid_file, processes.start(launch), time.monotonic())
        child._write_pid()
        return child

    def restart(self) -> None:
        """Start the process again after it ended."""
        self.process, self.started_at = processes.start(self.launch), time.monotonic()
        self._write_pid()

    def stop(self) -> None:
        """Stop the process and delete its pid file."""
        processes.stop(self.process, self.stop_steps)
        if self.pid_file is not None:
            self.pid_file.unlink(missing_ok=True)

    def _write_pid(self) -> None:
        if self.pid_file is not None:
            processes.write_pid_file(self.process.pid, self.pid_file)


@dataclass
class Supervisor:
    """Restarts child processes that ended, with growing pauses."""

    report: Report
    children: list[Child] = field(default_factory=list)
    _failures: dict[str, int] = field(default_factory=dict)
    _not_before: dict[str, float] = field(default_factory=dict)
    _reaped_at: float = 0.0

    def check(self) -> None:
        """Restart the children that ended and whose pause is over, and reap adopted processes."""
        now = time.monotonic()
        for child in self.children:
            if child.process.poll() is not None:
                self._restart_when_due(child, now)
        if now - self._reaped_at > 5:
            self._reaped_at = now
            processes.reap_orphans(self._known())

    def _restart_when_due(self, child: Child, now: float) -> None:
        due = self._not_before.get(child.name)
        if due is None:
            if now - child.started_at > HEALTHY_SECONDS:
                self._failures[child.name] = 0
            failures = self._failures[child.name] = self._failures.get(child.name, 0) + 1
            pause = min(0.25 * 2**failures, BACK_OFF_MAX_SECONDS)
            self._not_before[child.name] = now + pause
            log = f"; its log is {child.launch.log}" if child.launch.log else ""
            self.report(
                f"The {child.name} ended with code {child.process.returncode}. Restarting it in {pause:g} s{log}."
            )
            processes.end_orphans(self._known())  # a killed worker leaves reader processes and a browser
        elif now >= due:
            del self._not_before[child.name]
            child.restart()

    def most_failures(self) -> tuple[str, int]:
        """The child that ended most often, and how often."""
        return max(self._failures.items(), key=lambda item: item[1], default=("", 0))

    def _known(self) -> set[int]:
        return {child.process.pid for child in self.children}


@contextlib.contextmanager
def stop_on_signals() -> Iterator[None]:
    """End the block at the first SIGTERM, SIGHUP or Ctrl-C. Later signals are ignored, so that they do not interrupt the stop."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def end(number: int, frame: object) -> None:
        for each in numbers:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
