"""One Chromium per worker process, shared by all its crawlers, started with the first page that needs it.

`find` names the executable; `SharedBrowser` owns the process; `Provider` is how scrapy-playwright asks for it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from contract.environment import Environment
from contract.errors import ServiceUnavailable

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Playwright

    from crawler.forward_proxy import ForwardProxy

log = logging.getLogger(__name__)

REMEDY = (
    "Rendering needs a browser and none was found: run `make browser`, or set ORBWEAVER_CHROMIUM to a Chromium's path."
)
ON_PATH = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# A browser process is replaced after this many pages: memory that pages leave behind goes with it.
PAGES_PER_BROWSER = 500
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--mute-audio",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    # Without this Chromium would reach loopback past the proxy.
    "--proxy-bypass-list=<-loopback>",
]


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


class SharedBrowser:
    """The process's one browser: launched on demand, replaced when it dies or grows old."""

    def __init__(self, environment: Environment, proxy: ForwardProxy) -> None:
        self.path = find(environment)
        self._proxy = proxy
        self._proxy_url: str | None = None
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._pages = 0
        self._lock = asyncio.Lock()

    async def new_context(self, **options: Any) -> BrowserContext:
        """A fresh, isolated context.

        Raises:
            ServiceUnavailable: no browser is installed, or it does not start.
        """
        async with self._lock:
            if self._browser is not None and self._pages >= PAGES_PER_BROWSER and not self._browser.contexts:
                await self._browser.close()
            if self._browser is None or not self._browser.is_connected():
                self._browser = await self._launch()
                self._pages = 0
            self._pages += 1
            return await self._browser.new_context(**options)

    async def _launch(self) -> Browser:
        if self.path is None:
            raise ServiceUnavailable(REMEDY)
        from playwright.async_api import Error, async_playwright

        if self._playwright is None:
            self._playwright = await async_playwright().start()
            self._proxy_url = await self._proxy.start()
        try:
            return await self._playwright.chromium.launch(
                executable_path=self.path,
                args=FLAGS,
                # Root has no user namespace to drop into; everyone else keeps the sandbox where the kernel allows it.
                chromium_sandbox=False,
                proxy={"server": str(self._proxy_url), "bypass": "<-loopback>"},
                handle_sigint=False, handle_sigterm=False, handle_sighup=False,
            )  # fmt: skip
        except Error as error:
            raise ServiceUnavailable(
                f"The browser at {self.path} does not start: {error.message.splitlines()[0]}"
            ) from error

    async def close(self) -> None:
        """End the browser and its driver."""
        if self._browser is not None:
            await self._browser.close()
        if self._playwright is not None:
            await self._playwright.stop()
        await self._proxy.stop()


class Facade:
    """What scrapy-playwright takes for a browser of its own: contexts come from the shared one, closing does nothing."""

    def __init__(self, shared: SharedBrowser) -> None:
        self._shared = shared

    async def new_context(self, **options: Any) -> BrowserContext:
        return await self._shared.new_context(**options)

    def on(self, event: str, callback: Any) -> None:
        """Events belong to the shared browser; a context that dies with it fails its own page."""

    async def close(self) -> None:
        """The shared browser outlives every crawler."""


class Provider:
    """scrapy-playwright's browser provider."""

    def __init__(self, shared: SharedBrowser) -> None:
        self._shared = shared

    async def start(self) -> None:
        """Nothing yet: the browser starts with the first page that needs it."""

    async def launch_browser(self) -> Facade:
        return Facade(self._shared)

    async def launch_persistent_context(self, context_kwargs: dict[str, Any]) -> BrowserContext:
        raise ServiceUnavailable("Persistent browser profiles are not used.")

    async def close(self) -> None:
        """The shared browser outlives every crawler."""
