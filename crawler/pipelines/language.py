"""Sets the formats that need more than reading: `json` and `summary`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from scrapy.crawler import Crawler

from contract import limits, prices
from contract.options.page import MODEL_FORMATS
from contract.options.scrape import JsonOptions
from contract.results.page import PageFormats, warning_of
from crawler import resources
from crawler.failures import DeadlinePassed
from crawler.items import PageItem
from crawler.pipelines.record import keep
from crawler.providers.llm.base import ModelUnavailable
from crawler.shaping.page import shape_page
from crawler.shaping.question import Question, Terms
from crawler.shaping.summary import summarise
from extraction.verdicts.outcome import usable

T = TypeVar("T")
NOTHING_FOUND = "The page has no value for any requested property."
NO_TEXT = "The page has no text that could be summarised."


class LanguagePipeline:
    """Sets `json` and `summary` in the formats of each item that requests them.

    A page that is free never reaches the model: error pages, bot checks, pages without content. A surcharge is removed from
    the item's price if its format has no content.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LanguagePipeline:
        return cls(crawler)

    async def process_item(self, item: PageItem) -> PageItem:
        """The item with these formats. An item that is not a page is returned unchanged.

        Raises:
            ServiceUnavailable: no model is configured, or its provider failed.
            DeadlinePassed: the caller's time limit passed.
        """
        if not isinstance(item, PageItem) or not MODEL_FORMATS.intersection(item.options.formats):
            return item
        assert item.formats is not None
        if not usable(item.capture, item.formats.quality):
            return item
        await self._keep_capture(item)
        if "json" in item.options.formats:
            item.formats = await self._with_json(item, item.formats)
        if "summary" in item.options.formats:
            item.formats = await self._with_summary(item, item.formats)
        return item

    async def _with_json(self, item: PageItem, formats: PageFormats) -> PageFormats:
        wanted: JsonOptions = getattr(item.options, "json_options", None) or JsonOptions()
        question = replace(_question(item), schema=wanted.schema, prompt=wanted.prompt)
        shaped = await _in_time(item, shape_page(self._crawler, item.capture, question, _terms(item)))
        if shaped.data is None:
            item.price -= prices.JSON_SURCHARGE
            return replace(formats, json={}, warning=warning_of(formats.warning, shaped.warning or NOTHING_FOUND))
        return replace(formats, json=shaped.data, warning=warning_of(formats.warning, shaped.warning))

    async def _with_summary(self, item: PageItem, formats: PageFormats) -> PageFormats:
        made = await _in_time(item, summarise(self._crawler, item.capture, _question(item), _terms(item)))
        if made is None:
            item.price -= prices.SUMMARY_SURCHARGE
            return replace(formats, warning=warning_of(formats.warning, NO_TEXT))
        return replace(formats, summary=made.text, warning=warning_of(formats.warning, made.warning))

    async def _keep_capture(self, item: PageItem) -> None:
        """Store the capture now, so that a repeated call after a failure of the model does not fetch the page again."""
        shared = resources.of(self._crawler)
        if item.packed is None or shared.database is None:
            return
        await shared.transact(partial(keep, item=item))
        item.packed = None


def _question(item: PageItem) -> Question:
    options = item.options
    return Question(
        prefer_structure=options.prefer_structure, include_tags=options.include_tags, exclude_tags=options.exclude_tags
    )  # fmt: skip


def _terms(item: PageItem) -> Terms:
    deadline = item.deadline
    if deadline is None:
        deadline = asyncio.get_running_loop().time() + limits.CAPTURE_MAX_MS / 1000
    workspace_id = item.request.workspace_id
    return Terms(deadline, owner=workspace_id if item.request.private else None, workspace_id=workspace_id)


async def _in_time(item: PageItem, work: Awaitable[T]) -> T:
    """The value of `work`. If the caller's own time limit has passed, that is the error, not the model."""
    try:
        return await work
    except ModelUnavailable as error:
        if item.request.timeout_ms and asyncio.get_running_loop().time() >= _terms(item).deadline:
            raise DeadlinePassed(item.capture.url) from error
        raise
