"""robots.txt, for requests that obey it: those of crawls, but not those for a URL that a caller gave.

The rules apply to cached pages too: a page that the site disallows is not returned from the cache.
"""

from __future__ import annotations

import logging
from functools import partial

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from crawler import resources
from crawler.capture import request_of
from crawler.failures import RobotsDisallowed
from crawler.meta import OBEY_ROBOTS
from crawler.politeness.robots import BYTES_MAX
from crawler.requests import fetch_file

log = logging.getLogger(__name__)
ROBOTS_TIMEOUT_MS = 10_000


class RobotsMiddleware:
    """Checks the site's rules before each plain hop of a request that obeys robots.txt, and again for the final URL.

    Hops inside the browser, and hops before a page was cached, cannot be checked: only their final URL is.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._shared = resources.of(crawler)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsMiddleware:
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Let the request pass.

        Raises:
            RobotsDisallowed: the site's rules disallow the URL.
        """
        if request.meta.get(OBEY_ROBOTS):
            await self._require(request.url, request_of(request).country)

    async def process_response(self, request: Request, response: Response) -> Response:
        """The response.

        Raises:
            RobotsDisallowed: the response has another URL, which the rules of its site disallow.
        """
        if request.meta.get(OBEY_ROBOTS) and response.url != request.url:
            await self._require(response.url, request_of(request).country)
        return response

    async def _require(self, url: str, country: str | None) -> None:
        rules = await self._shared.robots_for(country).rules(url, partial(self._fetch, country))
        if not rules.allows(url):
            raise RobotsDisallowed(f"robots.txt does not allow {url}")

    async def _fetch(self, country: str | None, url: str) -> Response | None:
        return await fetch_file(
            self._crawler, url, timeout_ms=ROBOTS_TIMEOUT_MS, max_bytes=BYTES_MAX * 4, country=country
        )
