"""Cookies that an origin sets on the way to a page, kept for that capture alone."""

from __future__ import annotations

from scrapy import Request, Spider
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.http import Response

from crawler.capture import LEFT_ORIGIN, request_of


class CaptureCookies(CookiesMiddleware):
    """A cookie jar per capture, gone with it: nothing leaks from one caller to the next, and nothing grows."""

    def process_request(self, request: Request, spider: Spider | None = None) -> Request | Response | None:
        request.meta.setdefault("cookiejar", object())
        super().process_request(request)
        # Scrapy lets the jar take the place of a Cookie header; the caller's own goes along with what the jar holds.
        own = next((value for name, value in request_of(request).headers if name.lower() == "cookie"), None)
        if own and not request.meta.get(LEFT_ORIGIN):
            jar = (request.headers.get("Cookie") or b"").decode("latin-1")
            request.headers["Cookie"] = f"{own}; {jar}" if jar else own
        return None

    def forget(self, request: Request) -> None:
        """Drop the capture's jar."""
        self.jars.pop(request.meta.get("cookiejar"), None)
