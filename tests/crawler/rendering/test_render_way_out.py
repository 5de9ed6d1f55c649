"""The browser's way out: nothing goes past the proxy and its address policy, and trackers are asked for nothing."""

from __future__ import annotations

import asyncio
import contextlib
from urllib.parse import quote

import pytest

from crawler.failures import RenderFailed
from crawler.rendering.browser import SharedBrowser
from crawler.rendering.render import Rendering
from crawler.rendering.render_request import RenderRequest
from crawler.rendering.trackers import TRACKERS, is_tracker
from tests.crawler.wild_pages import FILL, ModuleStage, Site, shown

pytestmark = pytest.mark.usefixtures("browser")
TRACKER = "www.google-analytics.com"
# `{there}` is host and port of what may not be reached. No picture or film by its name: those are not loaded anyway.
WAYS = {
    "script": "<script src='http://{there}/a'></script>",
    "encrypted script": "<script src='https://{there}/a'></script>",
    "image": "<img src='http://{there}/a'>",
    "style": "<link rel=stylesheet href='http://{there}/a'>",
    "frame": "<iframe src='http://{there}/a'></iframe>",
    "object": "<object data='http://{there}/a'></object>",
    "film": "<video src='http://{there}/a' autoplay></video>",
    "font": "<style>@font-face {{font-family: a; src: url(http://{there}/a)}} body {{font-family: a}}</style>words",
    "preload": "<link rel=preload as=script href='http://{there}/a'><link rel=modulepreload href='http://{there}/b'>",
    "prefetch": "<link rel=prefetch href='http://{there}/a'><link rel=prerender href='http://{there}/b'>",
    "preconnect": "<link rel=preconnect href='http://{there}'><link rel=dns-prefetch href='//{there}'>",
    "manifest": "<link rel=manifest href='http://{there}/a'><link rel=icon href='http://{there}/b'>",
    "fetch": "<script>fetch('http://{there}/a', {{mode: 'no-cors'}}).catch(() => 0)</script>",
    "request": "<script>const a = new XMLHttpRequest(); a.open('GET', 'http://{there}/a'); a.send()</script>",
    "beacon": "<script>navigator.sendBeacon('http://{there}/a', 'words')</script>",
    "ping": "<a id=a href='#b' ping='http://{there}/a'>a</a><script>document.getElementById('a').click()</script>",
    "form": "<iframe name=f></iframe><form id=a target=f action='http://{there}/a'></form>"
    "<script>document.getElementById('a').submit()</script>",
    "events": "<script>new EventSource('http://{there}/a')</script>",
    "socket": "<script>new WebSocket('ws://{there}/a')</script>",
    "encrypted socket": "<script>new WebSocket('wss://{there}/a')</script>",
    "worker": "<script>new Worker(URL.createObjectURL(new Blob([\"importScripts('http://{there}/a')\"])))</script>",
    "module": "<script type=module>import('http://{there}/a').catch(() => 0)</script>",
    "popup": "<script>window.open('http://{there}/a')</script>",
    "redirect": "<script src='/hop?to=http://{there}/a'></script>",
    "redirected frame": "<iframe src='/hop?to=http://{there}/a'></iframe>",
    "redirected socket": "<script>new WebSocket(`ws://${{location.host}}/hop?to=ws://{there}/a`)</script>",
}
# The browser goes these only sometimes, or never.
SELDOM = {"preconnect", "prefetch", "manifest", "popup", "ping", "film", "redirected socket"}
ASKED_SECONDS = 10.0
# These pass no proxy by themselves.
DIRECT_WAYS = {
    "peers": "<script>const peer = new RTCPeerConnection({{iceServers: [{{urls: ['stun:{there}', 'turn:{there}', "
    "'turn:{there}?transport=tcp', 'turns:{there}?transport=tcp'], username: 'a', credential: 'b'}}]}});"
    "peer.createDataChannel('a'); peer.createOffer().then(offer => peer.setLocalDescription(offer))</script>",
    "transport": "<script>try {{new WebTransport('https://{there}/a').ready.catch(() => 0)}} catch {{}}</script>",
}


class Listener(asyncio.DatagramProtocol):
    """A private address that reports everything that arrives, by TCP or UDP."""

    def __init__(self) -> None:
        self.heard: list[object] = []

    def datagram_received(self, data: bytes, address: tuple[str | int, ...]) -> None:
        self.heard.append(data)

    async def open(self) -> str:
        """Its host and port."""
        server = await asyncio.start_server(lambda reader, writer: self.heard.append(reader), "::1", 0)
        port = server.sockets[0].getsockname()[1]
        await asyncio.get_running_loop().create_datagram_endpoint(lambda: self, ("::1", port))
        return f"[::1]:{port}"


async def after(browser: SharedBrowser, site: Site, body: str) -> str:
    """What a page shows that tries something first and is then built."""
    page = quote(f"{body}<script>{FILL}</script>")
    return (await shown(browser, f"{site.url}/tried?body={page}", wait_for_ms=300)).html


def test_no_subresource_reaches_a_private_address(stage: ModuleStage) -> None:
    async def work(browser: SharedBrowser, site: Site) -> tuple[list[object], set[str]]:
        heard, asked = [], set()
        waiting = iter((WAYS | DIRECT_WAYS).items())

        async def try_one_after_another() -> None:
            for name, way in waiting:
                listener = Listener()
                there = await listener.open()
                dialled = ("::1", int(there.rpartition(":")[2]))
                body = quote(f"{way.format(there=there)}<script>{FILL}</script>")
                async with browser.page() as page:
                    requested = RenderRequest(url=f"{site.url}/tried?body={body}", wait_for_ms=300)
                    assert "built</p>" in (await Rendering(page, requested).run()).html, name
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(ASKED_SECONDS if name in set(WAYS) - SELDOM else 0):
                            while dialled not in site.dialled:
                                await asyncio.sleep(0.05)
                heard.extend(listener.heard)
                if dialled in site.dialled:
                    asked.add(name)

        await asyncio.gather(*(try_one_after_another() for _ in range(5)))
        return heard, asked

    heard, asked = stage.run(work)
    assert heard == []
    # A way that never asked the proxy proves nothing: the browser does not go it at all.
    assert set(WAYS) - asked <= SELDOM


def test_listener_hears_what_is_permitted(stage: ModuleStage) -> None:
    """Otherwise the test above would pass whatever happens."""

    async def work(browser: SharedBrowser, site: Site) -> list[object]:
        listener = Listener()
        port = (await listener.open()).rpartition(":")[2]
        (await asyncio.open_connection("::1", int(port)))[1].close()
        await asyncio.sleep(0.1)
        return listener.heard

    assert len(stage.run(work)) == 1


@pytest.mark.parametrize(
    "name",
    ["script", "encrypted script", "image", "frame", "fetch", "beacon", "socket", "encrypted socket", "redirect"],
)
def test_trackers_are_asked_for_nothing(stage: ModuleStage, name: str) -> None:
    async def work(browser: SharedBrowser, site: Site) -> set[str]:
        assert "built</p>" in await after(browser, site, WAYS[name].format(there=TRACKER))
        return {host for host, _ in site.dialled}

    assert stage.run(work) == {"127.0.0.1"}


def test_page_is_built_although_its_trackers_never_answer(stage: ModuleStage) -> None:
    tracked = "".join(f"<script async src='https://{host}/a.js'></script>" for host in TRACKERS[:40])

    async def work(browser: SharedBrowser, site: Site) -> str:
        blocking = f"<script src='http://{TRACKER}/a.js' onerror='document.title = \"ended\"'></script>"
        return await after(browser, site, blocking + tracked)

    found = stage.run(work)
    assert "<title>ended</title>" in found and "built</p>" in found


def test_host_that_only_looks_like_a_tracker_is_asked(stage: ModuleStage) -> None:
    async def work(browser: SharedBrowser, site: Site) -> set[str]:
        await after(browser, site, WAYS["script"].format(there=f"{TRACKER}.example.invalid"))
        await after(browser, site, WAYS["script"].format(there=f"not{TRACKER.removeprefix('www.')}"))
        return {host for host, _ in site.dialled}

    assert stage.run(work) == {"127.0.0.1", f"{TRACKER}.example.invalid", "notgoogle-analytics.com"}


def test_trackers_own_pages_are_reached_and_may_not_reach_more_than_others(stage: ModuleStage) -> None:
    """People read their sites, and their addresses lead on to where an advertisement leads."""

    async def work(browser: SharedBrowser, site: Site) -> None:
        listener = Listener()
        there = await listener.open()
        with pytest.raises(RenderFailed):  # The name leads nowhere here.
            await shown(browser, f"http://{TRACKER}/")
        assert TRACKER in {host for host, _ in site.dialled}
        async with browser.page(through_trackers=True) as page:
            body = quote("".join(way.format(there=there) for way in WAYS.values()) + f"<script>{FILL}</script>")
            url = f"{site.url}/tried?body={body}"
            await Rendering(page, RenderRequest(url=url, wait_for_ms=300, through_trackers=True)).run()
        assert not listener.heard and ("::1", int(there.rpartition(":")[2])) in site.dialled

    stage.run(work)


@pytest.mark.parametrize(
    ("host", "is_one"),
    [(TRACKER, True), ("WWW.Google-Analytics.com.", True), ("google-analytics.com", True), ("com", False), ("", False),
     ("notgoogle-analytics.com", False), ("google-analytics.com.example", False), ("127.0.0.1", False)],
)  # fmt: skip
def test_trackers_are_known_with_all_below_them(host: str, is_one: bool) -> None:
    assert is_tracker(host) is is_one


def test_list_of_trackers_is_sorted_and_says_nothing_twice() -> None:
    assert list(TRACKERS) == sorted(set(TRACKERS))
    assert not [host for host in TRACKERS for other in TRACKERS if host.endswith(f".{other}")]
