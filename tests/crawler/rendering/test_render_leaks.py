"""Nothing of a page stays behind, however it behaves: no tab, process, descriptor, folder or memory."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from contract.errors import ServiceUnavailable
from crawler.failures import BrowserGone, NoDocument, RenderFailed
from crawler.rendering.browser import SharedBrowser
from crawler.rendering.chromium import Chromium
from crawler.rendering.launch import PROCESS_BYTES_MAX, Folder
from crawler.rendering.render import Rendering
from crawler.rendering.render_request import RenderRequest
from tests.crawler.processes import below, browsers, drivers, kill_browser, main_processes
from tests.crawler.wild_pages import WILD, Site, Work, run, shown

pytestmark = pytest.mark.usefixtures("browser")
WAIT_MAX_SECONDS = 3.0
GIVEN_UP_SECONDS = 2.0  # after that
# What a browser keeps of pages that are gone, for all of them together.
KEPT_MB = 120


def memory_mb() -> float:
    """What the browser's processes hold for themselves alone."""
    pages = 0
    for process in browsers():
        with contextlib.suppress(OSError):
            _, resident, shared, *_ = map(int, Path(f"/proc/{process}/statm").read_text().split())
            pages += resident - shared
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.fixture(autouse=True)
def own_folders(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Other browsers of this machine have their folders elsewhere."""
    own = tempfile.mkdtemp(prefix="ow", dir="/tmp")
    os.chmod(own, 0o711)  # Started by root, a browser is somebody else, who must come through here.
    monkeypatch.setattr(tempfile, "tempdir", own)
    monkeypatch.setenv("TMPDIR", own)
    yield
    shutil.rmtree(own, ignore_errors=True)


def folders() -> int:
    return len(list(Path(tempfile.gettempdir()).iterdir()))


def nothing_is_left() -> bool:
    return not (browsers() or drivers() or folders())


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


async def wild(browser: SharedBrowser, site: Site, name: str, *, wait_seconds: float = WAIT_MAX_SECONDS) -> None:
    """One page that behaves badly, to whatever end it comes."""
    path = "timers" if name in ("crash", "kill") else name
    requested = RenderRequest(url=f"{site.url}/{path}", deadline=asyncio.get_running_loop().time() + wait_seconds)
    with contextlib.suppress(RenderFailed, BrowserGone, NoDocument, TimeoutError):
        async with asyncio.timeout(wait_seconds + GIVEN_UP_SECONDS), browser.page() as page:
            if name == "crash":
                asyncio.get_running_loop().call_later(0.2, page.post, "Page.crash")
            if name == "kill":
                asyncio.get_running_loop().call_later(0.2, kill_browser)
            await Rendering(page, requested).run()


async def open_resources(browser: SharedBrowser) -> list[str]:
    """The tabs, contexts and renderer processes that there are."""
    assert browser._current is not None
    session = await browser._current._browser.new_browser_cdp_session()
    targets = (await session.send("Target.getTargets"))["targetInfos"]
    contexts = (await session.send("Target.getBrowserContexts"))["browserContextIds"]
    await session.detach()
    renderers = [command for command in browsers().values() if "--type=renderer" in command]
    return [target["url"] for target in targets] + contexts + renderers


def wild_pages(number: int, at_once: int) -> Work:
    """Renders that many wild pages, then an ordinary one; nothing of them may have stayed."""

    async def work(browser: SharedBrowser, site: Site) -> None:
        await shown(browser, f"{site.url}/built")
        processes, files, memory = len(browsers()), descriptors(), memory_mb()
        waiting = iter([WILD[place % len(WILD)] for place in range(number)])

        async def one_after_another() -> None:
            for name in waiting:
                await wild(browser, site, name)

        await asyncio.gather(*(one_after_another() for _ in range(at_once)))

        assert "built</p>" in (await shown(browser, f"{site.url}/built")).html
        await eventually(lambda: descriptors() <= files and len(browsers()) <= processes)
        assert await open_resources(browser) == []
        assert len(browsers()) <= processes and descriptors() <= files and folders() == 1, browsers()
        assert memory_mb() < memory + KEPT_MB
        assert browser._current is not None and browser._current.open_pages == 0 and not browser._retired

    return work


async def eventually(true: Callable[[], bool], seconds: float = 30.0) -> None:
    """Give something time to come true."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        await asyncio.sleep(0.1)


def test_nothing_of_wild_pages_stays() -> None:
    run(wild_pages(30, at_once=6))
    assert nothing_is_left()


@pytest.mark.long_faults
def test_nothing_of_three_hundred_wild_pages_stays() -> None:
    run(wild_pages(300, at_once=6))
    assert nothing_is_left()


def test_page_that_asks_for_gigabytes_gets_its_share_only() -> None:
    async def work(browser: SharedBrowser, site: Site) -> float:
        rendering = asyncio.ensure_future(wild(browser, site, "buffers", wait_seconds=30))
        most = 0.0
        while not rendering.done():
            await asyncio.sleep(0.02)
            most = max(most, memory_mb())
        return most

    # The script engine's process and the others'.
    assert 200 < run(work) < 1.5 * PROCESS_BYTES_MAX / 2**20


def test_browser_that_was_killed_is_replaced_and_leaves_nothing() -> None:
    async def work(browser: SharedBrowser, site: Site) -> None:
        await shown(browser, f"{site.url}/built")
        kill_browser()
        await eventually(lambda: browser._current is None or not browser._current.alive)
        assert "built</p>" in (await shown(browser, f"{site.url}/built")).html

    run(work)
    assert nothing_is_left()


def test_driver_that_was_killed_takes_its_browser_along_and_both_are_replaced() -> None:
    async def work(browser: SharedBrowser, site: Site) -> None:
        in_hand = asyncio.ensure_future(shown(browser, f"{site.url}/built", wait_for_ms=5_000))
        await eventually(lambda: any(seen.path == "/built" for seen in site.seen))
        [driver], first = drivers(), set(browsers())
        os.kill(driver, signal.SIGKILL)
        with pytest.raises(BrowserGone):
            await in_hand
        assert "built</p>" in (await shown(browser, f"{site.url}/built")).html
        await eventually(lambda: first.isdisjoint(browsers()))
        assert first and first.isdisjoint(browsers()) and len(drivers()) == 1

    run(work)
    assert nothing_is_left()


def test_driver_that_hangs_is_ended_with_its_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.rendering.browser.ANSWER_SECONDS", 1.0)
    monkeypatch.setattr("crawler.rendering.driver.STOP_SECONDS", 0.5)

    async def work(browser: SharedBrowser, site: Site) -> None:
        await shown(browser, f"{site.url}/built")
        [driver] = drivers()
        os.kill(driver, signal.SIGSTOP)
        with pytest.raises(BrowserGone):
            await shown(browser, f"{site.url}/built")
        monkeypatch.setattr("crawler.rendering.browser.ANSWER_SECONDS", 15.0)
        assert "built</p>" in (await shown(browser, f"{site.url}/built")).html
        await eventually(lambda: driver not in drivers())
        assert driver not in drivers()

    run(work)
    assert nothing_is_left()


def test_cancelled_start_leaves_no_browser() -> None:
    async def work(browser: SharedBrowser, site: Site) -> None:
        opening = asyncio.ensure_future(shown(browser, f"{site.url}/built"))
        await eventually(lambda: bool(browsers()))
        opening.cancel()
        await asyncio.wait([opening])
        assert "built</p>" in (await shown(browser, f"{site.url}/built")).html
        await eventually(lambda: len({os.getpgid(process) for process in browsers()}) == 1)
        assert len({os.getpgid(process) for process in browsers()}) == 1

    run(work)
    assert not browsers()


def test_connection_to_a_host_that_never_hangs_up_ends_with_its_page() -> None:
    async def work(browser: SharedBrowser, site: Site) -> None:
        held = []
        server = await asyncio.start_server(lambda reader, writer: held.append(writer), "127.0.0.1", 0)
        silent = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        await shown(browser, f"{site.url}/built")
        await asyncio.sleep(0.5)
        files = descriptors()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                await shown(browser, silent)
        # What the host itself holds is not ours.
        await eventually(lambda: descriptors() - len(held) <= files, seconds=15)
        assert held and descriptors() - len(held) <= files

    run(work)


@pytest.mark.parametrize("path", ["/bin/false", "/nonexistent/chromium"])
def test_browser_that_does_not_start_leaves_nothing(path: str) -> None:
    files = descriptors()

    with pytest.raises(ServiceUnavailable, match=path):
        asyncio.run(Chromium.start(path, "http://127.0.0.1:9", "Orbweaver/1.0", sandbox=False))

    assert descriptors() <= files and nothing_is_left()


def test_driver_that_does_not_start_leaves_nothing(browser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "/bin/false")
    files = descriptors()

    with pytest.raises(ServiceUnavailable, match="does not start"):
        asyncio.run(Chromium.start(browser, "http://127.0.0.1:9", "Orbweaver/1.0", sandbox=False))

    assert descriptors() <= files and nothing_is_left()


def test_old_browser_ends_with_its_last_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.rendering.browser.PAGES_PER_BROWSER", 2)

    async def work(browser: SharedBrowser, site: Site) -> None:
        await shown(browser, f"{site.url}/built")
        first = set(main_processes())
        await shown(browser, f"{site.url}/built")
        assert first and first <= set(main_processes())
        await shown(browser, f"{site.url}/built")
        await eventually(lambda: first.isdisjoint(main_processes()))
        assert main_processes() and first.isdisjoint(main_processes())

    run(work)


WORKER = """
import asyncio, os
from contract.environment import Environment
from contract.errors import ServiceUnavailable
from crawler.rendering.browser import find
from crawler.rendering.chromium import Chromium

async def main():
    browser = await Chromium.start(find(Environment.read()), "http://127.0.0.1:9", "Orbweaver/1.0", sandbox=False)
    await browser.new_page()
    print(browser._folder.path, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_killed_worker_takes_its_browser_along_and_its_folder_goes_with_the_next() -> None:
    worker = subprocess.Popen([sys.executable, "-c", WORKER], stdout=subprocess.PIPE, text=True)
    assert worker.stdout is not None
    folder = Path(worker.stdout.readline().strip())
    others = list(below(worker.pid))

    Folder().remove()
    assert folder.is_dir() and others
    worker.kill()
    worker.wait()

    end = time.monotonic() + 30
    while any(Path(f"/proc/{process}/exe").exists() for process in others) and time.monotonic() < end:
        time.sleep(0.1)
    assert not [process for process in others if Path(f"/proc/{process}/exe").exists()]
    Folder().remove()
    assert not folder.exists()
