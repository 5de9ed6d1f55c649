"""What a process remembers of the jobs whose pages it works on."""

from __future__ import annotations

import asyncio
import tracemalloc
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from contract.capture import PageCapture
from contract.environment import Environment
from contract.options.crawl import CrawlOptions
from crawler import resources
from crawler.items import PageItem
from crawler.jobs import known_jobs
from crawler.jobs.known_job import KnownJob
from crawler.jobs.pages import PageWork
from extraction.crawled_page import Outlinks
from extraction.links.scope import Link, key_of
from extraction.page import read
from models.base import new_id
from models.pages.page import PAGE, PageEnd, PageTask
from tests.sites.site import document

JOBS, LINKS = 12, 1_000
OPTIONS = CrawlOptions(url="http://site.example/")


class Frontier:
    """Knows every job, and counts what it is given."""

    def __init__(self) -> None:
        self.found = 0

    async def job(self, job_id: UUID) -> KnownJob:
        return KnownJob("crawl", OPTIONS, "http://site.example/")

    async def record(self, end: PageEnd, item: PageItem | None) -> bool:
        self.found += len(end.found)
        return True


def work_of(frontier: Any) -> PageWork:
    return PageWork(resources.create(Environment()), frontier)


def page_of(job_id: UUID, number: int, links: int) -> PageItem:
    """A page of a job with that many links of its own."""
    url = f"http://site.example/{number}"
    task = PageTask(
        job_id=job_id, number=number, token=1, kind=PAGE, key=key_of(url), url=url, host="site.example", depth=1, delays=0,
        operation="crawl", workspace_id=job_id, price=1,
    )  # fmt: skip
    capture = PageCapture(
        url=url, final_url=url, status=200, body=document("/", []).encode(), captured_at=datetime.now(UTC)
    )
    options = OPTIONS.scrape_options
    found = (f"http://site.example/{number}/{link}" for link in range(links))
    return PageItem(
        request=options.capture_request(url, str(job_id)), capture=capture, options=options, task=task,
        formats=read(capture, options), outlinks=Outlinks(tuple(Link(each, key_of(each), "site.example") for each in found)),
    )  # fmt: skip


def traced() -> int:
    """The bytes that the crawler and this file hold. Threads of other tests in this process allocate, too."""
    own = [tracemalloc.Filter(True, f"*/{folder}/*") for folder in ("crawler", "extraction", "contract", "models")]
    return sum(trace.size for trace in tracemalloc.take_snapshot().filter_traces(own).traces)


def test_memory_of_jobs_is_bounded_however_many_links_they_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_jobs, "KNOWN_JOBS_BYTES_MAX", 450_000)
    frontier = Frontier()

    async def visit() -> tuple[int, int]:
        work = work_of(frontier)
        await work.record(page_of(new_id(), 1, 10))
        before = traced()
        for _ in range(JOBS):
            item = page_of(new_id(), 1, LINKS)
            await work.record(item)
            del item
        return work.jobs.size, traced() - before

    tracemalloc.start()
    try:
        accounted, remembered = asyncio.run(visit())
    finally:
        tracemalloc.stop()

    assert frontier.found == 10 + JOBS * LINKS
    assert accounted <= 450_000 and remembered < 800_000


def test_links_that_a_job_knows_are_not_recorded_again() -> None:
    frontier = Frontier()

    async def visit() -> None:
        work, job_id = work_of(frontier), new_id()
        for _ in range(3):
            await work.record(page_of(job_id, 1, 100))

    asyncio.run(visit())

    assert frontier.found == 100
