"""robots.txt, for requests that say they keep to it: crawls do, a page that somebody named does not.

Where a page comes from makes no difference: what the site forbids is not taken out of the cache either.
"""

from __future__ import annotations

import asyncio
import logging

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from contract.capture import CaptureRequest
from contract.errors import ServiceError
from crawler import resources
from crawler.capture import CAPTURE_REQUEST, DEADLINE
from crawler.robots import BYTES_MAX
from crawler.verbatim import VERBATIM, verbatim

log = logging.getLogger(__name__)
OBEY_ROBOTS = "obey_robots"
ROBOTS_TIMEOUT_MS = 10_000


class RobotsDisallowed(ServiceError):
    """robots.txt asks that the page be left alone."""

    code, status = "ROBOTS_DISALLOWED", 403


class RobotsMiddleware:
    """Looks up the site's rules before every plain hop of a request that keeps to them, and for where it ended.

    Hops that nobody asked about, a browser's own and those before a copy came into the cache, count by their end alone.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._robots = resources.of(crawler).robots

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsMiddleware:
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Let the request pass.

        Raises:
            RobotsDisallowed: the site's rules forbid it.
        """
        if request.meta.get(OBEY_ROBOTS):
            await self._require(request.url)

    async def process_response(self, request: Request, response: Response) -> Response:
        """The response.

        Raises:
            RobotsDisallowed: it comes from elsewhere, and the rules there forbid it.
        """
        if request.meta.get(OBEY_ROBOTS) and response.url != request.url:
            await self._require(response.url)
        return response

    async def _require(self, url: str) -> None:
        rules = await self._robots.rules(url, self._fetch)
        if not rules.allows(url):
            raise RobotsDisallowed(f"robots.txt does not allow {url}")

    async def _fetch(self, url: str) -> Response | None:
        return await fetch_file(self._crawler, url, timeout_ms=ROBOTS_TIMEOUT_MS, max_bytes=BYTES_MAX * 4)


async def fetch_file(crawler: Crawler, url: str, *, timeout_ms: int, max_bytes: int) -> Response | None:
    """A file that belongs to a site, such as robots.txt: never rendered, never cached; None where it cannot be had."""
    wanted = CaptureRequest(url=url, render=False, timeout_ms=timeout_ms, store=False)
    deadline = asyncio.get_running_loop().time() + timeout_ms / 1000
    meta = {
        VERBATIM: True,
        CAPTURE_REQUEST: wanted,
        DEADLINE: deadline,
        "download_maxsize": max_bytes,
        "max_retry_times": 1,
    }
    assert crawler.engine is not None
    try:
        return await crawler.engine.download_async(Request(verbatim(url), dont_filter=True, meta=meta))
    except Exception as error:
        # Whatever is wrong with the file, the site is visited as if it had none.
        log.debug("%s cannot be had: %r", url, error)
        return None
