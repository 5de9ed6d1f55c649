"""The only file that touches the reactor: one warm service crawler for single pages.

`Reactor` runs Twisted's asyncio reactor in a thread of its own, `Engine` the crawlers on it. The reactor must be
installed after a fork and before anything of Twisted that asks for it: import nothing from `twisted.internet` at module
level here or anywhere below.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.http import Request, Response
from twisted.python.failure import Failure

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
from crawler.items import PageItem
from crawler.network.egress import always_refused
from crawler.requests import download, request_for
from crawler.service_crawler import ServiceCrawlers, ServiceSpider
from crawler.spiders.base import OrbweaverSpider
from crawler.spiders.batch import BatchSpider
from crawler.spiders.crawl import CrawlSpider
from crawler.spiders.map import MapSpider
from crawler.spiders.scrape import ScrapeSpider
from models.job import Task

T = TypeVar("T")

SPIDERS: dict[str, type[OrbweaverSpider]] = {
    spider.name: spider for spider in (ScrapeSpider, MapSpider, CrawlSpider, BatchSpider)
}
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


class Engine:
    """Runs operations. Made once per worker process; its methods run on the reactor's loop."""

    def __init__(self, shared: resources.Resources) -> None:
        self.resources = shared
        self._crawlers = ServiceCrawlers(shared)

    async def start(self) -> None:
        """Open the service crawler and see that the address policy is in force.

        Raises:
            RuntimeError: a fetch that must be refused was not.
        """
        async with self.lease():
            pass  # It opens with the first lease.
        for address in always_refused(self.resources.policy):  # At a port that is not blocked everywhere.
            await self._assert_refused(f"http://[{address}]:81/" if ":" in address else f"http://{address}:81/")

    async def map(self, options: MapOptions, task: Task | None, path: str = "") -> MapResult:
        """Map a site, recorded when there is a task.

        Raises:
            ServiceError: the error to return to the caller.
        """
        try:
            async with self.lease() as crawler, asyncio.timeout(limits.CAPTURE_MAX_MS / 1000):
                assert crawler.engine is not None
                item = await MapSpider.gather(crawler, options, task)
                done = await _processed(crawler, item, None)
        except Exception as error:
            raise as_service_error(error, CaptureRequest(url=options.url), path) from error
        result: MapResult = done.result
        return result

    async def run(self, spider: str, options: FetchOptions, task: Task | None, path: str = "") -> ScrapeResult:
        """Run a single-page operation to its end, recorded when there is a task.

        Raises:
            ServiceError: the error to return to the caller.
        """
        [request] = SPIDERS[spider].requests(options, task)
        wanted = request_of(request)
        budget = (wanted.timeout_ms or limits.CAPTURE_MAX_MS) / 1000
        try:
            async with self.lease() as crawler, asyncio.timeout(budget + GRACE_SECONDS):
                item = await self._capture(crawler, request)
        except Exception as error:
            raise as_service_error(error, wanted, path) from error
        assert item.result is not None
        return item.result

    def lease(self) -> AbstractAsyncContextManager[Crawler]:
        """The service crawler, open until the block ends."""
        return self._crawlers.lease()

    async def close(self) -> None:
        """Close the crawlers, the browser and the pools."""
        await self._crawlers.close()
        await self.resources.close()

    async def page(self, request: Request, fetched: Callable[[], None]) -> PageItem:
        """The page of a job, through the same road; `fetched` is called once its request has ended.

        Raises:
            DropItem: it turned out to be no page of its own.
            Exception: whatever the fetch, the reading or the recording failed with.
        """
        budget = (request_of(request).timeout_ms or limits.CAPTURE_MAX_MS) / 1000
        async with self.lease() as crawler, asyncio.timeout(budget + PATIENCE_SECONDS):
            return await self._capture(crawler, request, fetched)

    async def _capture(self, crawler: Crawler, request: Request, fetched: Callable[[], None] | None = None) -> PageItem:
        """One page through the downloader and the pipelines."""
        assert crawler.engine is not None and isinstance(crawler.spider, ServiceSpider)
        try:
            response = await download(crawler, request)
        finally:
            if fetched is not None:
                fetched()
        [item] = ScrapeSpider.parse(crawler.spider, response)  # type: ignore[arg-type]
        return await _processed(crawler, item, response)

    async def _assert_refused(self, url: str) -> None:
        from contract.options.scrape import ScrapeOptions

        request = request_for(CaptureRequest(url=url, render=False, timeout_ms=2_000), ScrapeOptions(url=url), None, 0)
        request.meta["dont_retry"] = True
        try:
            async with self.lease() as crawler:
                await download(crawler, request)
        except Exception as error:
            if denied(error):
                return
            raise RuntimeError(f"The egress guard is not in force: {url} was tried ({error!r})") from error
        raise RuntimeError(f"The egress guard is not in force: {url} was fetched")


async def _processed(crawler: Crawler, item: T, response: Response | None) -> T:
    """What the pipelines make of an item, with the signals that Scrapy sends of it: for its stats and for extensions.

    Scrapy's own `start_itemproc_async` keeps the item and its failure to itself; here a caller waits for them. Receivers are
    plain functions: Scrapy's way for coroutines takes 35 µs, this one 10.

    Raises:
        DropItem: a pipeline dropped it.
        Exception: whatever a pipeline failed with.
    """
    about = {"item": item, "response": response, "spider": crawler.spider}
    try:
        done: T = await crawler.engine.scraper.itemproc.process_item_async(item)
    except DropItem as error:
        crawler.signals.send_catch_log(signals.item_dropped, exception=error, **about)
        raise
    except Exception:
        crawler.signals.send_catch_log(signals.item_error, failure=Failure(), **about)
        raise
    crawler.signals.send_catch_log(signals.item_scraped, **{**about, "item": done})
    return done


def engine_of(environment: Environment, database: Any = None) -> Engine:
    """An engine with resources of its own."""
    return Engine(resources.create(environment, database))


assert set(SPIDERS) == {operation.spider for operation in OPERATIONS.values()}
