"""Extracts the requested formats of a page, in the reading pool."""

from __future__ import annotations

import asyncio

from scrapy.crawler import Crawler

from contract.results.page import PageFormats
from crawler import resources
from crawler.items import PageItem
from models import packing
from models.pages.page import PageTask


class FormatsPipeline:
    """Sets `formats` of each item."""

    def __init__(self, shared: resources.Resources) -> None:
        self._shared = shared

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> FormatsPipeline:
        return cls(resources.of(crawler))

    async def process_item(self, item: PageItem) -> PageItem:
        """The item with its formats. An item that is not a page is returned unchanged."""
        if not isinstance(item, PageItem):
            return item
        if isinstance(item.task, PageTask):
            reading = self._read_of_job(item)
        else:
            reading = self._shared.reading.read(item.capture, item.options, item.request.workspace_id)
        if item.task is None or self._shared.database is None or item.capture.cached or not item.request.store:
            item.formats = await reading
            return item
        # Compress the body for the cache meanwhile: extraction and compression run in different executors.
        packed = asyncio.get_running_loop().run_in_executor(self._shared.threads, packing.pack, item.capture.body)
        item.formats, item.packed = await asyncio.gather(reading, packed)
        return item

    async def _read_of_job(self, item: PageItem) -> PageFormats:
        assert item.pages is not None
        await item.pages.prepare(item)
        formats, item.outlinks = await self._shared.reading.read_of_job(
            item.capture, item.options, item.scope, item.request.workspace_id
        )
        return formats
