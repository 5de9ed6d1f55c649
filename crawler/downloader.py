"""Scrapy's downloader, changed: requests end when nobody needs them any more.

In the service they end with their call. Under `scrapy crawl` they end soon after the spider closes, and its delays do not count
as page time: Scrapy closes a spider only after every running download and every delayed request has ended, which may take
minutes. It sends no signal when it begins to close, so `ClosingDownloader` polls for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from scrapy import Request, Spider, signals
from scrapy.core.downloader import Downloader
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from twisted.internet.defer import Deferred

from contract.capture import CaptureRequest
from crawler.calls import InFlight, call_of
from crawler.meta import CAPTURE_REQUEST, IN_FLIGHT, QUEUED_AT

T = TypeVar("T")

# Downloads that end within this time after the spider begins to close still return their pages.
GRACE_SECONDS = 1.0
POLL_SECONDS = 0.1


class CallDownloader(Downloader):
    """Fetches the request of a call in the context of its caller, and stops when the caller stops waiting."""

    def fetch(self, request: Request, spider: Spider | None = None) -> Deferred[Response | Request]:
        """The response to a request, through all middlewares, or the request that a middleware made of it."""
        if (call := call_of(request)) is None:
            return super().fetch(request)
        fetch: Deferred[Response | Request] = call.begin_fetch(partial(super().fetch, request))
        return fetch


class ClosingDownloader(Downloader):
    """Cancels all downloads `GRACE_SECONDS` after the spider begins to close.

    `fetching` are the requests whose result the engine does not have yet. `on_closing` is called when the spider begins to close.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self.fetching: set[Request] = set()
        self._in_flight = InFlight()
        self._of_components = InFlight()
        self.on_closing: Callable[[], None] = lambda: None
        self._looks_at_engine = False
        self._engine_has_run = False
        self._watch: asyncio.Task[None] | None = None
        crawler.signals.connect(self._start_watch, signal=signals.spider_opened)
        crawler.signals.connect(self._note_queued, signal=signals.request_reached_downloader)

    @property
    def is_closing(self) -> bool:
        """Whether the spider is closing or closed: the engine takes no requests, although there is capacity for them."""
        engine = self.crawler.engine
        if engine.spider is None or engine.scraper.slot is None:
            return True
        self._looks_at_engine = True
        try:
            return engine.needs_backout() and not engine.scraper.slot.needs_backout()
        finally:
            self._looks_at_engine = False

    def needs_backout(self) -> bool:
        """Whether the engine must not send more requests. Not while `is_closing` looks for other reasons of the engine."""
        return not self._looks_at_engine and super().needs_backout()

    def fetch(self, request: Request, spider: Spider | None = None) -> Deferred[Response | Request]:
        """The response to a request, through all middlewares.

        Raises:
            DownloadCancelledError: the spider is closing.
        """
        self._engine_has_run = self._engine_has_run or self.crawler.engine.running
        if CAPTURE_REQUEST not in request.meta:  # A component of the operator made it, for example a media pipeline.
            request.meta[IN_FLIGHT] = self._of_components
            request.meta[CAPTURE_REQUEST] = CaptureRequest(
                url=request.url, method=request.method, body=request.body, render=False, store=False
            )  # fmt: skip
        request.meta.setdefault(IN_FLIGHT, self._in_flight)
        is_of_component = request.meta[IN_FLIGHT] is self._of_components
        carrier = self._of_components if is_of_component else self._in_flight
        self.fetching.add(request)
        fetch: Deferred[Response | Request] = deferred_from_coro(carrier.carry(self._fetch(request)))
        return fetch.addBoth(self._ended, request)

    def end(self) -> None:
        """Cancel all downloads of pages. No further one begins. Those of an operator's components go on."""
        self._in_flight.end()

    def close(self) -> None:
        """Stop the background tasks."""
        super().close()
        if self._watch is not None:
            self._watch.cancel()

    async def _fetch(self, request: Request) -> Response | Request:
        return await maybe_deferred_to_future(super().fetch(request))

    def _ended(self, result: T, request: Request) -> T:
        self.fetching.discard(request)
        return result

    def _note_queued(self, request: Request) -> None:
        """The request waits for its turn at its host. The download handler adds that time to its time limit."""
        request.meta[QUEUED_AT] = asyncio.get_running_loop().time()

    def _start_watch(self) -> None:
        self._watch = asyncio.ensure_future(self._cancel_when_closing())

    async def _cancel_when_closing(self) -> None:
        # The engine may have run and stopped between two looks. Before it runs, it looks as if it were closing.
        while not (self._engine_has_run or self.crawler.engine.running):
            await asyncio.sleep(POLL_SECONDS)
        while not self.is_closing:
            await asyncio.sleep(POLL_SECONDS)
        self.on_closing()
        await asyncio.sleep(GRACE_SECONDS)
        self.end()
        self._of_components.end()
