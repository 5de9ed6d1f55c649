"""A site whose pages never change, in three ways: with `ETag`, with `Last-Modified`, and with neither.

    python -m benchmarks.sites.unchanged_site PORT PAGES

`/etag/0.html`, `/modified/0.html` and `/neither/0.html` are the starts. `/sent` reports how many bytes of bodies were sent, and how
many responses had each status, since the last call.
"""

from __future__ import annotations

import gzip
import hashlib
import sys
from collections import Counter

from aiohttp import web

from benchmarks.crawl import made_page

MODIFIED, NOW = "Mon, 02 Nov 2026 10:00:00 GMT", "Mon, 23 Nov 2026 10:00:00 GMT"


def main() -> None:
    port, pages = int(sys.argv[1]), int(sys.argv[2])
    application = web.Application()
    site = UnchangedSite(pages)
    application.router.add_get("/sent", site.tell)
    application.router.add_get("/{way}/{name}", site.answer)
    web.run_app(application, host="127.0.0.1", port=port, print=None, access_log=None)


class UnchangedSite:
    def __init__(self, pages: int) -> None:
        self._pages = {
            (way, f"{number}.html"): gzip.compress(
                made_page(number, pages).replace('href="/', f'href="/{way}/').encode()
            )
            for way in ("etag", "modified", "neither")
            for number in range(pages)
        }
        self._sent: Counter[str] = Counter()

    async def answer(self, request: web.Request) -> web.Response:
        way, name = request.match_info["way"], request.match_info["name"]
        body = self._pages.get((way, name))
        if body is None:
            raise web.HTTPNotFound
        tag = f'"{hashlib.blake2b(body, digest_size=8).hexdigest()}"'
        about = {"etag": {"ETag": tag}, "modified": {"Last-Modified": MODIFIED, "Date": NOW}, "neither": {}}[way]
        is_same = request.headers.get("If-None-Match") == tag or request.headers.get("If-Modified-Since") == MODIFIED
        if is_same and about:
            self._sent["304"] += 1
            return web.Response(status=304, headers=about)
        self._sent["200"] += 1
        self._sent["bytes"] += len(body)
        packed = {"Content-Encoding": "gzip", "Content-Type": "text/html; charset=utf-8"}
        return web.Response(body=body, headers=about | packed)

    async def tell(self, request: web.Request) -> web.Response:
        sent, self._sent = self._sent, Counter()
        return web.json_response(sent)


if __name__ == "__main__":
    main()
