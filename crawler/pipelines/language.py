"""Sets the formats that need more than reading: `json` and `summary`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from scrapy.crawler import Crawler

from contract import limits, prices
from contract.errors import ServiceUnavailable
from contract.options.page import MODEL_FORMATS
from contract.results.page import PageFormats, warning_of
from crawler import capture_store, resources
from crawler.answers import question
from crawler.answers.question import Terms
from crawler.answers.schema_question import answer_page
from crawler.answers.summary import summarise
from crawler.failures import DeadlinePassed
from crawler.items import PageItem
from crawler.providers.llm.base import ModelUnavailable
from extraction.verdicts.outcome import usable
from models.pages.page import PageTask

T = TypeVar("T")
AddFormat = Callable[[PageItem, PageFormats], Awaitable[PageFormats]]
SURCHARGES = {"json": prices.JSON_SURCHARGE, "summary": prices.SUMMARY_SURCHARGE}
NOTHING_FOUND = "The page has no value for any requested property."
LITTLE_CONTENT = "Little content was found on the page, so `json` and `summary` may be about a part of it only."
NO_TEXT = "The page has no text that could be summarised."


class LanguagePipeline:
    """Sets `json` and `summary` in the formats of each item that requests them.

    Error pages and bot checks never reach the model, nor do pages of jobs that fail for other reasons. A page with little
    content is answered with a warning. A surcharge is removed from the item's price if its format has no content.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LanguagePipeline:
        return cls(crawler)

    async def process_item(self, item: PageItem) -> PageItem:
        """The item with these formats. An item that is not a page is returned unchanged.

        Raises:
            ServiceUnavailable: no model is configured, or its provider failed. A page of a job has it as `model_error`.
            DeadlinePassed: the caller's time limit passed.
        """
        if not isinstance(item, PageItem) or not MODEL_FORMATS.intersection(item.options.formats):
            return item
        assert item.formats is not None
        is_usable = usable(item.capture, item.formats.quality)
        if not is_usable and not _has_little_content(item):
            return item
        if is_usable:
            await self._store_capture(item)
        else:
            item.formats = replace(item.formats, warning=warning_of(item.formats.warning, LITTLE_CONTENT))
        for name, work in (("json", self._with_json), ("summary", self._with_summary)):
            if name in item.options.formats:
                item.formats = await self._added(item, item.formats, name, work)
        return item

    async def _added(self, item: PageItem, formats: PageFormats, name: str, work: AddFormat) -> PageFormats:
        """The formats with one more. A page of a job keeps its other formats and its links when the model fails."""
        try:
            return await work(item, formats)
        except ServiceUnavailable as error:
            if not isinstance(item.task, PageTask):
                raise
            item.model_error = error
            item.price -= SURCHARGES[name]
            return replace(formats, warning=warning_of(formats.warning, f"`{name}` is missing: {error.message}"))

    async def _with_json(self, item: PageItem, formats: PageFormats) -> PageFormats:
        asked = question.of_formats(item.options)["json"]
        work = answer_page(self._crawler, item.capture, item.answered["json"], asked, _terms(item))
        answer = await _in_time(item, work)
        if answer.data is None:
            item.price -= SURCHARGES["json"]
            return replace(formats, json={}, warning=warning_of(formats.warning, answer.warning or NOTHING_FOUND))
        return replace(formats, json=answer.data, warning=warning_of(formats.warning, answer.warning))

    async def _with_summary(self, item: PageItem, formats: PageFormats) -> PageFormats:
        asked = question.of_formats(item.options)["summary"]
        work = summarise(self._crawler, item.capture, item.answered["summary"], asked, _terms(item))
        made = await _in_time(item, work)
        if made is None:
            item.price -= SURCHARGES["summary"]
            return replace(formats, warning=warning_of(formats.warning, NO_TEXT))
        return replace(formats, summary=made.text, warning=warning_of(formats.warning, made.warning))

    async def _store_capture(self, item: PageItem) -> None:
        """Store the capture now, so that a repeated call after a failure of the model does not fetch the page again."""
        shared = resources.of(self._crawler)
        if shared.database is None or (item.packed is None and item.renews is None):
            return
        await shared.transact(partial(capture_store.store, items=(item,)))
        item.packed = item.renews = None


def _has_little_content(item: PageItem) -> bool:
    """Whether a page is the requested one, although little of it could be read. Such a page of a job fails."""
    assert item.formats is not None
    return item.capture.is_success and not item.formats.quality.blocked and not isinstance(item.task, PageTask)


def _terms(item: PageItem) -> Terms:
    deadline = item.deadline
    if deadline is None:
        deadline = asyncio.get_running_loop().time() + limits.CAPTURE_MAX_MS / 1000
    workspace_id = item.request.workspace_id
    owner = workspace_id if item.request.private else None
    return Terms(deadline, owner=owner, workspace_id=workspace_id, asks_anew=item.request.max_age_ms == 0)


async def _in_time(item: PageItem, work: Awaitable[T]) -> T:
    """The value of `work`. If the caller's own time limit has passed, that is the error, not the model."""
    try:
        return await work
    except ModelUnavailable as error:
        if item.request.timeout_ms and asyncio.get_running_loop().time() >= _terms(item).deadline:
            raise DeadlinePassed(item.capture.url) from error
        raise
