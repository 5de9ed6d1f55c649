"""The service's downloader: Scrapy's, whose requests end with their call."""

from __future__ import annotations

from functools import partial

from scrapy import Request, Spider
from scrapy.core.downloader import Downloader
from scrapy.http import Response
from twisted.internet.defer import Deferred

from crawler.calls import call_of


class CallDownloader(Downloader):
    """Fetches the request of a call in the context of its caller, and stops when the caller stops waiting."""

    def fetch(self, request: Request, spider: Spider | None = None) -> Deferred[Response | Request]:
        """The response to a request, through all middlewares, or the request that a middleware made of it."""
        if (call := call_of(request)) is None:
            return super().fetch(request)
        fetch: Deferred[Response | Request] = call.begin_fetch(partial(super().fetch, request))
        return fetch
