"""The base of the crawl and batch spiders. Their frontier is in memory or, with a workspace, in Postgres."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadCancelledError
from scrapy.http import Request, Response

from contract import limits
from contract.declare import stored
from contract.environment import Environment
from contract.errors import InsufficientCredits, InternalServerError, InvalidRequest, ServiceError
from contract.options.crawl import CrawlOptions
from crawler import resources, settings
from crawler.downloader import ClosingDownloader
from crawler.items import PageItem
from crawler.jobs.job_dir import JobDir
from crawler.jobs.known_job import KnownJob
from crawler.jobs.memory_frontier import MemoryFrontier
from crawler.jobs.operator_rules import OperatorRules
from crawler.jobs.page_end import failure_of
from crawler.jobs.pages import PageWork
from crawler.jobs.stored_frontier import StoredFrontier
from crawler.meta import TASK
from crawler.resources import Resources
from crawler.spiders.base import OrbweaverSpider, closing
from extraction.links.scope import start_links
from models import session
from models.base import new_id
from models.page_jobs import job_end, page_job
from models.pages.page import PAGE, SITEMAP, NewPage, PageEnd, PageTask, start_pages
from models.session import transact

CLAIMED_MAX = 32
# How often a job in Postgres is looked at while its pages are fetched, and whether the spider closes while it reads sitemaps.
POLL_SECONDS = 0.2
# How often a recorded job renews its leases and checks whether it was cancelled.
RENEW_SECONDS = 1.0
# How long a closing spider waits until failed pages are recorded.
RECORD_SECONDS = 5.0


class PagesSpider(OrbweaverSpider):
    """A job of many pages. With `-a workspace=ID` and DATABASE_URL it is recorded and charged like a job of the API."""

    def __init__(self, name: str | None = None, *, workspace: str | None = None, **arguments: str) -> None:
        super().__init__(name, **arguments)
        self.workspace = workspace
        self._work: PageWork
        self._frontier: MemoryFrontier | OwnJob | None = None
        self._is_waiting = self._ended = False
        self._background: set[asyncio.Future[None]] = set()

    def check(self) -> None:
        super().check()
        if self.workspace is not None:
            _environment()
            try:
                UUID(self.workspace)
            except ValueError as error:
                raise InvalidRequest.of("workspace", "must be the id of a workspace") from error

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> PagesSpider:
        spider = super().from_crawler(crawler, *args, **kwargs)
        if spider.workspace:
            # This must happen before the engine is created, because its components share the resources.
            crawler.resources = _recording()  # type: ignore[attr-defined]
            crawler.signals.connect(resources.of(crawler).close, signal=signals.engine_stopped, weak=False)
        crawler.signals.connect(spider._item_failed, signal=signals.item_error)
        crawler.signals.connect(spider._fail_lost_pages, signal=signals.scheduler_empty)
        return spider

    def check_job_dir(self, folder: str) -> None:
        """Check whether a JOBDIR can be used for this job.

        Raises:
            InvalidRequest: the folder holds another job, or the job is stored in Postgres.
        """
        if self.workspace is not None:
            raise InvalidRequest.of("JOBDIR", "must not be set with -a workspace=ID, which stores the job in Postgres")
        self._job_dir(folder, self.options()).load()

    async def start(self) -> AsyncIterator[Any]:
        """The requests of the pages that the frontier returns. Ends when the job ends or the spider closes."""
        frontier = self._frontier = self._made_frontier(self._limited(self.options()))
        self._work = PageWork(resources.of(self.crawler), frontier)
        while not closing(self.crawler) and not await frontier.finished():
            frontier.changed.clear()
            most = self._concurrency - sum(task.kind == PAGE for task in frontier.claimed.values())
            for task in await frontier.claim(max(0, most)):
                if task.kind == SITEMAP:
                    self._later(self._read_sitemaps(task))
                elif (request := await self._request(task)) is not None:
                    yield request
            self._is_waiting = True
            await frontier.wait()
            self._is_waiting = False
        self._ended = True
        if not closing(self.crawler):  # A closing spider gives its downloads a short time to end.
            downloader = self.crawler.engine.downloader
            assert isinstance(downloader, ClosingDownloader)
            downloader.end()

    @property
    def memory_frontier(self) -> MemoryFrontier | None:
        """The frontier of a job that is not stored in Postgres, once the spider has started."""
        return self._frontier if isinstance(self._frontier, MemoryFrontier) else None

    @property
    def _concurrency(self) -> int:
        """The maximum number of pages in progress."""
        return self.settings.getint("CONCURRENT_REQUESTS") or CLAIMED_MAX

    async def closed(self, reason: str) -> None:
        """Save the remaining state to JOBDIR, if set. Cancel a stored job that a CLOSESPIDER setting ends."""
        if self._background:
            await asyncio.wait(self._background, timeout=RECORD_SECONDS)
        frontier, folder = self._frontier, self.settings["JOBDIR"]
        if isinstance(frontier, MemoryFrontier) and folder:
            self._job_dir(folder, self.options()).save(frontier.state())
        if isinstance(frontier, OwnJob) and reason.startswith("closespider_"):
            assert self.workspace is not None
            frontier.cancel(UUID(self.workspace), self.operation.name)

    def parse(self, response: Response, **kwargs: Any) -> Iterator[PageItem]:
        """The page as an item. A response that is not a page is recorded as failed."""
        try:
            yield from super().parse(response)
        except ServiceError as error:
            assert response.request is not None
            self._fail(error, response.request)

    def _fetch_failed(self, failure: Any) -> None:
        self._fail(failure.value, failure.request)

    async def _request(self, task: PageTask) -> Request | None:
        """The request of a claimed page, or None when the page has already failed."""
        self.crawler.stats.max_value("request_depth_max", task.depth)
        if self.settings.getbool("DEPTH_STATS_VERBOSE"):
            self.crawler.stats.inc_value(f"request_depth_count/{task.depth}")
        try:
            request = await self._work.request(task)
        except ServiceError as error:
            self._later(self._work.failed(task, error, None))
            return None
        return request.replace(callback=self.parse, errback=self._fetch_failed)

    async def _read_sitemaps(self, task: PageTask) -> None:
        """Read the site's sitemaps. Nothing is recorded when the job or the spider ends first."""
        reading = asyncio.ensure_future(self._work.read_sitemaps(task, self.crawler))
        while not (reading.done() or self._ended or closing(self.crawler)):
            await asyncio.wait({reading}, timeout=POLL_SECONDS)
        if not reading.done():
            reading.cancel()
            return
        try:
            await reading
        except Exception as error:  # Without a recorded end, the job would wait for the sitemaps for ever.
            self.logger.exception("The sitemaps of %s could not be read", task.url)
            await self._work.frontier.record(PageEnd(task=task, verdict="failed", error=failure_of(error, None)), None)

    def _fail_lost_pages(self) -> None:
        """Record pages as failed that an operator's component dropped before they were recorded.

        Scrapy looks for further requests whenever one has ended. Claimed pages are lost if nothing is in progress then.
        """
        engine, frontier = self.crawler.engine, self._frontier
        if frontier is None or not self._is_waiting or self._background or frontier.changed.is_set():
            return
        assert isinstance(engine.downloader, ClosingDownloader)
        if engine.downloader.fetching or engine.scraper.slot is None or not engine.scraper.slot.is_idle():
            return
        for task in list(frontier.claimed.values()):
            self.logger.warning("Dropped by a component: %s", task.url)
            self._later(self._work.failed(task, InternalServerError("A component dropped the page."), None))

    def _item_failed(self, item: PageItem, failure: Any) -> None:
        assert isinstance(item.task, PageTask)
        self._later(self._work.failed(item.task, failure.value, None))

    def _fail(self, error: Exception, request: Request) -> None:
        if isinstance(error, DownloadCancelledError) and closing(self.crawler):
            return  # The closing spider cancelled it. The page remains in the frontier.
        self.count_error(error)
        self.logger.warning("Failed: %s: %s", request.meta[TASK].url, error)
        self._later(self._work.failed(request.meta[TASK], error, request))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        future = asyncio.ensure_future(work)
        self._background.add(future)
        future.add_done_callback(self._background.discard)

    def _limited(self, options: Any) -> Any:
        """The options, with DEPTH_LIMIT and CRAWLSPIDER_FOLLOW_LINKS applied."""
        if not isinstance(options, CrawlOptions):
            return options
        follows = self.settings.getbool("CRAWLSPIDER_FOLLOW_LINKS", True)
        depths = [options.max_depth, self.settings.getint("DEPTH_LIMIT") or None, None if follows else 0]
        return replace(options, max_depth=min((depth for depth in depths if depth is not None), default=None))

    def _job_dir(self, folder: str, options: Any) -> JobDir:
        return JobDir(folder, self.operation.name, options.starts)

    def _made_frontier(self, options: Any) -> MemoryFrontier | OwnJob:
        pages = start_pages(start_links(options))
        most = options.limit if isinstance(options, CrawlOptions) else len(pages)
        if self.workspace is None:
            return self._memory_frontier(KnownJob(self.operation.name, options), pages, most)
        shared = resources.of(self.crawler)
        assert shared.database is not None
        job_id, owner = new_id(), f"scrapy:{socket.gethostname()}:{os.getpid()}"
        made = transact(
            shared.database,
            lambda connection: page_job.create(
                connection, job_id=job_id, workspace_id=UUID(self.workspace), operation=self.operation.name,
                options=stored(options, without=("urls",)), path="scrapy crawl", price=self.operation.price(options),
                pages_max=most, pages=pages, owner=owner,
            ),
        )  # fmt: skip
        if not made:
            raise InsufficientCredits("The workspace is unknown or cannot pay for one page.")
        self.logger.info("Recording as job %s", job_id)
        return OwnJob(shared, owner, job_id)

    def _memory_frontier(self, job: KnownJob, pages: Sequence[NewPage], most: int) -> MemoryFrontier:
        requests_max = self.settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")
        if requests_max == settings.CONCURRENT_REQUESTS_PER_DOMAIN:  # The default: the operator set none.
            requests_max = limits.HOST_REQUESTS_MAX
        rules = OperatorRules(self.crawler)
        frontier = MemoryFrontier(
            job, pages, most, host_requests_max=requests_max, accepts=rules.accepts, rank=rules.rank
        )
        folder = self.settings["JOBDIR"]
        if folder and (state := self._job_dir(folder, job.options).load()) is not None:
            frontier.restore(state)
            self.logger.info("Resuming the job in %s", folder)
        return frontier


class OwnJob(StoredFrontier):
    """The stored frontier of one job. This process created the job, and no other process works on it."""

    def __init__(self, shared: Resources, owner: str, job_id: UUID) -> None:
        assert shared.database is not None
        super().__init__(shared.database, shared.threads, owner)
        self._job_id = job_id
        self._renewed_at = 0.0

    async def wait(self) -> None:
        """Wait until a page has ended, or for a short time: other processes cancel the job, and hosts become free."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.changed.wait(), POLL_SECONDS)

    async def claim(self, most: int) -> Sequence[PageTask]:
        """Up to `most` pages under a lease."""
        if not most:
            return ()
        return (await self.claim_of(self._job_id, most)).tasks

    async def finished(self) -> bool:
        """Whether the job has ended. Renews its leases until then."""
        if self._job_id in self.ended:
            return True
        now = asyncio.get_running_loop().time()
        if now - self._renewed_at > RENEW_SECONDS:
            self._renewed_at = now
            await self.renew(self._job_id)
            return bool(await self.cancelled({self._job_id}))
        return False

    def cancel(self, workspace_id: UUID, operation: str) -> None:
        """Cancel the job."""
        transact(
            self._database, lambda connection: job_end.cancel(connection, self._job_id, workspace_id, operation)
        )  # fmt: skip


def _recording() -> Resources:
    environment = _environment()
    return resources.create(environment, session.create(environment.database_url, pool_size=resources.THREADS))


def _environment() -> Environment:
    environment = Environment.read()
    if environment.given_database_url is None:
        raise InvalidRequest.of("workspace", "requires DATABASE_URL to be set")
    return environment
