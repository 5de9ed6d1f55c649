"""Three workers on one Postgres and one Redis: all of them do the work, whose jobs they are makes no difference."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.conftest import Account
from tests.faults.conftest import Books, Stack
from tests.service import PATIENCE_SECONDS, Client, wait_until
from tests.sites.site import Site

pytestmark = pytest.mark.faults
WORKERS = 3
# A host gets eight requests at a time: this many hosts keep three workers with 32 pages each busy.
HOSTS = 12
PAGES_EACH = 16
PAGES = HOSTS * PAGES_EACH


@pytest.fixture(scope="module")
def workers(stack: Stack) -> Iterator[None]:
    """Two more workers beside the one that is there."""
    stack.mend()
    more = [stack.service.start_worker(threads=32) for _ in range(WORKERS - 1)]
    try:
        for process in (stack.worker, *more):
            wait_until(lambda process=process: stack.pid_of(process), seconds=PATIENCE_SECONDS, what="three workers")
        yield
    finally:
        for process in more:
            stack.service.end(process)


@pytest.fixture
def sites(make_site: Callable[[], Site]) -> list[Site]:
    return [make_site() for _ in range(HOSTS)]


def begin_crawl(client: Client, start: Site, sites: list[Site], name: str) -> str:
    """A crawl over all hosts that begins on one of its own."""
    paths = [f"/{name}/{number}" for number in range(PAGES_EACH)]
    for site in sites:
        for path in paths:
            site.page(path, seconds=1.5)
    start.page("/", *(site.url(path) for path in paths for site in sites))
    return client.begin("crawl", url=start.url(), limit=PAGES + 1, allowExternalLinks=True, sitemap="skip")


def scrape_seconds(client: Client, site: Site, name: str) -> float:
    """How long a quick scrape takes, of several the middle one."""
    took = []
    for number in range(5):
        site.page(f"/{name}/{number}")
        started = time.monotonic()
        client.scrape(site.url(f"/{name}/{number}"))
        took.append(time.monotonic() - started)
    return statistics.median(took)


def test_three_workers_share_the_jobs_of_two_workspaces_and_answer_scrapes_meanwhile(
    stack: Stack,
    workers: None,
    client: Client,
    books: Books,
    make_account: Callable[..., Account],
    make_site: Callable[[], Site],
    sites: list[Site],
) -> None:
    other = make_account()
    others, theirs = Client(client.base_url, other.key), Books(stack.database, other)
    quick = make_site()
    idle = scrape_seconds(client, quick, "idle")

    crawls = [begin_crawl(client, make_site(), sites, name) for name in ("first", "second")]
    crawls.append(begin_crawl(others, make_site(), sites, "third"))
    owners: dict[str, set[str]] = {crawl: set() for crawl in crawls}
    waves: list[Counter[str]] = []

    def look() -> bool:
        """Note who works on what while there is enough to do for all; whether there still is."""
        rows = books.pages() + theirs.pages()
        running = [row for row in rows if row.status == "running"]
        for row in running:
            owners[str(row.job_id)].add(row.lease_owner)
        busy = Counter(str(row.job_id) for row in running)
        waiting = {str(row.job_id) for row in rows if row.status == "queued"}
        if len(waiting) == 3 and busy.total() >= HOSTS * 4:
            waves.append(busy)
        return len(waiting) == 3

    wait_until(lambda: look() and waves, seconds=PATIENCE_SECONDS, what="busy workers")
    busy = scrape_seconds(client, quick, "busy")
    while look():
        time.sleep(0.1)
    ended = [
        who.ended("crawl", crawl, seconds=120) for who, crawl in zip((client, client, others), crawls, strict=True)
    ]

    # The workspace with one crawl gets about half of the pages, after the others have had all hosts to themselves. The share
    # at a given moment depends on the machine.
    assert max(wave[crawls[2]] / wave.total() for wave in waves) > 0.25, waves
    assert any(all(wave[crawl] for crawl in crawls) for wave in waves), waves
    assert len(set().union(*owners.values())) == WORKERS, owners
    assert busy < 10 * idle + 5.0, (idle, busy)
    assert [(job["status"], job["completed"]) for job in ended] == [("completed", PAGES + 1)] * 3
    books.ended(PATIENCE_SECONDS)
    theirs.ended(PATIENCE_SECONDS)
    visits = Counter(visit.target for site in sites for visit in site.visits if visit.target != "/robots.txt")
    assert set(visits.values()) == {HOSTS}, "every page once on each host"


def test_11_cancelled_job_ends_its_downloads_on_every_worker(
    stack: Stack, workers: None, client: Client, books: Books, sites: list[Site], hook: dict[str, Any]
) -> None:
    paths = [f"/slow/{number}" for number in range(8)]
    for site in sites:
        for path in paths:
            site.page(path, seconds=120)
    batch = client.begin("batch", urls=[site.url(path) for site in sites for path in paths], webhook=hook)
    wait_until(
        lambda: sum(site.in_flight for site in sites) == HOSTS * 8, seconds=PATIENCE_SECONDS, what="all downloads"
    )
    owners = {row.lease_owner for row in books.pages()}

    answer = client.delete(f"/v1/web/batch/{batch}")

    assert answer.status_code == 200 and answer.json()["status"] == "cancelled"
    wait_until(lambda: sum(site.in_flight for site in sites) == 0, seconds=60, what="the end of all downloads")
    assert len(owners) == WORKERS
    books.ended(PATIENCE_SECONDS)
    assert books.charges() == 0 and all(visit.cut for site in sites for visit in site.visits)
