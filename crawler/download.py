"""One download handler for all pages: plain pages over aiohttp, rendered pages in the shared browser.

Every fetch keeps to its capture's deadline, connects only where `egress` permits, and closes its page.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
from scrapy.core.downloader.handlers._aiohttp import AiohttpDownloadHandler, _ClientResponse
from scrapy.core.downloader.handlers._base_streaming import BaseStreamingDownloadHandler
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.crawler import Crawler
from scrapy.http import Headers, Request, Response
from scrapy.utils.ssl import _make_ssl_context

from contract.process import log_context
from crawler import resources
from crawler.capture import request_of
from crawler.failures import DeadlinePassed, NoDocument, denied
from crawler.fetching.in_flight import InFlight
from crawler.meta import CAN_WAIT, DEADLINE, IN_FLIGHT, NOT_RENDERED, OWN_SERVER, PLAYWRIGHT, RENDERED, TASK, VIEW
from crawler.network.egress import Exempt, guarded_connector
from crawler.rendering.handler import RenderedHandler


class _ClientRequest(aiohttp.ClientRequest):
    """Sends no body where the request has none. Scrapy's handler sends an empty one with `Content-Length: 0`."""

    def update_body_from_data(self, body: Any, *arguments: Any, **named: Any) -> None:
        super().update_body_from_data(body or None, *arguments, **named)


class PlainHandler(AiohttpDownloadHandler):
    """Scrapy's aiohttp handler, with a connector that applies the address policy to all addresses but the exempt ones."""

    experimental = False  # Suppresses a warning at every start: the version is pinned and tested.

    def __init__(self, crawler: Crawler, exempt: Exempt) -> None:
        BaseStreamingDownloadHandler.__init__(self, crawler)
        shared = resources.of(crawler)
        self._ssl_context = _make_ssl_context(crawler.settings)
        self._session = aiohttp.ClientSession(
            connector=guarded_connector(shared.policy, exempt, limit=0),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            request_class=_ClientRequest,
            response_class=_ClientResponse,
            skip_auto_headers=("Accept", "Accept-Encoding", "Content-Type", "User-Agent"),
        )

    @staticmethod
    def _request_headers(request: Request) -> Headers:
        """The headers to send. Scrapy always copies them, to leave out those of a proxy, which most requests do not have."""
        if "Proxy-Authorization" in request.headers:
            return AiohttpDownloadHandler._request_headers(request)
        return request.headers

    @staticmethod
    def _extract_headers(response: _ClientResponse) -> Headers:
        """The headers as raw bytes. Decoded as UTF-8, an invalid header would fail the page."""
        return Headers(list(response.raw_headers))


class DownloadHandler(BaseDownloadHandler):
    """Sends each request to the browser or to the plain client."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._resources = resources.of(crawler)
        shared = self._resources
        self._plain = PlainHandler(crawler, shared.exempt)
        self._own_servers = PlainHandler(crawler, shared.own_servers)
        self._rendered = RenderedHandler(crawler, shared.browser, shared.ways_out, shared.policy)

    async def download_request(self, request: Request) -> Response:
        """The response, within the deadline of its capture.

        Raises:
            DeadlinePassed: the capture's time ran out. Downloads in flight are cancelled.
        """
        if (task := request.meta.get(TASK)) is not None:
            # Scrapy may start the download while it handles another request.
            log_context.bind(job_id=task.job_id, workspace_id=task.workspace_id)
        in_flight: InFlight | None = request.meta.get(IN_FLIGHT)
        try:
            async with asyncio.timeout_at(request.meta.get(DEADLINE)) as clock:
                fetch = self._fetch(request, clock)
                return await (fetch if in_flight is None else in_flight.carry(fetch))
        except TimeoutError as error:
            deadline: float | None = request.meta.get(DEADLINE)
            if deadline is not None and asyncio.get_running_loop().time() >= deadline:
                raise DeadlinePassed(request.url) from error
            raise
        except Exception as error:
            # Raise the policy's error here, because the retry middleware would take it for an unreachable host.
            if refusal := denied(error):
                raise refusal from error
            raise

    async def _fetch(self, request: Request, clock: asyncio.Timeout) -> Response:
        if request.meta.get(OWN_SERVER):
            return await self._own_servers.download_request(request)
        if not request.meta.get(RENDERED) and not request.meta.get(PLAYWRIGHT):
            return await self._plain.download_request(request)
        async with self._place(request, clock):
            return await self._render(request)

    @contextlib.asynccontextmanager
    async def _place(self, request: Request, clock: asyncio.Timeout) -> AsyncIterator[None]:
        """A browser place for a page of a job. Waiting for it extends the deadline and is not counted as site delay."""
        if not request.meta.get(CAN_WAIT):
            yield
            return
        loop = asyncio.get_running_loop()
        begun, deadline = loop.time(), clock.when()
        clock.reschedule(None)
        async with self._resources.browser.patiently(request_of(request).workspace_id):
            if deadline is not None:
                request.meta[DEADLINE] = deadline + loop.time() - begun
                clock.reschedule(request.meta[DEADLINE])
            yield

    async def _render(self, request: Request) -> Response:
        """The rendered page, or the plain response if it is not a document."""
        try:
            return await self._rendered.download_request(request)
        except NoDocument:
            if VIEW in request.meta:
                raise  # There is nothing to take from it.
            response = await self._plain.download_request(request)
            response.flags.append(NOT_RENDERED)
            return response

    async def close(self) -> None:
        """Close the sessions. The shared browser stays open."""
        await self._plain.close()
        await self._own_servers.close()
        await self._rendered.close()
