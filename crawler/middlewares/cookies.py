"""Cookies that an origin sets while a page is fetched. They are stored for that capture only."""

from __future__ import annotations

from typing import Any, cast

from scrapy import Request, Spider
from scrapy.downloadermiddlewares import cookies
from scrapy.http import Response
from scrapy.http.cookies import CookieJar
from tldextract import TLDExtract

from crawler.capture import capture_request_of
from crawler.meta import COOKIES, LEFT_ORIGIN

# At the first cookie Scrapy's own extractor downloads its suffix list. That request bypasses the address policy and
# blocks all fetches.
cookies._split_domain = TLDExtract(include_psl_private_domains=True, suffix_list_urls=(), cache_dir=None)


class _Jars:
    """Scrapy looks up jars by a key in the request. Here that key is the jar itself; None gives an empty jar."""

    def __getitem__(self, jar: CookieJar | None) -> CookieJar:
        return CookieJar() if jar is None else jar


class CaptureCookies(cookies.CookiesMiddleware):
    """One cookie jar per capture, deleted with it: no cookie reaches another caller, and memory does not grow."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self.jars = cast(Any, _Jars())

    def process_request(self, request: Request, spider: Spider | None = None) -> Request | Response | None:
        request.meta.setdefault(COOKIES, CookieJar())
        super().process_request(request)
        # Scrapy replaces a Cookie header with the jar's cookies. Here the caller's header is sent together with them.
        own = next((value for name, value in capture_request_of(request).headers if name.lower() == "cookie"), None)
        if own and not request.meta.get(LEFT_ORIGIN):
            jar = (request.headers.get("Cookie") or b"").decode("latin-1")
            request.headers["Cookie"] = f"{own}; {jar}" if jar else own
        return None
