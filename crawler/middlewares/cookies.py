"""Cookies that an origin sets while a page is fetched. They are stored for that capture only."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from http.cookiejar import Cookie
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.http.cookies import CookieJar
from tldextract import TLDExtract

from crawler.capture import capture_request_of
from crawler.meta import COOKIES, LEFT_ORIGIN

log = logging.getLogger(__name__)

# Scrapy's own middleware downloads the suffix list at the first cookie. That request bypasses the address policy and blocks
# all fetches. This one is part of the package.
_split_domain = TLDExtract(include_psl_private_domains=True, suffix_list_urls=(), cache_dir=None)


class CaptureCookies:
    """One cookie jar per capture, deleted with it: no cookie reaches another caller, and memory does not grow.

    The jar is made with the first cookie. Most pages set none.
    """

    def __init__(self, debug: bool = False) -> None:
        self._debug = debug

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> CaptureCookies:
        """The middleware. Raises NotConfigured when COOKIES_ENABLED is off."""
        if not crawler.settings.getbool("COOKIES_ENABLED"):
            raise NotConfigured
        return cls(crawler.settings.getbool("COOKIES_DEBUG"))

    def process_request(self, request: Request) -> None:
        """Set the Cookie header: the caller's own cookies, then those that the origin has set."""
        if request.meta.get("dont_merge_cookies"):
            return
        if request.cookies:
            self._keep(_of_request(request), request)
        request.headers.pop("Cookie", None)
        if jar := request.meta.get(COOKIES):
            jar.add_cookie_header(request)
        own = next((value for name, value in capture_request_of(request).headers if name.lower() == "cookie"), None)
        if own and not request.meta.get(LEFT_ORIGIN):
            others = (request.headers.get("Cookie") or b"").decode("latin-1")
            request.headers["Cookie"] = f"{own}; {others}" if others else own
        if self._debug and (sent := request.headers.getlist("Cookie")):
            log.debug("Sending cookies to: %s\n%s", request, b"\n".join(sent).decode("latin-1"))

    def process_response(self, request: Request, response: Response) -> Response:
        """The response. Its cookies are in the jar of the capture."""
        if "Set-Cookie" not in response.headers or request.meta.get("dont_merge_cookies"):
            return response
        self._keep(response, request)
        if self._debug:
            received = b"\n".join(response.headers.getlist("Set-Cookie"))
            log.debug("Received cookies from: %s\n%s", response, received.decode("latin-1"))
        return response

    def _keep(self, response: Response, request: Request) -> None:
        """Put the cookies of a response into the jar of the capture. It rejects those of other sites, and expired ones."""
        jar: CookieJar = request.meta.setdefault(COOKIES, CookieJar())
        for cookie in _of_own_site(jar.make_cookies(response, request), request):
            jar.set_cookie_if_ok(cookie, request)


def _of_own_site(cookies: Iterable[Cookie], request: Request) -> Iterable[Cookie]:
    """The cookies without those for all hosts of a public suffix. A host that is such a suffix itself keeps its own."""
    host = (urlsplit(request.url).hostname or "").lower()
    for cookie in cookies:
        domain = cookie.domain.removeprefix(".")
        if domain and not _split_domain(domain).domain:
            if domain != host:
                continue
            cookie.domain = host
        yield cookie


def _of_request(request: Request) -> Response:
    """The cookies that an operator's component gave a request, as if the origin had set them."""
    given: Any = request.cookies
    if isinstance(given, dict):
        given = [{"name": name, "value": value} for name, value in given.items()]
    lines = []
    for cookie in given:
        parts = [f"{_text(cookie['name'])}={_text(cookie['value'])}"]
        parts += [
            f"{key.capitalize()}={_text(cookie[key])}" for key in ("path", "domain") if cookie.get(key) is not None
        ]
        parts += ["Secure"] if cookie.get("secure", request.url.startswith("https:")) else []
        lines.append("; ".join(parts))
    return Response(request.url, headers={"Set-Cookie": lines})


def _text(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
