"""What an operator may add to `scrapy crawl`: one component of each kind, all of which count in the stats."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.http import Response
from scrapy.statscollectors import StatsCollector


class _Component:
    def __init__(self, stats: StatsCollector) -> None:
        self.stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Any:
        return cls(crawler.stats)


class Pipeline(_Component):
    def process_item(self, item: Any) -> Any:
        self.stats.inc_value(f"own/pipeline/{type(item.result).__name__}")
        return item


class DroppingPipeline:
    def process_item(self, item: Any) -> Any:
        raise DropItem("not wanted")


class DroppingSpiderMiddleware:
    async def process_spider_output(self, response: Response, result: Any) -> AsyncIterator[Any]:
        async for each in result:
            if response.url.endswith("/"):
                yield each


class DownloaderMiddleware(_Component):
    def process_request(self, request: Request) -> None:
        self.stats.inc_value("own/requests")


class SpiderMiddleware(_Component):
    async def process_spider_output(self, response: Response, result: Any) -> AsyncIterator[Any]:
        async for each in result:
            self.stats.inc_value("own/outputs")
            yield each


class Extension(_Component):
    """Counts the signals that Scrapy users connect to."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Extension:
        made = cls(crawler.stats)
        for name in (
            "item_scraped",
            "item_dropped",
            "item_error",
            "spider_error",
            "response_received",
            "spider_closed",
        ):
            crawler.signals.connect(made.counter(name), signal=getattr(signals, name), weak=False)
        return made

    def counter(self, name: str) -> Any:
        def count(**about: Any) -> None:
            self.stats.inc_value(f"own/{name}")

        return count
