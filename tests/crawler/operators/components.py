"""What an operator may add to `scrapy crawl`: one component of each kind, all of which count in the stats."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urljoin

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.dupefilters import BaseDupeFilter
from scrapy.exceptions import DropItem
from scrapy.http import Response
from scrapy.pipelines.files import FilesPipeline
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


class LinkedFiles(FilesPipeline):
    """Downloads one file of the site of each page."""

    def get_media_requests(self, item: Any, info: Any) -> list[Request]:
        return [Request(urljoin(item.capture.final_url, "/report.bin"))]


class SeenB(BaseDupeFilter):
    """Takes one path for a page that was requested before."""

    def request_seen(self, request: Request) -> bool:
        return request.url.endswith("/b")

    def log(self, request: Request, spider: Any) -> None:
        """Say nothing."""


class DroppingPipeline:
    def process_item(self, item: Any) -> Any:
        raise DropItem("not wanted")


class ReplacingPipeline:
    """Makes an item of its own of each page."""

    def process_item(self, item: Any) -> Any:
        return {"url": item.result.url}


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


class StoppingExtension:
    """Stops the crawl at its first response, as Ctrl-C does."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> StoppingExtension:
        extension = cls()
        extension.crawler, extension.stopping = crawler, None
        crawler.signals.connect(extension.stop, signal=signals.response_received)
        return extension

    crawler: Crawler
    stopping: asyncio.Task[None] | None

    def stop(self) -> None:
        if self.stopping is None:
            self.stopping = asyncio.ensure_future(self.crawler.stop_async())


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
