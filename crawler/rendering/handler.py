"""The download handler for rendered pages, with the meta keys of scrapy-playwright.

These scrapy-playwright features work as documented there: the meta keys `playwright` (render this page),
`playwright_page_methods` (called once the page has settled), `playwright_page_event_handlers`,
`playwright_page_init_callback`, and in `playwright_context_kwargs` the options in `CONTEXT_OPTIONS`; the setting
`PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT`.

All others are rejected, and the error names them. The process has one browser, and each page has its own context that
ends with its capture. No option may bypass the address policy, keep files, or send the caller's headers to other
origins. So there are no launch options, `proxy`, remote browsers, named contexts, pages passed to spiders, or routes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http.cookiejar import Cookie as StoredCookie
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadConnectionRefusedError, NotSupported
from scrapy.http import Headers, HtmlResponse, Request, Response
from scrapy.settings import Settings
from scrapy.utils.httpobj import urlparse_cached

from contract.addresses import Policy
from contract.errors import InvalidRequest
from crawler.capture import capture_request_of
from crawler.failures import BrowserGone, EgressDenied, NoDocument, RenderFailed
from crawler.meta import (
    CAPTURE_REQUEST,
    COOKIES,
    DEADLINE,
    LEFT_ORIGIN,
    OBSERVED,
    PLAIN_RESPONSE,
    PLAYWRIGHT,
    RENDERED,
    VIEW,
    WARNING,
)
from crawler.network.egress import resolve
from crawler.rendering import operator_hooks
from crawler.rendering.browser import SharedBrowser
from crawler.rendering.forward_proxy import ForwardProxy, WaysOut
from crawler.rendering.operator_hooks import CALLBACK, CONTEXT, HANDLERS, METHODS
from crawler.rendering.render import Rendering
from crawler.rendering.render_request import Cookie, RenderedPage, RenderRequest
from crawler.rendering.trackers import is_tracker
from crawler.stats import BROWSER_REPLACED
from extraction.links.sites import origin_of

# How long a page that can be returned without the browser is waited for.
RESPONSE_SECONDS = 45.0
INCOMPLETE = "The page was still loading when its time was over. Its end is missing."
# Headers that describe the transferred bytes, not the document built from them.
PACKING = frozenset({"content-encoding", "content-length", "transfer-encoding"})
TIMEOUT = "PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT"
SETTINGS = frozenset({TIMEOUT})
META = frozenset({PLAYWRIGHT, METHODS, HANDLERS, CALLBACK, CONTEXT})
CONTEXT_OPTIONS = frozenset(
    "color_scheme contrast forced_colors geolocation has_touch java_script_enabled permissions reduced_motion "
    "strict_selectors timezone_id".split()
)


class RenderedHandler(BaseDownloadHandler):
    """Renders pages in the process's browser. Each page has its own context, which is closed in every case."""

    def __init__(self, crawler: Crawler, browser: SharedBrowser, ways_out: WaysOut, policy: Policy) -> None:
        refuse_settings(crawler.settings)
        super().__init__(crawler)
        self._shared = browser
        self._ways_out = ways_out
        self._policy = policy
        # None: Playwright's own default, which the page's deadline ends.
        self._navigation_timeout_ms = crawler.settings.getfloat(TIMEOUT) if crawler.settings[TIMEOUT] else None

    async def download_request(self, request: Request) -> Response:
        """The rendered page.

        Raises:
            InvalidRequest: a `playwright_` meta key or option is not supported.
            EgressDenied: the page led to an address that the policy denies.
            NoDocument: the response is not HTML.
            RenderFailed, BrowserGone, ServiceUnavailable: the browser cannot render it.
        """
        options = context_options(request)
        parts, upstream = urlparse_cached(request), request.meta.get("proxy")
        if upstream is None:  # With a proxy, the policy was checked when the proxy was chosen.
            await resolve(parts.hostname or "", parts.port or 80, self._policy)
        way_out = self._ways_out.through(upstream)
        try:
            rendered = await self._rendered(request, way_out, options)
        except BrowserGone:
            # Another open page probably crashed the browser. Retrying each page alone shows which one.
            rendered = await self._rendered(request, way_out, options, alone=True)
        return _response(rendered, request, way_out)

    async def _rendered(
        self, request: Request, way_out: ForwardProxy, options: dict[str, Any], *, alone: bool = False
    ) -> RenderedPage:
        """The page. Rendered a second time with trackers enabled if it redirects through one."""
        capture_request = request.meta.get(CAPTURE_REQUEST)
        workspace_id = capture_request.workspace_id if capture_request else None
        for through_trackers in (is_tracker(urlparse_cached(request).hostname or ""), True):
            opened = self._shared.page(
                proxy=way_out,
                through_trackers=through_trackers,
                options=options,
                alone=alone,
                workspace_id=workspace_id,
            )
            async with opened as page:
                await self._prepare(page.tab, request)
                rendering = Rendering(page, _render_request(request, through_trackers), self._page_methods_of(request))
                try:
                    rendered = await rendering.run()
                except (RenderFailed, NoDocument) as error:
                    # The browser reports a denied tunnel (https) like any failure; the proxy knows the hosts it denied.
                    if way_out.was_denied(rendering.host):
                        raise EgressDenied(rendering.host) from error
                    if isinstance(error, NoDocument) or through_trackers or not is_tracker(rendering.host):
                        raise
                else:
                    if way_out.answered(rendered.headers) and way_out.was_denied(rendering.host):
                        raise EgressDenied(rendering.host)
                    return rendered
        raise AssertionError("The second rendering returns or raises.")

    async def _prepare(self, tab: Tab, request: Request) -> None:
        """Apply an operator's meta keys to the page before its first request."""
        stats = self.crawler.stats
        stats.inc_value("playwright/page_count")
        if replaced := self._shared.replaced:
            self._shared.replaced = 0
            stats.inc_value(BROWSER_REPLACED, replaced)
        if self._navigation_timeout_ms:
            tab.set_default_navigation_timeout(self._navigation_timeout_ms)
        await operator_hooks.prepare(tab, request, self.crawler.spider)

    def _page_methods_of(self, request: Request) -> Callable[[Tab], Awaitable[None]] | None:
        """The operator's page methods, to call once the page has settled."""
        if not request.meta.get(METHODS):
            return None

        async def apply(tab: Tab) -> None:
            try:
                await operator_hooks.apply_methods(tab, request, self._navigation_timeout_ms)
            except PlaywrightError as error:
                raise RenderFailed(f"{request.url}: {error.message}") from error

        return apply


def refuse_settings(settings: Settings) -> None:
    """Raise NotSupported for unsupported settings of scrapy-playwright. The error names the setting."""
    refused = [name for name in settings if name.startswith("PLAYWRIGHT_") and name not in SETTINGS]
    if refused:
        raise NotSupported(f"These settings of scrapy-playwright are not supported: {', '.join(sorted(refused))}")


def context_options(request: Request) -> dict[str, Any]:
    """The request's options for Playwright's `new_context`. InvalidRequest for unsupported meta keys and options."""
    refused = [name for name in request.meta if str(name).startswith(PLAYWRIGHT) and name not in META]
    options: dict[str, Any] = request.meta.get(CONTEXT) or {}
    refused += [f"{CONTEXT}[{name!r}]" for name in options if name not in CONTEXT_OPTIONS]
    if refused:
        raise InvalidRequest.of(
            "meta", f"has keys of scrapy-playwright that are not supported: {', '.join(sorted(refused))}"
        )
    return options


def _render_request(request: Request, through_trackers: bool) -> RenderRequest:
    """The page to render, with the caller's headers and redirects' cookies. The browser sets all other headers."""
    capture = capture_request_of(request)
    deadline: float | None = request.meta.get(DEADLINE)
    left = request.meta.get(LEFT_ORIGIN) or origin_of(request.url) != origin_of(capture.url)
    own = () if left else capture.headers
    headers = {name.lower(): (name, value) for name, value in own}
    _, cookies = headers.pop("cookie", ("", ""))
    _, user_agent = headers.pop("user-agent", ("", ""))
    return RenderRequest(
        url=request.url,
        headers=tuple(headers.values()),
        cookies=(
            *(_of_origin(each, request.url) for each in request.meta.get(COOKIES, ())),
            *_named(cookies, request.url),
        ),
        user_agent=user_agent,
        languages=capture.languages,
        wait_for_ms=capture.wait_for_ms,
        deadline=deadline,
        # Without a response in time, the plain page is returned.
        response_seconds=None if capture.render or PLAIN_RESPONSE not in request.meta else RESPONSE_SECONDS,
        through_trackers=through_trackers,
        view=request.meta.get(VIEW),
    )


def _named(header: str, url: str) -> tuple[Cookie, ...]:
    """The cookies of a caller's Cookie header, for the host of `url`."""
    pairs = (pair.strip().partition("=") for pair in header.split(";"))
    secure = url.startswith("https:")
    return tuple(Cookie(name=name, value=value, url=url, secure=secure) for name, _, value in pairs if name)


def _of_origin(cookie: StoredCookie, url: str) -> Cookie:
    """A cookie that an origin set during the redirects to a URL."""
    host, landed = cookie.domain.lstrip("."), urlsplit(url).hostname or ""
    host = landed if host == f"{landed}.local" else host  # The cookie jar appends `.local` to names without a dot.
    return Cookie(
        name=cookie.name,
        value=cookie.value or "",
        url=f"{'https' if cookie.secure else 'http'}://{host}/",
        domain=cookie.domain if cookie.domain_specified else None,
        path=cookie.path,
        secure=cookie.secure,
        http_only=cookie.has_nonstandard_attr("HttpOnly"),
    )


def _response(rendered: RenderedPage, request: Request, way_out: ForwardProxy) -> Response:
    """A rendered page as a Scrapy response.

    Raises:
        DownloadConnectionRefusedError: the forward proxy answered, because it could not connect to the host.
    """
    if way_out.answered(rendered.headers):
        raise DownloadConnectionRefusedError(request.url)
    if rendered.observed is not None:
        request.meta[OBSERVED] = rendered.observed
    if not rendered.is_complete:
        request.meta[WARNING] = INCOMPLETE
    headers = Headers()
    for name, value in rendered.headers:
        if name.lower() not in PACKING:
            headers.appendlist(name, value)
    return HtmlResponse(
        rendered.url,
        status=rendered.status,
        headers=headers,
        body=rendered.html.encode("utf-8", "replace"),
        encoding="utf-8",
        request=request,
        flags=[RENDERED],
    )
