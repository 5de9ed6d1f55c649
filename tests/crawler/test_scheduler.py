"""The queue between the claims and Scrapy's engine."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from scrapy.dupefilters import BaseDupeFilter
from scrapy.http import Request
from twisted.internet.defer import Deferred

from crawler.calls import Call
from crawler.failures import CrawlerClosed
from crawler.meta import IN_FLIGHT
from crawler.scheduler import ClaimedRequests


def request_of(url: str, call: Call | None = None) -> Request:
    return Request(url, meta={IN_FLIGHT: call} if call else {})


def begun(call: Call) -> Call:
    call.begin_fetch(lambda: Deferred[Any]())
    return call


def test_requests_keep_their_order_after_one_that_is_under_way_and_urgent_ones() -> None:
    async def queued() -> list[str]:
        scheduler = ClaimedRequests(BaseDupeFilter())
        for request in (
            request_of("http://a.test/1", Call()),
            request_of("http://a.test/2"),
            request_of("http://a.test/redirected", begun(Call())),
            request_of("http://a.test/3", Call()),
            Request("http://a.test/urgent", priority=1),
        ):
            assert scheduler.enqueue_request(request)
        found = iter(scheduler.next_request, None)
        return [request.url.rpartition("/")[2] for request in found if request is not None]

    assert asyncio.run(queued()) == ["redirected", "urgent", "1", "2", "3"]


def test_request_that_nobody_waits_for_is_not_started() -> None:
    async def queued() -> Request | None:
        scheduler, call = ClaimedRequests(BaseDupeFilter()), Call()
        scheduler.enqueue_request(request_of("http://a.test/", call))
        call.end()
        return scheduler.next_request()

    assert asyncio.run(queued()) is None


@pytest.mark.parametrize("is_late", [False, True])
def test_request_that_a_closed_crawler_has_not_started_fails(is_late: bool) -> None:
    async def main() -> None:
        scheduler, call = ClaimedRequests(BaseDupeFilter()), Call()
        if is_late:
            scheduler.close("shutdown")
        assert scheduler.enqueue_request(request_of("http://a.test/", call)) is not is_late
        scheduler.close("shutdown")
        await call.outcome()

    with pytest.raises(CrawlerClosed):
        asyncio.run(main())
