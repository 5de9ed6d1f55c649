"""Claimed pages, each from its request to its recorded end, as one task of the event loop.

The worker's are `crawler.jobs.pages_in_hand`, those of `scrapy crawl` `crawler.jobs.spider_pages`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Protocol
from uuid import UUID

from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.http import Request

from crawler.failures import JobVanished
from crawler.items import PageItem
from crawler.jobs.frontier import Frontier
from crawler.jobs.pages import PageWork
from crawler.resources import Resources
from models.pages.page import SITEMAP, PageTask

log = logging.getLogger(__name__)


class Engine(Protocol):
    """Fetches one page through a crawler (`crawler.runner`)."""

    resources: Resources

    def crawler(self) -> AbstractAsyncContextManager[Crawler]:
        """A crawler that stays open until the block ends."""

    async def page(self, request: Request, fetched: Callable[[], None]) -> PageItem:
        """The page of a request. `fetched` is called once its download has ended."""

    async def close(self) -> None:
        """Close the crawlers, the browser and the pools. Those of `scrapy crawl` are closed by Scrapy."""


class RunningPages:
    """The pages of one frontier. Subclasses say what is noted and what happens after a failure."""

    def __init__(self, engine: Engine, frontier: Frontier) -> None:
        self.work = PageWork(engine.resources, frontier)
        self._engine = engine
        self._running: dict[tuple[UUID, int], asyncio.Task[None]] = {}

    def begin(self, task: PageTask) -> None:
        """Process a claimed page."""
        running = self._running[task.job_id, task.number] = asyncio.ensure_future(self._process(task))
        running.add_done_callback(partial(self._note_ended, task))

    async def _process(self, task: PageTask) -> None:
        """Process one page from its request to its end. No error of a page ends the process."""
        request: Request | None = None
        begun = time.monotonic()
        try:
            if task.kind == SITEMAP:
                async with self._engine.crawler() as crawler:
                    await self.work.read_sitemaps(task, crawler)
                return
            request = await self.work.request(task)
            await self._engine.page(request, partial(self._note_fetched, task))
        except DropItem:
            await self._dropped(task)
        except JobVanished:
            log.info("Job %s is no longer stored", task.job_id)
        except Exception as error:
            await self._failed(task, error, request, begun)

    async def _dropped(self, task: PageTask) -> None:
        """The page was recorded before the item was dropped."""

    async def _failed(self, task: PageTask, error: Exception, request: Request | None, begun: float) -> None:
        """Record a page that failed, unless something else did. `begun`: when it began, by the monotonic clock."""
        raise NotImplementedError

    def _note_fetched(self, task: PageTask) -> None:
        """The download has ended, and the page is about to be read."""

    def _note_ended(self, task: PageTask, running: asyncio.Task[None]) -> None:
        """The page has ended, or was cancelled."""
        key = (task.job_id, task.number)
        if self._running.get(key) is running:
            del self._running[key]
