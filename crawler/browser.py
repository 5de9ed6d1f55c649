"""One Chromium per worker process, shared by all its crawlers, started with the first page that needs it.

`find` names the executable, `Chromium` is one running process, `SharedBrowser` hands out pages and replaces the process
when it dies or grows old. Every page lives in a browser context of its own: no cookie, storage or cache entry goes from
one capture to another, and Chromium never lets two contexts share a renderer process.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from contract.environment import Environment
from contract.errors import ServiceUnavailable
from crawler.devtools import BrowserGone, Connection, Refused

if TYPE_CHECKING:
    from crawler.devtools import Handler
    from crawler.forward_proxy import ForwardProxy

log = logging.getLogger(__name__)

REMEDY = (
    "Rendering needs a browser and none was found: run `make browser`, or set ORBWEAVER_CHROMIUM to a Chromium's path."
)
ON_PATH = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# A browser process takes no new pages after this many: memory that pages leave behind goes with it.
PAGES_PER_BROWSER = 500
PAGES_AT_ONCE = max(6, 3 * (os.cpu_count() or 1))
START_SECONDS = 30.0
# What opening or closing a page may take before the browser counts as stuck and is ended.
ANSWER_SECONDS = 15.0
NAME = "(compatible; Orbweaver/1.0)"
# Third parties that measure people or sell their attention; sorted, a host a line, each with all below it.
TRACKERS = tuple((Path(__file__).parent / "trackers.txt").read_text().split())
VIEWPORT = {"width": 1280, "height": 800}
FLAGS = (
    "--headless",
    "--remote-debugging-pipe",
    "--no-startup-window",
    # Root has no user namespace to drop into, and containers seldom allow one.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-field-trial-config",
    "--disable-hang-monitor",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-service-autorun",
    "--password-store=basic",
    "--use-mock-keychain",
    "--hide-scrollbars",
    "--mute-audio",
    # Timers and frames of a page that nobody looks at run as fast as those of one in front.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-back-forward-cache",
    # Windows that a page opens are never made.
    "--block-new-web-contents",
    # A page's frames share its process: contexts are what keeps captures apart, and one session sees all requests.
    "--disable-site-isolation-trials",
    "--disable-features=AcceptCHFrame,CertificateTransparencyComponentUpdater,DestroyProfileOnBrowserClose,"
    "DialMediaRouteProvider,GlobalMediaControls,HttpsUpgrades,ImprovedCookieControls,IsolateOrigins,"
    "IsolateSandboxedIframes,MediaRouter,OptimizationHints,PaintHolding,Prerender2,SpareRendererForSitePerProcess,"
    "Translate,site-per-process",
    # A page that fills more than this is ended by its own engine, before the machine is in need.
    "--js-flags=--max-old-space-size=768",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    # Trackers would go past the proxy, and past it there are no names: so they end before a socket opens, for less than
    # any interception costs. Without `<-loopback>` Chromium would reach loopback past the proxy.
    "--proxy-bypass-list=<-loopback>;" + ";".join(f"{host};*.{host}" for host in TRACKERS),
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def find(environment: Environment) -> str | None:
    """Path of the browser: the set one, else Playwright's own, else one on PATH; None when there is none."""
    if environment.chromium:
        return environment.chromium if os.access(environment.chromium, os.X_OK) else None
    own = next(_playwrights_own(), None)
    return own or next((path for name in ON_PATH if (path := shutil.which(name))), None)


def _playwrights_own() -> Iterator[str]:
    base = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    for pattern in ("chromium_headless_shell-*/*/*headless*shell*", "chromium-*/*/chrome"):
        yield from (
            str(path)
            for path in sorted(base.glob(pattern), reverse=True)
            if os.access(path, os.X_OK) and path.is_file()
        )


class Page:
    """One tab in a context of its own."""

    def __init__(self, connection: Connection, context: str, target: str, session: str, user_agent: str) -> None:
        self.context = context
        self.user_agent = user_agent
        self.frame = target  # A page's main frame carries its target's name.
        self._connection = connection
        self._session = session

    async def send(self, method: str, /, **params: Any) -> dict[str, Any]:
        """The answer to a command; raises as `Connection.send` does, also when the page crashes."""
        return await self._connection.send(method, self._session, **params)

    def post(self, method: str, /, **params: Any) -> None:
        """Send a command whose answer does not matter."""
        self._connection.post(method, self._session, **params)

    def listen(self, handler: Handler) -> None:
        """Have the page's events handled; a crash fails whatever waits for the page."""

        def handle(event: str, params: dict[str, Any]) -> None:
            if event == "Inspector.targetCrashed":
                self._connection.fail(self._session, Refused("The page crashed."))
            handler(event, params)

        self._connection.listen(self._session, handle)

    def forget(self) -> None:
        self._connection.forget(self._session)


class Chromium:
    """One browser process, its pipe and its folder."""

    def __init__(self, pid: int, folder: str, connection: Connection) -> None:
        self.pid = pid
        self.started_pages = 0
        self.open_pages = 0
        self._folder = folder
        self._user_agent = ""
        self.connection = connection
        self._ended = asyncio.ensure_future(self._reap())

    @classmethod
    async def start(cls, path: str, proxy_url: str) -> Chromium:
        """A running browser.

        Raises:
            ServiceUnavailable: it does not start.
        """
        folder = tempfile.mkdtemp(prefix="orbweaver-chromium-")
        try:
            pid, reading, writing = _spawn([path, *FLAGS, f"--proxy-server={proxy_url}", f"--user-data-dir={folder}"])
        except OSError as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise ServiceUnavailable(f"The browser at {path} does not start: {error.strerror}") from error
        made = cls(pid, folder, await Connection.open(reading, writing))
        try:
            async with asyncio.timeout(START_SECONDS):
                told = (await made.connection.send("Browser.getVersion"))["userAgent"]
                # What it can, as sites want to know, and whose it is.
                made._user_agent = f"{told.replace('HeadlessChrome', 'Chrome')} {NAME}"
        except (BrowserGone, Refused, TimeoutError) as error:
            await made.close()
            raise ServiceUnavailable(f"The browser at {path} does not start.") from error
        return made

    @property
    def alive(self) -> bool:
        return not self.connection.closed.done()

    async def new_page(self) -> Page:
        """A tab in a fresh context."""
        send = self.connection.send
        context = (await send("Target.createBrowserContext", disposeOnDetach=True))["browserContextId"]
        try:
            wanted = {"url": "about:blank", "browserContextId": context, **VIEWPORT}
            target = (await send("Target.createTarget", **wanted))["targetId"]
            session = (await send("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        except BaseException:
            self.connection.post("Target.disposeBrowserContext", browserContextId=context)
            raise
        self.connection.post("Browser.setDownloadBehavior", behavior="deny", browserContextId=context)
        return Page(self.connection, context, target, session, self._user_agent)

    async def close_page(self, page: Page) -> None:
        """Close a tab and forget its context; a browser that does not manage to is ended."""
        page.forget()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.connection.send("Target.disposeBrowserContext", browserContextId=page.context)
        except (BrowserGone, Refused):
            pass  # It died, and the page with it.
        except TimeoutError:
            log.warning("The browser does not close a page: ending it")
            self.kill()

    def kill(self) -> None:
        """End the browser and all its processes at once."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)

    async def close(self) -> None:
        """End the browser; returns once nothing of it is left."""
        self.kill()
        await asyncio.shield(self._ended)

    async def _reap(self) -> None:
        await self.connection.closed
        self.kill()
        self.connection.close()
        loop = asyncio.get_running_loop()
        with contextlib.suppress(ChildProcessError):
            await loop.run_in_executor(None, os.waitpid, self.pid, 0)
        await loop.run_in_executor(None, lambda: shutil.rmtree(self._folder, ignore_errors=True))


def _spawn(command: list[str]) -> tuple[int, int, int]:
    """(process id, descriptor to read from, descriptor to write to) of a browser that talks on descriptors 3 and 4."""
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    # Out of the way, or one of them might lie where the other is to go.
    low = [fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10) for descriptor in (theirs_in, theirs_out)]
    try:
        pid = os.posix_spawn(
            command[0], command, os.environ,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_DUP2, low[0], 3),
                (os.POSIX_SPAWN_DUP2, low[1], 4),
            ],
            # A group of its own: a Ctrl-C at the terminal is ours to handle, and all of it can be ended at once.
            setpgroup=0,
        )  # fmt: skip
    except OSError:
        os.close(ours_in)
        os.close(ours_out)
        raise
    finally:
        for descriptor in (theirs_in, theirs_out, *low):
            os.close(descriptor)
    return pid, ours_in, ours_out


class SharedBrowser:
    """The process's one browser: launched on demand, replaced when it dies or grows old."""

    def __init__(self, environment: Environment, proxy: ForwardProxy) -> None:
        self.path = find(environment)
        self._proxy = proxy
        self._proxy_url: str | None = None
        self._current: Chromium | None = None
        self._retired: set[Chromium] = set()
        self._starting = asyncio.Lock()
        self._places = asyncio.Semaphore(PAGES_AT_ONCE)

    @contextlib.asynccontextmanager
    async def page(self) -> AsyncIterator[Page]:
        """A page in a context of its own, closed with everything in it whatever happens.

        Raises:
            ServiceUnavailable: no browser is installed, or it does not start.
            BrowserGone: the browser ended, maybe for another page's sake.
        """
        async with self._places:
            browser = await self._browser()
            browser.open_pages += 1
            try:
                page = await self._opened(browser)
                try:
                    yield page
                finally:
                    # Shielded: a cancelled capture must not leave its page behind.
                    await asyncio.shield(asyncio.ensure_future(browser.close_page(page)))
            finally:
                browser.open_pages -= 1
                await asyncio.shield(asyncio.ensure_future(self._retire()))

    async def _opened(self, browser: Chromium) -> Page:
        opening = asyncio.ensure_future(browser.new_page())
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await asyncio.shield(opening)
        except TimeoutError as error:
            if not opening.done():
                log.warning("The browser does not open a page: ending it")
                browser.kill()
            raise BrowserGone("The browser does not answer.") from error
        except asyncio.CancelledError:
            # Whoever waited has gone; the page that is still coming is closed when it is there.
            opening.add_done_callback(lambda done: _close_unwanted(browser, done))
            raise
        except Refused as error:
            raise BrowserGone(str(error)) from error

    async def _browser(self) -> Chromium:
        """The browser for one more page."""
        async with self._starting:
            if self._current is not None and (
                not self._current.alive or self._current.started_pages >= PAGES_PER_BROWSER
            ):
                self._retired.add(self._current)
                self._current = None
            if self._current is None:
                if self.path is None:
                    raise ServiceUnavailable(REMEDY)
                if self._proxy_url is None:
                    self._proxy_url = await self._proxy.start()
                self._current = await Chromium.start(self.path, self._proxy_url)
            self._current.started_pages += 1
            return self._current

    async def _retire(self) -> None:
        """End old browsers whose last page has closed."""
        for browser in [each for each in self._retired if not each.open_pages]:
            self._retired.discard(browser)
            await browser.close()

    async def close(self) -> None:
        """End the browser and its proxy."""
        for browser in {self._current, *self._retired} - {None}:
            assert browser is not None
            await browser.close()
        self._current = None
        self._retired.clear()
        await self._proxy.stop()


def _close_unwanted(browser: Chromium, opened: asyncio.Future[Page]) -> None:
    if not opened.cancelled() and opened.exception() is None:
        page = opened.result()
        page.forget()
        browser.connection.post("Target.disposeBrowserContext", browserContextId=page.context)
