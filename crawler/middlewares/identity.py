"""Says who fetches: the address of the page about this crawler in the user agent, and signatures (Web Bot Auth)."""

from __future__ import annotations

import time

from scrapy import Request
from scrapy.crawler import Crawler

from contract.bot_key import BotKey
from contract.environment import Environment
from crawler import resources, settings
from crawler.capture import capture_request_of
from crawler.meta import OWN_SERVER
from extraction.links.scope import host_of


class IdentityMiddleware:
    """Completes the user agent, and signs plain requests of our own.

    A request with headers or a body of a caller is never signed: the signature would vouch for what the caller sends. Each
    hop of a redirect is a separate request, with a signature for its own host.
    """

    def __init__(self, environment: Environment) -> None:
        self._user_agent = f"Mozilla/5.0 {environment.bot_name}"
        self._key = BotKey(environment.bot_key, environment.base_url) if environment.bot_key else None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> IdentityMiddleware:
        return cls(resources.of(crawler).environment)

    def process_request(self, request: Request) -> None:
        """Set the headers. Requests to the operator's own servers are not changed."""
        if request.meta.get(OWN_SERVER):
            return
        if request.headers.get("User-Agent") == settings.USER_AGENT.encode():
            request.headers["User-Agent"] = self._user_agent
        if self._key is not None and request.method == "GET" and not capture_request_of(request).private:
            request.headers.update(self._key.request_headers(host_of(request.url), int(time.time())))
