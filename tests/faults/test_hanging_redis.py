"""Redis that accepts connections and answers nothing: calls continue without it, as when it refuses them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from statistics import median

import pytest

from tests.faults.conftest import Books, Stack, frozen
from tests.service import PATIENCE_SECONDS, Client, wait_until
from tests.sites.site import Site

pytestmark = pytest.mark.faults
# Two commands without an answer, 0.5 s each; the rest is for a busy machine.
FIRST_SECONDS = 6.0
# Without Redis, a worker finds a job within 0.2 s, and the API its end.
LATER_SECONDS = 2.5
LOGGED = "Redis is unavailable; the service continues without it"


def seconds_of(work: Callable[[], object]) -> float:
    started = time.monotonic()
    work()
    return time.monotonic() - started


@pytest.fixture
def hanging(stack: Stack, client: Client) -> Iterator[Callable[[], None]]:
    """`hanging()`: from now on Redis answers nothing."""
    freezer = frozen(stack.valkey.process)
    yield freezer.__enter__
    freezer.__exit__(None, None, None)
    wait_until(lambda: client.get("/readyz").status_code == 200, seconds=PATIENCE_SECONDS, what="Redis")


def test_calls_are_answered_while_redis_hangs(
    stack: Stack, client: Client, books: Books, site: Site, hanging: Callable[[], None]
) -> None:
    for path in ("/cached", "/fresh", "/later", "/listed"):
        site.page(path)
    client.scrape(site.url("/cached"))
    batch = client.begin("batch", urls=[site.url("/listed")])
    client.ended("batch", batch)
    logged = log_of_api(stack).count(LOGGED)
    hanging()

    first = seconds_of(lambda: client.status("batch", batch))
    with ThreadPoolExecutor(30) as threads:
        together = list(threads.map(lambda _: seconds_of(lambda: client.status("batch", batch)), range(30)))
    opening = seconds_of(lambda: client.scrape(site.url("/cached")))
    # A busy machine delays single calls. If calls waited for Redis, all of them would.
    status = median(seconds_of(lambda: client.status("batch", batch)) for _ in range(11))
    cached = min(seconds_of(lambda: client.scrape(site.url("/cached"))) for _ in range(3))
    fresh = min(seconds_of(lambda: client.scrape(site.url("/fresh"), maxAge=0)) for _ in range(3))
    later = {"url": site.url("/later"), "async": True}
    accepted = min(seconds_of(lambda: client.post("/v1/web/scrape", later)) for _ in range(3))
    ready = client.get("/readyz")

    print(f"{first=:.3f} {max(together)=:.3f} {opening=:.3f} {status=:.3f} {cached=:.3f} {fresh=:.3f} {accepted=:.3f}")
    assert max(first, *together) < FIRST_SECONDS and opening < 3 * FIRST_SECONDS
    assert max(status, accepted) < 0.5 and max(cached, fresh) < LATER_SECONDS
    assert ready.status_code == 503 and ready.json()["checks"]["redis"] is False
    wait_until(books.settled, seconds=PATIENCE_SECONDS, what="the job that was accepted")
    assert books.statuses() == ["completed"] * len(books.statuses()) and books.charges() == books.spent()
    assert log_of_api(stack).count(LOGGED) == logged + 1


def test_killed_workers_job_continues_while_redis_hangs(
    stack: Stack, client: Client, books: Books, site: Site, hanging: Callable[[], None]
) -> None:
    site.page("/page", seconds=1.0)
    job_id = client.post("/v1/web/scrape", {"url": site.url("/page"), "async": True}).json()["jobId"]
    wait_until(lambda: site.seen("/page"), seconds=PATIENCE_SECONDS, what="the fetch")
    hanging()

    stack.kill_worker()
    stack.start_worker()

    path = f"/v1/web/scrape/{job_id}"
    wait_until(lambda: client.get(path).json()["status"] == "completed", seconds=PATIENCE_SECONDS, what="the job")
    assert books.charges() == 1 and len(site.seen("/page")) == 2


def log_of_api(stack: Stack) -> str:
    port = stack.service.base_url.rpartition(":")[2]
    return (stack.service.logs / f"api-{port}.log").read_text()
