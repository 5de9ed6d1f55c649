"""Everything on one machine: the embedded servers, migrations, worker and API, kept running until told to stop.

`run` is the whole life of `orbweaver up`. Nothing survives it: what stops in order is stopped in order (API, worker,
Valkey, Postgres), what does not is killed, and a kill -9 of this process ends the rest through the kernel.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from contract import memory
from contract.environment import Environment
from orbweaver import embedded, processes
from orbweaver.embedded import Child
from orbweaver.processes import CannotStart, Launch, StopSteps

READY_SECONDS = 120
DEATHS_BEFORE_READY_MAX = 3
POLL_SECONDS = 0.2
HEALTHY_SECONDS = 60
BACK_OFF_MAX_SECONDS = 30
STOP: StopSteps = ((signal.SIGTERM, 10.0),)
# What a killed run left has lost its Postgres and has nothing to finish.
STOP_LEFT_OVER: StopSteps = ((signal.SIGTERM, 3.0),)
SERVICES = ("worker", "api")  # in the order of their start; they stop the other way round

Say = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class Address:
    """Where the API listens, and where this machine reaches it."""

    host: str
    port: int

    @property
    def reachable_host(self) -> str:
        return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)

    @property
    def url(self) -> str:
        host = f"[{self.reachable_host}]" if ":" in self.reachable_host else self.reachable_host
        return f"http://{host}:{self.port}"


@dataclass
class Supervisor:
    """Starts again what died, with growing pauses."""

    say: Say
    children: list[Child] = field(default_factory=list)
    _failures: dict[str, int] = field(default_factory=dict)
    _not_before: dict[str, float] = field(default_factory=dict)
    _reaped_at: float = 0.0

    def look(self) -> None:
        """Restart the dead whose pause is over, and reap what was adopted."""
        now = time.monotonic()
        for child in self.children:
            if child.process.poll() is not None:
                self._attend(child, now)
        if now - self._reaped_at > 5:
            self._reaped_at = now
            processes.reap_orphans(self._known())

    def _attend(self, child: Child, now: float) -> None:
        due = self._not_before.get(child.name)
        if due is None:
            if now - child.started_at > HEALTHY_SECONDS:
                self._failures[child.name] = 0
            failures = self._failures[child.name] = self._failures.get(child.name, 0) + 1
            pause = min(0.25 * 2**failures, BACK_OFF_MAX_SECONDS)
            self._not_before[child.name] = now + pause
            log = f"; see {child.launch.log}" if child.launch.log else ""
            self.say(f"The {child.name} ended (code {child.process.returncode}), starting it again in {pause:g} s{log}")
            processes.end_orphans(self._known())  # a killed worker leaves its readers and its browser
        elif now >= due:
            del self._not_before[child.name]
            child.restart()

    def worst(self) -> tuple[str, int]:
        """The child that died most often, and how often."""
        return max(self._failures.items(), key=lambda item: item[1], default=("", 0))

    def _known(self) -> set[int]:
        return {child.process.pid for child in self.children}


def run(environment: Environment, address: Address, *, as_json: bool) -> None:
    """Start everything, say when it is ready, keep it running; returns after SIGTERM, SIGHUP or Ctrl-C.

    Raises:
        CannotStart: one plain line; everything that was started is stopped.
    """

    def say(line: str) -> None:
        print(line, file=sys.stderr if as_json else sys.stdout, flush=True)

    with _ended_by_signals(), embedded.locked(environment):
        for name in reversed(SERVICES):
            processes.stop_left_over(environment.run_dir / f"{name}.pid", STOP_LEFT_OVER)
        _require_free(address)
        processes.adopt_orphans()
        try:
            _live(environment, address, say, as_json)
        finally:
            processes.end_orphans(set())


def _live(environment: Environment, address: Address, say: Say, as_json: bool) -> None:
    supervisor = Supervisor(say)
    with contextlib.ExitStack() as stack:
        stack.callback(say, "Stopped.")
        supervisor.children += stack.enter_context(embedded.running(environment, say)).children
        say("Applying migrations …")
        key = _first_key()
        for name in SERVICES:
            child = Child.start(name, _launch(name, environment, address), STOP, environment.run_dir)
            stack.callback(child.stop)
            supervisor.children.append(child)
        stack.callback(say, "Stopping …")
        _wait_until_ready(address, supervisor, say)
        _announce(address, key, as_json)
        while True:
            supervisor.look()
            time.sleep(POLL_SECONDS)


def _first_key() -> str | None:
    """Apply the migrations; the value of the first key when this is the first start."""
    command = [sys.executable, "-P", "-m", "orbweaver.first_start"]
    answer = subprocess.run(command, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if answer.returncode != 0:
        raise CannotStart((answer.stderr.strip().splitlines() or ["The migrations failed."])[-1])
    key: str | None = json.loads(answer.stdout.splitlines()[-1])["key"]
    return key


def _launch(name: str, environment: Environment, address: Address) -> Launch:
    # -P: nothing is imported from the folder that the operator happens to stand in.
    command = [sys.executable, "-P", "-m", "orbweaver", name]
    if name == "api":
        command += ["--host", address.host, "--port", str(address.port)]
    own_url = {"ORBWEAVER_BASE_URL": address.url} if environment.base_url == Environment().base_url else {}
    log = environment.data_dir / "logs" / f"{name}.log"
    # With us go Postgres and Redis: to end in good order would be to wait for them in vain.
    return Launch(command=command, log=log, environ=own_url, dies_with=signal.SIGKILL)


def _require_free(address: Address) -> None:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address.host, address.port))
        except OSError as error:
            reason = error.strerror or str(error)
            raise CannotStart(f"Cannot listen on {address.host}:{address.port} ({reason}): choose --port.") from error


def _wait_until_ready(address: Address, supervisor: Supervisor, say: Say) -> None:
    deadline, told = time.monotonic() + READY_SECONDS, ""
    while (missing := _missing(address)) is not None:
        if missing != told:
            say(f"Waiting for {missing} …")
            told = missing
        supervisor.look()
        name, deaths = supervisor.worst()
        if deaths >= DEATHS_BEFORE_READY_MAX or time.monotonic() > deadline:
            log = next((child.launch.log for child in supervisor.children if child.name == (name or "worker")), None)
            raise CannotStart(
                f"Not ready: {missing} is missing and the {name or 'worker'} does not come up; see {log}."
            )
        time.sleep(POLL_SECONDS / 2)


def _missing(address: Address) -> str | None:
    """What the API says is missing, in words; None when it is ready."""
    connection = http.client.HTTPConnection(address.reachable_host, address.port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        body = answer.read()
        if answer.status == 200:
            return None
        checks = json.loads(body).get("checks", {})
        return ", ".join(name for name, fine in checks.items() if not fine) or "the API"
    except (OSError, http.client.HTTPException, ValueError):
        return "the API"
    finally:
        connection.close()


def _announce(address: Address, key: str | None, as_json: bool) -> None:
    memory.release_startup_memory()
    if as_json:
        record = {"url": address.url, "pid": os.getpid(), **({"key": key} if key else {})}
        print(json.dumps(record), flush=True)
        return
    lines = [f"Ready at {address.url} (documentation: {address.url}/docs; Ctrl-C stops it)"]
    if key:
        lines += [
            "Your first key is shown this once. Try:",
            f"curl -s {address.url}/v1/web/scrape -H 'X-API-Key: {key}' "
            "-H 'Content-Type: application/json' -d '{\"url\": \"https://example.com\"}'",
        ]
    print("\n".join(lines), flush=True)


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Turn the first SIGTERM, SIGHUP or Ctrl-C into the block's end; later ones cannot disturb the stopping."""
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
