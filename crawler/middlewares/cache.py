"""The page cache: a stored capture is returned instead of fetching when it is fresh enough."""

from __future__ import annotations

from scrapy.crawler import Crawler
from scrapy.http import Headers, Request, Response
from scrapy.responsetypes import responsetypes
from scrapy.statscollectors import StatsCollector

from contract.capture import PageCapture
from contract.errors import NotFound
from crawler import resources, stats
from crawler.capture import request_of
from crawler.fetching.raw_url import cache_url
from crawler.meta import CACHED, CAPTURE, RENDERED
from models import capture as captures


class CacheMiddleware:
    """Returns captures from Postgres. Without a database nothing is cached."""

    def __init__(self, shared: resources.Resources, counters: StatsCollector) -> None:
        self._shared = shared
        self._counters = counters

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> CacheMiddleware:
        return cls(resources.of(crawler), crawler.stats)

    async def process_request(self, request: Request) -> Response | None:
        """The stored response, or None to fetch.

        Raises:
            NotFound: the request allows only the cache, and the cache holds no fresh copy.
        """
        wanted = request_of(request)
        if "redirect_times" in request.meta or request.meta.get(RENDERED):
            return None  # The cache was already checked at the first hop.
        found = None
        if wanted.max_age_ms > 0 and self._shared.database is not None:
            key = captures.key_of(wanted, cache_url(wanted.url))
            found = await self._shared.ask(lambda connection: captures.find(connection, key, wanted.max_age_ms))
        if found is not None:
            request.meta[CAPTURE] = found
            self._counters.inc_value(stats.CACHED)
            return _response(found, request)
        if wanted.cache_only:
            if self._shared.database is None:
                raise NotFound("cacheOnly needs the page cache of the service. This command has no cache.")
            raise NotFound("The cache contains no fresh copy of the page.")
        return None


def _response(capture: PageCapture, request: Request) -> Response:
    """A stored capture as a Scrapy response. Its class depends on the headers; the flag `CACHED` marks it."""
    headers = Headers()
    for name, value in capture.headers:
        headers.appendlist(name, value.encode("latin-1"))
    made = responsetypes.from_args(headers=headers, url=capture.final_url, body=capture.body)
    return made(
        capture.final_url, status=capture.status, headers=headers, body=capture.body, request=request, flags=[CACHED]
    )
