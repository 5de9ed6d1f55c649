"""The worker's one browser, shared by all its crawlers, started with the first page that needs it.

`find` names the executable; `SharedBrowser` hands out pages and replaces the process when it dies or grows old.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from contract.environment import Environment
from contract.errors import ServiceUnavailable
from crawler.failures import BrowserGone
from crawler.rendering.chromium import ANSWER_SECONDS, Chromium, Page
from crawler.rendering.devtools import Refused

if TYPE_CHECKING:
    from crawler.rendering.forward_proxy import ForwardProxy

log = logging.getLogger(__name__)

REMEDY = (
    "Rendering needs a browser and none was found: run `make browser`, or set ORBWEAVER_CHROMIUM to a Chromium's path."
)
ON_PATH = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# A browser process takes no new pages after this many: memory that pages leave behind goes with it.
PAGES_PER_BROWSER = 500
PAGES_AT_ONCE = max(6, 3 * (os.cpu_count() or 1))
# Of these, pages of jobs leave some places to whoever waits for one page.
PATIENT_AT_ONCE = PAGES_AT_ONCE - 2


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
        self._current: Chromium | None = None
        self._retired: set[Chromium] = set()
        self._starting = asyncio.Lock()
        self._places = asyncio.Semaphore(PAGES_AT_ONCE)
        self._patient = asyncio.Semaphore(PATIENT_AT_ONCE)
        self._alone = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def patiently(self) -> AsyncIterator[None]:
        """For pages that nobody waits for: leaves the last places to others."""
        async with self._patient:
            yield

    @contextlib.asynccontextmanager
    async def page(
        self, host: str = "", *, proxy: ForwardProxy | None = None, alone: bool = False
    ) -> AsyncIterator[Page]:
        """A page in a context of its own, closed with everything in it whatever happens.

        Args:
            host: where it is meant to go first: a page of a tracker's own may reach trackers.
            proxy: its way out, where that is not the browser's.
            alone: in a browser of its own, one page at a time: it ends no other's, nor another it.

        Raises:
            ServiceUnavailable: no browser is installed, or it does not start.
            BrowserGone: the browser ended, maybe for another page's sake.
        """
        proxy_url = await proxy.url() if proxy is not None else None
        async with self._alone if alone else contextlib.nullcontext(), self._places:
            browser = await (self._start() if alone else self._browser())
            browser.open_pages += 1
            try:
                page = await self._opened(browser, host, proxy_url)
                try:
                    yield page
                finally:
                    # Shielded: a cancelled capture must not leave its page behind.
                    await asyncio.shield(asyncio.ensure_future(browser.close_page(page)))
            finally:
                browser.open_pages -= 1
                if alone:
                    self._retired.add(browser)
                await asyncio.shield(asyncio.ensure_future(self._retire()))

    async def _opened(self, browser: Chromium, host: str, proxy_url: str | None) -> Page:
        opening = asyncio.ensure_future(browser.new_page(host, proxy_url))
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
                self._current = await self._start()
            self._current.started_pages += 1
            return self._current

    async def _start(self) -> Chromium:
        if self.path is None:
            raise ServiceUnavailable(REMEDY)
        return await Chromium.start(self.path, await self._proxy.url())

    async def _retire(self) -> None:
        """End old browsers whose last page has closed."""
        for browser in [each for each in self._retired if not each.open_pages]:
            self._retired.discard(browser)
            await browser.close()

    async def close(self) -> None:
        """End the browser."""
        for browser in {self._current, *self._retired} - {None}:
            assert browser is not None
            await browser.close()
        self._current = None
        self._retired.clear()


def _close_unwanted(browser: Chromium, opened: asyncio.Future[Page]) -> None:
    if not opened.cancelled() and opened.exception() is None:
        page = opened.result()
        page.forget()
        browser.connection.post("Target.disposeBrowserContext", browserContextId=page.context)
