"""The open crawler that the service fetches through. It is regularly replaced by a new one.

A replaced crawler stays open until its last user has ended: reading sitemaps may take minutes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from scrapy import signals
from scrapy.crawler import AsyncCrawlerRunner, Crawler
from scrapy.logformatter import LogFormatter
from scrapy.settings import Settings

from crawler import settings
from crawler.fetching import quiet_signals
from crawler.resources import Resources
from crawler.spiders.base import OrbweaverSpider

# Some components store a little per host and never free it. A new service crawler costs 5 ms.
USES_PER_CRAWLER = 20_000
START_SECONDS = 20.0


class ServiceSpider(OrbweaverSpider):
    """The spider of all calls: their pages pass its `parse`."""

    name = "service"

    async def start(self) -> AsyncIterator[Any]:
        """Nothing. It does not end, so that the spider stays open without requests."""
        await asyncio.get_running_loop().create_future()
        yield


class DebugLogFormatter(LogFormatter):
    """Scrapy's log lines about pages, as debugging output: the caller gets the result or the error, and the worker logs it."""

    def crawled(self, request: Any, response: Any, spider: Any) -> Any:
        return None

    def scraped(self, item: Any, response: Any, spider: Any) -> Any:
        return None

    def dropped(self, item: Any, exception: BaseException, response: Any, spider: Any) -> Any:
        return None

    def item_error(self, item: Any, exception: BaseException, response: Any, spider: Any) -> Any:
        return _debug(exception)

    def spider_error(self, failure: Any, request: Any, response: Any, spider: Any) -> Any:
        return _debug(failure.value)

    def download_error(self, failure: Any, request: Any, spider: Any, errmsg: str | None = None) -> Any:
        return _debug(failure.value)


def _debug(error: BaseException) -> dict[str, Any]:
    return {"level": logging.DEBUG, "msg": "A page failed: %(why)r", "args": {"why": error}}


@dataclass(eq=False)
class _Service:
    """One crawler, how often it was used, and how many users it has now."""

    crawler: Crawler
    uses: int = 0
    users: int = 0


class ServiceCrawlers:
    """The newest service crawler, and replaced ones that are still in use. The methods run on the reactor's loop."""

    def __init__(self, shared: Resources) -> None:
        self._shared = shared
        self._lock = asyncio.Lock()
        self._newest: _Service | None = None
        self._replaced: set[_Service] = set()
        self._closing: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def crawler(self) -> AsyncIterator[Crawler]:
        """A crawler that stays open until the block ends."""
        service = await self._take()
        try:
            yield service.crawler
        finally:
            service.users -= 1
            self._close_unused()

    async def close(self) -> None:
        """Close all crawlers. Each waits for its downloads in flight."""
        services = [*self._replaced, *([self._newest] if self._newest else [])]
        self._newest = None
        self._replaced.clear()
        await asyncio.gather(*(_close(service.crawler, "shutdown") for service in services), *self._closing)

    async def _take(self) -> _Service:
        async with self._lock:
            if self._newest is None or self._newest.uses >= USES_PER_CRAWLER:
                replaced, self._newest = self._newest, _Service(await self._open())
                if replaced is not None:
                    self._replaced.add(replaced)
            service = self._newest
            service.uses += 1
            service.users += 1
        self._close_unused()
        return service

    def _close_unused(self) -> None:
        """Close replaced crawlers without open uses."""
        for service in [service for service in self._replaced if not service.users]:
            self._replaced.discard(service)
            closing = asyncio.ensure_future(_close(service.crawler, "replaced"))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    async def _open(self) -> Crawler:
        crawler = AsyncCrawlerRunner(service_settings()).create_crawler(ServiceSpider)
        quiet_signals.use(crawler)
        crawler.resources = self._shared  # type: ignore[attr-defined]
        opened = asyncio.get_running_loop().create_future()

        def mark() -> None:
            if not opened.done():
                opened.set_result(None)

        crawler.signals.connect(mark, signal=signals.spider_opened, weak=False)
        running = asyncio.ensure_future(crawler.crawl_async())
        await asyncio.wait({opened, running}, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        if not opened.done():
            raise RuntimeError("The service crawler did not start.")
        return crawler


def service_settings() -> Settings:
    """Settings for the service: as for `scrapy crawl`, without the parts that only a command line needs."""
    made = Settings()
    made.setmodule(settings)
    made.setdict(
        {
            "LOG_ENABLED": False,
            "DOWNLOADER_STATS": False,
            "EXTENSIONS_BASE": {
                "scrapy.extensions.corestats.CoreStats": 0,
                # After the stats: they are complete when a call has its result.
                "crawler.outcomes.Outcomes": 10,
            },
            "SPIDER_MIDDLEWARES_BASE": {},
            "DOWNLOADER": "crawler.downloader.CallDownloader",
            # It would look at the code of each callback.
            "WARN_ON_GENERATOR_RETURN_VALUE": False,
            # What is claimed bounds what is in hand. A request that waited here would lose its time limit.
            "SCRAPER_SLOT_MAX_ACTIVE_SIZE": 10**12,
            "ITEM_PROCESSOR": "crawler.outcomes.CallPipelines",
            "LOG_FORMATTER": "crawler.service_crawler.DebugLogFormatter",
        }
    )
    return made


async def _close(crawler: Crawler, reason: str) -> None:
    if crawler.engine is not None:
        await crawler.engine.close_spider_async(reason=reason)
