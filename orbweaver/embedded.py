"""Postgres and a Redis-compatible server on this machine, for as long as a `with` block lasts.

    with embedded.servers(environment) as started:
        ...  # environment.database_url and environment.redis_url answer

Only those start whose URL is not given. To add a server: a module with STOP, `prepare` and `wait_until_ready`, and
a `_serve` line below.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from contract.environment import Environment
from orbweaver import postgres, processes, valkey
from orbweaver.processes import CannotStart, Launch, StopSteps

SOCKET_PATH_MAX_BYTES = 107  # the kernel's limit on a Unix socket's path
LONGEST_SOCKET = ".s.PGSQL.5432.lock"

Ready = Callable[[Environment, Launch, "subprocess.Popen[bytes]"], None]


@dataclass
class Child:
    """A process that is kept running: how to start it, how to stop it, where the next run finds it."""

    name: str
    launch: Launch
    stop_steps: StopSteps
    record: Path
    process: subprocess.Popen[bytes]
    started_at: float  # on the monotonic clock

    @classmethod
    def start(cls, name: str, launch: Launch, stop_steps: StopSteps, run_dir: Path) -> Child:
        """Start it, after ending what an earlier run left of it."""
        record = run_dir / f"{name}.pid"
        processes.stop_left_over(record, stop_steps)
        child = cls(name, launch, stop_steps, record, processes.start(launch), time.monotonic())
        processes.remember(child.process.pid, record)
        return child

    def restart(self) -> None:
        """Start it again after it died."""
        self.process, self.started_at = processes.start(self.launch), time.monotonic()
        processes.remember(self.process.pid, self.record)

    def stop(self) -> None:
        """End it and forget it."""
        processes.stop(self.process, self.stop_steps)
        self.record.unlink(missing_ok=True)


@dataclass(frozen=True)
class Started:
    """The servers that were started here, in the order of their start; empty when both URLs were given."""

    children: list[Child] = field(default_factory=list)


@contextlib.contextmanager
def servers(environment: Environment, say: Callable[[str], None] = lambda line: None) -> Iterator[Started]:
    """The servers that `environment` gives no URL for, answering; stopped when the block ends.

    Call it from the main thread. When this process is killed the kernel stops them; what it misses the next call
    on the same data dir stops.

    Raises:
        CannotStart: one plain line: the data dir is in use, too deep, cannot be written, or a server fails.
    """
    with locked(environment), running(environment, say) as started:
        yield started


@contextlib.contextmanager
def running(environment: Environment, say: Callable[[str], None]) -> Iterator[Started]:
    """What `servers` gives, for a caller that holds the lock already."""
    with contextlib.ExitStack() as stack:
        started = Started()
        if environment.given_database_url is None:
            say("Starting Postgres …")
            postgres.stop_left_over(environment.data_dir)
            _serve(environment, stack, started, "postgres", postgres.prepare(environment), postgres.STOP)
        if environment.given_redis_url is None:
            say("Starting Valkey …")
            _serve(environment, stack, started, "redis", valkey.prepare(environment), valkey.STOP)
        ready: dict[str, Ready] = {"postgres": postgres.wait_until_ready, "redis": valkey.wait_until_ready}
        for child in started.children:
            ready[child.name](environment, child.launch, child.process)
        yield started


def _serve(
    environment: Environment,
    stack: contextlib.ExitStack,
    started: Started,
    name: str,
    launch: Launch,
    stop_steps: StopSteps,
) -> None:
    child = Child.start(name, launch, stop_steps, environment.run_dir)
    stack.callback(child.stop)
    started.children.append(child)


@contextlib.contextmanager
def locked(environment: Environment) -> Iterator[None]:
    """The data dir and the run dir, made when missing, for this process alone.

    Raises:
        CannotStart: another process has it, or it cannot be written.
    """
    data_dir = environment.data_dir
    _make_data_dir(data_dir)
    _make_run_dir(environment)
    descriptor = os.open(data_dir / "up.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.read(descriptor, 20).decode().strip() or "unknown"
            raise CannotStart(
                f"Orbweaver already runs on {data_dir} (process {holder}): stop it, or set ORBWEAVER_DATA_DIR."
            ) from error
        os.truncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
        yield
    finally:
        os.close(descriptor)


def _make_data_dir(data_dir: Path) -> None:
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0 and not any(data_dir.iterdir()):
            data_dir.chmod(0o711)  # new and ours: Postgres's account must pass; what lies in it stays private
        (data_dir / "up.lock").touch(mode=0o600)
    except OSError as error:
        raise CannotStart(f"{data_dir} cannot be written ({error.strerror}): set ORBWEAVER_DATA_DIR.") from error


def _make_run_dir(environment: Environment) -> None:
    length = len(os.fsencode(environment.run_dir / LONGEST_SOCKET))
    if length > SOCKET_PATH_MAX_BYTES:
        raise CannotStart(
            f"{environment.data_dir} is too deep: a socket's path there has {length} bytes and the system allows "
            f"{SOCKET_PATH_MAX_BYTES}. Set ORBWEAVER_DATA_DIR to a shorter folder."
        )
    environment.run_dir.mkdir(mode=0o700, exist_ok=True)
