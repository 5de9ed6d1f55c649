"""Pages in the browser: what reaches them, and that nothing of them stays, however they behave."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp import web

from contract.environment import Environment
from crawler.browser import TRACKERS, SharedBrowser, find
from crawler.devtools import BrowserGone
from crawler.egress import Policy
from crawler.forward_proxy import ForwardProxy
from crawler.render import NoDocument, Rendered, RenderFailed, Visit, Wanted
from tests.conftest import LOOPBACK

WORDS = "The keeper of the northern light writes down each ship that passes, and the hour, and the colour of the sea. "
FILL = f"document.body.append(Object.assign(document.createElement('p'), {{textContent: '{WORDS * 3} built'}}));"
PAGES = {
    "built": f"<body><script>{FILL}</script></body>",
    "slow-data": f"<body><script>fetch('/data?seconds=0.9').then(a => a.json()).then(() => {{{FILL}}})</script></body>",
    "dialogs": f"<body><script>alert(1);confirm(2);prompt(3);print();{FILL}"
    "onbeforeunload = event => {event.preventDefault(); return 'stay'};</script></body>",
    "popups": f"<body><script>for (let n = 0; n < 9; n++) window.open('/built');{FILL}</script></body>",
    "download": f"<body><script>{FILL}location.href = '/file';</script></body>",
    "loop": f"<body><p>{WORDS * 3}</p><script>while (true);</script></body>",
    "late-loop": f"<body><script>{FILL}setTimeout(() => {{while (true);}}, 30);</script></body>",
    "timers": f"<body><script>{FILL}setInterval(() => {{{FILL}}}, 20);</script></body>",
    "moving": "<body><script>location.href = '/moving?' + Math.random();</script></body>",
    "reloading": f"<body><script>{FILL}setTimeout(() => location.reload(), 100);</script></body>",
    "hog": "<body><script>const all = []; for (;;) all.push(new Array(1e6).fill(all.length));</script></body>",
    "huge": "<body><script>for (let n = 0; n < 150000; n++) document.body.append(document.createElement('i'), 'word ');"
    "</script></body>",
    "frames": "<body><script>for (let n = 0; n < 40; n++) document.body.append(Object.assign("
    f"document.createElement('iframe'), {{src: '/built'}}));{FILL}</script></body>",
    "workers": "<body><script>for (let n = 0; n < 8; n++) new Worker(URL.createObjectURL(new Blob(['while (true);'])));"
    f"navigator.serviceWorker.register('/sw.js');{FILL}</script></body>",
    "keeping": "<body><script>document.body.append('kept: ' + document.cookie + localStorage.getItem('who') + ' .');"
    "document.cookie = 'who=somebody; max-age=9999'; localStorage.setItem('who', 'somebody');</script></body>",
    "image": "<body><img src='/picture.png'><img src='/picture.png?size=2'><script>" + FILL + "</script></body>",
    "tracked": f"<script src='http://www.google-analytics.com/ga.js' onerror='document.title = \"ended\"'></script>{WORDS}",
    "language": "<body><script>document.body.append(navigator.language, ' ', navigator.userAgent)</script></body>",
}  # fmt: skip
WILD = tuple(
    "built dialogs popups download loop late-loop timers moving reloading hog huge frames workers crash kill".split()
)


class Site:
    """The pages above on loopback, and what was asked for."""

    def __init__(self) -> None:
        self.url = ""
        self.seen: list[web.Request] = []

    async def answer(self, request: web.Request) -> web.Response:
        self.seen.append(request)
        name = request.path.strip("/")
        if name == "file":
            return web.Response(body=b"\0" * 5_000, headers={"Content-Disposition": "attachment; filename=a.bin"})
        if name == "data":
            await asyncio.sleep(float(request.query["seconds"]))
            return web.json_response({})
        if name == "text":
            return web.Response(text="plain words")
        if name == "hop":
            raise web.HTTPFound(request.query["to"])
        return web.Response(text="<!doctype html><title>Wild</title>" + PAGES.get(name, ""), content_type="text/html")


@pytest.fixture
def run() -> Callable[..., Rendered]:
    """`run(work)`: an async function of a browser and a site, run to its end."""
    environment = Environment.read()
    if find(environment) is None:
        pytest.skip("no browser is installed")

    def runs(work: Callable[[SharedBrowser, Site], Awaitable[Rendered]]) -> Rendered:
        async def whole() -> Rendered:
            site = Site()
            application = web.Application()
            application.router.add_get("/{path:.*}", site.answer)
            runner = web.AppRunner(application, shutdown_timeout=1)
            await runner.setup()
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            site.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
            browser = SharedBrowser(environment, ForwardProxy(Policy(LOOPBACK)))
            try:
                return await work(browser, site)
            finally:
                await browser.close()
                await runner.cleanup()

        return asyncio.run(whole())

    return runs


async def shown(browser: SharedBrowser, url: str, **more: object) -> Rendered:
    async with browser.page() as page:
        return await Visit(page, Wanted(url=url, **more)).run()  # type: ignore[arg-type]


def of(name: str, **more: object) -> Callable[[SharedBrowser, Site], Awaitable[Rendered]]:
    """Renders one of the pages."""
    return lambda browser, site: shown(browser, f"{site.url}/{name}", **more)


@pytest.mark.parametrize(
    "name", ["built", "slow-data", "dialogs", "popups", "timers", "reloading", "frames", "workers"]
)
def test_page_built_by_script_is_seen(run, name: str) -> None:
    found = run(of(name))

    assert "built</p>" in found.html and found.status == 200 and found.html.startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("name", ["loop", "late-loop"])
def test_script_without_end_is_ended_and_what_is_there_is_read(run, name: str) -> None:
    assert "keeper of the northern light" in run(of(name)).html


def test_page_that_fills_memory_fails(run) -> None:
    with pytest.raises(RenderFailed):
        run(of("hog"))


@pytest.mark.parametrize("name", ["text", "file"])
def test_what_is_no_html_is_no_document(run, name: str) -> None:
    with pytest.raises(NoDocument):
        run(of(name))


def test_wait_for_comes_on_top(run) -> None:
    begun = time.monotonic()
    run(of("built", wait_for_ms=1_500))
    assert time.monotonic() - begun > 1.5


def test_patience_ends_before_the_deadline(run) -> None:
    """A page that never comes to rest is read as it stands."""

    async def work(browser: SharedBrowser, site: Site) -> Rendered:
        begun = time.monotonic()
        await shown(browser, f"{site.url}/timers", until=asyncio.get_running_loop().time() + 2)
        assert time.monotonic() - begun < 2
        return await shown(browser, f"{site.url}/built")

    run(work)


def test_nothing_is_kept_for_the_next(run) -> None:
    async def work(browser: SharedBrowser, site: Site) -> Rendered:
        await shown(browser, f"{site.url}/keeping")
        return await shown(browser, f"{site.url}/keeping")

    assert "kept: null ." in run(work).html


def test_headers_go_to_their_origin_only(run) -> None:
    seen: dict[str, str | None] = {}

    async def work(browser: SharedBrowser, site: Site) -> Rendered:
        other = site.url.replace("127.0.0.1", "localhost") + "/built"
        headers = (("X-Secret", "s3cret"), ("Cookie", "a=b"))
        found = await shown(browser, f"{site.url}/hop?to={other}", headers=headers)
        for request in site.seen:
            seen[request.path] = f"{request.headers.get('x-secret')} {request.headers.get('cookie')}"
        return found

    assert "localhost" in run(work).url
    assert seen["/hop"] == "s3cret a=b" and seen["/built"] == "None None"


def test_pictures_are_not_fetched_unless_wanted(run) -> None:
    asked: list[int] = []

    async def work(browser: SharedBrowser, site: Site) -> Rendered:
        await shown(browser, f"{site.url}/image")
        asked.append(sum("picture" in request.path for request in site.seen))
        found = await shown(browser, f"{site.url}/image", unloaded=())
        asked.append(sum("picture" in request.path for request in site.seen))
        return found

    run(work)
    assert asked == [0, 2]


def test_trackers_end_before_a_socket_opens(run) -> None:
    dialled: list[str] = []

    async def work(browser: SharedBrowser, site: Site) -> Rendered:
        proxy = browser._proxy
        dial = proxy._dial
        proxy._dial = lambda host, port: dialled.append(host) or dial(host, port)  # type: ignore[assignment,func-returns-value,method-assign]
        return await shown(browser, f"{site.url}/tracked")

    assert "<title>ended</title>" in run(work).html
    assert set(dialled) == {"127.0.0.1"}


def test_list_of_trackers_is_sorted_and_says_nothing_twice() -> None:
    assert list(TRACKERS) == sorted(set(TRACKERS))
    assert not [host for host in TRACKERS for other in TRACKERS if host.endswith(f".{other}")]


def test_language_and_name_are_told(run) -> None:
    found = run(of("language", languages=("de-AT",))).html

    assert "de-AT Mozilla/5.0" in found and "(compatible; Orbweaver/1.0)" in found and "Headless" not in found


def below(root: int) -> dict[int, str]:
    """Command lines of all processes that descend from one."""
    parents, found = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
                if state != "Z":
                    parents[int(entry.name)] = int(parent)
            except OSError:
                continue
    line = [root]
    for process in line:
        line += [child for child, parent in parents.items() if parent == process]
    for process in line[1:]:
        try:
            found[process] = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
    return found


def memory_mb(processes: dict[int, str]) -> float:
    total = 0
    for process in processes:
        try:
            total += int(Path(f"/proc/{process}/statm").read_text().split()[1]) - int(
                Path(f"/proc/{process}/statm").read_text().split()[2]
            )
        except OSError:
            continue
    return total * os.sysconf("SC_PAGE_SIZE") / 2**20


def renderers() -> list[int]:
    return [process for process, command in below(os.getpid()).items() if "--type=renderer" in command]


async def wild(browser: SharedBrowser, site: Site, name: str) -> None:
    """One page that behaves badly, to whatever end it comes."""
    until = asyncio.get_running_loop().time() + 4
    visit = shown(
        browser, f"{site.url}/{'timers' if name in ('crash', 'kill') else name}", wait_for_ms=300, until=until
    )
    running = asyncio.ensure_future(asyncio.wait_for(visit, 9))
    if name in ("crash", "kill"):
        await asyncio.sleep(0.3)
        for process in renderers() if name == "crash" else [browser._current.pid] if browser._current else []:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue
    with contextlib.suppress(RenderFailed, BrowserGone, NoDocument, TimeoutError):
        await running


async def nothing_left(browser: SharedBrowser) -> AsyncIterator[str]:
    """What is still open, tried for a while."""
    for _ in range(50):
        current = browser._current
        contexts = (await current.connection.send("Target.getBrowserContexts"))["browserContextIds"] if current else []
        if not contexts and not renderers():
            return
        await asyncio.sleep(0.1)
    yield f"{contexts} {renderers()}"


def leaks(rounds: int, at_once: int) -> Callable[[SharedBrowser, Site], Awaitable[Rendered]]:
    """Renders all wild pages so many times; nothing of them may stay."""

    async def work(browser: SharedBrowser, site: Site) -> Rendered:
        await shown(browser, f"{site.url}/built")
        before = below(os.getpid())
        memory = memory_mb(before)
        folders = len(list(Path("/tmp").glob("orbweaver-chromium-*")))
        waiting = iter([name for _ in range(rounds) for name in WILD])

        async def one_after_another() -> None:
            for name in waiting:
                await wild(browser, site, name)

        await asyncio.gather(*(one_after_another() for _ in range(at_once)))
        found = await shown(browser, f"{site.url}/built")
        assert [left async for left in nothing_left(browser)] == []
        after = below(os.getpid())
        assert len(after) <= len(before) + 1, after
        assert memory_mb(after) < memory + 120
        assert len(list(Path("/tmp").glob("orbweaver-chromium-*"))) <= folders
        assert browser._current is not None and browser._current.open_pages == 0 and not browser._retired
        return found

    return work


def test_nothing_of_a_wild_page_stays(run) -> None:
    assert "built</p>" in run(leaks(rounds=2, at_once=5)).html


@pytest.mark.long_faults
def test_nothing_of_three_hundred_wild_pages_stays(run) -> None:
    assert "built</p>" in run(leaks(rounds=20, at_once=5)).html


def test_browser_that_was_killed_leaves_no_process(run) -> None:
    async def work(browser: SharedBrowser, site: Site) -> Rendered:
        found = await shown(browser, f"{site.url}/built")
        assert browser._current is not None
        os.kill(browser._current.pid, signal.SIGKILL)
        return found

    run(work)
    end = time.monotonic() + 5
    while any("chrom" in command for command in below(os.getpid()).values()) and time.monotonic() < end:
        time.sleep(0.05)
    assert not [command for command in below(os.getpid()).values() if "chrom" in command]
