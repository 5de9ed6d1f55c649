"""One page in the browser: what is asked of it, what is not loaded, and what comes back.

To let something else be loaded (a screenshot needs pictures), change `UNLOADED` for that capture alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from contract import limits
from crawler.failures import NoDocument, RenderFailed
from crawler.rendering.chromium import VIEWPORT, Page
from crawler.rendering.devtools import Refused
from crawler.rendering.page_settling import Progress, settle

NAVIGATION_SECONDS = 45.0
# A page that has led on, or loaded itself again, so often stays where it is.
NAVIGATIONS_MAX = 20
READINGS_MAX, MOVING_SECONDS = 4, 0.05
PATIENCE_SECONDS = 60.0
CONTENT_SECONDS = 4.0
# Kept free before a deadline, to read the page and hand it on.
READING_SECONDS = 0.7
# Nothing that text is read from, told by its address: asking the browser about kinds would pass every request through
# another process of it.
_PICTURES = "avif bmp gif heic ico jpeg jpg png webp".split()
_FILMS_AND_FONTS = "aac flac m3u8 m4a m4v mov mp3 mp4 oga ogg ogv otf ttf wav webm woff woff2".split()
UNLOADED = tuple(f"*.{ending}{more}" for ending in _PICTURES + _FILMS_AND_FONTS for more in ("", "?*"))
UNLOADED += ("*/_next/image?*", "*/_vercel/image?*", "*/cdn-cgi/image/*", "*/_ipx/*")
READABLE = ("text/html", "application/xhtml+xml", "")
# What a script waits for: an answer to come, or more of itself.
AWAITED = ("XHR", "Fetch", "Script")

# Raster a tenth of the size: nobody looks. Layout, devicePixelRatio and what scripts measure stay the same.
SCALE = 0.1
NO_SERVICE_WORKERS = "if (navigator.serviceWorker) navigator.serviceWorker.register = async () => {};"
CONTENT_SCRIPT = """(most => {
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "";
  const text = document.documentElement ? document.documentElement.outerHTML : "";
  return [location.href, text.length > most ? null : type + text];
})"""


@dataclass(frozen=True, kw_only=True)
class Cookie:
    """A cookie that the page starts with, for the host of `url` alone unless it names a `domain`."""

    name: str
    value: str
    url: str
    domain: str | None = None
    path: str = "/"
    secure: bool = False
    http_only: bool = False

    def as_params(self) -> dict[str, Any]:
        given = {"domain": self.domain} if self.domain else {"url": self.url}
        return given | {
            "name": self.name, "value": self.value, "path": self.path, "secure": self.secure, "httpOnly": self.http_only,
        }  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What to render.

    `headers` go to the origin of `url` only, with whatever is asked of it, where the page does not set its own; cookies are
    their host's, as in every browser. `until` is the end of patience in the loop's time.
    """

    url: str
    headers: tuple[tuple[str, str], ...] = ()
    cookies: tuple[Cookie, ...] = ()
    user_agent: str = ""
    languages: tuple[str, ...] = ()
    wait_for_ms: int = 0
    until: float | None = None
    unloaded: tuple[str, ...] = UNLOADED


@dataclass(frozen=True, kw_only=True)
class Rendered:
    """The document as it stood in the end; status and headers are those of the answer that brought it."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    html: str


class Visit:
    """One page's course: its requests pass here, as far as they are of a kind that we have a say in.

    `host` is where the page was last on its way to, by redirect or by itself.
    """

    def __init__(self, page: Page, wanted: Wanted) -> None:
        self.host = ""
        self._page = page
        self._wanted = wanted
        self._origin = _origin(wanted.url)
        # What passes here at all: what goes to the origin that headers are for.
        self._watched = [{"urlPattern": f"{self._origin}/*"}] if wanted.headers else []
        self._progress = Progress()
        self._status = 0
        self._headers: tuple[tuple[str, str], ...] = ()
        self._no_document = False
        self._moves = 0
        self._crashed = False
        self._events: dict[str, Callable[[dict[str, Any]], None]] = {
            "Network.requestWillBeSent": self._asked,
            "Network.responseReceived": self._answered,
            "Network.loadingFinished": lambda params: self._progress.answered(params["requestId"]),
            "Network.loadingFailed": lambda params: self._progress.answered(params["requestId"]),
            "Page.loadEventFired": lambda params: self._progress.loaded.set(),
            "Page.frameStoppedLoading": self._stopped,
            "Page.frameNavigated": self._navigated,
            "Page.javascriptDialogOpening": self._dialog,
            "Fetch.requestPaused": self._paused,
            "Inspector.targetCrashed": self._crash,
        }

    async def run(self) -> Rendered:
        """The page as the browser shows it in the end.

        Raises:
            RenderFailed: it cannot be shown, or its script never lets anybody look.
            NoDocument: it is no HTML.
            BrowserGone: the browser ended.
        """
        self._page.listen(self.handle, self._events)
        try:
            return await self._course()
        except Refused as error:
            raise RenderFailed(f"{self._wanted.url}: {error}") from error

    async def _course(self) -> Rendered:
        clock = asyncio.get_running_loop().time
        try:
            async with asyncio.timeout(NAVIGATION_SECONDS):
                await self._prepare()
                answer = await self._page.send("Page.navigate", url=self._wanted.url)
        except TimeoutError as error:
            raise RenderFailed(f"{self._wanted.url}: no answer in {NAVIGATION_SECONDS:.0f} s") from error
        if self._no_document or answer.get("isDownload"):
            raise NoDocument(self._wanted.url)
        if problem := answer.get("errorText"):
            raise RenderFailed(f"{self._wanted.url}: {problem}")
        patience = (self._wanted.until or clock() + PATIENCE_SECONDS) - clock()
        # Of little time a third is kept for reading, else as much as that takes on a busy machine.
        patience -= min(READING_SECONDS, patience / 3)
        await settle(self._page, self._progress, self._wanted.wait_for_ms, clock() + patience)
        url, html = await self._content()
        if html is None:
            raise RenderFailed(f"{self._wanted.url}: the document is too large")
        if not url.startswith(("http://", "https://")):
            raise RenderFailed(f"{self._wanted.url}: the page went where nothing is fetched from")
        return Rendered(url=url, status=self._status or 200, headers=self._headers, html=html)

    async def _prepare(self) -> None:
        """Everything that must be in force before the first request.

        The browser keeps the order, but what the page's process has not answered yet is lost when the page moves to
        another process: so the last answer is waited for.
        """
        post = self._page.post
        post("Page.enable")
        post("Network.enable", maxTotalBufferSize=0, maxResourceBufferSize=0)
        post("Network.setBlockedURLs", urls=self._wanted.unloaded)
        if self._wanted.headers:
            post("Fetch.enable", patterns=self._watched)
        for cookie in self._wanted.cookies:
            post("Network.setCookie", **cookie.as_params())
        post("Page.addScriptToEvaluateOnNewDocument", source=NO_SERVICE_WORKERS)
        post("Emulation.setDeviceMetricsOverride", **VIEWPORT, deviceScaleFactor=1, mobile=False, scale=SCALE)
        # A browser without a window says no language of its own; English is what plain fetches say, too.
        languages = ",".join(self._wanted.languages or ("en",))
        if self._wanted.languages:
            post("Emulation.setLocaleOverride", locale=self._wanted.languages[0])
        user_agent = self._wanted.user_agent or self._page.user_agent
        await self._page.send("Emulation.setUserAgentOverride", userAgent=user_agent, acceptLanguage=languages)

    async def _content(self) -> tuple[str, str | None]:
        """(address, HTML) of the document; HTML is None when there is too much of it."""
        patience = min(CONTENT_SECONDS, max(READING_SECONDS, self._time_left()) / 2)
        ended = False
        for _ in range(READINGS_MAX):
            try:
                async with asyncio.timeout(patience):
                    return await self._read()
            except TimeoutError as error:
                if ended:
                    raise RenderFailed(f"{self._wanted.url}: its script never ends") from error
                ended = True
                self._page.post("Runtime.terminateExecution")
            except Refused:
                if self._crashed:
                    raise
                await asyncio.sleep(MOVING_SECONDS)  # The page moves on just now.
        raise RenderFailed(f"{self._wanted.url}: the page never stays where it is")

    async def _read(self) -> tuple[str, str | None]:
        """The same, in a world of our own: what the page made of its objects is not asked."""
        world = await self._page.send("Page.createIsolatedWorld", frameId=self._page.frame)
        expression, number = f"{CONTENT_SCRIPT}({limits.DOWNLOAD_MAX_BYTES})", world["executionContextId"]
        found = await self._page.send("Runtime.evaluate", expression=expression, contextId=number, returnByValue=True)
        match found["result"].get("value"):
            case [str(url), str() | None as html]:
                return url, html
        raise RenderFailed(f"{self._wanted.url}: the document cannot be read")

    def _time_left(self) -> float:
        """Seconds until a deadline, beyond what the caller wants to be waited for."""
        if self._wanted.until is None:
            return PATIENCE_SECONDS
        return self._wanted.until + self._wanted.wait_for_ms / 1000 - asyncio.get_running_loop().time()

    def handle(self, event: str, params: dict[str, Any]) -> None:
        """Take one of the page's events."""
        take = self._events.get(event)
        if take is not None:
            take(params)

    def _asked(self, params: dict[str, Any]) -> None:
        kind = params.get("type")
        if kind in AWAITED:
            self._progress.asked(params["requestId"])
        elif kind == "Document" and params.get("frameId") == self._page.frame:
            self.host = urlsplit(params["request"]["url"]).hostname or ""

    def _answered(self, params: dict[str, Any]) -> None:
        if params.get("type") == "Document" and params.get("frameId") == self._page.frame:
            answer = params["response"]
            self._status = answer["status"]
            self._headers = tuple(
                (name, value) for name, values in answer["headers"].items() for value in values.split("\n")
            )
            self._no_document = answer["mimeType"] not in READABLE

    def _dialog(self, params: dict[str, Any]) -> None:
        self._page.post("Page.handleJavaScriptDialog", accept=params.get("type") == "beforeunload")

    def _navigated(self, params: dict[str, Any]) -> None:
        if params["frame"]["id"] != self._page.frame:
            return
        self._progress.moved()
        self._moves += 1
        if self._moves == NAVIGATIONS_MAX:
            self._page.post("Fetch.enable", patterns=[*self._watched, {"resourceType": "Document", "urlPattern": "*"}])

    def _crash(self, params: dict[str, Any]) -> None:
        self._crashed = True
        self._progress.loaded.set()

    def _stopped(self, params: dict[str, Any]) -> None:
        """A document that another answer cut short, such as a download's, never tells that it has loaded."""
        if params["frameId"] == self._page.frame:
            self._progress.loaded.set()

    def _paused(self, params: dict[str, Any]) -> None:
        """Add the caller's headers to what goes to the origin that they are for, and let no page go on for ever."""
        number, request, kind = params["requestId"], params["request"], params.get("resourceType")
        if self._moves >= NAVIGATIONS_MAX and kind == "Document" and params["frameId"] == self._page.frame:
            # The document that is there stays.
            return self._page.post("Fetch.failRequest", requestId=number, errorReason="Aborted")
        if _origin(request["url"]) != self._origin:
            return self._page.post("Fetch.continueRequest", requestId=number)
        asked = {name.lower(): (name, value) for name, value in request["headers"].items()}
        given = {name.lower(): (name, value) for name, value in self._wanted.headers}
        headers = asked | given if kind == "Document" else given | asked
        named = [{"name": name, "value": value} for name, value in headers.values()]
        self._page.post("Fetch.continueRequest", requestId=number, headers=named)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    port = "" if parts.port in (None, 443 if parts.scheme == "https" else 80) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"
