"""One Chromium process and its driver: start, pages, and complete removal.

Every page has its own browser context: captures share no cookies, storage or cache entries, and Chromium never lets two
contexts share a renderer process.
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
# Time limit for opening or closing a page. After it the browser counts as stuck and is ended.
ANSWER_SECONDS = 15.0
# How much later than an error the report of the browser's end may arrive.
NEWS_SECONDS = 0.5
WORLD = "orbweaver"
# Screenshots that a browser paints at the same time. A large one takes hundreds of megabytes.
CAPTURES_AT_ONCE = 2
# Hosts that bypass the proxy. Trackers bypass it, and no name resolves without the proxy: so these requests fail before
# a socket opens. That is cheaper than intercepting them. `<-loopback>` keeps Chromium from bypassing it for loopback.
PAST = ";".join(("<-loopback>", *(f"{host};*.{host}" for host in TRACKERS)))
VIEWPORT = {"width": 1280, "height": 800}
# Added to Playwright's own flags.
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--disable-domain-reliability",
    # Pages cannot open windows.
    "--block-new-web-contents",
    # A page's frames share its process: contexts separate captures, and one DevTools session sees all requests.
    "--disable-site-isolation-trials",
    # Chromium uses only the last --disable-features flag, so this list includes Playwright's features.
    "--disable-features=AcceptCHFrame,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "CertificateTransparencyComponentUpdater,DestroyProfileOnBrowserClose,DialMediaRouteProvider,GlobalMediaControls,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,ImprovedCookieControls,IsolateOrigins,IsolateSandboxedIframes,"
    "MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,Prerender2,"
    "SpareRendererForSitePerProcess,Translate,site-per-process",
    # A page that exceeds this heap is ended by its own engine, before the machine runs out of memory.
    "--js-flags=--max-old-space-size=768",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    f"--proxy-bypass-list={PAST}",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
# Playwright's flags that are removed, because they lift limits on pages.
LEFT_OUT = (
    "--allow-pre-commit-input",
    "--disable-ipc-flooding-protection",
    "--disable-popup-blocking",
    "--enable-unsafe-swiftshader",
)


class Refused(OSError):
    """The browser answered a command with an error, or its page is closed. The message is the browser's."""


class Page:
    """One tab in its own context, with a DevTools session."""

    def __init__(self, browser: Chromium, tab: Tab, session: CDPSession) -> None:
        self.tab = tab
        self.user_agent = browser.user_agent
        self.capturing = browser.capturing
        self.frame = ""
        self._browser = browser
        self._session = session
        self._posted: set[asyncio.Future[Any]] = set()

    async def send(self, method: str, /, **params: Any) -> dict[str, Any]:
        """The answer to a DevTools command. There is no time limit: the caller must set one.

        Raises:
            Refused: the browser answered with an error, or the page is closed.
            BrowserGone: the browser has ended.
        """
        try:
            answer: dict[str, Any] = await self._session.send(method, params)
        except PlaywrightError as error:
            raise await self._browser.meaning(error) from error
        return answer

    def post(self, method: str, /, **params: Any) -> None:
        """Send a command and ignore its answer."""
        posted = asyncio.ensure_future(self._session.send(method, params))
        self._posted.add(posted)
        posted.add_done_callback(self._answered)

    async def evaluate(self, expression: str) -> Any:
        """The awaited value of an expression. It runs in an isolated world, which the page's scripts cannot change.

        Raises:
            Refused, BrowserGone: as for `send`; also when the page navigated meanwhile.
        """
        return await self.evaluate_in(await self.world(self.frame), expression)

    async def world(self, frame: str) -> int:
        """The isolated world of a frame."""
        made = await self.send("Page.createIsolatedWorld", frameId=frame, worldName=WORLD)
        return int(made["executionContextId"])

    async def evaluate_in(self, world: int, expression: str) -> Any:
        """Like `evaluate`, in the world of any frame."""
        given = {"expression": expression, "contextId": world}
        found = await self.send("Runtime.evaluate", **given, awaitPromise=True, returnByValue=True)
        return found["result"].get("value")

    def listen(self, handlers: Mapping[str, Callable[[dict[str, Any]], None]]) -> None:
        """Register handlers for the page's events."""
        for event, handler in handlers.items():
            self._session.on(event, handler)

    def _answered(self, posted: asyncio.Future[Any]) -> None:
        self._posted.discard(posted)
        if not posted.cancelled():
            posted.exception()


# A script without end sends a hundred thousand messages a second to the browser, which delays all pages. So messages beyond
# this number are dropped in the page. `createTask` and `context` return objects and write nothing.
CONSOLE_MESSAGES_MAX = 1_000
LIMITED_CONSOLE = f"""(() => {{
  let left = {CONSOLE_MESSAGES_MAX};
  const apply = (write, console, given) => left-- > 0 ? Reflect.apply(write, console, given) : undefined;
  for (const [name, write] of Object.entries(console))
    if (typeof write === "function" && !["createTask", "context"].includes(name))
      console[name] = new Proxy(write, {{ apply }});
}})()"""


class Chromium:
    """One browser, its driver and its folder."""

    def __init__(self) -> None:
        self.started_pages = 0
        self.open_pages = 0
        self.capturing = asyncio.Semaphore(CAPTURES_AT_ONCE)
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
    async def start(cls, path: str, proxy_url: str, name: str, *, sandbox: bool) -> Chromium:
        """A running browser that has opened a test page. Its user agent ends with `name`.

        Raises:
            ServiceUnavailable: it does not start.
        """
        try:
            made = cls()
        except OSError as error:
            raise ServiceUnavailable(
                f"The browser's temporary folder could not be created: {error.strerror}."
            ) from error
        try:
            async with asyncio.timeout(START_SECONDS):
                await made._launch(path, proxy_url, name, sandbox)
        except (PlaywrightError, OSError, TimeoutError) as error:
            await made.close()
            said = re.findall(r"\[err\] (.*)", str(error)) or str(error).splitlines()[:1] or ["no answer"]
            raise ServiceUnavailable(f"The browser at {path} does not start: {said[-1]}") from error
        except asyncio.CancelledError:
            made.kill()  # The caller was cancelled, and nothing else refers to the browser.
            raise
        return made

    async def _launch(self, path: str, proxy_url: str, name: str, sandbox: bool) -> None:
        playwright = await self._driver.playwright()
        self._browser = await playwright.chromium.launch(
            executable_path=self._folder.launcher(path),
            args=[*FLAGS, f"--proxy-server={proxy_url}"],
            ignore_default_args=LEFT_OUT,
            chromium_sandbox=sandbox,
            env={**self._folder.environ("profile")},
            timeout=0,  # The caller's time limit applies.
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
        self._browser.on("disconnected", self._note_end)
        self.version = self._browser.version
        session = await self._browser.new_browser_cdp_session()
        version = await session.send("Browser.getVersion")
        # The browser's features, which sites check for, and the name of this crawler.
        self.user_agent = f"{version['userAgent'].replace('HeadlessChrome', 'Chrome')} {name}"
        await session.detach()
        # If the system forbids the sandbox, this may show only with the first page.
        await self.close_page(await self.new_page())

    @property
    def alive(self) -> bool:
        return not self._gone.done()

    async def new_page(
        self, proxy_url: str | None = None, *, through_trackers: bool = False, options: Mapping[str, Any] | None = None
    ) -> Page:
        """A tab in a new context.

        Args:
            proxy_url: the proxy for this tab, if it differs from the browser's.
            through_trackers: trackers can be reached. The caller must decide which requests to them are allowed.
            options: further options of Playwright's `new_context`.

        Raises:
            playwright.async_api.Error: the browser does not open it.
        """
        given: dict[str, Any] = {"no_viewport": True, "service_workers": "block", "accept_downloads": False}
        if proxy_url is not None:
            bypass = "" if through_trackers else PAST.replace(";", ",")
            given["proxy"] = ProxySettings(server=proxy_url, bypass=bypass)
        context = await self._browser.new_context(**given, **(options or {}))
        try:
            await context.add_init_script(LIMITED_CONSOLE)
            tab = await context.new_page()
            return Page(self, tab, await context.new_cdp_session(tab))
        except BaseException:
            closing = asyncio.ensure_future(context.close())
            closing.add_done_callback(lambda closed: closed.cancelled() or closed.exception())
            raise

    async def close_page(self, page: Page) -> None:
        """Close a tab and its context. If the browser fails to do so, it is ended."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await page.tab.context.close()
        except PlaywrightError:
            pass  # The browser died, and the page with it.
        except TimeoutError:
            log.warning("The browser does not close a page: ending it")
            self.kill()

    async def meaning(self, error: PlaywrightError) -> OSError:
        """The exception to raise for an error of one of the pages."""
        await asyncio.wait({self._gone}, timeout=NEWS_SECONDS if "has been closed" in error.message else 0)
        return Refused(error.message) if self.alive else BrowserGone("The browser ended.")

    def kill(self) -> None:
        """End the browser and its driver at once."""
        self._note_end()

    async def close(self) -> None:
        """End the browser and its driver. Returns once all their processes and files are gone."""
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
