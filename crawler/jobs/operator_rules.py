"""Scrapy's settings that decide which links of a job in memory are followed, and in which order.

They add to the rules of the job: a link that it does not follow stays out, and a page that it knows is not fetched twice.
"""

from __future__ import annotations

from scrapy.crawler import Crawler
from scrapy.dupefilters import BaseDupeFilter
from scrapy.http import Request

from models.pages.page import PAGE, NewPage

# More than the highest rank of a page: with DEPTH_PRIORITY, the rank orders only the pages of one depth.
RANKS = 100_000


class OperatorRules:
    """URLLENGTH_LIMIT, DUPEFILTER_CLASS and DEPTH_PRIORITY."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._length_max = crawler.settings.getint("URLLENGTH_LIMIT")
        self._depth_priority = crawler.settings.getint("DEPTH_PRIORITY")
        # The filter belongs to the scheduler, as in Scrapy. One of the operator may have none.
        self._filter: BaseDupeFilter = getattr(crawler.engine.scheduler, "df", None) or BaseDupeFilter()
        self._has_filter = type(self._filter) is not BaseDupeFilter

    def accepts(self, page: NewPage) -> bool:
        """Whether a new page may be added."""
        if page.kind != PAGE:
            return True
        if self._length_max and len(page.url) > self._length_max:
            return False
        if not self._has_filter:
            return True
        request = Request(page.url)
        if not self._filter.request_seen(request):
            return True
        assert self._crawler.spider is not None
        self._filter.log(request, self._crawler.spider)
        return False

    def rank(self, page: NewPage) -> int:
        """The page with the smallest rank goes first. With a negative DEPTH_PRIORITY, pages far from the start do."""
        return page.depth * self._depth_priority * RANKS + page.rank
