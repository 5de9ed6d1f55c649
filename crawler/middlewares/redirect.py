"""Redirects: Scrapy's own, but what a caller sent stays with the origin that it was meant for."""

from __future__ import annotations

from typing import Any

from scrapy import Request
from scrapy.downloadermiddlewares.redirect import BaseRedirectMiddleware, MetaRefreshMiddleware, RedirectMiddleware
from scrapy.http import Response

from crawler.capture import request_of
from crawler.fetching.raw_url import joined
from crawler.meta import LEFT_ORIGIN
from extraction.links.sites import origin


class KeepsSecrets(BaseRedirectMiddleware):
    """Drops the caller's headers when a redirect leaves the origin; sends no Referer."""

    def handle_referer(self, request: Request, response: Response) -> None:
        """No Referer: which page led here is nobody's business."""

    def _build_redirect_request(
        self, source_request: Request, response: Response, *, url: str, **kwargs: Any
    ) -> Request:
        onward = super()._build_redirect_request(source_request, response, url=url, **kwargs)
        if origin(source_request.url) != origin(onward.url):
            for name, _ in request_of(source_request).headers:
                onward.headers.pop(name, None)
            onward.meta[LEFT_ORIGIN] = True
        return onward

    def _engine_started(self) -> None:
        """Scrapy looks for its Referer middleware here and warns; we send none."""


class Redirects(KeepsSecrets, RedirectMiddleware):
    """3xx answers, followed to the very address that they name."""

    def _build_redirect_request(
        self, source_request: Request, response: Response, *, url: str, **kwargs: Any
    ) -> Request:
        location = joined(source_request.url, response.headers["Location"] or b"")
        return super()._build_redirect_request(source_request, response, url=location or url, **kwargs)


class MetaRefreshes(KeepsSecrets, MetaRefreshMiddleware):
    """Pages that send the reader on at once."""
