"""The logs of a whole trip through API and worker: JSON lines with ids, and nothing that a caller keeps secret."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import requests
from sqlalchemy import Engine

from contract.environment import Environment
from models import session
from models.accounts import credits, workspace
from orbweaver import processes
from orbweaver.processes import Launch
from tests.conftest import with_own_database
from tests.service import STOP, Client, environ_of, free_port, wait_until
from tests.sites.site import Site

# 24 letters: also valid base64.
SECRET = "S3cretThatNobodyMayRead1"
HEADERS = {"Authorization": f"Bearer {SECRET}", "Cookie": f"session={SECRET}", "X-Own": f"a{SECRET}\tb"}
FAKE_KEY = f"ow_sk_{SECRET}{SECRET}"


class Logged:
    """`orbweaver api` and `orbweaver worker` as an operator starts them, with JSON logs."""

    def __init__(self, environment: Environment, logs: Path) -> None:
        self.environ = environ_of(environment, ORBWEAVER_LOG_FORMAT="json", ORBWEAVER_WEBHOOK_RETRY_SECONDS="1")
        port = free_port()
        self.base_url = f"http://127.0.0.1:{port}"
        self.logs = logs
        self._running = [self._start("worker"), self._start("api", "--port", str(port))]

    def _start(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-P", "-m", "orbweaver", name, *arguments]
        root = str(Path(__file__).resolve().parents[2])
        return processes.start(
            Launch(command=command, log=self.logs / f"{name}.log", environ={**self.environ, "PYTHONPATH": root})
        )

    def is_ready(self) -> bool:
        try:
            return requests.get(f"{self.base_url}/readyz", timeout=60).status_code == 200
        except requests.RequestException:
            return False

    def stop(self) -> None:
        for process in self._running:
            processes.stop(process, ((signal.SIGTERM, 20.0), *STOP))

    def lines(self, name: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.logs / f"{name}.log").read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def own(environment: Environment) -> Environment:
    return with_own_database(environment, "logged")


@pytest.fixture(scope="module")
def own_database(own: Environment) -> Iterator[Engine]:
    engine = session.create(own.database_url)
    yield engine
    engine.dispose()


@pytest.fixture
def logged(own: Environment, tmp_path: Path) -> Iterator[Logged]:
    made = Logged(replace(own, given_redis_url=f"{own.redis_url}?db=7"), tmp_path)
    try:
        wait_until(made.is_ready, seconds=90, what="the service")
        yield made
    finally:
        made.stop()


def test_lines_are_json_with_ids_and_without_secrets(
    logged: Logged, own_database: Engine, site: Site, tmp_path: Path
) -> None:
    with own_database.begin() as connection:
        me = workspace.create(connection, "logs")
        credits.grant(connection, me, 100, key="first")
        key = workspace.create_key(connection, me).key
    client, closed = Client(logged.base_url, key), free_port()
    site.page("/", "/a")
    site.page("/a")
    site.put("/broken", "x", status=500)

    scraped = client.post("/v1/web/scrape", {"url": f"{site.base}/", "headers": HEADERS}, Cookie=SECRET)
    failed = client.post("/v1/web/scrape", {"url": f"{site.base}/broken", "headers": HEADERS, "timeout": 5000})
    Client(logged.base_url, FAKE_KEY).post("/v1/web/scrape", {"url": site.base}, Authorization=SECRET)
    client.post("/v1/web/scrape", {"url": f"http://u:{SECRET}@127.0.0.1:{closed}/", "timeout": 2000})
    crawled = client.run(
        "crawl", url=f"{site.base}/", limit=3, scrapeOptions={"headers": HEADERS}, seconds=60,
        webhook={"url": f"http://127.0.0.1:{closed}/hook", "headers": HEADERS, "secret": f"whsec_{SECRET}"},
    )  # fmt: skip
    logged.stop()

    assert scraped.status_code == 200, scraped.text
    written = "".join(path.read_text(encoding="utf-8") for path in tmp_path.glob("*.log"))
    assert SECRET not in written and key not in written
    api, worker = logged.lines("api"), logged.lines("worker")  # Every line is a JSON object.
    [line] = [line for line in worker if line.get("requestId") == scraped.json()["meta"]["requestId"]]
    assert line["workspaceId"] == str(me) and line["message"].startswith("The scrape completed in ")
    of_failed = {line["logger"] for line in api + worker if line.get("requestId") == failed.json()["meta"]["requestId"]}
    assert {"workers.run"} < of_failed
    assert any(line.get("jobId") == crawled["id"] for line in worker)
    assert {"dramatiq.MainProcess", "workers.process"} <= {line["logger"] for line in worker}
