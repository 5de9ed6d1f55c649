"""Cookies that an origin sets on the way to a page, kept for that capture alone."""

from __future__ import annotations

from typing import Any, cast

from scrapy import Request, Spider
from scrapy.downloadermiddlewares import cookies
from scrapy.http import Response
from scrapy.http.cookies import CookieJar
from tldextract import TLDExtract

from crawler.capture import request_of
from crawler.meta import COOKIES, LEFT_ORIGIN

# Scrapy's own asks the network for its list with the first cookie: past the address policy, and while all fetches wait.
cookies._split_domain = TLDExtract(include_psl_private_domains=True, suffix_list_urls=(), cache_dir=None)


class _Jars:
    """Scrapy looks jars up by what a request says: ours carries its own, and one that was never sent needs none."""

    def __getitem__(self, jar: CookieJar | None) -> CookieJar:
        return CookieJar() if jar is None else jar


class CaptureCookies(cookies.CookiesMiddleware):
    """A cookie jar per capture, gone with it: nothing leaks from one caller to the next, and nothing grows."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self.jars = cast(Any, _Jars())

    def process_request(self, request: Request, spider: Spider | None = None) -> Request | Response | None:
        request.meta.setdefault(COOKIES, CookieJar())
        super().process_request(request)
        # Scrapy lets the jar take the place of a Cookie header; the caller's own goes along with what the jar holds.
        own = next((value for name, value in request_of(request).headers if name.lower() == "cookie"), None)
        if own and not request.meta.get(LEFT_ORIGIN):
            jar = (request.headers.get("Cookie") or b"").decode("latin-1")
            request.headers["Cookie"] = f"{own}; {jar}" if jar else own
        return None
