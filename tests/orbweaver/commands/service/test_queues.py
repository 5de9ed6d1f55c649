"""`orbweaver queues` on a running service."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from click.testing import CliRunner

from contract.environment import Environment
from orbweaver.commands.service.queues import retry
from tests.orbweaver.command_output import Run, failed
from tests.service import Client, wait_until
from tests.sites.site import Site

Queues = Callable[..., dict[str, Any]]


@pytest.fixture
def queues(orbweaver: Run, environment: Environment) -> Iterator[Queues]:
    """`queues("pause", "jobs")`: the JSON object that the command prints. No queue stays paused."""

    def run(*arguments: str) -> dict[str, Any]:
        servers = {"DATABASE_URL": environment.database_url, "REDIS_URL": environment.redis_url}
        ran = orbweaver("queues", *arguments, "--json", **servers)
        assert ran.returncode == 0, ran.stderr
        answer: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
        return answer

    yield run
    run("resume", "scrape")
    wait_until(lambda: seen_by_workers(run) == [], seconds=60, what="workers that know no pause")


def seen_by_workers(queues: Queues) -> list[str]:
    return [name for one in queues()["workers"] for name in one["paused"]]


def test_paused_queue_keeps_its_jobs_until_it_continues(client: Client, site: Site, queues: Queues) -> None:
    site.page("/")
    assert queues("pause", "scrape") == {"queue": "scrape", "paused": True, "changed": True}
    wait_until(lambda: "scrape" in seen_by_workers(queues), seconds=60, what="a worker that knows the pause")

    refused = client.post("/v1/web/scrape", {"url": f"{site.base}/"})
    accepted = client.post("/v1/web/scrape", {"url": f"{site.base}/", "async": True}).json()

    assert refused.status_code == 503 and "`scrape`" in refused.json()["message"]
    [scrape] = [one for one in queues()["queues"] if one["name"] == "scrape"]
    assert (scrape["paused"], scrape["pausedBy"], scrape["messages"], scrape["posted"]) == (True, "operator", 1, 1)
    assert scrape["oldestSeconds"] is not None and scrape["places"] > 0

    queues("resume", "scrape")
    path = f"/v1/web/scrape/{accepted['jobId']}"
    wait_until(lambda: client.get(path).json()["status"] == "completed", seconds=60, what="the job's end")


def test_overview_has_workers_with_browser_and_memory(service: object, queues: Queues) -> None:
    [worker] = wait_until(lambda: queues()["workers"], seconds=60, what="a worker")

    assert worker["memoryBytes"]["worker"] > 10_000_000 and worker["browserState"]["status"] in ("on", "off", "missing")
    assert set(worker["places"]) == {"scrape", "jobs", "pages", "webhooks"}


def test_overview_is_a_table_for_people(orbweaver: Run, service: object, environment: Environment) -> None:
    shown = orbweaver("queues", DATABASE_URL=environment.database_url, REDIS_URL="redis://127.0.0.1:1/0")

    assert shown.returncode == 0, shown.stderr
    lines = shown.stdout.splitlines()
    assert lines[0].split()[:3] == ["QUEUE", "MESSAGES", "POSTED"]
    assert [line.split()[0] for line in lines[1:5]] == ["scrape", "jobs", "pages", "webhooks"]
    assert "Redis is not reachable" in shown.stdout


def test_all_dead_letters_are_retried(
    client: Client, site: Site, make_site: Callable[[], Site], queues: Queues
) -> None:  # fmt: skip
    site.page("/")
    receiver = make_site()
    receiver.put("/hook", "gone", status=410)
    job_id = client.begin(
        "batch", urls=[site.url("/")], webhook={"url": receiver.url("/hook"), "events": ["completed"]}
    )

    def delivery(status: str) -> dict[str, Any] | None:
        return next((row for row in client.deliveries("batch", job_id) if row["status"] == status), None)

    wait_until(lambda: delivery("failed"), seconds=60, what="a dead letter")
    receiver.put("/hook", "thanks")
    done = queues("retry", "--all", "--yes")

    assert done["deliveries"] >= 1
    sent = wait_until(lambda: delivery("success"), seconds=60, what="the second attempt")
    assert [(each["number"], each["responseStatus"]) for each in sent["attemptLog"]] == [(1, 410), (2, 200)]


def test_retry_needs_an_id_or_all_and_asks_before_all() -> None:
    for arguments in ([], [str(uuid4()), "--all"]):
        assert "Give either an ID or --all." in CliRunner().invoke(retry, arguments).output
    assert CliRunner().invoke(retry, ["--all"], input="n\n").exit_code == 1


def test_unknown_work_and_queues_are_refused(of_service: Run) -> None:
    code, message = failed(of_service("queues", "retry", str(uuid4()), "--json"))
    assert code == "NOT_FOUND" and message == "No job and no delivery has this id."

    assert failed(of_service("queues", "pause", "page", "--json"))[0] == "VALIDATION_ERROR"
