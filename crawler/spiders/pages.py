"""What crawl and batch share as spiders: pages come out of a frontier, in memory or, with a workspace, in Postgres."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any
from uuid import UUID

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.http import Request, Response

from contract.declare import stored
from contract.environment import Environment
from contract.errors import InsufficientCredits, InvalidRequest, ServiceError
from contract.options.crawl import CrawlOptions
from crawler import resources
from crawler.items import PageItem
from crawler.jobs.job_view import JobView
from crawler.jobs.memory_frontier import MemoryFrontier
from crawler.jobs.pages import PageWork
from crawler.jobs.stored_frontier import StoredFrontier
from crawler.meta import TASK
from crawler.resources import Resources
from crawler.spiders.base import OrbweaverSpider
from extraction.links.scope import starting_places
from models import page_job, session
from models.base import new_id
from models.page import SITEMAP, PageTask, start_pages
from models.session import transact

IN_HAND_MAX = 32
# How soon a page is looked for whose host wants patience.
LOOK_SECONDS = 0.2
RENEW_SECONDS = 4.0


class PagesSpider(OrbweaverSpider):
    """A job of many pages. With `-a workspace=ID` and DATABASE_URL it is recorded and charged like a job of the API."""

    def __init__(self, name: str | None = None, *, workspace: str | None = None, **arguments: str) -> None:
        super().__init__(name, **arguments)
        self._workspace = workspace
        self._work: PageWork
        self._background: set[asyncio.Future[None]] = set()

    def check(self) -> None:
        super().check()
        if self._workspace is not None:
            _environment()
            try:
                UUID(self._workspace)
            except ValueError as error:
                raise InvalidRequest.of("workspace", "Needs the id of a workspace.") from error

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> PagesSpider:
        spider = super().from_crawler(crawler, *args, **kwargs)
        if spider._workspace:
            # Before the engine comes to be: its components share what stands here.
            crawler.resources = _recording()  # type: ignore[attr-defined]
            crawler.signals.connect(resources.of(crawler).close, signal=signals.engine_stopped, weak=False)
        crawler.signals.connect(spider._item_failed, signal=signals.item_error)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        """The requests of the job, as its frontier gives them; ends when the job does."""
        frontier = await self._frontier(self.options())
        self._work = PageWork(resources.of(self.crawler), frontier)
        while not await frontier.finished():
            frontier.changed.clear()
            room = IN_HAND_MAX - len(frontier.in_hand)
            for task in await frontier.claim(room, ()) if room else ():
                if task.kind == SITEMAP:
                    self._later(self._work.walk(task, self.crawler))
                    continue
                try:
                    request = await self._work.request(task)
                except ServiceError as error:
                    self._later(self._work.failed(task, error, None))
                else:
                    yield request.replace(callback=self.parse, errback=self._fetch_failed)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(frontier.changed.wait(), LOOK_SECONDS)
        for walk in self._background:  # Whatever it would find still, the job has ended without.
            walk.cancel()

    def parse(self, response: Response, **kwargs: Any) -> Iterator[PageItem]:
        """The page as an item; what is no page is written down as failed."""
        try:
            yield from super().parse(response)
        except ServiceError as error:
            assert response.request is not None
            self._fail(error, response.request)

    def _fetch_failed(self, failure: Any) -> None:
        self._fail(failure.value, failure.request)

    def _item_failed(self, item: PageItem, failure: Any) -> None:
        assert isinstance(item.task, PageTask)
        self._later(self._work.failed(item.task, failure.value, None))

    def _fail(self, error: Exception, request: Request) -> None:
        self.logger.warning("Failed: %s: %s", request.meta[TASK].url, error)
        self._later(self._work.failed(request.meta[TASK], error, request))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        future = asyncio.ensure_future(work)
        self._background.add(future)
        future.add_done_callback(self._background.discard)

    async def _frontier(self, options: Any) -> MemoryFrontier | OwnJob:
        ignore_query = isinstance(options, CrawlOptions) and options.ignore_query_parameters
        pages = start_pages(starting_places(options.starts, ignore_query=ignore_query))
        most = options.limit if isinstance(options, CrawlOptions) else len(pages)
        if self._workspace is None:
            return MemoryFrontier(JobView(self.operation.name, options), pages, most)
        shared = resources.of(self.crawler)
        assert shared.database is not None
        job_id, owner = new_id(), f"scrapy:{socket.gethostname()}:{os.getpid()}"
        made = transact(
            shared.database,
            lambda connection: page_job.create(
                connection, job_id=job_id, workspace_id=UUID(self._workspace), operation=self.operation.name,
                options=stored(options, without=("urls",)), path="scrapy crawl", price=self.operation.price(options),
                pages_max=most, pages=pages, owner=owner,
            ),
        )  # fmt: skip
        if not made:
            raise InsufficientCredits("The workspace is unknown or cannot pay for one page.")
        self.logger.info("Recording as job %s", job_id)
        return OwnJob(shared, owner, job_id)


class OwnJob(StoredFrontier):
    """The stored frontier of the one job that this process made and works on alone."""

    def __init__(self, shared: Resources, owner: str, job_id: UUID) -> None:
        assert shared.database is not None
        super().__init__(shared.database, shared.threads, owner, only=job_id, share=IN_HAND_MAX)
        self._job_id = job_id
        self._renewed_at = 0.0

    async def finished(self) -> bool:
        """Whether the job has ended; renews its leases while it has not."""
        if self._job_id in self.ended:
            return True
        now = asyncio.get_running_loop().time()
        if now - self._renewed_at > RENEW_SECONDS:
            self._renewed_at = now
            await self.renew(self._job_id)
            return bool(await self.cancelled({self._job_id}))
        return False


def _recording() -> Resources:
    environment = _environment()
    return resources.create(environment, session.create(environment.database_url))


def _environment() -> Environment:
    environment = Environment.read()
    if environment.given_database_url is None:
        raise InvalidRequest.of("workspace", "Needs DATABASE_URL: without it nothing is recorded.")
    return environment
