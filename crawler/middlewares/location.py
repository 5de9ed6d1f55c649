"""The location from which a page is fetched: Accept-Language, and the proxy of the requested country."""

from __future__ import annotations

import contextlib
import socket
from urllib.parse import urlsplit

from scrapy import Request

from contract.options.page import languages_header
from crawler import resources
from crawler.capture import capture_request_of
from crawler.meta import OWN_SERVER
from crawler.network.egress import resolve


class LocationMiddleware(resources.Component):
    """Applies the requested location. The caller's own Accept-Language takes precedence."""

    async def process_request(self, request: Request) -> None:
        """Set the languages and the proxy. Without a proxy for the country, only the languages are set.

        Requests to the operator's own servers get neither.

        Raises:
            EgressDenied: the address policy blocks the URL that a proxy would fetch, or the URL is a proxy itself.
        """
        if request.meta.get(OWN_SERVER):
            return
        capture_request = capture_request_of(request)
        language = languages_header(capture_request.languages)
        if language and not any(name.lower() == "accept-language" for name, _ in capture_request.headers):
            request.headers["Accept-Language"] = language
        proxy = self._shared.environment.proxy_for(capture_request.country)
        parts = urlsplit(request.url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        # The socket guard exempts proxies. Callers must reach neither the proxies nor addresses that only these reach.
        if proxy or (host, port) in self._shared.exempt:
            with contextlib.suppress(socket.gaierror):  # The proxy may resolve a name that is unknown here.
                await resolve(host, port, self._shared.policy)
        if proxy:
            request.meta["proxy"] = proxy
