"""The worker's one browser. All crawlers of the worker share it. It starts with the first page that needs it.

`find` locates the executable. `SharedBrowser` opens pages, and replaces the process when it dies or has opened
`PAGES_PER_BROWSER` pages.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pwd
import shutil
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import Any

from playwright.async_api import Error as PlaywrightError

from contract.addresses import Policy
from contract.environment import Environment
from contract.errors import ServiceUnavailable
from contract.process.turns import Turns
from crawler.failures import BrowserGone
from crawler.rendering.chromium import ANSWER_SECONDS, Chromium, Page
from crawler.rendering.forward_proxy import ForwardProxy
from crawler.rendering.launch import account

log = logging.getLogger(__name__)

REMEDY = "Rendering needs a browser, and none was found. Run `make browser`, or set ORBWEAVER_CHROMIUM to the path of a Chromium."
ON_PATH = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Where `make browser` installs the browser for root. The unprivileged user that runs it cannot read root's home.
ROOTS = Path("/opt/ms-playwright")
# A browser process accepts no new pages after this many. Replacing it frees the memory that pages leak.
PAGES_PER_BROWSER = 500
PAGES_AT_ONCE = max(6, 3 * (os.cpu_count() or 1))
# The limit for pages of jobs. The remaining slots are reserved for single-page requests.
JOB_PAGES_AT_ONCE = PAGES_AT_ONCE - 2


def find(environment: Environment) -> str | None:
    """Path of the browser: the configured one, otherwise Playwright's, otherwise one on PATH. None when there is none."""
    if environment.chromium:
        return environment.chromium if os.access(environment.chromium, os.X_OK) else None
    own = next(_playwrights_own(), None)
    return own or next((path for name in ON_PATH if (path := shutil.which(name))), None)


def _playwrights_own() -> Iterator[str]:
    own = ROOTS if os.geteuid() == 0 else Path.home() / ".cache" / "ms-playwright"
    base = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or own)
    for pattern in ("chromium_headless_shell-*/*/*headless*shell*", "chromium-*/*/chrome"):
        yield from (
            str(path)
            for path in sorted(base.glob(pattern), reverse=True)
            if os.access(path, os.X_OK) and path.is_file()
        )


class SharedBrowser:
    """The process's one browser: launched on demand, replaced when it dies or reaches its limit of pages."""

    def __init__(self, environment: Environment, proxy: ForwardProxy) -> None:
        self.path = find(environment)
        # Whether browsers run in their sandbox. None before the first one.
        self.sandbox: bool | None = None
        self._proxy = proxy
        self._name = environment.bot_name
        # Browsers that ended and were replaced, and are not yet counted in a crawler's stats.
        self.replaced = 0
        self._current: Chromium | None = None
        self._retired: set[Chromium] = set()
        self._starting = asyncio.Lock()
        self._slots = Turns(PAGES_AT_ONCE)
        self._job_slots = Turns(JOB_PAGES_AT_ONCE)
        self._alone = asyncio.Lock()

    def state(self) -> dict[str, Any]:
        """The state of the browser for operators. May be called from any thread.

        `status` is `missing` when none is installed, `off` until a page needs one, then `on`.
        """
        current = self._current
        is_on = current is not None and current.alive
        return {
            "status": "missing" if self.path is None else "on" if is_on else "off",
            "openPages": sum(browser.open_pages for browser in {current, *tuple(self._retired)} - {None} if browser),
            "placesMax": PAGES_AT_ONCE,
            "sandbox": self.sandbox,
            "replaced": self.replaced,
        }

    @contextlib.asynccontextmanager
    async def job_slot(self, workspace_id: str | None = None) -> AsyncIterator[None]:
        """Limit the pages of jobs, so that some slots stay free for single-page requests. Workspaces take turns."""
        async with self._job_slots.slot(workspace_id):
            yield

    @contextlib.asynccontextmanager
    async def page(
        self,
        *,
        proxy: ForwardProxy | None = None,
        through_trackers: bool = False,
        options: Mapping[str, Any] | None = None,
        alone: bool = False,
        workspace_id: str | None = None,
    ) -> AsyncIterator[Page]:
        """A page in its own browser context. The context is closed in every case.

        Args:
            proxy: the proxy for this page, if it differs from the browser's.
            through_trackers: trackers can be reached. The caller must decide which requests to them are allowed.
            options: further options of Playwright's `new_context`.
            alone: use a separate browser, one page at a time, so that a crash affects no other page.
            workspace_id: workspaces that wait for a slot take turns.

        Raises:
            ServiceUnavailable: no browser is installed, or it does not start.
            BrowserGone: the browser ended, possibly because of another page.
        """
        own = proxy is not None and proxy is not self._proxy
        proxy_url = await (proxy or self._proxy).url() if own or through_trackers else None
        async with self._alone if alone else contextlib.nullcontext(), self._slots.slot(workspace_id):
            browser = await (self._start() if alone else self._browser())
            browser.open_pages += 1
            try:
                opening = browser.new_page(proxy_url, through_trackers=through_trackers, options=options)
                page = await self._opened(browser, asyncio.ensure_future(opening))
                try:
                    yield page
                finally:
                    # Shielded: the page is closed even if the capture is cancelled.
                    await asyncio.shield(asyncio.ensure_future(browser.close_page(page)))
            finally:
                browser.open_pages -= 1
                if alone:
                    self._retired.add(browser)
                await asyncio.shield(asyncio.ensure_future(self._retire()))

    async def _opened(self, browser: Chromium, opening: asyncio.Future[Page]) -> Page:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await asyncio.shield(opening)
        except TimeoutError as error:
            log.warning("The browser does not open a page: ending it")
            browser.kill()
            raise BrowserGone("The browser does not answer.") from error
        except asyncio.CancelledError:
            # The caller was cancelled. Close the page once it has opened.
            opening.add_done_callback(lambda done: _close_unused(browser, done))
            raise
        except PlaywrightError as error:
            raise BrowserGone(error.message) from error

    async def _browser(self) -> Chromium:
        """The browser for the next page."""
        async with self._starting:
            if self._current is not None and (
                not self._current.alive or self._current.started_pages >= PAGES_PER_BROWSER
            ):
                self.replaced += not self._current.alive
                self._retired.add(self._current)
                self._current = None
            if self._current is None:
                self._current = await self._start()
            self._current.started_pages += 1
            return self._current

    async def _start(self) -> Chromium:
        """A new browser, sandboxed if the system allows it. The first browser determines that."""
        if self.path is None:
            raise ServiceUnavailable(REMEDY)
        proxy_url = await self._proxy.url()
        if self.sandbox is not None:
            return await Chromium.start(self.path, proxy_url, self._name, sandbox=self.sandbox)
        try:
            made = await Chromium.start(self.path, proxy_url, self._name, sandbox=True)
            self.sandbox = True
        except ServiceUnavailable as error:
            if isinstance(error.__cause__, TimeoutError):
                raise  # A slow start does not mean that the system forbids the sandbox.
            made = await Chromium.start(self.path, proxy_url, self._name, sandbox=False)
            self.sandbox = False
            log.warning("Chromium runs without its sandbox: with it, %s", error)
        return made

    async def _retire(self) -> None:
        """End replaced browsers whose last page has closed."""
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


async def examine(environment: Environment) -> str:
    """The browser's version and how it is confined on this system. Opens a page to find out.

    Raises:
        ServiceUnavailable: the browser does not start.
    """
    proxy = ForwardProxy(Policy())
    shared = SharedBrowser(environment, proxy)
    try:
        browser = await shared._browser()
        return f"Chromium {browser.version}, user {_user_name()}, sandbox {'on' if shared.sandbox else 'not possible here'}"
    finally:
        await shared.close()
        await proxy.stop()


def _user_name() -> str:
    try:
        return (account() or pwd.getpwuid(os.geteuid())).pw_name
    except KeyError:  # In a container, a user may have only a number.
        return str(os.geteuid())


def _close_unused(browser: Chromium, opened: asyncio.Future[Page]) -> None:
    if not opened.cancelled() and opened.exception() is None:
        closing = asyncio.ensure_future(browser.close_page(opened.result()))
        browser.closing.add(closing)
        closing.add_done_callback(browser.closing.discard)
