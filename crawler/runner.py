"""The only file that touches the reactor: one warm service crawler for single pages.

`Reactor` runs Twisted's asyncio reactor in a thread of its own, `Engine` the crawlers on it. The reactor must be
installed after a fork and before anything of Twisted that asks for it: import nothing from `twisted.internet` at module
level here or anywhere below.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeVar

import scrapy
from scrapy import signals
from scrapy.crawler import AsyncCrawlerRunner, Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Request
from scrapy.settings import Settings

from contract import limits
from contract.capture import CaptureRequest
from contract.environment import Environment
from contract.operations import OPERATIONS
from contract.options.map import MapOptions
from contract.options.page import FetchOptions
from contract.results.map import MapResult
from contract.results.page import ScrapeResult
from crawler import resources, settings
from crawler.capture import as_service_error, request_of
from crawler.failures import denied
from crawler.items import PageItem, ResultItem
from crawler.network.egress import always_refused
from crawler.requests import request_for
from crawler.spiders.base import OrbweaverSpider
from crawler.spiders.batch import BatchSpider
from crawler.spiders.crawl import CrawlSpider
from crawler.spiders.map import MapSpider
from crawler.spiders.scrape import ScrapeSpider
from models.job import Task

log = logging.getLogger(__name__)
T = TypeVar("T")

SPIDERS: dict[str, type[OrbweaverSpider]] = {
    spider.name: spider for spider in (ScrapeSpider, MapSpider, CrawlSpider, BatchSpider)
}
# Some components keep a little per host for ever; a new service crawler costs 5 ms.
SCRAPES_PER_CRAWLER = 20_000
START_SECONDS = 20.0
# A run ends by its deadline; this much later it is given up from outside.
GRACE_SECONDS = 10.0
# The same for a page of a job, which may have waited for its place in the browser.
PATIENCE_SECONDS = 600.0


class Reactor(threading.Thread):
    """Twisted's reactor on an uvloop, in a daemon thread."""

    def __init__(self) -> None:
        super().__init__(name="reactor", daemon=True)
        from scrapy.utils.reactor import install_reactor

        install_reactor(settings.TWISTED_REACTOR, settings.ASYNCIO_EVENT_LOOP)
        from twisted.internet import reactor

        self._reactor: Any = reactor
        self.loop: asyncio.AbstractEventLoop = self._reactor._asyncioEventloop

    def run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self._reactor.run(installSignalHandlers=False)

    def call(self, work: Coroutine[Any, Any, T], timeout: float | None = None) -> T:
        """The result of a coroutine on the reactor's loop, waited for in this thread."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout)

    def stop(self) -> None:
        """Stop the loop and wait for its end."""
        self._reactor.callFromThread(self._reactor.stop)
        self.join(5)


class ServiceSpider(scrapy.Spider):
    """Keeps a crawler open; pages are downloaded through its engine one by one."""

    name = "service"

    async def start(self) -> AsyncIterator[Any]:
        return
        yield


def _stay_open() -> None:
    raise DontCloseSpider


class Engine:
    """Runs operations. Made once per worker process; its methods run on the reactor's loop."""

    def __init__(self, shared: resources.Resources) -> None:
        self.resources = shared
        self._service: Crawler | None = None
        self._served = 0
        self._lock = asyncio.Lock()

    async def start(self) -> None:
        """Open the service crawler and see that the address policy is in force.

        Raises:
            RuntimeError: a fetch that must be refused was not.
        """
        await self.crawler()
        for address in always_refused(self.resources.policy):  # At a port that is none of those refused everywhere.
            await self._assert_refused(f"http://[{address}]:81/" if ":" in address else f"http://{address}:81/")

    async def map(self, options: MapOptions, task: Task | None, path: str = "") -> MapResult:
        """Map a site, recorded when there is a task.

        Raises:
            ServiceError: what the caller shall be told.
        """
        crawler = await self.crawler()
        self._served += 1
        assert crawler.engine is not None
        try:
            async with asyncio.timeout(limits.CAPTURE_MAX_MS / 1000):
                item = await MapSpider.gather(crawler, options, task)
                done: ResultItem = await crawler.engine.scraper.itemproc.process_item_async(item)
        except Exception as error:
            raise as_service_error(error, CaptureRequest(url=options.url), path) from error
        result: MapResult = done.result
        return result

    async def run(self, spider: str, options: FetchOptions, task: Task | None, path: str = "") -> ScrapeResult:
        """Run a single-page operation to its end, recorded when there is a task.

        Raises:
            ServiceError: what the caller shall be told.
        """
        [request] = SPIDERS[spider].requests(options, task)
        wanted = request_of(request)
        crawler = await self.crawler()
        self._served += 1
        budget = (wanted.timeout_ms or limits.CAPTURE_MAX_MS) / 1000
        try:
            async with asyncio.timeout(budget + GRACE_SECONDS):
                item = await self._capture(crawler, request)
        except Exception as error:
            raise as_service_error(error, wanted, path) from error
        assert item.result is not None
        return item.result

    async def close(self) -> None:
        """Close the crawler, the browser and the pools."""
        if self._service is not None and self._service.engine is not None:
            await self._service.engine.close_spider_async(reason="shutdown")
        await self.resources.close()

    async def page(self, request: Request, fetched: Callable[[], None]) -> PageItem:
        """The page of a job, through the same road; `fetched` is called once its request has ended.

        Raises:
            DropItem: it turned out to be no page of its own.
            Exception: whatever the fetch, the reading or the recording failed with.
        """
        crawler = await self.crawler()
        self._served += 1
        budget = (request_of(request).timeout_ms or limits.CAPTURE_MAX_MS) / 1000
        async with asyncio.timeout(budget + PATIENCE_SECONDS):
            return await self._capture(crawler, request, fetched)

    async def _capture(self, crawler: Crawler, request: Request, fetched: Callable[[], None] | None = None) -> PageItem:
        """One page through the downloader and the pipelines."""
        assert crawler.engine is not None and isinstance(crawler.spider, ServiceSpider)
        try:
            response = await crawler.engine.download_async(request)
        finally:
            if fetched is not None:
                fetched()
        [item] = ScrapeSpider.parse(crawler.spider, response)  # type: ignore[arg-type]
        processed: PageItem = await crawler.engine.scraper.itemproc.process_item_async(item)
        return processed

    async def crawler(self) -> Crawler:
        """The open service crawler; a fresh one after many scrapes."""
        async with self._lock:
            if self._service is not None and self._served < SCRAPES_PER_CRAWLER:
                return self._service
            old, self._service, self._served = self._service, await self._open(), 0
        if old is not None and old.engine is not None:
            # Waits for what the old one still has in flight.
            self._retired = asyncio.ensure_future(old.engine.close_spider_async(reason="retired"))
        return self._service

    async def _open(self) -> Crawler:
        crawler = AsyncCrawlerRunner(_settings()).create_crawler(ServiceSpider)
        crawler.resources = self.resources  # type: ignore[attr-defined]
        opened = asyncio.get_running_loop().create_future()
        crawler.signals.connect(_stay_open, signal=signals.spider_idle, weak=False)

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

    async def _assert_refused(self, url: str) -> None:
        from contract.options.scrape import ScrapeOptions

        request = request_for(CaptureRequest(url=url, render=False, timeout_ms=2_000), ScrapeOptions(url=url), None, 0)
        request.meta["dont_retry"] = True
        crawler = await self.crawler()
        assert crawler.engine is not None
        try:
            await crawler.engine.download_async(request)
        except Exception as error:
            if denied(error):
                return
            raise RuntimeError(f"The egress guard is not in force: {url} was tried ({error!r})") from error
        raise RuntimeError(f"The egress guard is not in force: {url} was fetched")


def _settings() -> Settings:
    """Our settings for the service: as for `scrapy crawl`, without what belongs to a command line."""
    made = Settings()
    made.setmodule(settings)
    made.setdict(
        {
            "LOG_ENABLED": False,
            "DOWNLOADER_STATS": False,
            "EXTENSIONS_BASE": {"scrapy.extensions.corestats.CoreStats": 0},
        }
    )
    return made


def engine_of(environment: Environment, database: Any = None) -> Engine:
    """An engine with resources of its own."""
    return Engine(resources.create(environment, database))


assert set(SPIDERS) == {operation.spider for operation in OPERATIONS.values()}
