"""Extracts the requested formats of a page, in the reading pool."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from contract.results.page import PageFormats
from crawler import resources
from crawler.answers import question
from crawler.failures import UsageRefused
from crawler.items import PageItem
from extraction.declared import usage_terms
from models import packing
from models.pages.page import PageTask


class FormatsPipeline(resources.Component):
    """Sets `formats` of each item."""

    async def process_item(self, item: PageItem) -> PageItem:
        """The item with its formats. An item that is not a page is returned unchanged.

        Raises:
            UsageRefused: the site refuses a use of the page, and the operator's crawls obey that.
        """
        if not isinstance(item, PageItem):
            return item
        if isinstance(item.task, PageTask):
            assert item.pages is not None
            await item.pages.prepare(item)
        if self._is_stored(item):
            await (self._read(item, is_stored=True) if item.renews else self._read_and_pack(item))
            return item
        item.renews = None
        await self._read(item, is_stored=False)
        return item

    def _is_stored(self, item: PageItem) -> bool:
        """Whether the capture will be stored, if the page turns out to be usable."""
        is_recorded = item.task is not None or item.is_part
        may_be_stored = item.request.store and not item.capture.cached
        # A stored capture has no warning, so a page with one would look whole to the next caller.
        return bool(is_recorded and self._shared.database and may_be_stored and item.capture.warning is None)

    async def _read_and_pack(self, item: PageItem) -> None:
        # Compress the body for the cache meanwhile: extraction and compression run in different executors.
        packed = asyncio.get_running_loop().run_in_executor(self._shared.threads, packing.pack, item.capture.body)
        _, item.packed = await asyncio.gather(self._read(item, is_stored=True), packed)

    async def _read(self, item: PageItem, *, is_stored: bool) -> None:
        asked = question.of_formats(item.options)
        page = await self._shared.reading.read_page(
            item.capture, item.options, item.request.workspace_id, scope=item.scope, of_job=isinstance(item.task, PageTask),
            is_stored=is_stored, questions=tuple(each.of_page for each in asked.values()),
        )  # fmt: skip
        item.formats, item.outlinks = self._with_site_terms(item, page.formats), page.outlinks
        item.answered = dict(zip(asked, page.answered, strict=True))
        self._require_use(item)
        # A response to a caller's own headers or body must not be found by others.
        item.entry = None if item.request.private else page.entry

    def _with_site_terms(self, item: PageItem, formats: PageFormats) -> PageFormats:
        """The formats with what a known robots.txt says about the use of the page."""
        rules = self._shared.robots_for(item.request.country).known(item.capture.final_url)
        stated = rules.file.usage_terms(item.capture.final_url) if rules else ()
        if not stated:
            return formats
        about = formats.metadata
        return replace(formats, metadata=replace(about, usage_terms=(*(about.usage_terms or ()), *stated)))

    def _require_use(self, item: PageItem) -> None:
        """Let a page pass, unless it belongs to a crawl whose operator obeys what sites say about use.

        Raises:
            UsageRefused: the site refuses a use.
        """
        uses = self._shared.environment.obeyed_uses
        if not uses or item.scope is None or item.formats is None:
            return
        term = usage_terms.refused(item.formats.metadata.usage_terms or (), uses)
        if term is not None:
            raise UsageRefused(f"The site refuses this use: {term.name}: {term.value} ({term.source}).")
