"""Extracts the requested formats of a page, in the reading pool."""

from __future__ import annotations

import asyncio

from scrapy.crawler import Crawler

from crawler import resources
from crawler.answers import question
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
        if asked := question.of_json(item.options):
            item.question = asked.of_page
        if self._is_kept(item):
            await (self._read(item, is_kept=True) if item.renews else self._read_and_pack(item))
            return item
        item.renews = None
        await self._read(item, is_kept=False)
        return item

    def _is_kept(self, item: PageItem) -> bool:
        """Whether the capture will be stored, if the page turns out to be usable."""
        is_recorded = item.task is not None or item.is_part
        may_be_stored = item.request.store and not item.capture.cached
        # A stored capture has no warning, so a page with one would look whole to the next caller.
        return bool(is_recorded and self._shared.database and may_be_stored and item.capture.warning is None)

    async def _read_and_pack(self, item: PageItem) -> None:
        # Compress the body for the cache meanwhile: extraction and compression run in different executors.
        packed = asyncio.get_running_loop().run_in_executor(self._shared.threads, packing.pack, item.capture.body)
        _, item.packed = await asyncio.gather(self._read(item, is_kept=True), packed)

    async def _read(self, item: PageItem, *, is_kept: bool) -> None:
        page = await self._shared.reading.read_page(
            item.capture, item.options, item.request.workspace_id, scope=item.scope, of_job=isinstance(item.task, PageTask),
            is_kept=is_kept, question=item.question,
        )  # fmt: skip
        item.formats, item.outlinks, item.answered = page.formats, page.outlinks, page.answered
        # A response to a caller's own headers or body must not be found by others.
        item.entry = None if item.request.private else page.entry
