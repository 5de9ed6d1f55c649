"""Where a page is fetched from: Accept-Language, and the proxy of the wanted country."""

from __future__ import annotations

from scrapy import Request
from scrapy.crawler import Crawler

from contract.options.page import Location, languages_header
from crawler import resources
from crawler.capture import request_of


class LocationMiddleware:
    """Sets what the location asks for; the caller's own Accept-Language wins."""

    def __init__(self, shared: resources.Resources) -> None:
        self._proxies = shared.environment.proxies

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LocationMiddleware:
        return cls(resources.of(crawler))

    def process_request(self, request: Request) -> None:
        """Without a proxy for the country the fetch goes out from here, with the languages alone."""
        wanted = request_of(request)
        language = languages_header(Location(country=wanted.country, languages=wanted.languages))
        if language and not any(name.lower() == "accept-language" for name, _ in wanted.headers):
            request.headers["Accept-Language"] = language
        proxy = self._proxies.get(wanted.country or "") or self._proxies.get("")
        if proxy:
            request.meta["proxy"] = proxy
