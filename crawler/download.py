"""One download handler for both worlds: plain pages over aiohttp, rendered ones in the shared browser.

Every fetch keeps to its capture's deadline, connects only where `egress` permits, and leaves no page open.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from http.cookiejar import Cookie as HeldCookie
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from scrapy.core.downloader.handlers._aiohttp import AiohttpDownloadHandler, _ClientResponse
from scrapy.core.downloader.handlers._base_streaming import BaseStreamingDownloadHandler
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadConnectionRefusedError
from scrapy.http import Headers, HtmlResponse, Request, Response
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.ssl import _make_ssl_context

from crawler import resources
from crawler.capture import request_of
from crawler.failures import BrowserGone, DeadlinePassed, EgressDenied, NoDocument, denied
from crawler.fetching.in_flight import InFlight
from crawler.meta import COOKIES, DEADLINE, IN_FLIGHT, LEFT_ORIGIN, NOT_RENDERED, PATIENT, RENDERED
from crawler.network.egress import guarded_connector, resolve
from crawler.rendering.forward_proxy import ForwardProxy
from crawler.rendering.render import Cookie, Rendered, Visit, Wanted
from extraction.links.sites import origin

# Said of what came over the wire, not of the document that was made of it.
PACKING = frozenset({"content-encoding", "content-length", "transfer-encoding"})


class _ClientRequest(aiohttp.ClientRequest):
    """Scrapy's handler sends an empty body where there is none; no browser says `Content-Length: 0` of a GET."""

    def update_body_from_data(self, body: Any, *arguments: Any, **named: Any) -> None:
        super().update_body_from_data(body or None, *arguments, **named)


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
            request_class=_ClientRequest,
            response_class=_ClientResponse,
            skip_auto_headers=("Accept", "Accept-Encoding", "Content-Type", "User-Agent"),
        )

    @staticmethod
    def _extract_headers(response: _ClientResponse) -> Headers:
        """The headers in the bytes they came in: as text, one that is no UTF-8 would fail the page."""
        return Headers(list(response.raw_headers))


class DownloadHandler(BaseDownloadHandler):
    """Routes each request by whether it is for the browser."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._resources = resources.of(crawler)
        self._plain = PlainHandler(crawler)

    async def download_request(self, request: Request) -> Response:
        """The response, within the deadline of its capture.

        Raises:
            DeadlinePassed: the capture's time ran out; whatever was in flight is ended.
        """
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
            # Told as what it is, before the retry middleware takes it for a host that is down.
            if refusal := denied(error):
                raise refusal from error
            raise

    async def _fetch(self, request: Request, clock: asyncio.Timeout) -> Response:
        if not request.meta.get(RENDERED):
            return await self._plain.download_request(request)
        async with self._place(request, clock):
            return await self._render(request)

    @contextlib.asynccontextmanager
    async def _place(self, request: Request, clock: asyncio.Timeout) -> AsyncIterator[None]:
        """What a page of a job waits for its turn is neither its origin's doing nor taken from its time."""
        if not request.meta.get(PATIENT):
            yield
            return
        loop = asyncio.get_running_loop()
        begun, deadline = loop.time(), clock.when()
        clock.reschedule(None)
        async with self._resources.browser.patiently():
            if deadline is not None:
                request.meta[DEADLINE] = deadline + loop.time() - begun
                clock.reschedule(request.meta[DEADLINE])
            yield

    async def _render(self, request: Request) -> Response:
        """The rendered page, in a browser context of its own that is closed whatever happens."""
        parts, upstream = urlparse_cached(request), request.meta.get("proxy")
        if upstream is None:  # Else it was asked before the proxy was chosen.
            await resolve(parts.hostname or "", parts.port or 80, self._resources.policy)
        wanted, way_out = _wanted(request), self._resources.ways_out.through(upstream)
        try:
            rendered = await self._visit(wanted, way_out)
        except BrowserGone:
            # Most likely for another page's sake: which of those that were open it was shows when each is alone.
            rendered = await self._visit(wanted, way_out, alone=True)
        except NoDocument:
            response = await self._plain.download_request(request)
            response.flags.append(NOT_RENDERED)
            return response
        return _response(rendered, request)

    async def _visit(self, wanted: Wanted, way_out: ForwardProxy, *, alone: bool = False) -> Rendered:
        host = urlsplit(wanted.url).hostname or ""
        async with self._resources.browser.page(host, proxy=way_out, alone=alone) as page:
            visit = Visit(page, wanted)
            try:
                return await visit.run()
            finally:
                # Whatever came instead is no page. The browser tells a refused tunnel (https) from no other failure; the
                # proxy remembers what it refused.
                if way_out.was_denied(visit.host):
                    raise EgressDenied(visit.host)

    async def close(self) -> None:
        """End the sessions; the shared browser stays."""
        await self._plain.close()


def _wanted(request: Request) -> Wanted:
    """What a request asks of the browser: the caller's headers and the cookies on the way; the rest it knows itself."""
    capture = request_of(request)
    deadline: float | None = request.meta.get(DEADLINE)
    left = request.meta.get(LEFT_ORIGIN) or origin(request.url) != origin(capture.url)
    own = () if left else capture.headers
    headers = {name.lower(): (name, value) for name, value in own}
    _, cookies = headers.pop("cookie", ("", ""))
    _, user_agent = headers.pop("user-agent", ("", ""))
    return Wanted(
        url=request.url,
        headers=tuple(headers.values()),
        cookies=(*(_held(each, request.url) for each in request.meta.get(COOKIES, ())), *_named(cookies, request.url)),
        user_agent=user_agent,
        languages=capture.languages,
        wait_for_ms=capture.wait_for_ms,
        until=None if deadline is None else deadline - capture.wait_for_ms / 1000,
    )


def _named(header: str, url: str) -> tuple[Cookie, ...]:
    """The cookies of a caller's Cookie header, for the host that it is meant for."""
    pairs = (pair.strip().partition("=") for pair in header.split(";"))
    secure = url.startswith("https:")
    return tuple(Cookie(name=name, value=value, url=url, secure=secure) for name, _, value in pairs if name)


def _held(cookie: HeldCookie, url: str) -> Cookie:
    """A cookie that an origin set on the way to an address."""
    host, landed = cookie.domain.lstrip("."), urlsplit(url).hostname or ""
    host = landed if host == f"{landed}.local" else host  # So the jar calls names without a dot.
    return Cookie(
        name=cookie.name,
        value=cookie.value or "",
        url=f"{'https' if cookie.secure else 'http'}://{host}/",
        domain=cookie.domain if cookie.domain_specified else None,
        path=cookie.path,
        secure=cookie.secure,
        http_only=cookie.has_nonstandard_attr("HttpOnly"),
    )


def _response(rendered: Rendered, request: Request) -> Response:
    """A rendered page as Scrapy knows responses.

    Raises:
        DownloadConnectionRefusedError: it came from our own proxy, which did not reach the host.
    """
    headers = Headers()
    for name, value in rendered.headers:
        if name.lower() not in PACKING:
            headers.appendlist(name, value)
    if headers.get("X-Egress"):
        raise DownloadConnectionRefusedError(request.url)
    return HtmlResponse(
        rendered.url,
        status=rendered.status,
        headers=headers,
        body=rendered.html.encode("utf-8", "replace"),
        encoding="utf-8",
        request=request,
        flags=[RENDERED],
    )
