"""Scrapy's downloader, changed: it ends soon after the spider closes, and its delays do not count as page time.

Scrapy closes a spider only after every running download and every delayed request has ended, which may take minutes.
It sends no signal when it begins to close, so this class polls for it.
"""

from __future__ import annotations

import asyncio

from scrapy import Request, Spider, signals
from scrapy.core.downloader import Downloader, Slot
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from twisted.internet.defer import Deferred

from crawler.calls import InFlight
from crawler.meta import DEADLINE
from crawler.spiders.base import closing

# Downloads that end within this time after the spider begins to close still return their pages.
GRACE_SECONDS = 1.0
POLL_SECONDS = 0.1


class ClosingDownloader(Downloader):
    """Cancels all downloads `GRACE_SECONDS` after the spider begins to close."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._in_flight = InFlight()
        self._queued_at: dict[Request, float] = {}
        self._watch: asyncio.Task[None] | None = None
        crawler.signals.connect(self._start_watch, signal=signals.spider_opened)

    def fetch(self, request: Request, spider: Spider | None = None) -> Deferred[Response | Request]:
        """The response to a request, through all middlewares.

        Raises:
            DownloadCancelledError: the spider is closing.
        """
        return deferred_from_coro(self._in_flight.carry(self._fetch(request)))

    def close(self) -> None:
        """Stop the background tasks."""
        super().close()
        if self._watch is not None:
            self._watch.cancel()

    async def _fetch(self, request: Request) -> Response | Request:
        return await maybe_deferred_to_future(super().fetch(request))

    async def _enqueue_request(self, request: Request) -> Response:
        self._queued_at[request] = asyncio.get_running_loop().time()
        try:
            return await super()._enqueue_request(request)
        finally:
            self._queued_at.pop(request, None)

    async def _download(self, slot: Slot, request: Request) -> Response:
        queued_at = self._queued_at.pop(request, None)
        if queued_at is not None and DEADLINE in request.meta:
            request.meta[DEADLINE] += asyncio.get_running_loop().time() - queued_at
        return await self._in_flight.carry(super()._download(slot, request))

    def _start_watch(self) -> None:
        self._watch = asyncio.ensure_future(self._cancel_when_closing())

    async def _cancel_when_closing(self) -> None:
        while not closing(self.crawler):
            await asyncio.sleep(POLL_SECONDS)
        await asyncio.sleep(GRACE_SECONDS)
        self._in_flight.end()
