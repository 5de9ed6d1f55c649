"""Scrapy's HTTP cache (HTTPCACHE_ENABLED), kept to plain pages."""

from __future__ import annotations

from scrapy import Request, Spider
from scrapy.downloadermiddlewares.httpcache import HttpCacheMiddleware
from scrapy.http import Response

from crawler.meta import CACHED, PLAYWRIGHT, RENDERED


class PlainPageCache(HttpCacheMiddleware):
    """Leaves rendered pages out: to the cache, a page and its rendering are the same request. Pages out of Postgres, too."""

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
