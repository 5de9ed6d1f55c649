"""One download handler for both worlds: plain pages over aiohttp, rendered ones in the shared browser.

Every fetch keeps to its capture's deadline, connects only where `egress` permits, and leaves no page open.
"""

from __future__ import annotations

import asyncio
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
from crawler.capture import DEADLINE, DeadlinePassed, request_of
from crawler.devtools import BrowserGone
from crawler.egress import EgressDenied, denied, guarded_connector, resolve
from crawler.middlewares.politeness import PATIENT
from crawler.render import NoDocument, Rendered, Visit, Wanted
from models.page_task import PageTask

# The flag of a response that the browser would have downloaded instead of showing it.
NOT_RENDERED = "not_rendered"
# Said of what came over the wire, not of the document that was made of it.
PACKING = frozenset({"content-encoding", "content-length", "transfer-encoding"})


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


class DownloadHandler(BaseDownloadHandler):
    """Routes each request by its `playwright` meta key."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._resources = resources.of(crawler)
        self._plain = PlainHandler(crawler)

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
        wanted, patient = _wanted(request), bool(request.meta.get(PATIENT))
        try:
            rendered = await self._visit(wanted, patient)
        except BrowserGone:
            # Most likely for another page's sake.
            rendered = await self._visit(wanted, patient)
        except NoDocument:
            response = await self._plain.download_request(request)
            response.flags.append(NOT_RENDERED)
            return response
        return _response(rendered, request)

    async def _visit(self, wanted: Wanted, patient: bool) -> Rendered:
        async with self._resources.browser.page(urlsplit(wanted.url).hostname or "", patient=patient) as page:
            visit = Visit(page, wanted)
            try:
                return await visit.run()
            finally:
                # Whatever came instead is no page.
                self._require_permitted(visit.host)

    def _require_permitted(self, host: str) -> None:
        """Refuse a page that was on its way to where our own proxy does not go.

        The browser tells a refused tunnel (https) from no other failure; the proxy remembers what it refused.
        """
        if self._resources.forward_proxy.was_denied(host):
            raise EgressDenied(host)

    async def close(self) -> None:
        """End the sessions; the shared browser stays."""
        await self._plain.close()


def _wanted(request: Request) -> Wanted:
    """What a request asks of the browser: the caller's headers and the cookies on the way; the rest it knows itself."""
    capture = request_of(request)
    deadline: float | None = request.meta.get(DEADLINE)
    names = {name.lower() for name, _ in capture.headers} | {"cookie"} - {"accept-encoding"}
    sent = {str(name): str(value) for name, value in request.headers.to_unicode_dict().items()}
    return Wanted(
        url=request.url,
        headers=tuple((name, value) for name, value in sent.items() if name.lower() in names),
        languages=capture.languages,
        wait_for_ms=capture.wait_for_ms,
        until=None if deadline is None else deadline - capture.wait_for_ms / 1000,
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
        flags=["playwright"],
    )
