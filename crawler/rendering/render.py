"""One page in the browser, from its first request to its document."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Page as Tab

from contract import limits
from crawler.failures import NoDocument, RenderFailed
from crawler.rendering import tab_settings
from crawler.rendering.chromium import Page, Refused
from crawler.rendering.embedded_documents import HAS_EMBEDDED, compose
from crawler.rendering.hidden_text import MARKED
from crawler.rendering.page_settling import AGAIN_SECONDS, SETTLE_SECONDS, Progress, settle
from crawler.rendering.render_request import RenderedPage, RenderRequest, SettledPage, View
from crawler.rendering.trackers import is_tracker
from extraction.document.hidden.rendered import COMPLETE
from extraction.links.sites import origin_of

# Maximum number of navigations and reloads of a page. Further ones are aborted.
NAVIGATIONS_MAX = 20
# From this count on each navigation is intercepted, so that the last one can be aborted.
NAVIGATIONS_WATCHED = 8
READINGS_MAX, MOVING_SECONDS = 4, 0.05
# For pages without a deadline.
NO_DEADLINE_SECONDS = limits.CAPTURE_MAX_MS / 1000
CONTENT_SECONDS = 4.0
# Reserved before a deadline for reading the page and returning it.
READING_SECONDS = 0.7
# Maximum length of an address. A response of an origin cannot exceed it; a page's script can.
ADDRESS_MAX_CHARS = 8_192
READABLE = ("text/html", "application/xhtml+xml", "")
# Other types that the browser shows, for views. It downloads all further types.
SHOWABLE = ("image/", "text/", "application/json", "application/xml")
# Resource types that scripts wait for: responses to their requests, and further scripts.
AWAITED = ("XHR", "Fetch", "Script")
AWAITED_IN_VIEW = (*AWAITED, "Image", "Font", "Stylesheet")
# Reserved before a deadline for what a view takes from the page.
TAKING_SECONDS = 3.0

# How long the documents inside a page may take, at most a half of the time that is left.
EMBEDDED_SECONDS = 3.0

# `most` counts bytes of UTF-8. A UTF-16 unit of the document takes one to three of them.
# `prefix` is written before a document with text. `hasEmbedded` says whether there is more to read.
CONTENT_SCRIPT = """((prefix, most, most_of_address, hasEmbedded) => {
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "";
  const text = document.documentElement ? prefix + type + document.documentElement.outerHTML : type;
  const fits = text.length <= most && (3 * text.length <= most || new Blob([text]).size <= most);
  return [location.href.length > most_of_address ? null : location.href, fits ? text : null, fits && hasEmbedded];
})"""


class Rendering:
    """The rendering of one page. Intercepts only the page's requests that need a decision or extra headers.

    `host` is the host of the page's latest navigation or redirect. `use` runs the operator's page methods once the page
    has settled.
    """

    def __init__(self, page: Page, request: RenderRequest, use: Callable[[Tab], Awaitable[None]] | None = None) -> None:
        self.host = ""
        self._page = page
        self._request = request
        self._use = use
        self._origin = origin_of(request.url)
        # URL patterns to intercept: requests to the origin that gets the caller's headers.
        self._watched = [{"urlPattern": f"{self._origin}/*"}] if request.headers else []
        if request.through_trackers:
            self._watched = [{"urlPattern": "*"}]
        self._progress = Progress()
        self._awaited = AWAITED_IN_VIEW if request.view else AWAITED
        self._media_type = ""
        self._url = request.url
        self._status = 0
        self._headers: tuple[tuple[str, str], ...] = ()
        self._no_document = False
        self._navigations = 0
        self._crashed = False
        self._has_embedded = False

    async def run(self) -> RenderedPage:
        """The page in its final state.

        Raises:
            RenderFailed: it cannot be rendered, or its script blocks every attempt to read it.
            NoDocument: the response is not HTML.
            BrowserGone: the browser ended.
        """
        showing = asyncio.ensure_future(self._show())
        self._page.tab.on("crash", lambda _: self._crash(showing))
        try:
            return await showing
        except Refused as error:
            raise RenderFailed(f"{self._request.url}: {error}") from error
        except asyncio.CancelledError:
            if self._crashed:
                raise RenderFailed(f"{self._request.url}: The page crashed.") from None
            raise

    async def _show(self) -> RenderedPage:
        clock = asyncio.get_running_loop().time
        try:
            async with asyncio.timeout(self._request.response_seconds):
                await self._prepare()
                answer = await self._page.send("Page.navigate", url=self._request.url)
        except TimeoutError as error:
            raise RenderFailed(
                f"{self._request.url}: no response within {self._request.response_seconds:.0f} s"
            ) from error
        if self._no_document or answer.get("isDownload"):
            raise NoDocument(self._media_type or "a download")
        if problem := answer.get("errorText"):
            raise RenderFailed(f"{self._request.url}: {problem}")
        patience = self._settling_seconds()
        # Reserve the time that reading takes on a busy machine, but at most a third of the total.
        reserved = TAKING_SECONDS if self._request.view else READING_SECONDS
        until = clock() + patience - min(reserved, patience / 3)
        settled = await settle(self._page, self._progress, self._request.wait_for_ms, until)
        if self._use is not None:
            await self._use(self._page.tab)
            settled = await settle(self._page, self._progress, 0, until)
        if self._request.view is not None:
            # What the caller waits for is added to the deadline: the view has its own time after it.
            until += self._request.wait_for_ms / 1000
            return await self._observed(self._request.view, until, SETTLE_SECONDS if settled else AGAIN_SECONDS)
        url, html = await self._content()
        if html is None:
            raise RenderFailed(f"{self._request.url}: the document is too large")
        if url is not None and self._has_embedded:
            html = await compose(self._page, url, html, min(EMBEDDED_SECONDS, max(0.0, self._time_left()) / 2))
        return self._rendered(url, html=html)

    async def _observed(self, view: View, until: float, patience: float) -> RenderedPage:
        """The page with what the view takes from it, while the page stays where it is.

        `patience`: seconds in which the page is to settle again.
        """
        shown = SettledPage(
            page=self._page, settle=lambda: settle(self._page, self._progress, 0, until, patience),
            is_idle=self._progress.idle.is_set, until=until,
        )  # fmt: skip
        for _ in range(READINGS_MAX):
            moves = self._navigations
            try:
                observed = await view.take(shown)
                url = await self._page.evaluate("location.href")
            except Refused:
                await asyncio.sleep(MOVING_SECONDS)  # The page is navigating.
                continue
            if moves == self._navigations:
                return self._rendered(url, observed=observed)
        raise RenderFailed(f"{self._request.url}: the page keeps navigating")

    def _rendered(self, url: str | None, *, html: str = "", observed: Any = None) -> RenderedPage:
        if url is None or not url.startswith(("http://", "https://")):
            raise RenderFailed(f"{self._request.url}: the page navigated to a URL that is not http or https")
        return RenderedPage(
            url=url, status=self._status or 200, headers=self._headers, html=html, observed=observed,
            is_complete=self._progress.arrived.is_set(),
        )  # fmt: skip

    async def _prepare(self) -> None:
        """Listen to the page, and apply all settings that the first request needs."""
        self._page.listen(
            {
                "Network.requestWillBeSent": self._request_sent,
                "Network.responseReceived": self._response_received,
                "Network.loadingFinished": lambda params: self._progress.ended(params["requestId"]),
                "Network.loadingFailed": lambda params: self._progress.ended(params["requestId"]),
                "Page.loadEventFired": lambda params: self._progress.loaded.set(),
                "Page.frameStoppedLoading": self._frame_stopped_loading,
                "Page.frameNavigated": self._frame_navigated,
                "Fetch.requestPaused": self._request_paused,
            }
        )
        await tab_settings.apply(self._page, self._request, self._watched)

    async def _content(self) -> tuple[str | None, str | None]:
        """(address, HTML) of the document. None if it is too long."""
        patience = min(CONTENT_SECONDS, max(READING_SECONDS, self._time_left()) / 2)
        ended = False
        for _ in range(READINGS_MAX):
            try:
                async with asyncio.timeout(patience):
                    return await self._read()
            except TimeoutError as error:
                if ended:
                    raise RenderFailed(f"{self._request.url}: a script of the page does not end") from error
                ended = True
                self._page.post("Runtime.terminateExecution")
            except Refused:
                await asyncio.sleep(MOVING_SECONDS)  # The page is navigating.
        raise RenderFailed(f"{self._request.url}: the page keeps navigating")

    async def _read(self) -> tuple[str | None, str | None]:
        # Without complete marks, the page's style sheets decide too.
        marked = f"{MARKED} ? {json.dumps(COMPLETE)} : ''"
        prefix = f"(() => {{ try {{ return ({marked}) }} catch {{ return '' }} }})()"
        script = f"{CONTENT_SCRIPT}({prefix}, {limits.DOWNLOAD_MAX_BYTES}, {ADDRESS_MAX_CHARS}, {HAS_EMBEDDED})"
        match await self._page.evaluate(script):
            case [str(url), str() | None as html, bool(has_embedded)]:
                self._has_embedded = has_embedded
                return url, html
            case [
                None,
                str() | None as html,
                bool(),
            ]:  # A script made the address too long: use the response's address.
                return self._url if len(self._url) <= ADDRESS_MAX_CHARS else None, html
        raise RenderFailed(f"{self._request.url}: the document cannot be read")

    def _time_left(self) -> float:
        """Seconds until the deadline."""
        if self._request.deadline is None:
            return NO_DEADLINE_SECONDS
        return self._request.deadline - asyncio.get_running_loop().time()

    def _settling_seconds(self) -> float:
        """Seconds until the deadline without the caller's `wait_for_ms`, which begins when the page has settled."""
        if self._request.deadline is None:
            return NO_DEADLINE_SECONDS
        return self._time_left() - self._request.wait_for_ms / 1000

    def _request_sent(self, params: dict[str, Any]) -> None:
        kind = params.get("type")
        if kind in self._awaited:
            self._progress.begun(params["requestId"])
        elif kind == "Document" and params.get("frameId") == self._page.frame:
            self.host = urlsplit(params["request"]["url"]).hostname or ""

    def _response_received(self, params: dict[str, Any]) -> None:
        if params.get("type") == "Document" and params.get("frameId") == self._page.frame:
            answer = params["response"]
            self._url = answer["url"]
            self._status = answer["status"]
            self._headers = tuple(
                (name, value) for name, values in answer["headers"].items() for value in values.split("\n")
            )
            self._media_type = answer["mimeType"]
            showable = self._request.view is not None and self._media_type.startswith(SHOWABLE)
            self._no_document = self._media_type not in READABLE and not showable
            self._progress.document_begun(params["requestId"])

    def _frame_navigated(self, params: dict[str, Any]) -> None:
        if params["frame"]["id"] != self._page.frame:
            return
        self._progress.navigated()
        self._navigations += 1
        if self._navigations == NAVIGATIONS_WATCHED:
            self._page.post("Fetch.enable", patterns=[*self._watched, {"resourceType": "Document", "urlPattern": "*"}])

    def _crash(self, showing: asyncio.Future[RenderedPage]) -> None:
        self._crashed = showing.cancel()

    def _frame_stopped_loading(self, params: dict[str, Any]) -> None:
        """A document that another response interrupts, such as a download, never reports that it has loaded."""
        if params["frameId"] == self._page.frame:
            self._progress.arrived.set()
            self._progress.loaded.set()

    def _request_paused(self, params: dict[str, Any]) -> None:
        """Add the caller's headers for their origin, block trackers, and abort navigations after `NAVIGATIONS_MAX`."""
        number, request, kind = params["requestId"], params["request"], params.get("resourceType")
        is_navigation = kind == "Document" and params["frameId"] == self._page.frame
        if self._navigations >= NAVIGATIONS_MAX and is_navigation:
            # The current document stays.
            return self._page.post("Fetch.failRequest", requestId=number, errorReason="Aborted")
        if not is_navigation and self._is_blocked_tracker(request["url"]):
            return self._page.post("Fetch.failRequest", requestId=number, errorReason="BlockedByClient")
        if origin_of(request["url"]) != self._origin:
            return self._page.post("Fetch.continueRequest", requestId=number)
        asked = {name.lower(): (name, value) for name, value in request["headers"].items()}
        given = {name.lower(): (name, value) for name, value in self._request.headers}
        headers = asked | given if kind == "Document" else given | asked
        header_list = [{"name": name, "value": value} for name, value in headers.values()]
        self._page.post("Fetch.continueRequest", requestId=number, headers=header_list)

    def _is_blocked_tracker(self, url: str) -> bool:
        """Whether this is a request to a tracker from a page that is not itself a tracker's."""
        if not self._request.through_trackers or is_tracker(self.host):
            return False
        return is_tracker(urlsplit(url).hostname or "")
