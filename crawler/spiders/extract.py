"""The spider of an extract: data that follows a schema, from pages, scopes and a web search."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from scrapy.crawler import Crawler

from contract import limits
from contract.capture import CaptureRequest
from contract.declare import from_arguments
from contract.errors import ServiceError, ServiceUnavailable
from contract.operations import EXTRACT
from contract.options.extract import ExtractOptions
from contract.results.extract import ExtractedPage, ExtractResult, FieldConfidence, MergedRow
from contract.results.page import Usage, warning_of
from contract.results.page_entry import error_code, error_text
from contract.schemas.argument import read_schema
from crawler import resources
from crawler.answers import configured_model
from crawler.answers.extract.candidate import PageEnd
from crawler.answers.extract.run import Extracted, ExtractRun
from crawler.items import ResultItem, workspace_of
from crawler.spiders import budget
from crawler.spiders.gathering import GatheringSpider
from extraction.answers.entities import merged
from models.jobs.job import Task

# Entities that are not merged by then are left out.
MERGE_SECONDS = 5.0
NOT_MERGED = "The entities could not be merged."


class ExtractSpider(GatheringSpider):
    """`scrapy crawl extract -a urls=… -a schema=FILE`."""

    name = "extract"
    operation = EXTRACT

    def options(self) -> ExtractOptions:
        """The validated options of this run. `schema` may be the path of a file."""
        given = dict(self.arguments)
        if "schema" in given:
            given["schema"] = read_schema(given["schema"])
        return from_arguments(ExtractOptions, given)

    @classmethod
    async def gather(cls, crawler: Crawler, options: ExtractOptions, task: Task | None) -> ResultItem:
        """The data of all pages as an item. Pages that failed or have no data are free.

        Raises:
            ServiceUnavailable: no page could be answered, because no language model is configured or its provider failed, or
                there is no page, because no search engine answered.
        """
        shared = resources.of(crawler)
        if options.schema is None and shared.environment.unset_model_settings:
            raise configured_model.not_configured(shared.environment, "A prompt without a schema")
        if options.in_background:
            seconds = budget.seconds_left(limits.EXTRACT_BACKGROUND_SECONDS, None)  # No call waits while it is queued.
        else:
            seconds = budget.seconds_left(shared.environment.sync_budget_seconds, task)
        extracted = await ExtractRun(crawler, options, task, seconds).run()
        ends = [end for _, end in extracted.pages]
        _require_answer(ends)
        if extracted.search_error is not None and not ends:
            raise extracted.search_error
        warnings = [extracted.warning]
        collection: tuple[MergedRow, ...] | None = None
        if options.merge_entities:
            try:
                collection = await _merged(crawler, extracted, workspace_of(task))
            except (ServiceError, TimeoutError):
                collection = ()
                warnings.append(NOT_MERGED)
        price = EXTRACT.credits * sum(end.data is not None for end in ends)
        result = ExtractResult(
            results=tuple(_page(url, end, options) for url, end in extracted.pages),
            usage=_usage(ends, price if task else 0),
            warning=warning_of(*warnings),
            sources=tuple(url for url, end in extracted.pages if end.error is None) if options.show_sources else None,
            collection=collection,
        )
        return ResultItem(result=result, task=task, price=price)

    @classmethod
    def subject(cls, options: ExtractOptions) -> CaptureRequest:
        most = limits.EXTRACT_BACKGROUND_SECONDS * 1000 if options.in_background else None
        return CaptureRequest(url=next(iter(options.urls), ""), timeout_ms=most)


def _require_answer(ends: Sequence[PageEnd]) -> None:
    """Fail the call if no page was answered and one of them needed a language model that is not available.

    Raises:
        ServiceUnavailable: the error of that page.
    """
    if all(end.error is not None for end in ends):
        for end in ends:
            if isinstance(end.error, ServiceUnavailable):
                raise end.error


def _page(url: str, end: PageEnd, options: ExtractOptions) -> ExtractedPage:
    proofs: dict[str, FieldConfidence] | None = None
    if options.show_confidence:
        proofs = {
            name: FieldConfidence(confidence=round(proof.confidence, 3), evidence=proof.evidence)
            for name, proof in end.fields.items()
        }
    # Errors about the address of a page name the option of other operations.
    error = end.error.message.removeprefix("url: ") if end.error else None
    code = error_code(error_text(end.error)) if end.error else None
    return ExtractedPage(url=url, data=end.data, error=error, error_code=code, warning=end.warning, fields=proofs)


def _usage(ends: Sequence[PageEnd], used: int) -> Usage:
    read = [end for end in ends if end.error is None]
    is_cached = bool(read) and all(end.cached for end in read)
    return Usage(credits_used=used, credits_remaining=0, freshness="cache" if is_cached else "fresh")


async def _merged(crawler: Crawler, extracted: Extracted, workspace_id: str | None) -> tuple[MergedRow, ...]:
    rows = [(url, end.data, end.fields) for url, end in extracted.pages if end.data is not None]
    if not rows:
        return ()
    async with asyncio.timeout(MERGE_SECONDS):  # With waiting for a reader.
        entities = await resources.of(crawler).reading.call(
            rows[0][0], merged.merge, rows, workspace_id=workspace_id, seconds=MERGE_SECONDS
        )
    return tuple(
        MergedRow(data=entity.data, sources=entity.sources, others=dict(entity.others) or None) for entity in entities
    )
