"""The end of a page of a job, as the frontier records it: its result or its failure, and its other URLs."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import replace

from scrapy.http import Request

from contract.declare import dump
from contract.errors import InternalServerError, ServiceError
from contract.options.page import MODEL_FORMATS
from contract.results.page import Usage
from contract.results.page_entry import error_text
from crawler.capture import as_service_error, capture_request_of
from crawler.items import PageItem
from extraction.links.scope import key_of
from extraction.verdicts.outcome import final_url_elsewhere, result_of, unbilled, usable, why_unusable
from models.pages.page import NewPage, PageEnd, PageTask

log = logging.getLogger(__name__)


def end_of(item: PageItem, found: tuple[NewPage, ...], start_final_url: str | None) -> PageEnd:
    """The end of a page that was fetched and extracted."""
    assert isinstance(item.task, PageTask) and item.formats is not None
    error = _error(item)
    return PageEnd(
        task=item.task,
        verdict="failed" if error else "completed",
        error=error,
        final_url=final_url_elsewhere(item.capture),
        result=None if error else _written(item),
        price=item.price,
        is_confirmed=item.renews is not None,
        aliases=_aliases(item),
        canonical=item.outlinks.canonical.key if item.outlinks.canonical else None,
        sketch=item.outlinks.sketch,
        found=found,
        start_final_url=start_final_url,
    )


def _error(item: PageItem) -> str | None:
    """Why a page that was fetched has failed, or None: it has no content, or none of its formats without the language model."""
    assert item.formats is not None
    if not usable(item.capture, item.formats.quality):
        return why_unusable(item.capture, item.formats)
    if item.model_error and MODEL_FORMATS.issuperset(item.options.formats):
        return error_text(item.model_error)
    return None


def failure_of(error: Exception, request: Request | None) -> str:
    """The message about the failure in the page's entry. An error that is not a failure of a fetch is logged."""
    if request is not None and not isinstance(error, ServiceError):
        try:
            error = as_service_error(error, capture_request_of(request), "")
        except Exception as unknown:
            error = unknown
    if not isinstance(error, ServiceError):
        log.error("A page failed: %s", request.url if request else "", exc_info=error)
        error = InternalServerError("Internal error.")
    return error_text(error)


def _aliases(item: PageItem) -> tuple[str, ...]:
    """Other keys of the same page: that of its final URL."""
    assert isinstance(item.task, PageTask)
    if item.scope is None:
        return ()
    key = key_of(item.capture.final_url, ignore_query=item.scope.ignore_query)
    return () if key == item.task.key else (key,)


def _written(item: PageItem) -> Callable[[int, int], str]:
    """A function that makes the JSON text of the page's result from its charge. The rest is written beforehand."""
    assert item.formats is not None
    result = result_of(item.capture, item.formats, unbilled(item.capture))
    item.result = result
    fields = dump(result)
    freshness = fields.pop("usage")["freshness"]
    body = json.dumps(fields, ensure_ascii=False)[:-1]

    def text(used: int, left: int) -> str:
        usage = Usage(credits_used=used, credits_remaining=left, freshness=freshness)
        item.result = replace(result, usage=usage)
        return f'{body}, "usage": {json.dumps(dump(usage))}}}'

    return text
