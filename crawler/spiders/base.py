"""The base of all spiders: options from `-a` arguments, requests with a capture request, and items from responses."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, ClassVar

import scrapy
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadCancelledError, IgnoreRequest
from scrapy.http import Request, Response
from scrapy.settings import Settings
from scrapy.spiderloader import SpiderLoader
from twisted.python.failure import Failure

from contract.declare import from_arguments
from contract.operations import Operation
from crawler.calls import call_of
from crawler.capture import capture_of, capture_request_of, require_page
from crawler.downloader import ClosingDownloader
from crawler.failures import RobotsDisallowed, Throttled
from crawler.items import PageItem
from crawler.meta import DEADLINE, OLD_CAPTURE, OPTIONS, PAGES, PRICE, RENEWED, TASK
from models.jobs.job import Task


def closing(crawler: Crawler) -> bool:
    """Whether the spider of `scrapy crawl` is closing or closed. Scrapy sends no signal when it begins to close."""
    downloader = crawler.engine.downloader
    return isinstance(downloader, ClosingDownloader) and downloader.is_closing


class OrbweaverSpider(scrapy.Spider):
    """A spider that takes the options of one operation.

    `scrapy crawl NAME -a url=… -a waitFor=500` reads the same options as the API, with the same errors.
    """

    operation: ClassVar[Operation]

    def __init__(self, name: str | None = None, **arguments: str) -> None:
        super().__init__(name)
        self.arguments = arguments

    def options(self) -> Any:
        """The validated options of this run."""
        return from_arguments(self.operation.options, self.arguments)

    def check(self) -> None:
        """Check the arguments.

        Raises:
            InvalidRequest: an argument is invalid; the message names it and the reason.
        """
        self.options()

    async def start(self) -> AsyncIterator[Any]:
        for request in self.requests(self.options(), None):
            yield request

    @classmethod
    def requests(cls, options: Any, task: Task | None) -> Iterator[Request]:
        """The first requests of a run."""
        raise NotImplementedError

    def fetch_failed(self, failure: Any) -> None:
        """The errback of a call's request."""
        call = call_of(failure.request)
        assert call is not None
        call.note_fetched()
        call.fail(failure.value)
        if not call.has_ended and isinstance(failure.value, Exception):
            self.count_error(failure.value)

    def is_cut_off(self, error: Exception) -> bool:
        """Whether a download was cancelled because the spider closes."""
        return isinstance(error, DownloadCancelledError) and closing(self.crawler)

    def count_error(self, error: Exception) -> None:
        """Count a failed page as Scrapy counts a callback's exception: in the stats and for CLOSESPIDER_ERRORCOUNT.

        Pages that were not requested, wait for their host, or are cut off have not failed.
        """
        if isinstance(error, (IgnoreRequest, RobotsDisallowed, Throttled)) or self.is_cut_off(error):
            return
        self.crawler.signals.send_catch_log(
            signals.spider_error, failure=Failure(error), response=None, spider=self
        )  # fmt: skip
        self.crawler.stats.inc_value("spider_exceptions/count")
        self.crawler.stats.inc_value(f"spider_exceptions/{type(error).__name__}")

    def parse(self, response: Response, **kwargs: Any) -> Iterator[PageItem]:
        """The page as an item.

        Raises:
            UpstreamUnreachable: the origin failed or its response is empty.
        """
        request = response.request
        assert request is not None
        call = call_of(request)
        if call is not None:
            call.note_fetched()
        capture = capture_of(response, request)
        require_page(capture)
        yield PageItem(
            request=capture_request_of(request), capture=capture, options=request.meta[OPTIONS], task=request.meta[TASK],
            price=request.meta[PRICE], deadline=request.meta.get(DEADLINE), pages=request.meta.get(PAGES),
            renews=request.meta[OLD_CAPTURE] if RENEWED in response.flags else None, call=call,
        )  # fmt: skip


def spiders_of(modules: Sequence[str]) -> dict[str, type[OrbweaverSpider]]:
    """The spiders in these modules by name, as `scrapy crawl` finds them."""
    loader = SpiderLoader.from_settings(Settings({"SPIDER_MODULES": list(modules)}))
    found = {name: loader.load(name) for name in loader.list()}
    return {name: spider for name, spider in found.items() if issubclass(spider, OrbweaverSpider)}
