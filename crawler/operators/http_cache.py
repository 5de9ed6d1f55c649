"""Scrapy's HTTP cache (HTTPCACHE_ENABLED), limited to pages that are fetched plainly."""

from __future__ import annotations

from scrapy import Request, Spider
from scrapy.downloadermiddlewares.httpcache import HttpCacheMiddleware
from scrapy.http import Response

from crawler.download import is_rendered
from crawler.meta import CACHED, RENDERED


class PlainPageCache(HttpCacheMiddleware):
    """Skips rendered pages, because their cache key equals that of the plain page. Also skips pages from Postgres."""

    def process_request(self, request: Request, spider: Spider | None = None) -> Request | Response | None:
        return None if is_rendered(request) else super().process_request(request)

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        if is_rendered(request) or RENDERED in response.flags or CACHED in response.flags:
            return response
        return super().process_response(request, response)
