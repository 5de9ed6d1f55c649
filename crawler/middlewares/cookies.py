"""Cookies that an origin sets on the way to a page, kept for that capture alone."""

from __future__ import annotations

from scrapy import Request, Spider
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.http import Response


class CaptureCookies(CookiesMiddleware):
    """A cookie jar per capture, gone with it: nothing leaks from one caller to the next, and nothing grows."""

    def process_request(self, request: Request, spider: Spider | None = None) -> Request | Response | None:
        request.meta.setdefault("cookiejar", object())
        return super().process_request(request)

    def forget(self, request: Request) -> None:
        """Drop the capture's jar."""
        self.jars.pop(request.meta.get("cookiejar"), None)
