"""One Chromium process: how it is started, its pages, and that nothing of it is left.

Every page lives in a browser context of its own: no cookie, storage or cache entry goes from one capture to another, and
Chromium never lets two contexts share a renderer process.
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
from pathlib import Path
from typing import TYPE_CHECKING, Any

from contract.errors import ServiceUnavailable
from crawler.failures import BrowserGone
from crawler.rendering.devtools import Connection, Refused

if TYPE_CHECKING:
    from collections.abc import Collection

    from crawler.rendering.devtools import Handler

log = logging.getLogger(__name__)

START_SECONDS = 30.0
REAP_SECONDS = 0.02
# What opening or closing a page may take before the browser counts as stuck and is ended.
ANSWER_SECONDS = 15.0
# What each of the browser's processes may fill: the script engine's own limit knows neither buffers nor nodes, and a
# page can ask for gigabytes of them a second.
PROCESS_BYTES_MAX = 2 << 30
# Before the browser is there: it takes the limit over, and all that it starts.
LIMITED = ("/bin/sh", "-c", f'ulimit -d {PROCESS_BYTES_MAX // 1024} && exec "$0" "$@"')
FOLDERS = "orbweaver-chromium-"
NAME = "(compatible; Orbweaver/1.0)"
# Third parties that measure people or sell their attention; sorted, a host a line, each with all below it.
TRACKERS = tuple((Path(__file__).parent / "trackers.txt").read_text().split())
# Trackers would go past the proxy, and past it there are no names: so they end before a socket opens, for less than
# any interception costs. Without `<-loopback>` Chromium would reach loopback past the proxy.
PAST_NO_TRACKERS = "<-loopback>"
PAST = f"{PAST_NO_TRACKERS};" + ";".join(f"{host};*.{host}" for host in TRACKERS)
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
    f"--proxy-bypass-list={PAST}",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def is_tracker(host: str) -> bool:
    """Whether a host is a tracker's, or below one."""
    parts = host.lower().rstrip(".").split(".")
    return any(".".join(parts[start:]) in TRACKERS for start in range(len(parts)))


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

    def listen(self, handler: Handler, events: Collection[str]) -> None:
        """Have these of the page's events handled; a crash fails whatever waits for the page."""

        def handle(event: str, params: dict[str, Any]) -> None:
            if event == "Inspector.targetCrashed":
                self._connection.fail(self._session, Refused("The page crashed."))
            handler(event, params)

        self._connection.listen(self._session, handle, {*events, "Inspector.targetCrashed"})

    def forget(self) -> None:
        self._connection.forget(self._session)


class Chromium:
    """One browser process, its pipe and its folder."""

    def __init__(self, pid: int, folder: Folder, connection: Connection, proxy_url: str) -> None:
        self.pid = pid
        self.started_pages = 0
        self.open_pages = 0
        self._folder = folder
        self._proxy_url = proxy_url
        self._user_agent = ""
        self.connection = connection
        self._reaped = False
        self._ended = asyncio.ensure_future(self._reap())

    @classmethod
    async def start(cls, path: str, proxy_url: str) -> Chromium:
        """A running browser.

        Raises:
            ServiceUnavailable: it does not start.
        """
        folder = Folder()
        try:
            given = (f"--proxy-server={proxy_url}", f"--user-data-dir={folder.path}")
            pid, reading, writing = _spawn([*LIMITED, path, *FLAGS, *given])
        except OSError as error:
            folder.remove()
            raise ServiceUnavailable(f"The browser at {path} does not start: {error.strerror}") from error
        made = cls(pid, folder, await Connection.open(reading, writing), proxy_url)
        try:
            async with asyncio.timeout(START_SECONDS):
                told = (await made.connection.send("Browser.getVersion"))["userAgent"]
                # What it can, as sites want to know, and whose it is.
                made._user_agent = f"{told.replace('HeadlessChrome', 'Chrome')} {NAME}"
        except (BrowserGone, Refused, TimeoutError) as error:
            await made.close()
            raise ServiceUnavailable(f"The browser at {path} does not start.") from error
        except asyncio.CancelledError:
            made.kill()  # Whoever waited has gone, and nobody else knows it.
            raise
        return made

    @property
    def alive(self) -> bool:
        return not self.connection.closed.done()

    async def new_page(self, host: str = "", proxy_url: str | None = None) -> Page:
        """A tab in a fresh context, with a way out of its own if one is given.

        On a page of a tracker's own `host`, trackers are no third parties: they answer.
        """
        send = self.connection.send
        proxy, past = proxy_url or self._proxy_url, PAST_NO_TRACKERS if is_tracker(host) else PAST
        own = (proxy, past) != (self._proxy_url, PAST)
        proxy_options = {"proxyServer": proxy, "proxyBypassList": past} if own else {}
        context = (await send("Target.createBrowserContext", disposeOnDetach=True, **proxy_options))["browserContextId"]
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
        if self._reaped:
            return  # Its number may be somebody else's by now.
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
        # It is waited for here alone, and looked for again and again: between its end and the note that it was waited for
        # nothing else runs.
        while not self._reaped:
            try:
                self._reaped = os.waitpid(self.pid, os.WNOHANG)[0] != 0
            except ChildProcessError:
                self._reaped = True
            await asyncio.sleep(0 if self._reaped else REAP_SECONDS)
        await loop.run_in_executor(None, self._folder.remove)


class Folder:
    """A browser's folder; what workers that were killed left of theirs goes when the next one is made.

    A lock that ends with its process tells whose worker lives.
    """

    def __init__(self) -> None:
        for left in Path(tempfile.gettempdir()).glob(f"{FOLDERS}*/lock"):
            with contextlib.suppress(OSError), left.open("r+b") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(left.parent, ignore_errors=True)
        self.path = tempfile.mkdtemp(prefix=FOLDERS)
        self._lock = os.open(f"{self.path}/new", os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        os.rename(f"{self.path}/new", f"{self.path}/lock")  # Under its name it is never seen unlocked.

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)


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
