"""Scrapy's scheduler: gives the engine the requests of claimed pages and of calls, in their order.

What may be requested next is decided before: a frontier claims pages within the limits of their job, their workspace and
their host, and a job is claimed by its worker. So the scheduler filters no duplicates and knows no priorities. A redirect
or a retry continues a page that is under way: it goes first.
"""

from __future__ import annotations

from collections import deque

from scrapy.core.scheduler import BaseScheduler
from scrapy.http import Request

from crawler.calls import call_of
from crawler.failures import CrawlerClosed


class ServiceScheduler(BaseScheduler):
    """The queue between the claims and the engine. The engine takes requests while it has capacity for their responses."""

    def __init__(self) -> None:
        self._ready: deque[Request] = deque()
        self._is_closed = False

    def has_pending_requests(self) -> bool:
        """Always true: more may be claimed, so the spider is never idle and stays open."""
        return True

    def enqueue_request(self, request: Request) -> bool:
        """Add a request. After `close` it fails at once."""
        if self._is_closed:
            _fail(request)
            return False
        if (call := call_of(request)) is not None and call.has_begun:
            self._ready.appendleft(request)
        else:
            self._ready.append(request)
        return True

    def next_request(self) -> Request | None:
        """The next request that somebody still waits for, or None."""
        while self._ready:
            request = self._ready.popleft()
            if (call := call_of(request)) is None or not call.has_ended:
                return request
        return None

    def close(self, reason: str) -> None:
        """Fail the requests that the engine has not taken."""
        self._is_closed = True
        for request in self._ready:
            _fail(request)
        self._ready.clear()


def _fail(request: Request) -> None:
    if (call := call_of(request)) is not None:
        call.fail(CrawlerClosed(request.url))
