"""Scrapy's HTTP cache (HTTPCACHE_ENABLED), limited to pages that are fetched plainly."""

from __future__ import annotations

from scrapy import Request, Spider
from scrapy.downloadermiddlewares.httpcache import HttpCacheMiddleware
from scrapy.http import Response

from crawler.meta import CACHED, PLAYWRIGHT, RENDERED


class PlainPageCache(HttpCacheMiddleware):
    """Skips rendered pages, because their cache key equals that of the plain page. Also skips pages from Postgres."""

    def process_request(self, request: Request, spider: Spider | None = None) -> Request | Response | None:
        return None if _is_rendered(request) else super().process_request(request)

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        if _is_rendered(request) or RENDERED in response.flags or CACHED in response.flags:
            return response
        return super().process_response(request, response)


def _is_rendered(request: Request) -> bool:
    return bool(request.meta.get(RENDERED) or request.meta.get(PLAYWRIGHT))
