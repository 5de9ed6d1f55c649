"""One Chromium process and its driver: how they start, their pages, and that nothing of them is left.

Every page lives in a browser context of its own: no cookie, storage or cache entry goes from one capture to another, and
Chromium never lets two contexts share a renderer process.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from typing import Any

from playwright.async_api import Browser, CDPSession, ProxySettings
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab

from contract.errors import ServiceUnavailable
from crawler.failures import BrowserGone
from crawler.rendering.driver import Driver
from crawler.rendering.launch import Folder
from crawler.rendering.trackers import TRACKERS

log = logging.getLogger(__name__)

START_SECONDS = 30.0
# What opening or closing a page may take before the browser counts as stuck and is ended.
ANSWER_SECONDS = 15.0
# How much later than an error the news of the browser's end may come.
NEWS_SECONDS = 0.5
NAME = "(compatible; Orbweaver/1.0)"
WORLD = "orbweaver"
# Trackers would go past the proxy, and past it there are no names: so they end before a socket opens, for less than
# any interception costs. Without `<-loopback>` Chromium would reach loopback past the proxy.
PAST = ";".join(("<-loopback>", *(f"{host};*.{host}" for host in TRACKERS)))
VIEWPORT = {"width": 1280, "height": 800}
# Added to Playwright's own.
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--disable-domain-reliability",
    # Windows that a page opens are never made.
    "--block-new-web-contents",
    # A page's frames share its process: contexts are what keeps captures apart, and one session sees all requests.
    "--disable-site-isolation-trials",
    # The last of these flags counts: Playwright's features are among them.
    "--disable-features=AcceptCHFrame,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "CertificateTransparencyComponentUpdater,DestroyProfileOnBrowserClose,DialMediaRouteProvider,GlobalMediaControls,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,ImprovedCookieControls,IsolateOrigins,IsolateSandboxedIframes,"
    "MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,Prerender2,"
    "SpareRendererForSitePerProcess,Translate,site-per-process",
    # A page that fills more than this is ended by its own engine, before the machine is in need.
    "--js-flags=--max-old-space-size=768",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    f"--proxy-bypass-list={PAST}",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
# Of Playwright's own flags: what lifts limits on pages.
LEFT_OUT = (
    "--allow-pre-commit-input",
    "--disable-ipc-flooding-protection",
    "--disable-popup-blocking",
    "--enable-unsafe-swiftshader",
)


class Refused(OSError):
    """The browser answered a command with an error, or its page has gone. Says what the browser said."""


class Page:
    """One tab in a context of its own, and a DevTools session with it."""

    def __init__(self, browser: Chromium, tab: Tab, session: CDPSession) -> None:
        self.tab = tab
        self.user_agent = browser.user_agent
        self.frame = ""
        self._browser = browser
        self._session = session
        self._posted: set[asyncio.Future[Any]] = set()

    async def send(self, method: str, /, **params: Any) -> dict[str, Any]:
        """The answer to a DevTools command. Waits without limit: the caller knows how long.

        Raises:
            Refused: the browser answered with an error, or the page has gone.
            BrowserGone: the browser has ended.
        """
        try:
            answer: dict[str, Any] = await self._session.send(method, params)
        except PlaywrightError as error:
            raise await self._browser.meaning(error) from error
        return answer

    def post(self, method: str, /, **params: Any) -> None:
        """Send a command whose answer does not matter."""
        posted = asyncio.ensure_future(self._session.send(method, params))
        self._posted.add(posted)
        posted.add_done_callback(self._answered)

    async def evaluate(self, expression: str) -> Any:
        """What an expression gives, awaited, in a world of our own: what the page made of its objects is not asked.

        Raises:
            Refused, BrowserGone: as `send`; also when the page moved on meanwhile.
        """
        world = await self.send("Page.createIsolatedWorld", frameId=self.frame, worldName=WORLD)
        given = {"expression": expression, "contextId": world["executionContextId"]}
        found = await self.send("Runtime.evaluate", **given, awaitPromise=True, returnByValue=True)
        return found["result"].get("value")

    def listen(self, handlers: Mapping[str, Callable[[dict[str, Any]], None]]) -> None:
        """Have the page's events handled."""
        for event, handler in handlers.items():
            self._session.on(event, handler)

    def _answered(self, posted: asyncio.Future[Any]) -> None:
        self._posted.discard(posted)
        if not posted.cancelled():
            posted.exception()


class Chromium:
    """One browser, its driver and its folder."""

    def __init__(self) -> None:
        self.started_pages = 0
        self.open_pages = 0
        self.version = ""
        self.user_agent = ""
        self.closing: set[asyncio.Future[None]] = set()
        self._browser: Browser
        self._folder = Folder()
        self._driver = Driver(self._folder.environ())
        self._gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._driver.ended.add_done_callback(self._note_end)
        self._ended = asyncio.ensure_future(self._clean_up())

    @classmethod
    async def start(cls, path: str, proxy_url: str, *, sandbox: bool) -> Chromium:
        """A running browser that has shown that it opens pages.

        Raises:
            ServiceUnavailable: it does not start.
        """
        try:
            made = cls()
        except OSError as error:
            raise ServiceUnavailable(f"The browser has no folder for its files: {error.strerror}.") from error
        try:
            async with asyncio.timeout(START_SECONDS):
                await made._launch(path, proxy_url, sandbox)
        except (PlaywrightError, OSError, TimeoutError) as error:
            await made.close()
            said = re.findall(r"\[err\] (.*)", str(error)) or str(error).splitlines()[:1] or ["no answer"]
            raise ServiceUnavailable(f"The browser at {path} does not start: {said[-1]}") from error
        except asyncio.CancelledError:
            made.kill()  # The caller has gone, and nobody else knows it.
            raise
        return made

    async def _launch(self, path: str, proxy_url: str, sandbox: bool) -> None:
        playwright = await self._driver.playwright()
        self._browser = await playwright.chromium.launch(
            executable_path=self._folder.launcher(path),
            args=[*FLAGS, f"--proxy-server={proxy_url}"],
            ignore_default_args=LEFT_OUT,
            chromium_sandbox=sandbox,
            env={**self._folder.environ("profile")},
            timeout=0,  # The caller's counts.
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
        self._browser.on("disconnected", self._note_end)
        self.version = self._browser.version
        session = await self._browser.new_browser_cdp_session()
        version = await session.send("Browser.getVersion")
        # What it can, as sites want to know, and whose it is.
        self.user_agent = f"{version['userAgent'].replace('HeadlessChrome', 'Chrome')} {NAME}"
        await session.detach()
        # A sandbox that the system forbids may show with the first page only.
        await self.close_page(await self.new_page())

    @property
    def alive(self) -> bool:
        return not self._gone.done()

    async def new_page(
        self, proxy_url: str | None = None, *, through_trackers: bool = False, options: Mapping[str, Any] | None = None
    ) -> Page:
        """A tab in a fresh context.

        Args:
            proxy_url: its way out, where that is not the browser's.
            through_trackers: trackers answer; what may ask them is for the caller to decide.
            options: more of Playwright's `new_context`.

        Raises:
            playwright.async_api.Error: the browser does not open it.
        """
        given: dict[str, Any] = {"no_viewport": True, "service_workers": "block", "accept_downloads": False}
        if proxy_url is not None:
            bypass = "" if through_trackers else PAST.replace(";", ",")
            given["proxy"] = ProxySettings(server=proxy_url, bypass=bypass)
        context = await self._browser.new_context(**given, **(options or {}))
        try:
            tab = await context.new_page()
            return Page(self, tab, await context.new_cdp_session(tab))
        except BaseException:
            closing = asyncio.ensure_future(context.close())
            closing.add_done_callback(lambda closed: closed.cancelled() or closed.exception())
            raise

    async def close_page(self, page: Page) -> None:
        """Close a tab with its context; a browser that does not manage to is ended."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await page.tab.context.close()
        except PlaywrightError:
            pass  # The browser died, and the page with it.
        except TimeoutError:
            log.warning("The browser does not close a page: ending it")
            self.kill()

    async def meaning(self, error: PlaywrightError) -> OSError:
        """What an error of one of the pages means."""
        await asyncio.wait({self._gone}, timeout=NEWS_SECONDS if "has been closed" in error.message else 0)
        return Refused(error.message) if self.alive else BrowserGone("The browser ended.")

    def kill(self) -> None:
        """End the browser and its driver at once."""
        self._note_end()

    async def close(self) -> None:
        """End the browser and its driver; returns once nothing of them is left."""
        self.kill()
        await asyncio.shield(self._ended)

    def _note_end(self, *_: object) -> None:
        if not self._gone.done():
            self._gone.set_result(None)
            self._folder.kill()

    async def _clean_up(self) -> None:
        await self._gone
        await self._driver.end()
        self._folder.kill()
        await asyncio.get_running_loop().run_in_executor(None, self._folder.remove)
