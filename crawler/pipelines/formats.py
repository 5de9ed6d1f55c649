"""Reads the requested formats of a page, in the reading pool."""

from __future__ import annotations

from scrapy.crawler import Crawler

from crawler import resources
from crawler.items import PageItem


class FormatsPipeline:
    """Fills `formats`."""

    def __init__(self, shared: resources.Resources) -> None:
        self._shared = shared

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> FormatsPipeline:
        return cls(resources.of(crawler))

    async def process_item(self, item: PageItem) -> PageItem:
        item.formats = await self._shared.reading.read(item.capture, item.options)
        return item
