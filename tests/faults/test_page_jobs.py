"""Crawls and batches under faults: nothing is lost, nothing is done or paid twice.

The numbers are those of the fault list. Leases last 15 s: where a test is about something else than that wait, it lets
them lapse by moving their end.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any

import pytest
import requests
from aiohttp import web
from firecrawl.v2 import FirecrawlClient
from sqlalchemy import Engine, text

from models import session
from models.schedule.slice import PostedSlice
from tests.faults.conftest import Books, Call, Stack, answers, frozen, frozen_holding_no_lock
from tests.service import PATIENCE_SECONDS, READY_SECONDS, Client, wait_until
from tests.sites.site import Site, document, html
from workers.mailbox import Mailbox
from workers.queue import WakefulBroker

pytestmark = pytest.mark.faults
GOES_ON_SECONDS = PATIENCE_SECONDS


def completed(client: Client, job_id: str, kind: str = "crawl") -> int:
    return int(client.status(kind, job_id, includeData="false", limit=1)["completed"])


def assert_all_good(job: dict[str, Any], number: int) -> None:
    """A job that is completed with this many pages, without a failed one."""
    failed = {page["url"]: page["error"] for page in job["pages"] if page["status"] != "completed"}
    assert (job["status"], job["total"], job["completed"]) == ("completed", number, number), failed


def held_first(site: Site, paths: list[str], gate: threading.Event) -> None:
    """Pages that, when first asked for, wait for the gate to open, and take no time after that."""

    def once(path: str) -> Callable[[web.Request], Any]:
        async def answer(request: web.Request) -> web.Response:
            while len(site.seen(path)) == 1 and not gate.is_set():
                await asyncio.sleep(0.05)
            return html(document(path, []))

        return answer

    for path in paths:
        site.on(path, once(path))


def test_1_killed_workers_jobs_continue(
    stack: Stack, client: Client, books: Books, make_site: Callable[[], Site], hook: dict[str, Any]
) -> None:
    one, two = make_site(), make_site()
    paths = one.tree(60, seconds=0.2)
    listed = two.tree(40, seconds=0.2)
    crawl = client.begin("crawl", url=one.url(), webhook=hook)
    batch = client.begin("batch", urls=list(map(two.url, listed)), webhook=hook)
    neighbour = FirecrawlClient(client.key, client.base_url)
    waiting = Call(lambda: neighbour.wait_crawl(crawl, poll_interval=1, timeout=GOES_ON_SECONDS))
    wait_until(
        lambda: completed(client, crawl) >= 10 and completed(client, batch, "batch") >= 10,
        seconds=PATIENCE_SECONDS,
        what="pages",
    )

    stack.kill_worker()
    done = [page["url"] for page in client.status("crawl", crawl, status="completed", includeData="false")["pages"]]
    stack.start_worker()

    for kind, job_id, number in (("crawl", crawl, 60), ("batch", batch, 40)):
        assert_all_good(client.ended(kind, job_id, seconds=GOES_ON_SECONDS), number)
    # A client of Firecrawl, which waited meanwhile, has each page once.
    documents = [document.metadata_typed.source_url for document in waiting.result(PATIENCE_SECONDS).data]
    assert sorted(documents) == sorted(map(one.url, paths))
    assert all(len(one.seen(url.removeprefix(one.base))) == 1 for url in done), "a done page was fetched again"
    assert max(one.counts()[path] for path in paths) <= 2
    books.ended(PATIENCE_SECONDS)
    assert books.charges() == 100


def test_2_worker_killed_before_its_commit_and_right_after_it(
    stack: Stack, client: Client, books: Books, site: Site, hook: dict[str, Any], database: Engine
) -> None:
    paths = site.tree(30, width=30, seconds=0.05)
    crawl = client.begin("crawl", url=site.url(), webhook=hook)
    wait_until(lambda: completed(client, crawl) >= 1, seconds=PATIENCE_SECONDS, what="the first page")

    # Fetched, not committed: the job's row is held, so the writer of its pages waits.
    with database.connect() as holder:
        holder.execute(text("SELECT 1 FROM job WHERE id = :id FOR UPDATE"), {"id": crawl})
        blocked = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        wait_until(
            lambda: session.ask(database, lambda c: c.execute(blocked).scalar_one()),
            seconds=PATIENCE_SECONDS,
            what="a writer",
        )
        before = completed(client, crawl)
        stack.kill_worker()
        holder.rollback()
    # Committed, not noticed: stopped in the moment in which a commit shows, then killed.
    stack.start_worker()
    wait_until(lambda: completed(client, crawl) > before, seconds=PATIENCE_SECONDS, what="another page")
    os.killpg(stack.worker.pid, signal.SIGSTOP)
    stack.kill_worker()
    stack.start_worker()

    assert_all_good(client.ended("crawl", crawl, seconds=GOES_ON_SECONDS), 30)
    books.ended(PATIENCE_SECONDS)
    assert books.charges() == 30 and max(site.counts()[path] for path in paths) <= 3


def test_2_worker_killed_between_commit_and_ack(
    stack: Stack, client: Client, books: Books, site: Site, database: Engine
) -> None:
    """A scrape's and a map's message, which Redis gives out again because nobody said that it was done."""
    gate = threading.Event()
    held_first(site, ["/page", "/start"], gate)
    scrape = client.post("/v1/web/scrape", {"url": site.url("/page"), "async": True}).json()["jobId"]
    mapped = Call(lambda: client.post("/v1/web/map", {"url": site.url("/start")}, timeout=30))
    wait_until(lambda: site.in_flight == 2, seconds=PATIENCE_SECONDS, what="both fetches")

    with frozen(stack.valkey.process):
        gate.set()
        wait_until(lambda: books.statuses() == ["completed"] * 2, seconds=PATIENCE_SECONDS, what="both commits")
        stack.service.kill(stack.worker)
    stack.start_worker()
    stack.wait_for_worker()
    mailbox = Mailbox(WakefulBroker(stack.environment.redis_url))
    for job_id in [*books.ask("SELECT id FROM job WHERE workspace_id = :me")] * 3:
        mailbox.submit(job_id.id)
    time.sleep(1)

    assert mapped.result(30).status_code == 200
    assert client.get(f"/v1/web/scrape/{scrape}").json()["status"] == "completed"
    books.ended(PATIENCE_SECONDS)
    assert books.charges() == 2 and len(site.seen("/page")) == 1


def test_3_killed_api_disturbs_no_job(
    stack: Stack, client: Client, books: Books, site: Site, hook: dict[str, Any]
) -> None:
    site.tree(40, seconds=0.15)
    gate = threading.Event()
    held_first(site, ["/scraped"], gate)
    crawl = client.begin("crawl", url=site.url(), webhook=hook)
    scrape = Call(lambda: client.try_scrape(site.url("/scraped")))

    def read_on() -> None:
        while True:
            client.status("crawl", crawl)

    readers = [Call(read_on) for _ in range(4)]
    wait_until(lambda: completed(client, crawl) >= 5 and site.seen("/scraped"), seconds=PATIENCE_SECONDS, what="pages")
    stack.remember_waiting_processes()  # Otherwise the scrape becomes free if the restart takes long.
    stack.service.kill(stack.api)
    stack.start_api()
    stack.service.wait_until_ready()
    gate.set()

    assert all(isinstance(each.result(30), requests.RequestException) for each in (scrape, *readers))
    again = Client(stack.service.base_url, client.key)
    assert again.ended("crawl", crawl, seconds=PATIENCE_SECONDS)["completed"] == 40
    books.ended(PATIENCE_SECONDS)
    # Nobody waited for the scrape any more; it was done, and what is done is paid.
    assert books.statuses() == ["completed"] * 2 and books.charges() == 41


def test_4_worker_asked_to_stop_gives_its_pages_back_and_ends_its_scrapes(
    stack: Stack, client: Client, books: Books, site: Site, hook: dict[str, Any]
) -> None:
    paths = [f"/slow/{number}" for number in range(7)]  # A host gets eight requests at a time, the scrape among them.
    held_first(site, paths, threading.Event())
    gate = threading.Event()
    held_first(site, ["/scraped"], gate)
    stack.wait_for_worker()
    batch = client.begin("batch", urls=list(map(site.url, paths)), webhook=hook)
    scrape = Call(lambda: client.try_scrape(site.url("/scraped")))
    wait_until(lambda: site.in_flight == 8, seconds=PATIENCE_SECONDS, what="all downloads")

    with stack.another_worker():
        stack.worker.send_signal(signal.SIGTERM)
        signalled = time.monotonic()
        gate.set()
        assert scrape.result(30).status_code == 200
        job = client.ended("batch", batch, seconds=PATIENCE_SECONDS)
        assert stack.worker.wait(15) == 0
        took = time.monotonic() - signalled
    stack.service.end(stack.worker)
    stack.start_worker()

    assert job["completed"] == 7 and took < 30
    assert {row.lapses for row in books.pages()} == {0} and len(site.seen("/scraped")) == 1
    books.ended(PATIENCE_SECONDS)
    assert books.charges() == 8


def test_5_and_7_worker_stopped_past_its_lease_writes_nothing_and_redis_may_hang(
    stack: Stack, client: Client, books: Books, site: Site, hook: dict[str, Any], make_site: Callable[[], Site]
) -> None:
    """Both faults need another worker that continues, hence together."""
    slow = [f"/slow/{number}" for number in range(6)]
    gate = threading.Event()
    held_first(site, slow, gate)
    stack.wait_for_worker()
    batch = client.begin("batch", urls=list(map(site.url, slow)), webhook=hook)
    wait_until(lambda: site.in_flight == 6, seconds=PATIENCE_SECONDS, what="downloads")
    holder = stack.pid_of(stack.worker)
    assert holder is not None
    other = make_site()
    other.tree(60, seconds=0.5)

    with stack.another_worker(), ExitStack() as faults:
        faults.enter_context(frozen_holding_no_lock(stack, stack.worker))
        gate.set()
        crawl = client.begin("crawl", url=other.url(), webhook=hook)
        wait_until(lambda: completed(client, crawl) >= 2, seconds=PATIENCE_SECONDS, what="pages of the other worker")
        faults.enter_context(frozen(stack.valkey.process))
        stack.expire_leases(holder)
        assert client.get("/healthz").status_code == 200
        started = time.monotonic()
        late = client.begin("batch", urls=[other.url("/p1"), other.url("/p2")], webhook=hook)
        assert time.monotonic() - started < 15
        assert client.ended("batch", late, seconds=PATIENCE_SECONDS)["completed"] == 2
        assert client.ended("crawl", crawl, seconds=PATIENCE_SECONDS)["completed"] == 60
        assert client.ended("batch", batch, seconds=GOES_ON_SECONDS)["completed"] == 6
        faults.close()
        # The one that was stopped comes back with its downloads ended, and writes them.
        time.sleep(1.5)

    assert Counter(row.lapses for row in books.pages()) == {0: 62, 1: 6}, (
        "only the stopped worker's pages are taken over"
    )
    wait_until(lambda: client.get("/readyz").status_code == 200, seconds=PATIENCE_SECONDS, what="Redis")
    books.ended(PATIENCE_SECONDS)
    assert books.charges() == 68 and {site.counts()[path] for path in slow} == {2}


def test_6_redis_stopped_flushed_and_away_at_the_start(
    stack: Stack, client: Client, books: Books, site: Site, hook: dict[str, Any]
) -> None:
    site.tree(100, seconds=0.5)  # enough that some are left at every step
    crawl = client.begin("crawl", url=site.url(), webhook=hook)
    wait_until(lambda: completed(client, crawl) >= 5, seconds=PATIENCE_SECONDS, what="pages")

    with stack.redis() as server:
        server.flushall()
    flushed = completed(client, crawl)
    wait_until(lambda: completed(client, crawl) >= flushed + 5, seconds=PATIENCE_SECONDS, what="pages after the flush")
    stack.stop_redis()
    stopped = completed(client, crawl)
    try:
        batch = client.begin("batch", urls=[site.url("/p1?again"), site.url("/p2?again")], webhook=hook)
        job = client.ended("batch", batch, seconds=60)
        wait_until(
            lambda: completed(client, crawl) >= stopped + 5, seconds=PATIENCE_SECONDS, what="pages without Redis"
        )
    finally:
        stack.start_redis()

    assert job["completed"] == 2
    assert client.ended("crawl", crawl, seconds=PATIENCE_SECONDS)["completed"] == 100
    books.ended(PATIENCE_SECONDS)
    assert books.charges() == 102


def test_8_restarted_postgres_loses_no_page(
    stack: Stack, client: Client, books: Books, site: Site, hook: dict[str, Any]
) -> None:
    paths = site.tree(80, seconds=0.25)
    crawl = client.begin("crawl", url=site.url(), webhook=hook)
    wait_until(lambda: completed(client, crawl) >= 10, seconds=PATIENCE_SECONDS, what="pages")

    stack.restart_postgres()
    started = time.monotonic()
    job = client.ended("crawl", crawl, seconds=GOES_ON_SECONDS)

    assert_all_good(job, 80)
    assert time.monotonic() - started < GOES_ON_SECONDS
    books.ended(PATIENCE_SECONDS)
    assert books.charges() == 80 and max(site.counts()[path] for path in paths) <= 2


FULL = """
    CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END$$;
    CREATE TRIGGER full_page BEFORE INSERT OR UPDATE ON page EXECUTE FUNCTION disk_is_full();
    CREATE TRIGGER full_ledger BEFORE INSERT OR UPDATE ON ledger EXECUTE FUNCTION disk_is_full();
    CREATE TRIGGER full_job BEFORE INSERT OR UPDATE ON job EXECUTE FUNCTION disk_is_full();
"""
CAPACITY = "DROP FUNCTION disk_is_full CASCADE"
TIMED_OUT = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"


def test_9_full_disk_and_statements_that_time_out(
    stack: Stack, client: Client, books: Books, site: Site, hook: dict[str, Any], database: Engine
) -> None:
    paths = site.tree(100, seconds=0.4)  # enough that some are left when the table is locked
    crawl = client.begin("crawl", url=site.url(), webhook=hook)
    wait_until(lambda: completed(client, crawl) >= 5, seconds=PATIENCE_SECONDS, what="pages")

    session.transact(database, lambda connection: connection.execute(text(FULL)))
    try:
        refused = Call(lambda: client.post("/v1/web/crawl", {"url": site.url()}))
        full = completed(client, crawl)
        time.sleep(3)
        assert completed(client, crawl) == full
    finally:
        session.transact(database, lambda connection: connection.execute(text(CAPACITY)))
    wait_until(
        lambda: completed(client, crawl) >= full + 5, seconds=PATIENCE_SECONDS, what="pages after the disk was full"
    )
    with database.connect() as holder:
        holder.execute(text("LOCK TABLE page IN EXCLUSIVE MODE"))  # reading continues, every write waits
        timed_out = 0
        for _ in range(6):
            time.sleep(0.5)
            timed_out += len(session.ask(database, lambda connection: connection.execute(text(TIMED_OUT)).all()))
        holder.rollback()

    assert timed_out
    assert client.ended("crawl", crawl, seconds=GOES_ON_SECONDS + 10)["completed"] == 100
    answer = refused.result(30)
    if answer.status_code == 201:  # Space came back before its patience was over.
        client.ended("crawl", answer.json()["crawlId"], seconds=PATIENCE_SECONDS)
    else:
        assert answer.status_code == 503 and answer.json()["error"]["code"] == "SERVICE_UNAVAILABLE"
    books.ended(PATIENCE_SECONDS)
    assert max(site.counts()[path] for path in paths) <= 3


def test_10_page_that_kills_its_worker_fails_alone(
    stack: Stack, client: Client, books: Books, site: Site, hook: dict[str, Any]
) -> None:
    neighbours = [f"/p{number}" for number in range(1, 20)]
    site.page("/", "/poison", *neighbours)
    for path in neighbours:
        site.page(path, seconds=0.1)
    stack.wait_for_worker()
    victims: list[int] = []

    async def kill(request: web.Request) -> web.Response:
        [row] = [row for row in books.pages() if row.url.endswith("/poison")]
        victims.append(int(row.lease_owner.split(":")[1]))
        os.kill(victims[-1], signal.SIGKILL)  # as the kernel kills a process that takes too much memory
        return html(document("/poison", []))

    site.on("/poison", kill)

    crawl = client.begin("crawl", url=site.url(), webhook=hook)
    for number in range(2):
        wait_until(lambda number=number: len(victims) > number, seconds=PATIENCE_SECONDS, what="the next victim")
        stack.worker.wait(READY_SECONDS)
        stack.service.end(stack.worker)
        stack.expire_leases(victims[-1])
        stack.start_worker()
    wait_until(lambda: len(victims) > 2, seconds=PATIENCE_SECONDS, what="the third victim")
    stack.expire_leases(victims[-1])
    assert stack.worker.poll() is None, "the third one was a process of its own"

    job = client.ended("crawl", crawl, seconds=GOES_ON_SECONDS)
    errors = {page["url"].removeprefix(site.base): page["errorCode"] for page in job["pages"]}
    assert job["status"] == "completed" and (job["completed"], job["failed"]) == (20, 1), errors
    assert errors["/poison"] == "INTERNAL_SERVER_ERROR" and len(site.seen("/poison")) == 3
    books.ended(PATIENCE_SECONDS)
    assert books.charges() == 20


def test_10_killed_readers_cost_their_pages_at_most(
    stack: Stack, client: Client, books: Books, site: Site, hook: dict[str, Any]
) -> None:
    site.tree(60, seconds=0.2)
    stack.wait_for_worker()
    crawl = client.begin("crawl", url=site.url(), webhook=hook)
    killed = 0
    for least in (5, 20):
        wait_until(lambda least=least: completed(client, crawl) >= least, seconds=PATIENCE_SECONDS, what="pages")
        for pid in stack.readers():
            with suppress(ProcessLookupError):  # The pool ends all of them when it notices that one was killed.
                os.kill(pid, signal.SIGKILL)
                killed += 1

    # A reader that is killed with a lock stops the others, which are replaced after 45 seconds.
    job = client.ended("crawl", crawl, seconds=2 * GOES_ON_SECONDS)
    assert killed >= 2 and (job["status"], job["total"]) == ("completed", 60) and job["failed"] <= killed
    books.ended(PATIENCE_SECONDS)
    assert books.charges() == job["completed"]


def test_12_message_that_comes_to_two_workers_many_times_is_one_job(
    stack: Stack, client: Client, books: Books, site: Site, hook: dict[str, Any]
) -> None:
    paths = site.tree(40, seconds=0.1)
    site.page("/scraped", seconds=1)
    mailbox = Mailbox(WakefulBroker(stack.environment.redis_url))
    stack.wait_for_worker()
    with stack.another_worker():
        crawl = client.begin("crawl", url=site.url(), webhook=hook)
        scrape = client.post("/v1/web/scrape", {"url": site.url("/scraped"), "async": True}).json()["jobId"]
        for row in books.ask("SELECT id FROM job WHERE workspace_id = :me") * 10:
            mailbox.submit(row.id)
        for row in books.ask("SELECT slice.id, job_id FROM slice WHERE workspace_id = :me") * 10:
            mailbox.post([PostedSlice(row.id, row.job_id)])

        assert client.ended("crawl", crawl, seconds=PATIENCE_SECONDS)["completed"] == 40
        wait_until(
            lambda: client.get(f"/v1/web/scrape/{scrape}").json()["status"] == "completed",
            seconds=PATIENCE_SECONDS,
            what="it",
        )
        books.ended(PATIENCE_SECONDS)
    assert books.charges() == 41
    assert {site.counts()[path] for path in [*paths, "/scraped"]} == {1}


def test_14_worker_whose_clock_is_wrong_takes_nobodys_pages(
    stack: Stack, client: Client, books: Books, site: Site, hook: dict[str, Any]
) -> None:
    """Only the database's clock decides about leases."""
    paths = site.tree(60, seconds=0.3)
    stack.wait_for_worker()
    with stack.another_worker(clock_ahead_seconds=7_200) as other:
        crawl = client.begin("crawl", url=site.url(), webhook=hook, scrapeOptions={"maxAge": 0})
        scrapes = [
            Call(lambda number=number: client.try_scrape(site.url(f"/p{number}"), maxAge=0)) for number in range(1, 9)
        ]
        assert_all_good(client.ended("crawl", crawl, seconds=PATIENCE_SECONDS), 60)
        assert {scrape.result(30).status_code for scrape in scrapes} == {200}
        assert stack.pid_of(stack.worker) and stack.pid_of(other), "both live, by the database's clock"
        books.ended(PATIENCE_SECONDS)
    assert {(row.lapses, row.attempts) for row in books.pages()} == {(0, 1)}
    assert books.charges() == 68 and sum(site.counts()[path] for path in paths) == 68
    assert answers(stack.redis())
