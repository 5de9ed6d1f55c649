"""The frontier of `scrapy crawl`: the order of its pages, the places of hosts, and its state."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from contract.options.batch import JobOptions
from crawler.jobs.known_job import KnownJob
from crawler.jobs.memory_frontier import MemoryFrontier
from models.pages.page import SITEMAP, NewPage, PageEnd, PageTask


def new(path: str, *, host: str = "a.example", rank: int = 0, kind: str = "page") -> NewPage:
    return NewPage(url=f"http://{host}{path}", key=f"{host}{path}", host=host, rank=rank, kind=kind)


def frontier_of(*pages: NewPage, pages_max: int = 10_000, host_requests_max: int = 2) -> MemoryFrontier:
    job = KnownJob("batch", JobOptions())
    return MemoryFrontier(job, pages, pages_max, host_requests_max=host_requests_max)


def claim(frontier: MemoryFrontier, capacity: int = 10) -> list[str]:
    return [task.url.removeprefix("http://") for task in claim_tasks(frontier, capacity)]


def claim_tasks(frontier: MemoryFrontier, capacity: int = 10) -> Sequence[PageTask]:
    return asyncio.run(frontier.claim(capacity))


def end(frontier: MemoryFrontier, task: PageTask, *found: NewPage) -> None:
    asyncio.run(frontier.record(PageEnd(task=task, verdict="failed", error="-", found=found), None))


def test_pages_of_full_hosts_are_left_out_and_keep_their_order() -> None:
    frontier = frontier_of(
        new("/1"), new("/2"), new("/3", rank=5), new("/4", rank=1), new("/5", host="b.example", rank=9)
    )  # fmt: skip

    first, second, other = claim_tasks(frontier)
    assert [first.url, second.url, other.url] == ["http://a.example/1", "http://a.example/2", "http://b.example/5"]
    assert claim(frontier) == []

    end(frontier, second, new("/6", rank=0), new("/7", rank=3))
    assert claim(frontier) == ["a.example/6"]
    end(frontier, first)
    assert claim(frontier) == ["a.example/4"]


def test_at_the_limit_no_sitemaps_are_read() -> None:
    frontier = frontier_of(new("/1"), new("/2"), new("/s", kind=SITEMAP, rank=9), pages_max=1)

    [only] = claim_tasks(frontier)
    assert not asyncio.run(frontier.finished())
    end(frontier, only)
    assert asyncio.run(frontier.finished())


def test_pages_of_full_hosts_are_part_of_the_state() -> None:
    frontier = frontier_of(*(new(f"/{number}") for number in range(5)))
    claim(frontier)
    claim(frontier)

    restored = frontier_of()
    restored.restore(frontier.state())

    assert [claim(restored, 1), claim(restored, 1)] == [["a.example/0"], ["a.example/1"]]
    assert restored.progress().queued == 3


def test_a_page_with_queued_pages_at_full_hosts_is_not_the_end() -> None:
    frontier = frontier_of(*(new(f"/{number}") for number in range(3)))
    first, second = claim_tasks(frontier)
    assert claim(frontier) == []

    end(frontier, first)
    end(frontier, second)

    assert not asyncio.run(frontier.finished())
    [last] = claim_tasks(frontier)
    end(frontier, last)
    assert asyncio.run(frontier.finished())


def test_a_claim_does_not_go_through_the_pages_of_a_full_host() -> None:
    frontier = frontier_of(*(new(f"/{number}") for number in range(30_000)))
    claim(frontier)

    begun = time.process_time()
    for _ in range(300):
        assert claim(frontier) == []

    assert time.process_time() - begun < 5, "going through all pages takes half a minute"


def test_a_host_that_becomes_free_between_claim_and_wait_ends_the_wait() -> None:
    frontier = frontier_of(new("/1"))

    async def main() -> None:
        await frontier.slow_down("a.example", backoff_seconds=0.02)
        assert not await frontier.claim(10)
        time.sleep(0.03)
        frontier.changed.clear()
        await asyncio.wait_for(frontier.wait(), 1)
        assert len(await frontier.claim(10)) == 1

    asyncio.run(main())


def test_waiting_ends_when_a_host_may_be_requested_again_or_a_page_has_ended() -> None:
    frontier = frontier_of(new("/1"), new("/2"), host_requests_max=1)

    async def main() -> None:
        await frontier.slow_down("a.example", backoff_seconds=0.1)
        assert not await frontier.claim(10)
        frontier.changed.clear()
        await frontier.wait()  # for the host
        [first] = await frontier.claim(10)
        assert not await frontier.claim(10)
        waiting = asyncio.ensure_future(frontier.wait())  # for the page
        await asyncio.sleep(0)
        assert not waiting.done()
        await frontier.record(PageEnd(task=first, verdict="failed", error="-"), None)
        await waiting
        assert len(await frontier.claim(10)) == 1

    asyncio.run(asyncio.wait_for(main(), 60))


def test_a_page_that_has_ended_does_not_end_again() -> None:
    """An operator's pipeline may fail after the page was recorded."""
    frontier = frontier_of(new("/1"))
    [only] = claim_tasks(frontier)

    assert asyncio.run(frontier.record(PageEnd(task=only, verdict="completed"), None))
    assert not asyncio.run(frontier.record(PageEnd(task=only, verdict="failed", error="-"), None))
    assert (frontier.progress().completed, frontier.failures) == (1, [])
