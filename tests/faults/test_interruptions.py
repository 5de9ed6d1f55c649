"""A paused worker and an absent Postgres are nobody's fault: no page fails for it, and no attempt is counted."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from models import session
from tests.faults.conftest import Books, Stack, frozen_holding_no_lock
from tests.service import PATIENCE_SECONDS, Client, wait_until
from tests.sites.site import Site

pytestmark = pytest.mark.faults
long = pytest.mark.long_faults


def completed(client: Client, kind: str, job_id: str) -> int:
    return int(client.status(kind, job_id, includeData="false", limit=1)["completed"])


def assert_nothing_counted(client: Client, books: Books, job: dict[str, Any], number: int) -> None:
    failed = {page["url"]: page["error"] for page in job["pages"] if page["status"] != "completed"}
    assert (job["status"], job["completed"]) == ("completed", number), failed
    assert {row.lapses for row in books.pages()} == {0}
    books.ended(PATIENCE_SECONDS)
    assert books.charges() == number


# Longer than the time limit of the pages; longer than the watchdog's 40 s.
@pytest.mark.parametrize("seconds", [7, pytest.param(50, marks=long)])
def test_paused_worker_continues_when_it_wakes(
    stack: Stack, client: Client, books: Books, site: Site, hook: dict[str, Any], seconds: int
) -> None:
    paths = [f"/slow/{number}" for number in range(6)]
    for path in paths:
        site.page(path, seconds=1.0)
    stack.wait_for_worker()
    worker = stack.pid_of(stack.worker)
    batch = client.begin("batch", urls=list(map(site.url, paths)), webhook=hook, scrapeOptions={"timeout": 4_000})
    wait_until(lambda: site.in_flight == 6, seconds=PATIENCE_SECONDS, what="all downloads")

    with frozen_holding_no_lock(stack, stack.worker):
        time.sleep(seconds)
    job = client.ended("batch", batch)

    assert_nothing_counted(client, books, job, 6)
    assert stack.pid_of(stack.worker) == worker, "the watchdog ended the process"


def test_leases_that_expired_while_postgres_was_away_are_not_lost(
    stack: Stack, client: Client, books: Books, site: Site, hook: dict[str, Any]
) -> None:
    site.tree(30, seconds=0.4)
    stack.wait_for_worker()
    worker = stack.pid_of(stack.worker)
    assert worker is not None
    crawl = client.begin("crawl", url=site.url(), webhook=hook)
    wait_until(lambda: completed(client, "crawl", crawl) >= 5, seconds=PATIENCE_SECONDS, what="pages")

    stack.restart_postgres()
    young = text("SELECT clock_timestamp() - pg_postmaster_start_time() < interval '5 s'")
    while session.ask(stack.database, lambda connection: connection.execute(young).scalar_one()):
        stack.expire_leases(worker)  # More often than heartbeats renew them.
        time.sleep(0.3)
    job = client.ended("crawl", crawl)

    assert_nothing_counted(client, books, job, 30)


@long
def test_postgres_that_is_away_for_longer_than_transactions_are_retried_fails_nothing(
    stack: Stack, client: Client, books: Books, site: Site, make_site: Callable[[], Site], hook: dict[str, Any]
) -> None:
    other = make_site()
    site.tree(60, seconds=0.3)
    other.page("/scraped", seconds=3.0)
    crawl = client.begin("crawl", url=site.url(), webhook=hook, scrapeOptions={"timeout": 10_000})
    wait_until(lambda: completed(client, "crawl", crawl) >= 5, seconds=PATIENCE_SECONDS, what="pages")
    scrape = client.post("/v1/web/scrape", {"url": other.url("/scraped"), "async": True}).json()["jobId"]
    wait_until(lambda: other.seen("/scraped"), seconds=PATIENCE_SECONDS, what="the fetch of the scrape")

    stack.stop_postgres()
    time.sleep(40)
    stack.start_postgres()
    job = client.ended("crawl", crawl)
    path = f"/v1/web/scrape/{scrape}"
    wait_until(lambda: client.get(path).json()["status"] == "completed", seconds=PATIENCE_SECONDS, what="the scrape")

    failed = {page["url"]: page["error"] for page in job["pages"] if page["status"] != "completed"}
    assert (job["status"], job["completed"]) == ("completed", 60), failed
    assert {row.lapses for row in books.pages()} == {0}
    books.ended(PATIENCE_SECONDS)
    assert books.charges() == 61
    attempts = {row.operation: row.attempts for row in books.ask("SELECT * FROM job WHERE workspace_id = :me")}
    assert attempts["scrape"] == 1
