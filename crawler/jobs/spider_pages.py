"""The job of `scrapy crawl`: what it claims, and the pages that its crawler processes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any
from uuid import UUID

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadCancelledError, DropItem
from scrapy.http import Request

from contract.declare import stored
from contract.errors import InsufficientCredits, InternalServerError
from contract.operations import Operation
from crawler import resources
from crawler.calls import call_of
from crawler.downloader import ClosingDownloader
from crawler.failures import CrawlerClosed
from crawler.items import PageItem
from crawler.jobs.frontier import crawl
from crawler.jobs.memory_frontier import MemoryFrontier
from crawler.jobs.running_pages import RunningPages
from crawler.jobs.stored_frontier import StoredFrontier
from crawler.requests import page_of
from crawler.resources import Resources
from models.base import new_id
from models.page_jobs import job_end, page_job
from models.pages.page import PAGE, SITEMAP, NewPage, PageTask
from models.session import transact

log = logging.getLogger(__name__)

CLAIMED_MAX = 32
# How often a stored job is looked at while its pages are fetched.
POLL_SECONDS = 0.2
# How often it renews its leases and checks whether it was cancelled.
RENEW_SECONDS = 1.0
# How long a closing spider waits until failed pages are recorded.
RECORD_SECONDS = 5.0


class SpiderPages(RunningPages):
    """The pages of one spider. It claims as many as CONCURRENT_REQUESTS allows, until its job ends or it closes."""

    def __init__(self, crawler: Crawler, frontier: MemoryFrontier | OwnJob) -> None:
        self.resources = resources.of(crawler)
        super().__init__(self, frontier)
        self.changed, self.wait = frontier.changed, frontier.wait
        self.has_ended = False
        self._awaited: set[Request] = set()
        self._frontier = frontier
        self._crawler = crawler
        downloader = crawler.engine.downloader
        assert isinstance(downloader, ClosingDownloader)
        self._downloader = downloader
        downloader.on_closing = self._cancel_sitemaps
        crawler.signals.connect(self._fail_lost_pages, signal=signals.scheduler_empty)

    async def run(self) -> None:
        """Process pages until the job ends. When the spider closes, they have a short time to end (`crawler.downloader`)."""
        await crawl(self, self.begin)
        if not self._downloader.is_closing:
            for running in self._running.values():
                running.cancel()
            self._downloader.end()

    async def claim(self) -> Sequence[PageTask]:
        """Pages and sitemaps that may be requested now. Sitemaps do not count as pages in progress."""
        self.has_ended = self._downloader.is_closing or await self._frontier.finished()
        if self.has_ended:
            return ()
        most = self._crawler.settings.getint("CONCURRENT_REQUESTS") or CLAIMED_MAX
        return await self._frontier.claim(
            max(0, most - sum(task.kind == PAGE for task in self._frontier.claimed.values()))
        )

    def begin(self, task: PageTask) -> None:
        if task.kind == PAGE:
            self._crawler.stats.max_value("request_depth_max", task.depth)
            if self._crawler.settings.getbool("DEPTH_STATS_VERBOSE"):
                self._crawler.stats.inc_value(f"request_depth_count/{task.depth}")
        super().begin(task)

    def crawler(self) -> AbstractAsyncContextManager[Crawler]:
        """The spider's crawler, which the block does not keep open."""
        return contextlib.nullcontext(self._crawler)

    async def page(self, request: Request, fetched: Callable[[], None]) -> PageItem:
        """The page of a request."""
        self._awaited.add(request)
        try:
            return await page_of(self._crawler, request, fetched)
        finally:
            self._awaited.discard(request)

    async def close(self) -> None:
        """Wait until the pages that have failed are recorded. The others remain in the frontier."""
        self._cancel_sitemaps()
        self._fail_awaited(CrawlerClosed("The spider has closed."))
        if self._running:
            await asyncio.wait(self._running.values(), timeout=RECORD_SECONDS)

    def _cancel_sitemaps(self) -> None:
        """Nothing is recorded of sitemaps that are being read when the spider closes."""
        sitemaps = {(task.job_id, task.number) for task in self._frontier.claimed.values() if task.kind == SITEMAP}
        for key in sitemaps & self._running.keys():
            self._running[key].cancel()

    async def _dropped(self, task: PageTask) -> None:
        if task in self._frontier.claimed.values():  # A component of the operator dropped it before it was recorded.
            log.warning("Dropped by a component: %s", task.url)
            await self._failed(task, InternalServerError("A component dropped the page."), None, 0.0)

    async def _failed(self, task: PageTask, error: Exception, request: Request | None, begun: float) -> None:
        if isinstance(error, (CrawlerClosed, DownloadCancelledError)) and self._downloader.is_closing:
            return  # The closing spider cancelled it. The page remains in the frontier.
        try:
            await self.work.failed(task, error, request)
        except Exception:
            log.exception("The failure of %s could not be recorded", task.url)

    def _fail_lost_pages(self) -> None:
        """Fail pages that a component of the operator dropped without a signal.

        Scrapy looks for further requests whenever one has ended. Awaited pages are lost if nothing is in progress then.
        """
        scraper = self._crawler.engine.scraper.slot
        if not self._downloader.fetching and scraper is not None and scraper.is_idle():
            self._fail_awaited(DropItem("No component has reported the end of the page."))

    def _fail_awaited(self, error: Exception) -> None:
        for request in self._awaited:
            call = call_of(request)
            assert call is not None
            call.fail(error)


class OwnJob(StoredFrontier):
    """The frontier of `-a workspace=ID`: a stored job, which it creates, and which only this process works on.

    Raises:
        InsufficientCredits: the workspace is unknown or cannot pay for one page.
    """

    def __init__(
        self, shared: Resources, operation: Operation, options: Any, pages: Sequence[NewPage], most: int, workspace_id: UUID
    ) -> None:  # fmt: skip
        assert shared.database is not None
        owner = f"scrapy:{socket.gethostname()}:{os.getpid()}"
        super().__init__(shared.database, shared.threads, owner)
        self.job_id = new_id()
        self._operation = operation.name
        self._workspace_id = workspace_id
        self._renewed_at = 0.0
        made = transact(
            shared.database,
            lambda connection: page_job.create(
                connection, job_id=self.job_id, workspace_id=workspace_id, operation=operation.name,
                options=stored(options, without=("urls",)), path="scrapy crawl", price=operation.price(options),
                pages_max=most, pages=pages, owner=owner,
            ),
        )  # fmt: skip
        if not made:
            raise InsufficientCredits("The workspace is unknown or cannot pay for one page.")

    async def wait(self) -> None:
        """Wait until a page has ended, or for a short time: other processes cancel the job, and hosts become free."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.changed.wait(), POLL_SECONDS)

    async def claim(self, most: int) -> Sequence[PageTask]:
        """Up to `most` pages under a lease."""
        if not most:
            return ()
        return (await self.claim_of(self.job_id, most)).tasks

    async def finished(self) -> bool:
        """Whether the job has ended. Renews its leases until then."""
        if self.job_id in self.ended:
            return True
        now = asyncio.get_running_loop().time()
        if now - self._renewed_at > RENEW_SECONDS:
            self._renewed_at = now
            await self.renew(self.job_id)
            return bool(await self.cancelled({self.job_id}))
        return False

    def cancel(self) -> None:
        """Cancel the job."""
        transact(
            self._database,
            lambda connection: job_end.cancel(connection, self.job_id, self._workspace_id, self._operation),
        )
