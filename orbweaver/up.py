"""`orbweaver up`: runs the embedded servers, migrations, worker and API on one machine until it is stopped.

No process outlives `run`. It stops the API, the worker, Valkey and Postgres in this order, and kills those that do not stop.
If this process is killed with kill -9, the kernel ends the others.
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
from dataclasses import dataclass

from contract.environment import Environment
from contract.process import memory
from orbweaver import processes
from orbweaver.embedded import servers
from orbweaver.processes import CannotStart, Launch, StopSteps
from orbweaver.supervisor import POLL_SECONDS, Child, Report, Supervisor, stop_on_signals

READY_SECONDS = 120
FAILURES_BEFORE_READY_MAX = 3
STOP: StopSteps = ((signal.SIGTERM, 10.0),)
# Processes that a killed run left have no Postgres any more, so they have nothing to finish.
STOP_LEFTOVER: StopSteps = ((signal.SIGTERM, 3.0),)
SERVICES = ("worker", "api")  # started in this order, stopped in reverse order


@dataclass(frozen=True, kw_only=True)
class Address:
    """The address that the API listens on, and the URL to reach it from this machine."""

    host: str
    port: int

    @property
    def reachable_host(self) -> str:
        return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)

    @property
    def url(self) -> str:
        host = f"[{self.reachable_host}]" if ":" in self.reachable_host else self.reachable_host
        return f"http://{host}:{self.port}"


def run(environment: Environment, address: Address, *, as_json: bool) -> None:
    """Start everything, print when it is ready, and keep it running. Returns after SIGTERM, SIGHUP or Ctrl-C.

    Raises:
        CannotStart: something could not start. Everything that was started has been stopped.
    """

    def report(line: str) -> None:
        print(line, file=sys.stderr if as_json else sys.stdout, flush=True)

    with stop_on_signals(), servers.locked(environment):
        for name in reversed(SERVICES):
            processes.stop_leftover(environment.run_dir / f"{name}.pid", STOP_LEFTOVER)
        _require_free(address)
        processes.adopt_orphans()
        try:
            _run_services(environment, address, report, as_json)
        finally:
            processes.end_orphans(set())


def _run_services(environment: Environment, address: Address, report: Report, as_json: bool) -> None:
    supervisor = Supervisor(report)
    with contextlib.ExitStack() as stack:
        stack.callback(report, "Stopped.")
        supervisor.children += stack.enter_context(servers.running(environment, report)).children
        report("Applying migrations …")
        first = _migrate()
        for name in SERVICES:
            child = Child.start(name, _launch(name, environment, address), STOP, environment.run_dir)
            stack.callback(child.stop)
            supervisor.children.append(child)
        stack.callback(report, "Stopping …")
        _wait_until_ready(address, supervisor, report)
        _print_ready(address, _console_url(environment, address), first, as_json)
        while True:
            supervisor.check()
            time.sleep(POLL_SECONDS)


def _migrate() -> dict[str, str]:
    """Apply the migrations. Returns the first key and invitation when this is the first start, otherwise nothing."""
    command = [sys.executable, "-P", "-m", "orbweaver.first_start"]
    answer = subprocess.run(command, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if answer.returncode != 0:
        raise CannotStart((answer.stderr.strip().splitlines() or ["The migrations failed."])[-1])
    first: dict[str, str] = json.loads(answer.stdout.splitlines()[-1])
    return first


def _console_url(environment: Environment, address: Address) -> str:
    """The URL of the console, as people reach it."""
    is_set = environment.base_url != Environment().base_url
    return f"{environment.base_url if is_set else address.url}/console"


def _launch(name: str, environment: Environment, address: Address) -> Launch:
    # -P: nothing is imported from the working directory.
    command = [sys.executable, "-P", "-m", "orbweaver", name]
    if name == "api":
        command += ["--host", address.host, "--port", str(address.port)]
    own_url = {"ORBWEAVER_BASE_URL": address.url} if environment.base_url == Environment().base_url else {}
    log = environment.data_dir / "logs" / f"{name}.log"
    # When this process ends, Postgres and Redis end too. An orderly stop of the service would wait for them in vain.
    return Launch(command=command, log=log, environ=own_url, dies_with=signal.SIGKILL)


def _require_free(address: Address) -> None:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address.host, address.port))
        except OSError as error:
            reason = error.strerror or str(error)
            raise CannotStart(
                f"Cannot listen on {address.host}:{address.port} ({reason}). Choose another port with --port."
            ) from error


def _wait_until_ready(address: Address, supervisor: Supervisor, report: Report) -> None:
    deadline, reported = time.monotonic() + READY_SECONDS, ""
    while (missing := _missing_parts(address)) is not None:
        if missing != reported:
            report(f"Waiting for {missing} …")
            reported = missing
        supervisor.check()
        name, failures = supervisor.most_failures()
        if failures >= FAILURES_BEFORE_READY_MAX or time.monotonic() > deadline:
            log = next((child.launch.log for child in supervisor.children if child.name == (name or "worker")), None)
            raise CannotStart(
                f"The service did not become ready. Missing: {missing}. See the log of the {name or 'worker'}: {log}."
            )
        time.sleep(POLL_SECONDS / 2)


def _missing_parts(address: Address) -> str | None:
    """The names of the parts that `/readyz` reports as missing, or None when the service is ready."""
    connection = http.client.HTTPConnection(address.reachable_host, address.port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        body = answer.read()
        if answer.status == 200:
            return None
        checks = json.loads(body).get("checks", {})
        return ", ".join(name for name, ok in checks.items() if not ok) or "the API"
    except (OSError, http.client.HTTPException, ValueError):
        return "the API"
    finally:
        connection.close()


def _print_ready(address: Address, console_url: str, first: dict[str, str], as_json: bool) -> None:
    memory.release_startup_memory()
    key, join = first.get("key"), f"{console_url}/join#token={first.get('invitation')}"
    if as_json:
        record = {"url": address.url, "pid": os.getpid(), **({"key": key, "join": join} if key else {})}
        print(json.dumps(record), flush=True)
        return
    lines = [f"Ready at {address.url}. Console: {console_url}. Documentation: {address.url}/docs. Stop with Ctrl-C."]
    if key:
        lines += [
            "This is your first key. It is shown once. Try:",
            f"curl -s {address.url}/v1/web/scrape -H 'X-API-Key: {key}' "
            "-H 'Content-Type: application/json' -d '{\"url\": \"https://example.com\"}'",
            f"Open this link to sign in to the console. It works once, within 7 days: {join}",
        ]
    print("\n".join(lines), flush=True)
