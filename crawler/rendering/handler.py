"""The handler of rendered pages: scrapy-playwright's, whose way to a page is replaced by ours.

Of what operators know from scrapy-playwright, these work as they do there: the meta keys `playwright` (render this page),
`playwright_page_methods` (once the page has settled), `playwright_page_event_handlers`, `playwright_page_init_callback`,
and in `playwright_context_kwargs` what `CONTEXT_OPTIONS` lists; the setting `PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT`.

Everything else is refused by name. The browser belongs to the whole process, each page has a context of its own that
ends with its capture, and no option may lead past the address policy, keep files, or send the caller's headers to other
origins. So there are no launch options, `proxy`, remote browsers, named contexts, pages handed to spiders, or routes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http.cookiejar import Cookie as HeldCookie
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadConnectionRefusedError, NotSupported
from scrapy.http import Headers, HtmlResponse, Request, Response
from scrapy.settings import Settings
from scrapy.utils.httpobj import urlparse_cached
from scrapy_playwright._utils import _attach_page_event_handlers, _maybe_execute_page_init_callback
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

from contract.addresses import Policy
from contract.errors import InvalidRequest
from crawler.capture import request_of
from crawler.failures import BrowserGone, EgressDenied, NoDocument, RenderFailed
from crawler.meta import COOKIES, DEADLINE, LEFT_ORIGIN, PLAYWRIGHT, RENDERED
from crawler.network.egress import resolve
from crawler.rendering.browser import SharedBrowser
from crawler.rendering.forward_proxy import ForwardProxy, WaysOut
from crawler.rendering.render import Visit
from crawler.rendering.trackers import is_tracker
from crawler.rendering.wanted import Cookie, Rendered, Wanted
from crawler.stats import BROWSER_REPLACED
from extraction.links.sites import origin

# Said of what came over the wire, not of the document that was made of it.
PACKING = frozenset({"content-encoding", "content-length", "transfer-encoding"})
SETTINGS = frozenset({"PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT"})
METHODS, HANDLERS, CALLBACK, CONTEXT = (
    f"{PLAYWRIGHT}_{name}"
    for name in ("page_methods", "page_event_handlers", "page_init_callback", "context_kwargs")
)  # fmt: skip
META = frozenset({PLAYWRIGHT, METHODS, HANDLERS, CALLBACK, CONTEXT})
CONTEXT_OPTIONS = frozenset(
    "color_scheme contrast forced_colors geolocation has_touch java_script_enabled permissions reduced_motion "
    "strict_selectors timezone_id".split()
)


class RenderedHandler(ScrapyPlaywrightDownloadHandler):
    """Renders pages in the process's browser, each in a context of its own that is closed whatever happens."""

    def __init__(self, crawler: Crawler, browser: SharedBrowser, ways_out: WaysOut, policy: Policy) -> None:
        refuse_settings(crawler.settings)
        super().__init__(crawler)
        self._shared = browser
        self._ways_out = ways_out
        self._policy = policy

    async def _launch(self) -> None:
        """Nothing: the browser is the process's and starts with the first page."""

    async def download_request(self, request: Request) -> Response:
        """The rendered page.

        Raises:
            InvalidRequest: a `playwright_` meta key or option that is refused.
            EgressDenied: the page led where nothing may be fetched.
            NoDocument: it is no HTML.
            RenderFailed, BrowserGone, ServiceUnavailable: the browser does not show it.
        """
        options = context_options(request)
        parts, upstream = urlparse_cached(request), request.meta.get("proxy")
        if upstream is None:  # Else it was asked before the proxy was chosen.
            await resolve(parts.hostname or "", parts.port or 80, self._policy)
        way_out = self._ways_out.through(upstream)
        try:
            rendered = await self._rendered(request, way_out, options)
        except BrowserGone:
            # Most likely for another page's sake: which of those that were open it was shows when each is alone.
            rendered = await self._rendered(request, way_out, options, alone=True)
        return _response(rendered, request, way_out)

    async def _rendered(
        self, request: Request, way_out: ForwardProxy, options: dict[str, Any], *, alone: bool = False
    ) -> Rendered:
        """The page; once more with trackers that answer, where the way to it leads through one."""
        for through_trackers in (is_tracker(urlparse_cached(request).hostname or ""), True):
            opened = self._shared.page(proxy=way_out, through_trackers=through_trackers, options=options, alone=alone)
            async with opened as page:
                await self._prepare(page.tab, request)
                visit = Visit(page, _wanted(request, through_trackers), self._use(request))
                try:
                    rendered = await visit.run()
                except (RenderFailed, NoDocument) as error:
                    # The browser reports a refused tunnel (https) like any other failure; the proxy knows what it refused.
                    if way_out.was_denied(visit.host):
                        raise EgressDenied(visit.host) from error
                    if isinstance(error, NoDocument) or through_trackers or not is_tracker(visit.host):
                        raise
                else:
                    if way_out.answered(rendered.headers) and way_out.was_denied(visit.host):
                        raise EgressDenied(visit.host)
                    return rendered
        raise AssertionError("The second visit returns or raises.")

    async def _prepare(self, tab: Tab, request: Request) -> None:
        """What an operator wants of the page before its first request."""
        self.stats.inc_value("playwright/page_count")
        if replaced := self._shared.replaced:
            self._shared.replaced = 0
            self.stats.inc_value(BROWSER_REPLACED, replaced)
        given = {"page": tab, "request": request, "context_name": "", "spider": self._crawler.spider}
        if timeout := self.config.navigation_timeout_ms:
            tab.set_default_navigation_timeout(timeout)
        _attach_page_event_handlers(**given)
        await _maybe_execute_page_init_callback(**given)

    def _use(self, request: Request) -> Callable[[Tab], Awaitable[None]] | None:
        """What an operator does with the page once it has settled."""
        if not request.meta.get(METHODS):
            return None

        async def apply(tab: Tab) -> None:
            try:
                await self._apply_page_methods(tab, request, self._crawler.spider)
            except PlaywrightError as error:
                raise RenderFailed(f"{request.url}: {error.message}") from error

        return apply


def refuse_settings(settings: Settings) -> None:
    """Raise NotSupported, by name, for the settings of scrapy-playwright that are not supported."""
    refused = [name for name in settings if name.startswith("PLAYWRIGHT_") and name not in SETTINGS]
    if refused:
        raise NotSupported(f"These settings of scrapy-playwright are not supported: {', '.join(sorted(refused))}")


def context_options(request: Request) -> dict[str, Any]:
    """The request's options of Playwright's `new_context`; InvalidRequest for meta keys and options that are refused."""
    refused = [name for name in request.meta if str(name).startswith(PLAYWRIGHT) and name not in META]
    options: dict[str, Any] = request.meta.get(CONTEXT) or {}
    refused += [f"{CONTEXT}[{name!r}]" for name in options if name not in CONTEXT_OPTIONS]
    if refused:
        raise InvalidRequest.of(
            "meta", f"has keys of scrapy-playwright that are not supported: {', '.join(sorted(refused))}"
        )
    return options


def _wanted(request: Request, through_trackers: bool) -> Wanted:
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
        through_trackers=through_trackers,
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


def _response(rendered: Rendered, request: Request, way_out: ForwardProxy) -> Response:
    """A rendered page as Scrapy knows responses.

    Raises:
        DownloadConnectionRefusedError: it came from our own proxy, which did not reach the host.
    """
    if way_out.answered(rendered.headers):
        raise DownloadConnectionRefusedError(request.url)
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
