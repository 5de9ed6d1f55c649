"""Generated sites. Each has its own port, so that robots.txt and request rate are separate.

A test says page by page what the site holds, or hands over a function for addresses without end; afterwards it asks who
came, how many at a time, and who hung up.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape

from aiohttp import web

from tests.sites import pages

# Ports of earlier sites. They are not used again, because the service caches pages, robots.txt and request rate per port.
_used: set[int] = set()
Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]
Family = Callable[[str], "web.Response | None"]


@dataclass
class Visit:
    """One request. `target` is path and query. `ended` is a monotonic time. `cut`: the client closed the connection early."""

    target: str
    headers: dict[str, str]
    at: float
    ended: float | None = None
    cut: bool = False
    body: bytes = b""


@dataclass
class Site:
    """The responses by path. A path that begins with `//` includes a host, for requests that use the site as a proxy."""

    loop: asyncio.AbstractEventLoop
    port: int = 0
    visits: list[Visit] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=dict)
    families: list[Family] = field(default_factory=list)
    most_at_a_time: int = 0
    _in_flight: int = 0

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def url(self, path: str = "/") -> str:
        return f"http:{path}" if path.startswith("//") else self.base + path

    # Content.

    def page(self, path: str, *links: str, **about: Any) -> None:
        """Add a readable page with links. `about` as in `document`, and `seconds` to delay the response."""
        seconds = about.pop("seconds", 0.0)
        status = about.pop("status", 200)
        headers = about.pop("headers", None)
        body = document(path, links, **about)

        async def answer(request: web.Request) -> web.Response:
            await asyncio.sleep(seconds)
            return html(body, status=status, headers=headers)

        self.answers[path] = answer

    def put(self, path: str, body: str | bytes, *, kind: str = "text/plain", status: int = 200) -> None:
        """Add a file."""
        content = body.encode() if isinstance(body, str) else body

        async def answer(request: web.Request) -> web.Response:
            return web.Response(body=content, status=status, headers={"Content-Type": kind})

        self.answers[path] = answer

    def redirect(self, path: str, to: str, status: int = 302) -> None:
        """Add a redirect."""

        async def answer(request: web.Request) -> web.Response:
            return web.Response(status=status, headers={"Location": to})

        self.answers[path] = answer

    def on(self, path: str, answer: Answer) -> None:
        """Add a path with a custom response."""
        self.answers[path] = answer

    def family(self, make: Family) -> None:
        """Add pages by rule: `make` gets path and query of every unknown path and may return a response."""
        self.families.append(make)

    def tree(self, total: int, *, width: int = 10, **about: Any) -> list[str]:
        """Add `total` pages including the start, each with links to the next `width` ones. Returns their paths."""
        paths = ["/", *(f"/p{number}" for number in range(1, total))]
        for number, path in enumerate(paths):
            self.page(path, *paths[number * width + 1 : number * width + width + 1], **about)
        return paths

    # Requests.

    @property
    def in_flight(self) -> int:
        return self._in_flight

    def seen(self, target: str) -> list[Visit]:
        """The requests of one path and query."""
        return [visit for visit in self.visits if visit.target == target]

    def counts(self) -> dict[str, int]:
        """The number of requests by path and query."""
        found: dict[str, int] = {}
        for visit in list(self.visits):
            found[visit.target] = found.get(visit.target, 0) + 1
        return found

    async def respond(self, request: web.Request) -> web.StreamResponse:
        """Respond and record the request."""
        named = request.raw_path.startswith("http://")
        target = request.raw_path.removeprefix("http:") if named else request.raw_path
        headers = {name.lower(): value for name, value in request.headers.items()}
        visit = Visit(target, headers, time.monotonic(), body=await request.read())
        self.visits.append(visit)
        counted = not target.endswith("/robots.txt") and "sitemap" not in target
        self._in_flight += counted
        self.most_at_a_time = max(self.most_at_a_time, self._in_flight)
        try:
            return await self._answer(target)(request)
        except (asyncio.CancelledError, ConnectionError):
            visit.cut = True
            raise
        finally:
            self._in_flight -= counted
            visit.ended = time.monotonic()

    def _answer(self, target: str) -> Answer:
        path = target.partition("?")[0]
        if found := self.answers.get(target) or self.answers.get(path):
            return found
        for make in self.families:
            if (made := make(target)) is not None:
                return _giving(made)
        return _giving(html(pages.MISSING, status=404))


def _giving(response: web.Response) -> Answer:
    async def answer(request: web.Request) -> web.Response:
        return response

    return answer


@contextmanager
def opened(loop: asyncio.AbstractEventLoop) -> Iterator[Site]:
    """An empty site on a running loop."""
    site = Site(loop)

    async def start() -> web.AppRunner:
        application = web.Application(client_max_size=10_000_000)
        application.router.add_route("*", "/{path:.*}", site.respond)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.2, handler_cancellation=True)
        await runner.setup()
        while not site.port:
            listener = web.TCPSite(runner, "127.0.0.1", 0, backlog=512)
            await listener.start()
            port = listener._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
            if port in _used:
                await listener.stop()
            else:
                _used.add(port)
                site.port = port
        return runner

    runner = asyncio.run_coroutine_threadsafe(start(), loop).result(60)
    try:
        yield site
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(60)


def document(path: str, links: Iterable[str], *, title: str = "", head: str = "") -> str:
    """A page with enough readable text, different from all other pages."""
    anchors = "".join(f'<li><a href="{escape(link)}">{escape(link)}</a></li>' for link in links)
    name = title or f"Page {path}"
    return (
        f'<!doctype html><html lang="en"><head><title>{escape(name)}</title>{head}</head><body><main><article>'
        f"<h1>{escape(name)}</h1>{pages.PARAGRAPHS}<p>This is {escape(path)} and nothing else.</p></article>"
        f"<ul>{anchors}</ul></main></body></html>"
    )


def html(text: str, *, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    return web.Response(
        body=text.encode(), status=status, headers={"Content-Type": "text/html; charset=utf-8", **(headers or {})}
    )


def url_set(*urls: str) -> str:
    """A sitemap of pages."""
    entries = "".join(f"<url><loc>{escape(url)}</loc></url>" for url in urls)
    return f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'


def sitemap_index(*urls: str) -> str:
    """A sitemap of sitemaps."""
    entries = "".join(f"<sitemap><loc>{escape(url)}</loc></sitemap>" for url in urls)
    head = '<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    return f"{head}{entries}</sitemapindex>"


def feed(*urls: str) -> str:
    """An RSS feed."""
    items = "".join(f"<item><title>x</title><link>{escape(url)}</link></item>" for url in urls)
    return f'<?xml version="1.0"?><rss version="2.0"><channel><link>http://none.example/</link>{items}</channel></rss>'
