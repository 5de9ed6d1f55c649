"""Pages that flood the browser with events, and what they cost the pages beside them."""

from __future__ import annotations

import asyncio
import time
from typing import Any
from urllib.parse import quote

import pytest

from crawler.failures import RenderFailed
from crawler.rendering.browser import SharedBrowser
from crawler.rendering.render_request import RenderedPage
from tests.crawler.wild_pages import FILL, PAGES, ModuleStage, Site, shown

pytestmark = pytest.mark.usefixtures("browser")
# Without the limits these floods delayed other pages by 4 to 29 seconds; with them by 0.0 to 0.7 on an idle machine.
DELAY_MAX_SECONDS = 4.0
# A script without end is stopped by crashing its page, after the driver has waited for the browser.
ENDLESS_MAX_SECONDS = 10.0
LOOP_DELAY_MAX_SECONDS = 3.0
BIG = "const big = 'x'.repeat(500_000);"
WORKER_SCRIPT = f"{BIG} setInterval(() => console.log(big), 10)"


def every_ten_ms(script: str) -> str:
    return f"<script>{FILL}{BIG}setInterval(() => {{{script}}}, 10)</script>"


# Without limits, each of these delayed other pages by 4 to 30 seconds.
RENDERED = {
    "frames of sockets": PAGES["flooding"],
    "console messages": every_ten_ms("for (let n = 0; n < 200; n++) console.log(n)"),
    "console messages of one script": f"<script>{FILL}setTimeout(() => {{"
    "for (let n = 0; n < 100_000; n++) console.log('a')})</script>",
    "large console messages": every_ten_ms("console.log(big)"),
    "large console messages of a worker": f"<script>{FILL}"
    f"new Worker(URL.createObjectURL(new Blob([`{WORKER_SCRIPT}`])))</script>",
    "exceptions": every_ten_ms("for (let n = 0; n < 200; n++) setTimeout(() => {throw new Error('a')})"),
}
BUSY = every_ten_ms("for (let n = 0; n < 200; n++) setTimeout(() => {})")
CRASHED = {
    "addresses": every_ten_ms("location.hash = Math.random() + big"),
    "large console messages without end": f"<script>{FILL}{BIG}setTimeout(() => {{for (;;) console.log(big)}})</script>",
}


def _begun(browser: SharedBrowser, site: Site, body: str, **more: Any) -> asyncio.Future[RenderedPage]:
    """The rendering of a page with that body."""
    return asyncio.ensure_future(shown(browser, f"{site.url}/flood-page?body={quote(body)}", **more))


async def _seconds_of_one(browser: SharedBrowser, site: Site) -> float:
    """How long a page takes. If it is given up, it is rendered again, and takes as long as both."""
    begun = time.monotonic()
    while True:
        try:
            await shown(browser, f"{site.url}/built")
        except RenderFailed as error:
            if "crashed" in str(error) or time.monotonic() - begun > 3 * ENDLESS_MAX_SECONDS:
                raise
        else:
            return time.monotonic() - begun


async def _seconds_of_others(browser: SharedBrowser, site: Site, flood: asyncio.Future[Any]) -> tuple[float, float]:
    """The slowest of the pages rendered during a flood, and the longest delay of this process's loop."""
    slowest = delay = 0.0

    async def others() -> None:
        nonlocal slowest
        while not flood.done():
            slowest = max(slowest, await _seconds_of_one(browser, site))

    rendering = asyncio.ensure_future(others())
    while not rendering.done():
        begun = time.monotonic()
        await asyncio.sleep(0.01)
        delay = max(delay, time.monotonic() - begun)
    await rendering
    return slowest, delay


def _usual(stage: ModuleStage) -> tuple[float, float]:
    """The same two beside a page that only computes: on a machine that is busy with other things, everything takes longer."""

    async def work(browser: SharedBrowser, site: Site) -> tuple[float, float]:
        await shown(browser, f"{site.url}/built")
        return await _seconds_of_others(browser, site, _begun(browser, site, BUSY, wait_for_ms=500))

    found: tuple[float, float] = stage.run(work)
    return found


@pytest.fixture(scope="module")
def usual(stage: ModuleStage) -> tuple[float, float]:
    return _usual(stage)


@pytest.mark.parametrize("kind", [*RENDERED, *CRASHED])
def test_page_that_floods_the_browser_delays_no_other(
    stage: ModuleStage, usual: tuple[float, float], kind: str
) -> None:
    async def work(browser: SharedBrowser, site: Site) -> tuple[float, float]:
        await shown(browser, f"{site.url}/built")
        flood = _begun(browser, site, (RENDERED | CRASHED)[kind], wait_for_ms=2_000)
        found = await _seconds_of_others(browser, site, flood)
        try:
            shown_page = await flood
            assert kind in RENDERED and "built</p>" in shown_page.html
        except RenderFailed as error:
            # A busy machine may take longer to stop the events than the driver waits.
            assert kind in CRASHED or "crashed" in str(error)
        return found

    def excess(usual: tuple[float, float]) -> tuple[float, float]:
        """The seconds by which both are too long."""
        slowest, delay = stage.run(work)
        most = ENDLESS_MAX_SECONDS if "without end" in kind else DELAY_MAX_SECONDS
        return max(0.0, slowest - most - 6 * usual[0]), max(0.0, delay - LOOP_DELAY_MAX_SECONDS - 6 * usual[1])

    # Without a limit, every flood delays the others. A machine that was busy only for a moment does not do so twice.
    assert not any(excess(usual)) or not any(excess(_usual(stage)))
