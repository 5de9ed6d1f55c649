"""Runs Postgres and a Redis-compatible server on this machine while a `with` block lasts.

    with servers.started(environment) as started:
        ...  # environment.database_url and environment.redis_url are reachable

A server whose URL is set is not started. To add a server: a module with STOP, `prepare` and `wait_until_ready`, and a
`_start_server` line below.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from contract.environment import Environment
from orbweaver.embedded import postgres, valkey
from orbweaver.processes import CannotStart, Launch, StopSteps
from orbweaver.supervisor import Child

SOCKET_PATH_MAX_BYTES = 107  # the kernel's limit on the path of a Unix socket
LONGEST_SOCKET = ".s.PGSQL.5432.lock"

Ready = Callable[[Environment, Launch, "subprocess.Popen[bytes]"], None]


@dataclass(frozen=True)
class Started:
    """The servers that were started, in this order. Empty when both URLs are set."""

    children: list[Child] = field(default_factory=list)


@contextlib.contextmanager
def started(environment: Environment, report: Callable[[str], None] = lambda line: None) -> Iterator[Started]:
    """Start the servers whose URL is not set, wait until they are ready, and stop them when the block ends.

    Call it from the main thread. If this process is killed, the kernel stops the servers; the next call with the same data
    directory stops any that are left.

    Args:
        report: called with one line for each step.
    Raises:
        CannotStart: the data directory is in use, too deep or not writable, or a server fails.
    """
    with locked(environment), running(environment, report) as started:
        yield started


@contextlib.contextmanager
def running(environment: Environment, report: Callable[[str], None]) -> Iterator[Started]:
    """The same as `started`, for a caller that already holds the lock."""
    with contextlib.ExitStack() as stack:
        started = Started()
        if environment.given_database_url is None:
            report("Starting Postgres …")
            postgres.stop_leftover(environment.data_dir)
            _start_server(environment, stack, started, "postgres", postgres.prepare(environment), postgres.STOP)
        if environment.given_redis_url is None:
            report("Starting Valkey …")
            _start_server(environment, stack, started, "redis", valkey.prepare(environment), valkey.STOP)
        ready: dict[str, Ready] = {"postgres": postgres.wait_until_ready, "redis": valkey.wait_until_ready}
        for child in started.children:
            ready[child.name](environment, child.launch, child.process)
        yield started


def _start_server(
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
    """Create the data directory and lock it for this process.

    Raises:
        CannotStart: another process holds the lock, or the directory is not writable.
    """
    data_dir = environment.data_dir
    _make_data_dir(data_dir)
    _make_run_dir(environment)
    descriptor = os.open(data_dir / "up.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            process = os.read(descriptor, 20).decode().strip() or "unknown"
            raise CannotStart(
                f"Orbweaver already runs with the data directory {data_dir} (process {process})."
                " Stop it, or set ORBWEAVER_DATA_DIR to another folder."
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
            data_dir.chmod(0o711)  # Postgres's account must be able to pass through it; its contents stay private
        (data_dir / "up.lock").touch(mode=0o600)
    except OSError as error:
        raise CannotStart(
            f"The data directory {data_dir} is not writable ({error.strerror}). Set ORBWEAVER_DATA_DIR to another folder."
        ) from error


def _make_run_dir(environment: Environment) -> None:
    length = len(os.fsencode(environment.run_dir / LONGEST_SOCKET))
    if length > SOCKET_PATH_MAX_BYTES:
        raise CannotStart(
            f"The path of the data directory {environment.data_dir} is too long: the path of a socket in it has {length} bytes,"
            f" the limit is {SOCKET_PATH_MAX_BYTES}. Set ORBWEAVER_DATA_DIR to a shorter path."
        )
    environment.run_dir.mkdir(mode=0o700, exist_ok=True)
