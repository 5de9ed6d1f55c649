"""Reports to waiting calls how their requests ended.

A call waits for the item of one request (`crawler.calls`). Scrapy reports each end of it by a signal.
"""

from __future__ import annotations

from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.pipelines import ItemPipelineManager
from twisted.python.failure import Failure

from crawler.calls import Call, call_of
from crawler.items import PageItem, ResultItem


class Outcomes:
    """An extension that passes on results and failures of calls. Items and responses without a call are ignored."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Outcomes:
        outcomes = cls()
        crawler.signals.connect(outcomes.item_scraped, signal=signals.item_scraped)
        crawler.signals.connect(outcomes.item_dropped, signal=signals.item_dropped)
        crawler.signals.connect(outcomes.item_error, signal=signals.item_error)
        crawler.signals.connect(outcomes.spider_error, signal=signals.spider_error)
        return outcomes

    def item_scraped(self, item: Any, response: Response | None) -> None:
        """An operator's pipeline may have replaced the item by one of its own. Then the response names the call."""
        call = _released_call(item)
        if call is None and response is not None and response.request is not None:
            call = call_of(response.request)
        if call is not None:
            call.succeed(item)

    def item_dropped(self, item: Any, exception: BaseException) -> None:
        if (call := _released_call(item)) is not None:
            call.fail(exception)

    def item_error(self, item: Any, failure: Failure) -> None:
        if (call := _released_call(item)) is not None:
            call.fail(failure.value)

    def spider_error(self, failure: Failure, response: Response | None) -> None:
        """The callback of a response failed: it is not a page. Without a response, the errback has reported it to the call."""
        if response is None:
            return
        assert response.request is not None
        if (call := call_of(response.request)) is not None:
            call.fail(failure.value)


def _released_call(item: Any) -> Call | None:
    """The item's call, which holds on to the item from now on, and not the other way round."""
    if not isinstance(item, (PageItem, ResultItem)):
        return None
    call, item.call = item.call, None
    return call


class CallPipelines(ItemPipelineManager):
    """The pipelines. They stop processing an item when its caller stops waiting."""

    async def process_item_async(self, item: Any) -> Any:
        work = super().process_item_async(item)
        return await (work if item.call is None else item.call.carry(work))
