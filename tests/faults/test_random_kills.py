"""The long form: whatever is killed when, in many rounds, every job ends and the books are in order."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from models.page_jobs.lost_page import LOST
from tests.conftest import Account
from tests.faults.conftest import Books, Stack
from tests.service import Client, wait_until
from tests.sites.site import Site

pytestmark = [pytest.mark.faults, pytest.mark.long_faults]
# In one run. Another number: `KILLS=25 make faults`.
KILLS = int(os.environ.get("KILLS", "50"))
OPEN_JOBS = 3
PAGES = 120
# A relay that was killed leaves its events leased for 30 s.
DELIVERED_SECONDS = 90


class Chaos:
    """Two workers, an API, Postgres and Redis, and the ways in which they are ended."""

    def __init__(self, stack: Stack, dice: random.Random) -> None:
        self.stack = stack
        self.dice = dice
        self.workers = [stack.worker, stack.service.start_worker(threads=32)]
        self.done: Counter[str] = Counter()

    def strike(self) -> None:
        """End something and start it again."""
        # Workers are what jobs depend on, so they are ended most often.
        [name] = self.dice.choices(["worker", "api", "postgres", "flush", "redis"], [5, 2, 2, 1, 2])
        self.done[name] += 1
        getattr(self, f"_{name}")()

    def _worker(self) -> None:
        place = self.dice.randrange(len(self.workers))
        self.stack.service.kill(self.workers[place])
        self.workers[place] = self.stack.service.start_worker(threads=32)

    def _api(self) -> None:
        self.stack.service.kill(self.stack.api)
        self.stack.start_api()
        self.stack.service.wait_until_ready()

    def _postgres(self) -> None:
        self.stack.restart_postgres()

    def _flush(self) -> None:
        with self.stack.redis() as server:
            server.flushall()

    def _redis(self) -> None:
        self.stack.valkey.process.send_signal(signal.SIGKILL)
        self.stack.valkey.process.wait()
        time.sleep(self.dice.uniform(0, 2))
        self.stack.start_redis()

    def end(self) -> None:
        self.stack.worker, *more = self.workers
        for process in more:
            self.stack.service.end(process)


def test_random_kills(stack: Stack, make_account: Callable[..., Account], make_site: Callable[[], Site]) -> None:
    seed = random.randrange(1_000_000)
    dice = random.Random(seed)
    print(f"seed {seed}")
    account = make_account(100_000)
    books = Books(stack.database, account)
    receiver = make_site()
    receiver.put("/hook", "thanks")
    hook = {"url": receiver.url("/hook"), "events": ["page", "completed"]}
    begun: list[tuple[str, str]] = []

    def begin_another() -> None:
        client, site = Client(stack.service.base_url, account.key), make_site()
        paths = site.tree(PAGES, seconds=0.25)
        if len(begun) % 2:
            begun.append(("batch", client.begin("batch", urls=list(map(site.url, paths)), webhook=hook)))
        else:
            begun.append(("crawl", client.begin("crawl", url=site.url(), limit=PAGES, webhook=hook)))

    chaos = Chaos(stack, dice)
    started = time.monotonic()
    try:
        for _ in range(KILLS):
            while sum(status == "running" for status in books.statuses()) < OPEN_JOBS:
                begin_another()
            time.sleep(dice.uniform(0.3, 4))
            chaos.strike()
        stack.service.wait_until_ready()
        wait_until(books.settled, seconds=120, what="the end of all jobs")
    finally:
        chaos.end()

    books.assert_in_order()
    failed = Counter(row.error for row in books.pages() if row.status == "failed")
    events = books.ask("SELECT event.* FROM event JOIN job ON job.id = job_id WHERE job.workspace_id = :me")
    print(f"{chaos.done} {len(begun)} jobs, {len(events)} events, {time.monotonic() - started:.0f} s, failed: {failed}")
    assert set(books.statuses()) == {"completed"}
    assert_all_found(books)
    # Who was killed three times with the same page in hand had bad luck; nothing else may fail.
    assert set(failed) <= {LOST} and failed.total() <= PAGES * len(begun) // 100
    assert_delivered(books, receiver)


def assert_all_found(books: Books) -> None:
    """Every job has all its pages. Only a crawl may lack those that a failed page links to."""
    failed = {row.job_id for row in books.pages() if row.status == "failed"}
    counts = Counter(row.job_id for row in books.pages())
    operations = {row.id: row.operation for row in books.ask("SELECT id, operation FROM job WHERE workspace_id = :me")}
    incomplete = {job_id for job_id in operations if counts[job_id] != PAGES}
    assert incomplete <= {job_id for job_id in failed if operations[job_id] == "crawl"}


def assert_delivered(books: Books, receiver: Site) -> None:
    """Every event has come, and few have come twice."""

    def events() -> list[Any]:
        return books.ask("SELECT event.* FROM event JOIN job ON job.id = job_id WHERE job.workspace_id = :me")

    wait_until(
        lambda: {row.status for row in events()} == {"success"}, seconds=DELIVERED_SECONDS, what="all deliveries"
    )
    come = Counter(visit.headers["webhook-id"] for visit in list(receiver.visits))
    assert set(come) == {str(row.id) for row in events()}
    print(f"{come.total() - len(come)} of {len(come)} events came more than once")
