"""The page cache: a stored capture is returned instead of fetching when it is fresh enough.

An older one is passed on: the origin may confirm it (`crawler.middlewares.revalidation`).
"""

from __future__ import annotations

from scrapy.http import Headers, Request, Response
from scrapy.responsetypes import responsetypes
from sqlalchemy import Connection

from contract.capture import CaptureRequest, PageCapture
from contract.errors import NotFound
from crawler import resources, stats
from crawler.capture import capture_request_of
from crawler.fetching import conditional
from crawler.fetching.raw_url import cache_url
from crawler.meta import CACHED, CAPTURE, OLD_CAPTURE, RENDERED
from models import capture as captures
from models import capture_renewal
from models.capture_renewal import OldCapture


class CacheMiddleware(resources.Component):
    """Returns captures from Postgres. Without a database nothing is cached."""

    async def process_request(self, request: Request) -> Response | None:
        """The stored response, or None to fetch.

        Raises:
            NotFound: the request allows only the cache, and the cache holds no fresh copy.
        """
        capture_request = capture_request_of(request)
        if OLD_CAPTURE in request.meta or "redirect_times" in request.meta or request.meta.get(RENDERED):
            return None  # The cache was already checked at the first hop.
        found = await self._find(capture_request)
        request.meta[OLD_CAPTURE] = found if isinstance(found, OldCapture) else None
        if isinstance(found, PageCapture):
            request.meta[CAPTURE] = found
            self._counters.inc_value(stats.CACHED)
            return _response(found, request)
        if capture_request.cache_only:
            if self._shared.database is None:
                raise NotFound("cacheOnly needs the page cache of the service. This command has no cache.")
            raise NotFound("The cache contains no fresh copy of the page.")
        return None

    async def _find(self, capture_request: CaptureRequest) -> PageCapture | OldCapture | None:
        """A capture that is fresh enough; otherwise an older one, if the origin can be asked whether it is current."""
        if self._shared.database is None:
            return None
        key = captures.key_of(capture_request, cache_url(capture_request.url))
        can_be_confirmed = conditional.can_be_confirmed(capture_request)
        if not capture_request.max_age_ms and not can_be_confirmed:
            return None

        def look_up(connection: Connection) -> PageCapture | OldCapture | None:
            fresh = captures.find(connection, key, capture_request.max_age_ms) if capture_request.max_age_ms else None
            return fresh or (capture_renewal.find(connection, key) if can_be_confirmed else None)

        return await self._shared.ask(look_up)


def _response(capture: PageCapture, request: Request) -> Response:
    """A stored capture as a Scrapy response. Its class depends on the headers; the flag `CACHED` marks it."""
    headers = Headers()
    for name, value in capture.headers:
        headers.appendlist(name, value.encode("latin-1"))
    made = responsetypes.from_args(headers=headers, url=capture.final_url, body=capture.body)
    return made(
        capture.final_url, status=capture.status, headers=headers, body=capture.body, request=request, flags=[CACHED]
    )
