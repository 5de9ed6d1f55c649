"""One download handler for both worlds: plain pages over aiohttp, rendered ones over scrapy-playwright.

Every fetch keeps to its capture's deadline, connects only where `egress` permits, and leaves no page open.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import aiohttp
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Request as BrowserRequest
from scrapy.core.downloader.handlers._aiohttp import AiohttpDownloadHandler, _ClientResponse
from scrapy.core.downloader.handlers._base_streaming import BaseStreamingDownloadHandler
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadFailedError
from scrapy.http import Headers, Request, Response
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.ssl import _make_ssl_context
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

from crawler import resources
from crawler.browser import Provider
from crawler.capture import DEADLINE, DeadlinePassed
from crawler.egress import EgressDenied, denied, guarded_connector, resolve
from crawler.page_settling import render_meta
from models.frontier import PageTask


class PlainHandler(AiohttpDownloadHandler):
    """Scrapy's aiohttp handler on a connector that asks the address policy."""

    experimental = False  # Its warning at every start says nothing about us: the version is pinned and measured.

    def __init__(self, crawler: Crawler) -> None:
        BaseStreamingDownloadHandler.__init__(self, crawler)
        shared = resources.of(crawler)
        self._ssl_context = _make_ssl_context(crawler.settings)
        self._session = aiohttp.ClientSession(
            connector=guarded_connector(shared.policy, shared.exempt, limit=0),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            response_class=_ClientResponse,
            skip_auto_headers=("Accept", "Accept-Encoding", "Content-Type", "User-Agent"),
        )

    @staticmethod
    def _extract_headers(response: _ClientResponse) -> Headers:
        """The headers in the bytes they came in: as text, one that is no UTF-8 would fail the page."""
        return Headers(list(response.raw_headers))


class DownloadHandler(ScrapyPlaywrightDownloadHandler):
    """Routes each request by its `playwright` meta key."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._resources = resources.of(crawler)
        self._plain = PlainHandler(crawler)

    async def _launch(self) -> None:
        self.browser_provider = Provider(self._resources.browser)

    async def download_request(self, request: Request) -> Response:
        """The response, within the deadline of its capture.

        Raises:
            DeadlinePassed: the capture's time ran out; whatever was in flight is ended.
        """
        deadline: float | None = request.meta.get(DEADLINE)
        task = request.meta.get("task")
        try:
            async with asyncio.timeout_at(deadline):
                if isinstance(task, PageTask):
                    return await self._resources.flights.carry(task.job_id, self._fetch(request))
                return await self._fetch(request)
        except TimeoutError as error:
            if deadline is not None and asyncio.get_running_loop().time() >= deadline:
                raise DeadlinePassed(request.url) from error
            raise
        except Exception as error:
            # Told as what it is, before the retry middleware takes it for a host that is down.
            if refusal := denied(error):
                raise refusal from error
            raise

    async def _fetch(self, request: Request) -> Response:
        if request.meta.get("playwright"):
            return await self._render(request)
        return await self._plain.download_request(request)

    async def _render(self, request: Request) -> Response:
        """The rendered page, in a browser context of its own that is closed whatever happens."""
        parts = urlparse_cached(request)
        await resolve(parts.hostname or "", parts.port or 80, self._resources.policy)
        name = str(uuid4())
        way = Way()
        meta = render_meta(request)
        meta["playwright_page_event_handlers"] = {**meta["playwright_page_event_handlers"], "request": way.note}
        request.meta.update(meta, playwright_context=name)
        try:
            response = await self._download_request(request)
        except PlaywrightError as error:
            self._require_permitted(way)
            raise DownloadFailedError(f"{request.url}: {error.message.splitlines()[0]}") from error
        finally:
            await self._close_context(name)
        self._require_permitted(way)
        return response

    def _require_permitted(self, way: Way) -> None:
        """Refuse a page that was on its way to where our own proxy does not go: what came instead is no page.

        The browser tells a refused tunnel (https) from no other failure; the proxy remembers what it refused.
        """
        if self._resources.forward_proxy.was_denied(way.host):
            raise EgressDenied(way.host)

    async def _close_context(self, name: str) -> None:
        wrapper = self.context_wrappers.pop(name, None)
        if wrapper is not None:
            # Shielded: a cancelled fetch must not leave its context behind.
            await asyncio.shield(asyncio.ensure_future(_close(wrapper.context)))

    async def close(self) -> None:
        """End the sessions; the shared browser stays."""
        await self._plain.close()
        await super().close()


class Way:
    """Where a rendered page went, by redirect or by itself: `host` is the last that it was sent to."""

    def __init__(self) -> None:
        self.host = ""

    def note(self, request: BrowserRequest) -> None:
        """Look at one request of the browser; frames within the page do not count."""
        with contextlib.suppress(PlaywrightError):  # No frame yet: a window that the page opened.
            if request.is_navigation_request() and request.frame.parent_frame is None:
                self.host = urlsplit(request.url).hostname or ""


async def _close(context: Any) -> None:
    try:
        for page in context.pages:
            await page.close()
        await context.close()
    except PlaywrightError:
        pass  # The browser died first and took the context along.
