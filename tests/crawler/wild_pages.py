"""A site of pages that scripts build, well and badly, and a shared browser to show them in.

To add a page: a line in `PAGES`, and its name in `WILD` when nothing of it may stay behind either.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable, Coroutine
from html import escape
from typing import Any
from urllib.parse import urlsplit

import uvloop
from aiohttp import web

from contract.addresses import Policy
from contract.environment import Environment
from crawler.rendering.browser import SharedBrowser
from crawler.rendering.forward_proxy import ForwardProxy, Stream
from crawler.rendering.render import Rendering
from crawler.rendering.render_request import RenderedPage, RenderRequest
from crawler.rendering.trackers import is_tracker
from tests.conftest import LOOPBACK

WORDS = "The keeper of the northern light writes down each ship that passes, and the hour, and the colour of the sea. "
FILL = f"document.body.append(Object.assign(document.createElement('p'), {{textContent: '{WORDS * 3} built'}}));"
PAGES = {
    "built": f"<script>{FILL}</script>",
    "slow-data": f"<script>fetch('/data?seconds=0.9').then(a => a.json()).then(() => {{{FILL}}})</script>",
    "animated": f"<script>let n = 0; requestAnimationFrame(function more() {{ if (++n < 5) requestAnimationFrame(more);"
    f"else {{{FILL}}} }});</script>",
    "sighted": "<div style='height: 300px'></div><p id=a>words</p><script>new IntersectionObserver((all, one) => {"
    f"if (all[0].isIntersecting) {{one.disconnect(); {FILL}}}}}).observe(document.getElementById('a'));</script>",
    "dialogs": f"<script>alert(1);confirm(2);prompt(3);print();{FILL}</script>",
    "staying": f"<script>{FILL}onbeforeunload = event => {{event.preventDefault(); return 'stay'}};"
    "setTimeout(() => {location.href = '/built'}, 50);</script>",
    "popups": f"<script>for (let n = 0; n < 9; n++) window.open('/built');{FILL}</script>",
    "download": f"<script>{FILL}location.href = '/file';</script>",
    "loop": f"<p>{WORDS * 3}</p><script>while (true);</script>",
    "late-loop": f"<script>{FILL}setTimeout(() => {{while (true);}}, 30);</script>",
    "promises": f"<script>{FILL}(function again() {{ Promise.resolve().then(again); }})();</script>",
    "timers": f"<script>{FILL}setInterval(() => {{{FILL}}}, 20);</script>",
    "moving": "<script>location.href = '/moving?' + Math.random();</script>",
    "reloading": f"<script>{FILL}setTimeout(() => location.reload(), 100);</script>",
    "hanging": f"<img src=/never><script>fetch('/never'); new EventSource('/never'); {FILL}</script>"
    "<script src=/never async></script>",
    "heap": "<script>const all = []; for (;;) all.push(new Array(1e7).fill(0.5));</script>",
    "buffers": f"<script>try {{const all = []; for (;;) all.push(new Uint8Array(5e7).fill(1))}} catch {{}} {FILL}</script>",
    "huge": "<script>for (let n = 0; n < 90000; n++) document.body.append(document.createElement('i'), 'word ');</script>",
    "frames": "<script>for (let n = 0; n < 40; n++) document.body.append(Object.assign("
    f"document.createElement('iframe'), {{src: '/built'}}));{FILL}</script>",
    "workers": "<script>for (let n = 0; n < 8; n++) new Worker(URL.createObjectURL(new Blob(['while (true);'])));"
    f"navigator.serviceWorker.register('/sw.js');{FILL}</script>",
    "sockets": "<script>for (let n = 0; n < 5; n++) new WebSocket(`ws://${location.host}/socket`).onmessage = () => {"
    "if (!document.querySelector('p')) {" + FILL + "}};</script>",
    "flooding": "<script>for (let n = 0; n < 4; n++) { const one = new WebSocket(`ws://${location.host}/flood`);"
    f"one.onmessage = () => one.send('more'); }} {FILL}</script>",
    "peers": "<script>const peer = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:9'}]});"
    f"peer.createDataChannel('a'); peer.createOffer().then(offer => peer.setLocalDescription(offer));{FILL}</script>",
    "keeping": "<script>document.body.append('kept: ' + document.cookie + localStorage.getItem('who') + ' .');"
    "document.cookie = 'who=somebody; max-age=9999'; localStorage.setItem('who', 'somebody');</script>",
    "image": f"<img src='/picture.png'><img src='/picture.png?size=2'><script>{FILL}</script>",
    "language": "<script>document.body.append(navigator.language, ' ', navigator.userAgent)</script>",
}  # fmt: skip
# `crash` and `kill` are not pages, but what happens to one; `circle`, `never`, `file` and `trickle` are answers.
WILD = (
    "built dialogs staying popups download loop promises timers moving reloading hanging heap buffers huge frames "
    "workers sockets peers circle never file trickle crash kill late-loop"
).split()


class Site:
    """The pages above on loopback, what was asked for, and what the browser wanted to reach."""

    def __init__(self) -> None:
        self.url = ""
        self.seen: list[web.Request] = []
        self.dialled: list[tuple[str, int]] = []

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.seen.append(request)
        special = getattr(self, "answer_" + request.path.strip("/"), None)
        if special is not None:
            answered: web.StreamResponse = await special(request)
            return answered
        body = request.query.get("body") or PAGES.get(request.path.strip("/"), "")
        return web.Response(text=f"<!doctype html><title>Wild</title><body>{body}</body>", content_type="text/html")

    async def answer_file(self, request: web.Request) -> web.Response:
        return web.Response(body=b"\0" * 5_000, headers={"Content-Disposition": "attachment; filename=a.bin"})

    async def answer_data(self, request: web.Request) -> web.Response:
        await asyncio.sleep(float(request.query["seconds"]))
        return web.json_response({}, headers={"Access-Control-Allow-Origin": "*"})

    async def answer_text(self, request: web.Request) -> web.Response:
        return web.Response(text="plain words")

    async def answer_hop(self, request: web.Request) -> web.Response:
        raise web.HTTPFound(request.query["to"])

    async def answer_circle(self, request: web.Request) -> web.Response:
        raise web.HTTPFound("/circle")

    async def answer_never(self, request: web.Request) -> web.Response:
        await asyncio.sleep(600)
        return web.Response()

    async def answer_trickle(self, request: web.Request) -> web.StreamResponse:
        """A document that continues for ever."""
        response = web.StreamResponse(headers={"Content-Type": "text/html"})
        await response.prepare(request)
        while True:
            await response.write(f"<p>{WORDS} built</p>".encode())
            await asyncio.sleep(0.1)

    async def answer_drip(self, request: web.Request) -> web.StreamResponse:
        """A document that arrives within a second and a half."""
        response = web.StreamResponse(headers={"Content-Type": "text/html"})
        await response.prepare(request)
        for word in (WORDS, *"some more of the log".split(), "the last words"):
            await response.write(f"<p>{word}</p>".encode())
            await asyncio.sleep(0.2)
        return response

    async def answer_frameset(self, request: web.Request) -> web.Response:
        frames = "".join(f'<frame src="{escape(request.query[side])}">' for side in ("left", "right"))
        return web.Response(
            text=f"<html><head><title>Frames</title></head><frameset cols='50%,50%'>{frames}</frameset></html>",
            content_type="text/html",
        )

    async def answer_within(self, request: web.Request) -> web.Response:
        source = f"/within?{request.query_string}x"
        body = f"<p>within</p><iframe src='{source}' width=400 height=200></iframe>"
        return web.Response(text=body, content_type="text/html")

    async def answer_flood(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        with contextlib.suppress(OSError):
            while not socket.closed:
                await socket.send_str("x" * 500_000)
                await asyncio.sleep(0.03)
        return socket

    async def answer_socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        while not socket.closed:
            await socket.send_str("more")
            await asyncio.sleep(0.1)
        return socket


class WatchedProxy(ForwardProxy):
    """The browser's way out, with a note of where it led."""

    def __init__(self) -> None:
        super().__init__(Policy(LOOPBACK))
        self.dialled: list[tuple[str, int]] = []

    async def _dial(self, host: str, port: int) -> Stream:
        self.dialled.append((host, port))
        if host.endswith(".localhost"):
            host = "127.0.0.1"
        if host not in ("127.0.0.1", "localhost", "::1"):
            raise OSError(f"{host} is not asked by tests.")
        return await super()._dial(host, port)


Work = Callable[[SharedBrowser, Site], Awaitable[Any]]


class Stage:
    """A browser, and a site for each work that uses it."""

    def __init__(self) -> None:
        self._proxy = WatchedProxy()
        self._browser = SharedBrowser(Environment(), self._proxy)

    async def play(self, work: Work) -> Any:
        """What the work returns."""
        site = Site()
        self._proxy.dialled = site.dialled
        application = web.Application()
        application.router.add_route("*", "/{path:.*}", site.answer)
        runner = web.AppRunner(application, shutdown_timeout=0.1, handler_cancellation=True)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        site.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            return await work(self._browser, site)
        finally:
            await runner.cleanup()

    async def close(self) -> None:
        await self._browser.close()


class ModuleStage:
    """A stage for all tests of a module. Its loop runs in a thread, so that the browser is attended to between tests."""

    def __init__(self) -> None:
        self._loop = uvloop.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._stage: Stage = self._call(self._made())

    async def _made(self) -> Stage:
        return Stage()

    def _call(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def run(self, work: Work) -> Any:
        """What an async function of the module's browser and a fresh site returns."""
        return self._call(self._stage.play(work))

    def render(self, name: str, **more: Any) -> RenderedPage:
        """One of the pages."""
        found: RenderedPage = self.run(lambda browser, site: shown(browser, f"{site.url}/{name}", **more))
        return found

    def close(self) -> None:
        self._call(self._stage.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def run(work: Work) -> Any:
    """What an async function of a browser of its own and the site returns."""

    async def whole() -> Any:
        stage = Stage()
        try:
            return await stage.play(work)
        finally:
            await stage.close()

    return uvloop.run(whole())  # As in a worker: Playwright is slow on a busy loop of asyncio's own.


async def shown(browser: SharedBrowser, url: str, **more: Any) -> RenderedPage:
    """The page at an address, rendered; `more` as in `RenderRequest`."""
    through = is_tracker(urlsplit(url).hostname or "")
    async with browser.page(through_trackers=through) as page:
        return await Rendering(page, RenderRequest(url=url, through_trackers=through, **more)).run()
