"""A small workspace beside 1,000 batches of another one: how long its single scrapes and small crawls take (`benchmarks.scale`).

The large workspace is paused and continued several times, so that other load of the machine affects both figures.
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy import Engine, text

from benchmarks.running.jobs import batch, crawl_of, database_of, p95, payer_of, run_crawl
from benchmarks.running.machine import Service

BATCHES, BATCH_PAGES = 1_000, 8
ROUNDS, SCRAPES, CRAWLS = 4, 8, 4
CRAWL_PAGES = 24


class Large:
    """A workspace with many batches on other hosts than the small one's."""

    def __init__(self, database: Engine, port: str, hosts: int, seconds: float) -> None:
        self._database = database
        self._payer = payer_of(database)
        for number in range(BATCHES):
            host = f"127.0.0.{2 + number % (hosts - 2)}:{port}"
            batch(database, self._payer, [f"http://{host}/{seconds}/{number}-{page}" for page in range(BATCH_PAGES)])

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Until the block ends, the jobs have another owner, so that no worker claims their pages."""
        self._run(
            "UPDATE job SET lease_owner = 'benchmark', lease_until = now() + interval '1 h' WHERE workspace_id = :payer"
        )
        self._run("DELETE FROM slice WHERE workspace_id = :payer")
        while self.pages("running"):
            time.sleep(0.05)
        yield
        self._run("UPDATE job SET lease_owner = NULL, lease_until = NULL WHERE workspace_id = :payer")
        before = self.pages("completed")
        while self.pages("completed") < before + BATCH_PAGES:  # The next round of the sweeper adds the slices.
            time.sleep(0.05)
        time.sleep(1.0)

    def pages(self, status: str) -> int:
        """The number of its pages with that status."""
        query = "SELECT count(*) FROM page JOIN job ON job.id = page.job_id WHERE workspace_id = :payer AND page.status = :status"
        with self._database.connect() as connection:
            return int(connection.execute(text(query), {"payer": self._payer, "status": status}).scalar_one())

    def _run(self, statement: str) -> None:
        with self._database.begin() as connection:
            connection.execute(text(statement), {"payer": self._payer})


@dataclass
class Small:
    """The calls of the small workspace, one after another, on a host that nobody else uses."""

    running: Service
    host: str
    seconds: float
    key: str = field(init=False)

    def __post_init__(self) -> None:
        self.key = self.running.new_key()

    def measure(self, into: dict[str, list[float]]) -> None:
        """Add the seconds of some scrapes and crawls."""
        for number in range(SCRAPES):
            started = time.perf_counter()
            url = f"http://{self.host}/{self.seconds}/{number}-{started}"
            self.running.call(self.key, "POST", "/v1/web/scrape", {"url": url, "maxAge": 0})
            into["scrape"].append(time.perf_counter() - started)
        for _ in range(CRAWLS):
            started = time.perf_counter()
            run_crawl(self.running, self.key, crawl_of(self.host, self.seconds, CRAWL_PAGES))
            into[f"crawl of {CRAWL_PAGES}"].append(time.perf_counter() - started)


def show_fairness(running: Service, port: str, hosts: int, seconds: float) -> None:
    """Measure the small workspace alone and beside the large one, in turn."""
    small = Small(running, f"127.0.0.{hosts}:{port}", seconds)
    small.measure(defaultdict(list))  # The first pages are slower.
    large = Large(database_of(running), port, hosts, seconds)
    alone, beside = defaultdict(list), defaultdict(list)
    rates = []
    for _ in range(ROUNDS):
        with large.paused():
            small.measure(alone)
        done, started = large.pages("completed"), time.perf_counter()
        small.measure(beside)
        rates.append((large.pages("completed") - done) / (time.perf_counter() - started))
    print(
        f"\nbeside {statistics.mean(rates):.0f} pages/s of a workspace with {BATCHES} batches, {large.pages('queued')} pages left"
    )
    print(f"{'seconds':>16}{'alone':>8}{'p95':>8}{'beside':>8}{'p95':>8}{'ratio':>8}")
    for name in alone:
        one, other = alone[name], beside[name]
        middle = f"{statistics.median(one):8.2f}{p95(one):8.2f}{statistics.median(other):8.2f}{p95(other):8.2f}"
        print(f"{name:>16}{middle}{p95(other) / p95(one):8.2f}", flush=True)
