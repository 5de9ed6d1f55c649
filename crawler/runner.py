"""The only file that uses the reactor: it runs the operations on service crawlers.

`Reactor` runs Twisted's asyncio reactor in a separate thread. `Engine` runs the crawlers on it. The reactor must be
installed after a fork and before any Twisted module that uses it: do not import `twisted.internet` at module level,
here or in packages below.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any, TypeVar

from scrapy.crawler import Crawler
from scrapy.http import Request

from contract import limits
from contract.capture import CaptureRequest, PageCapture
from contract.environment import Environment
from contract.operations import OPERATIONS
from contract.options.page import FetchOptions
from contract.options.scrape import ScrapeOptions
from contract.results.page import ScrapeResult
from contract.tracing import spans
from contract.tracing.attributes import ids, url_attributes
from crawler import resources, settings
from crawler.calls import Call
from crawler.capture import as_service_error, capture_request_of
from crawler.failures import RepeatedPage, denied
from crawler.items import PageItem, ResultItem
from crawler.meta import OF_JOB, SLOT_AT, TASK
from crawler.network.egress import always_refused
from crawler.requests import download, page_of, request_for
from crawler.service_crawler import ServiceCrawlers
from crawler.spiders.base import OrbweaverSpider, spiders_of
from crawler.spiders.gathering import GatheringSpider
from extraction.links.scope import host_of
from models.jobs.job import Task

T = TypeVar("T")

# The spider of each operation has its name.
SPIDERS: dict[str, type[OrbweaverSpider]] = spiders_of(settings.SPIDER_MODULES)
# A run ends by its deadline. This much later the calling thread stops waiting for it.
GRACE_SECONDS = 10.0
# A page of a job may have waited for a slot of the browser: it is ended this much after its deadline.
BROWSER_WAIT_MAX_SECONDS = 600.0
# Short work on the loop, such as creating an object.
CALL_SECONDS = 30.0


def perform_seconds(operation: str, options: Any) -> float:
    """How long a thread waits for an operation. It ends by its own deadlines before."""
    spider = SPIDERS[operation]
    own_seconds = limits.CAPTURE_MAX_MS / 1000
    if issubclass(spider, GatheringSpider):
        own_seconds = spider.subject(options).max_seconds
    return own_seconds + 2 * GRACE_SECONDS


def result_within(running: Future[T], timeout: float | None) -> T:
    """The result of a coroutine on another thread's loop. It is cancelled after `timeout` seconds.

    Raises:
        TimeoutError: it did not end in time.
    """
    try:
        return running.result(timeout)
    except TimeoutError:
        running.cancel()
        raise


class Reactor(threading.Thread):
    """Twisted's reactor on a uvloop event loop, in a daemon thread."""

    def __init__(self) -> None:
        super().__init__(name="reactor", daemon=True)
        from scrapy.utils.reactor import install_reactor

        install_reactor(settings.TWISTED_REACTOR, settings.ASYNCIO_EVENT_LOOP)
        from twisted.internet import reactor

        self._reactor: Any = reactor
        self.loop = asyncio.get_event_loop()

    def run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self._reactor.run(installSignalHandlers=False)

    def call(self, work: Coroutine[Any, Any, T], timeout: float | None = CALL_SECONDS) -> T:
        """The result of a coroutine that runs on the reactor's loop. Blocks the calling thread.

        Raises:
            TimeoutError: it did not end within `timeout` seconds. It is cancelled.
        """
        return result_within(asyncio.run_coroutine_threadsafe(work, self.loop), timeout)

    def stop(self) -> None:
        """Stop the loop and wait for its end."""
        self._reactor.callFromThread(self._reactor.stop)
        self.join(5)


class Engine:
    """Runs operations. Each worker process creates one. Its methods run on the reactor's loop."""

    def __init__(self, shared: resources.Resources) -> None:
        self.resources = shared
        self._crawlers = ServiceCrawlers(shared)

    async def start(self) -> None:
        """Open the service crawler and check that the address policy is in force.

        Raises:
            RuntimeError: a fetch that must be denied was not.
        """
        async with self.crawler():
            pass  # The crawler opens when it is used first.
        for address in always_refused(self.resources.policy):  # Port 81 is not itself a blocked port.
            await self._assert_refused(f"http://[{address}]:81/" if ":" in address else f"http://{address}:81/")

    async def perform(self, operation: str, options: Any, task: Task | None, path: str = "") -> Any:
        """The result of any operation that runs as one job. It is recorded if there is a task.

        Raises:
            ServiceError: the error to return to the caller.
        """
        if issubclass(SPIDERS[operation], GatheringSpider):
            return await self.gather(operation, options, task, path)
        return await self.run(operation, options, task, path)

    async def gather(self, spider: str, options: Any, task: Task | None, path: str = "") -> Any:
        """Run an operation whose result is not one page. The result is recorded if there is a task.

        Raises:
            ServiceError: the error to return to the caller.
        """
        gathering = SPIDERS[spider]
        assert issubclass(gathering, GatheringSpider)
        subject = gathering.subject(options)
        budget = subject.max_seconds
        try:
            async with self.crawler() as crawler, asyncio.timeout(budget + GRACE_SECONDS):
                async with asyncio.timeout(budget):
                    item = await gathering.gather(crawler, options, task)
                return (await _processed(crawler, item)).result
        except Exception as error:
            raise as_service_error(error, subject, path) from error

    async def run(self, spider: str, options: FetchOptions, task: Task | None, path: str = "") -> ScrapeResult:
        """Run a single-page operation to its end. The result is recorded if there is a task.

        Raises:
            ServiceError: the error to return to the caller.
        """
        [request] = SPIDERS[spider].requests(options, task)
        capture_request = capture_request_of(request)
        try:
            async with self.crawler() as crawler, asyncio.timeout(capture_request.max_seconds + GRACE_SECONDS):
                item = await self._capture(crawler, request)
        except Exception as error:
            raise as_service_error(error, capture_request, path) from error
        assert item.result is not None
        return item.result

    def crawler(self) -> AbstractAsyncContextManager[Crawler]:
        """The service crawler. It stays open until the block ends."""
        return self._crawlers.crawler()

    async def close(self) -> None:
        """Close the crawlers, the browser and the pools."""
        await self._crawlers.close()
        await self.resources.close()

    async def page(self, request: Request, fetched: Callable[[], None]) -> PageItem:
        """The page of a job, processed like a single page. `fetched` is called once its request has ended.

        Raises:
            DropItem: the page was recorded as failed, or is not a separate page.
            Exception: the error of the fetch, the reading or the recording.
        """
        max_seconds = capture_request_of(request).max_seconds
        async with self.crawler() as crawler, asyncio.timeout(max_seconds + BROWSER_WAIT_MAX_SECONDS):
            return await self._capture(crawler, request, fetched)

    async def _capture(self, crawler: Crawler, request: Request, fetched: Callable[[], None] | None = None) -> PageItem:
        with spans.span("page", partial(_described, request), expected=(RepeatedPage,)) as span:
            item = await page_of(crawler, request, fetched)
            span.set(_seen(item.capture))
            return item

    async def _assert_refused(self, url: str) -> None:
        request = request_for(CaptureRequest(url=url, render=False, timeout_ms=2_000), ScrapeOptions(url=url), None, 0)
        request.meta["dont_retry"] = True
        request.meta[SLOT_AT] = host_of(url)
        try:
            async with self.crawler() as crawler:
                await download(crawler, request)
        except Exception as error:
            if denied(error):
                return
            raise RuntimeError(f"The address policy is not enforced: {url} was tried ({error!r})") from error
        raise RuntimeError(f"The address policy is not enforced: {url} was fetched")


def _described(request: Request) -> spans.Attributes:
    """The attributes of a page's span."""
    task = request.meta[TASK]
    of_job = {"orbweaver.page.number": task.number, "orbweaver.attempt": task.token} if request.meta.get(OF_JOB) else {}
    known = {} if task is None else ids(job_id=task.job_id, workspace_id=task.workspace_id)
    return {**url_attributes(request.url), **known, **of_job}


def _seen(capture: PageCapture) -> spans.Attributes:
    return {
        "http.response.status_code": capture.status,
        "orbweaver.cached": capture.cached,
        "orbweaver.rendered": capture.rendered,
    }


async def _processed(crawler: Crawler, item: ResultItem) -> ResultItem:
    """The item after all pipelines.

    Raises:
        Exception: the error of a pipeline.
    """
    call = item.call = Call()
    await crawler.engine.scraper.start_itemproc_async(item, response=None)
    done: ResultItem = await call.outcome()
    return done


def engine_of(environment: Environment, database: Any = None) -> Engine:
    """An engine with its own resources."""
    return Engine(resources.create(environment, database))


assert set(SPIDERS) == set(OPERATIONS)
