"""Where a page is fetched from: Accept-Language, and the proxy of the wanted country."""

from __future__ import annotations

import contextlib
import socket

from scrapy import Request
from scrapy.crawler import Crawler

from contract.options.page import languages_header
from crawler import resources
from crawler.capture import request_of
from crawler.network.egress import resolve
from extraction.links.sites import origin


class LocationMiddleware:
    """Sets what the location asks for; the caller's own Accept-Language wins."""

    def __init__(self, shared: resources.Resources) -> None:
        self._environment = shared.environment
        self._policy = shared.policy
        self._exempt = shared.exempt

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LocationMiddleware:
        return cls(resources.of(crawler))

    async def process_request(self, request: Request) -> None:
        """Without a proxy for the country the fetch goes out from here, with the languages alone.

        Raises:
            EgressDenied: a proxy would be asked for what the address policy refuses, or is itself what is asked for.
        """
        wanted = request_of(request)
        language = languages_header(wanted.languages)
        if language and not any(name.lower() == "accept-language" for name, _ in wanted.headers):
            request.headers["Accept-Language"] = language
        proxy = self._environment.proxy_for(wanted.country)
        _, host, port = origin(request.url)
        # The socket guard lets the proxies through: neither they nor what lies behind them is the caller's to reach.
        if proxy or (host, port) in self._exempt:
            with contextlib.suppress(socket.gaierror):  # A name that only the proxy knows.
                await resolve(host, port, self._policy)
        if proxy:
            request.meta["proxy"] = proxy
