"""Scrapy's scheduler: gives the engine the requests of claimed pages and of calls, in their order.

What may be requested next is decided before: a frontier claims pages within the limits of their job, their workspace and
their host, and a job is claimed by its worker. A claim waits for Postgres or for a host. Scrapy's engine does not wait for its
scheduler, and asks again only when a page ends or after 5 seconds. So `crawler.jobs.frontier.crawl` claims, and its requests come
here by `engine.crawl`, which wakes the engine.
"""

from __future__ import annotations

import heapq
from itertools import count

from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.dupefilters import BaseDupeFilter
from scrapy.http import Request
from scrapy.spiders import Spider
from scrapy.utils.misc import build_from_crawler, load_object
from twisted.internet.defer import Deferred

from crawler.calls import call_of
from crawler.failures import CrawlerClosed


class ClaimedRequests(BaseScheduler):
    """The queue between the claims and the engine. The engine takes requests while it has capacity for their responses.

    A redirect or a retry of a call continues a page that is under way: it goes first. Then the request with the highest
    priority does, and of those the oldest. `df`, as in Scrapy's scheduler, is the filter of DUPEFILTER_CLASS: it is asked about
    requests of an operator's own spider, and by `crawler.jobs.operator_rules` about the pages of a crawl.
    """

    def __init__(self, df: BaseDupeFilter) -> None:
        self.df = df
        self._ready: list[tuple[bool, int, int, Request]] = []
        self._numbers = count()
        self._spider: Spider
        self._is_closed = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ClaimedRequests:
        return cls(build_from_crawler(load_object(crawler.settings["DUPEFILTER_CLASS"]), crawler))

    def open(self, spider: Spider) -> Deferred[None] | None:
        """Open the filter."""
        self._spider = spider
        return self.df.open()

    def has_pending_requests(self) -> bool:
        return bool(self._ready)

    def enqueue_request(self, request: Request) -> bool:
        """Add a request, unless it is a duplicate. After `close` it fails at once."""
        call = call_of(request)
        if self._is_closed:
            _fail(request)
            return False
        if not request.dont_filter and self.df.request_seen(request):
            self.df.log(request, self._spider)
            return False
        is_under_way = call is not None and call.has_begun
        heapq.heappush(self._ready, (not is_under_way, -request.priority, next(self._numbers), request))
        return True

    def next_request(self) -> Request | None:
        """The next request that somebody still waits for, or None."""
        while self._ready:
            *_, request = heapq.heappop(self._ready)
            if (call := call_of(request)) is None or not call.has_ended:
                return request
        return None

    def close(self, reason: str) -> Deferred[None] | None:
        """Fail the requests that the engine has not taken, and close the filter."""
        self._is_closed = True
        for *_, request in self._ready:
            _fail(request)
        self._ready.clear()
        return self.df.close(reason)


def _fail(request: Request) -> None:
    if (call := call_of(request)) is not None:
        call.fail(CrawlerClosed(request.url))
