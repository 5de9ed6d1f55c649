"""Extracts the requested formats of a page, in the reading pool."""

from __future__ import annotations

import asyncio

from scrapy.crawler import Crawler

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
            assert item.pages is not None
            await item.pages.prepare(item)
        if self._is_kept(item):
            # Compress the body for the cache meanwhile: extraction and compression run in different executors.
            packed = asyncio.get_running_loop().run_in_executor(self._shared.threads, packing.pack, item.capture.body)
            _, item.packed = await asyncio.gather(self._read_to_keep(item), packed)
        elif isinstance(item.task, PageTask):
            item.formats, item.outlinks = await self._shared.reading.read_of_job(
                item.capture, item.options, item.scope, item.request.workspace_id
            )
        else:
            item.formats = await self._shared.reading.read(item.capture, item.options, item.request.workspace_id)
        return item

    def _is_kept(self, item: PageItem) -> bool:
        """Whether the capture will be stored, if the page turns out to be usable."""
        is_recorded = item.task is not None or item.is_part
        return bool(is_recorded and self._shared.database and not item.capture.cached and item.request.store)

    async def _read_to_keep(self, item: PageItem) -> None:
        page = await self._shared.reading.read_to_keep(
            item.capture, item.options, item.scope, item.request.workspace_id, of_job=isinstance(item.task, PageTask)
        )
        item.formats, item.outlinks = page.formats, page.outlinks
        # A response to a caller's own headers or body must not be found by others.
        item.entry = None if item.request.private else page.entry
