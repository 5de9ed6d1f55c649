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
from sqlalchemy import Engine, text

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
        closed = f"127.0.0.1:{free_port()}"
        self.environ = environ_of(
            environment, ORBWEAVER_LOG_FORMAT="json", ORBWEAVER_WEBHOOK_RETRY_SECONDS="1",
            # None of these servers answers.
            ORBWEAVER_PROXY_URL=f"de=http://proxy:{SECRET}@{closed}", ORBWEAVER_SMTP_URL=f"smtp://mail:{SECRET}@{closed}",
            ORBWEAVER_LLM_BASE_URL=f"http://{closed}/v1", ORBWEAVER_LLM_MODEL="m", ORBWEAVER_LLM_API_KEY=SECRET,
            ORBWEAVER_SEARCH_PROVIDER="index",
        )  # fmt: skip
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
    answers = [
        client.post("/v1/web/scrape", {"url": f"{site.base}/", "location": {"country": "DE"}, "timeout": 5000}),
        client.post("/v1/web/scrape", {"url": f"{site.base}/", "formats": ["summary"], "timeout": 20_000}),
        client.post("/v1/web/extract", {"urls": [f"{site.base}/"], "prompt": "x", "timeout": 20_000}),
    ]
    hook = {"url": f"http://127.0.0.1:{closed}/hook", "headers": HEADERS, "secret": f"whsec_{SECRET}"}
    options = {
        "urls": [f"{site.base}/broken"],
        "schedule": {"everyMinutes": 60},
        "webhook": hook,
        "failuresBeforeError": 1,
    }
    made = client.post("/v1/web/watch", {**options, "scrapeOptions": {"headers": HEADERS}}).json()["data"]
    watch = f"/v1/web/watch/{made['id']}"
    wait_until(lambda: client.get(watch).json()["data"]["lastCheck"], seconds=60, what="the first check")
    feed = made["feedUrl"].partition("/feeds/")[2]
    answers += [client.get(path) for path in (
        watch, f"{watch}/checks", f"/feeds/{feed}", "/metrics", "/readyz", "/v1/jobs", "/v1/account",
        *(f"/v1/web/crawl/{crawled['id']}{part}" for part in ("", "/deliveries", "/download?format=jsonl")),
    )]  # fmt: skip
    with own_database.connect() as connection:
        calls = connection.execute(text("SELECT string_agg(call::text, ' ') FROM call")).scalar_one()
    logged.stop()

    assert all(
        SECRET not in answer.text and SECRET not in str(answer.headers) for answer in [scraped, failed, *answers]
    )
    assert SECRET not in (calls or "") and key not in (calls or "")
    assert scraped.status_code == 200, scraped.text
    written = "".join(path.read_text(encoding="utf-8") for path in tmp_path.glob("*.log"))
    assert SECRET not in written and key not in written and feed.removeprefix("watch/") not in written
    api, worker = logged.lines("api"), logged.lines("worker")  # Every line is a JSON object.
    [line] = [line for line in worker if line.get("requestId") == scraped.json()["meta"]["requestId"]]
    assert line["workspaceId"] == str(me) and line["message"].startswith("The scrape completed in ")
    of_failed = {line["logger"] for line in api + worker if line.get("requestId") == failed.json()["meta"]["requestId"]}
    assert {"workers.run"} < of_failed
    assert any(line.get("jobId") == crawled["id"] for line in worker)
    assert {"dramatiq.MainProcess", "workers.process"} <= {line["logger"] for line in worker}
