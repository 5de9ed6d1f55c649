"""The service as processes, and a caller of it."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import requests

from contract.environment import Environment
from orbweaver import processes
from orbweaver.processes import Launch
from tests.prepared_process import Fork, PreparedProcess
from workers.sweep import BEAT_SECONDS

ROOT = Path(__file__).resolve().parent.parent
# Limits for what processes do. A busy machine takes a minute to start one; only a failing test waits this long.
READY_SECONDS = 180
PATIENCE_SECONDS = 120
STOP: processes.StopSteps = ((signal.SIGTERM, 10.0),)
SERVE = """
import sys
from api.asgi.server import serve
from contract.environment import Environment
from contract.process.logs import configure

environment = Environment.read()
configure(environment)
serve(environment, "127.0.0.1", int(sys.argv[1]), grace_seconds=5)
"""

# dramatiq, possibly under a wrong clock, which its own heartbeats use too. `beat` is the time between two rounds of the
# sweeper and of the heartbeat: most tests of lost work would otherwise only wait for the next round.
WORKER = """
import sys, time

right = time.time
time.time = lambda: right() + {ahead}
sys.argv[0] = "dramatiq"

from workers import sweep
sweep.BEAT_SECONDS = {beat}

from dramatiq.__main__ import main
sys.exit(main())
"""


def environ_of(environment: Environment, **more: str) -> dict[str, str]:
    """The variables that make a process use these servers; nothing of the tester's own settings leaks in."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("ORBWEAVER_")}
    return {
        **own,
        "DATABASE_URL": environment.database_url,
        "REDIS_URL": environment.redis_url,
        "ORBWEAVER_ALLOWED_NETWORKS": ",".join(map(str, environment.allowed_networks)),
        **more,
    }


# Below the ports that the system gives to sites and connections: one of those could get the port before it is used.
# Each process of the tests has its own part of them, and begins where another run on this machine hardly does.
_part = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 5
_ports = itertools.count(12_000 + 4_000 * _part + os.getpid() % 150 * 20)


def free_port() -> int:
    """A port that stays free until it is used."""
    for port in _ports:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError


def wait_until(true: Callable[[], Any], *, seconds: float, what: str) -> Any:
    """The first true value of `true()`; fails the test after `seconds`."""
    deadline = time.monotonic() + seconds
    while True:
        if value := true():
            return value
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.05)


@contextlib.contextmanager
def repeated(action: Callable[[], None], *, seconds: float) -> Iterator[None]:
    """A thread calls `action()` again and again, with pauses of `seconds`."""
    ends = threading.Event()

    def repeat() -> None:
        while not ends.wait(seconds):
            action()

    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        ends.set()
        thread.join()


Process = subprocess.Popen[bytes] | Fork


@dataclass(frozen=True)
class Prepared:
    """Processes that have imported what an API process and a worker need, for tests that start many of them."""

    api: PreparedProcess
    worker: PreparedProcess

    def close(self) -> None:
        self.api.close()
        self.worker.close()


class Service:
    """API and worker processes with one environment; everything started here is ended by `stop`.

    Without `prepared` they start as an operator's do: each imports what it uses.
    """

    def __init__(self, environ: Mapping[str, str], logs: Path, prepared: Prepared | None = None) -> None:
        self.environ = dict(environ)
        self.logs = logs
        self.base_url = ""
        self._prepared = prepared
        self._running: list[Process] = []
        self._numbers = itertools.count()

    def start_api(self, **more: str) -> Process:
        """An API process; `base_url` is then its address."""
        port = free_port()
        self.base_url = f"http://127.0.0.1:{port}"
        prepared = self._prepared and self._prepared.api
        return self._start(prepared, f"api-{port}.log", more, SERVE, str(port))

    def start_worker(
        self, *, threads: int = 32, clock_ahead_seconds: int = 0, beat_seconds: float = BEAT_SECONDS, **more: str
    ) -> Process:
        """A worker: dramatiq's master with one process. It leads a process group of its own."""
        program = WORKER.format(ahead=clock_ahead_seconds, beat=beat_seconds)
        arguments = ["workers.main", "-p", "1", "-t", str(threads), "-Q", "scrape", "jobs", "pages"]
        arguments += ["--worker-shutdown-timeout", "5000"]
        prepared = self._prepared and self._prepared.worker
        return self._start(prepared, f"worker-{next(self._numbers)}.log", more, program, *arguments)

    def _start(
        self, prepared: PreparedProcess | None, log: str, more: Mapping[str, str], program: str, *arguments: str
    ) -> Process:
        environ, path = {**self.environ, **more}, self.logs / log
        process: Process
        if prepared is None:
            command = [sys.executable, "-c", program, *arguments]
            process = processes.start(Launch(command=command, log=path, environ=environ, working_dir=str(ROOT)))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(os.devnull) as nothing, path.open("a") as out:
                streams = [nothing.fileno(), out.fileno(), out.fileno()]
                process = prepared.start(program, *arguments, environ=environ, streams=streams)
        self._running.append(process)
        return process

    def wait_until_ready(self) -> None:
        """Return when `/readyz` answers 200; else fail with what the logs say."""
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            try:
                if requests.get(f"{self.base_url}/readyz", timeout=5).status_code == 200:
                    return
            except requests.RequestException:
                pass
            if any(process.poll() is not None for process in self._running):
                break
            time.sleep(0.1)
        tails = "\n".join(f"--- {path.name}\n{path.read_text()[-2000:]}" for path in sorted(self.logs.glob("*.log")))
        raise AssertionError(f"The service does not get ready.\n{tails}")

    def groups(self) -> set[int]:
        """The process groups of what is running."""
        return {process.pid for process in self._running if process.poll() is None}

    def bury(self) -> None:
        """Think no more of those that have ended."""
        self._running = [process for process in self._running if process.poll() is None]

    def kill(self, process: Process) -> None:
        """kill -9 of a process and all below it."""
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._running.remove(process)

    def end(self, *ending: Process) -> None:
        """SIGTERM to all of them at once, and wait for their end."""
        with ThreadPoolExecutor() as threads:
            list(threads.map(lambda process: processes.stop(process, STOP), ending))
        self._running = [process for process in self._running if process not in ending]

    def stop(self) -> None:
        """End whatever still runs."""
        self.end(*self._running)


@dataclass(frozen=True)
class Client:
    """Calls with one key."""

    base_url: str
    key: str

    def post(self, path: str, body: Any, *, timeout: float = 100, **headers: str) -> requests.Response:
        return requests.post(
            f"{self.base_url}{path}", json=body, headers={"X-API-Key": self.key, **headers}, timeout=timeout
        )

    def get(self, path: str) -> requests.Response:
        return requests.get(f"{self.base_url}{path}", headers={"X-API-Key": self.key}, timeout=PATIENCE_SECONDS)

    def delete(self, path: str) -> requests.Response:
        return requests.delete(f"{self.base_url}{path}", headers={"X-API-Key": self.key}, timeout=PATIENCE_SECONDS)

    def call(self, method: str, path: str, body: Any = None) -> requests.Response:
        headers = {"X-API-Key": self.key}
        return requests.request(method, f"{self.base_url}{path}", json=body, headers=headers, timeout=PATIENCE_SECONDS)

    def begin(self, kind: str, **options: Any) -> str:
        """The id of a crawl or batch that must be accepted."""
        answer = self.post(f"/v1/web/{kind}", options)
        assert answer.status_code == 201, answer.text
        job_id: str = answer.json()[f"{kind}Id"]
        return job_id

    def status(self, kind: str, job_id: str, **query: Any) -> dict[str, Any]:
        """The status of a crawl or batch."""
        answer = self.get(f"/v1/web/{kind}/{job_id}" + (f"?{urlencode(query)}" if query else ""))
        assert answer.status_code == 200, answer.text
        body: dict[str, Any] = answer.json()
        return body

    def ended(self, kind: str, job_id: str, *, seconds: float = PATIENCE_SECONDS) -> dict[str, Any]:
        """The status of a crawl or batch that ends within that time."""
        wait_until(
            lambda: self.status(kind, job_id, includeData="false", limit=1)["status"] != "running",
            seconds=seconds,
            what=f"the end of the {kind}",
        )
        return self.status(kind, job_id)

    def run(self, kind: str, *, seconds: float = PATIENCE_SECONDS, **options: Any) -> dict[str, Any]:
        """The status of a crawl or batch after its end."""
        return self.ended(kind, self.begin(kind, **options), seconds=seconds)

    def deliveries(self, kind: str, job_id: str) -> list[dict[str, Any]]:
        answer = self.get(f"/v1/web/{kind}/{job_id}/deliveries")
        assert answer.status_code == 200, answer.text
        listed: list[dict[str, Any]] = answer.json()["deliveries"]
        return listed

    def try_scrape(self, url: str, **options: Any) -> requests.Response:
        return self.post("/v1/web/scrape", {"url": url, **options})

    def scrape(self, url: str, **options: Any) -> dict[str, Any]:
        """`data` of a scrape that must succeed."""
        answer = self.try_scrape(url, **options)
        assert answer.status_code == 200, answer.text
        data: dict[str, Any] = answer.json()["data"]
        return data

    def refused(self, url: str, **options: Any) -> dict[str, Any]:
        """The failure envelope of a scrape that must not succeed."""
        answer = self.try_scrape(url, **options)
        body: dict[str, Any] = answer.json()
        assert answer.status_code == body["statusCode"] >= 400, answer.text
        return body
