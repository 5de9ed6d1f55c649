"""The end of a page of a job, as the frontier records it: its result or its failure, and its other URLs."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import replace

from scrapy.http import Request

from contract.declare import dump
from contract.errors import InternalServerError, ServiceError
from contract.results.page import Usage
from contract.results.page_entry import error_text
from crawler.capture import as_service_error, request_of
from crawler.items import PageItem
from extraction.links.scope import key_of
from extraction.verdicts.outcome import final_url_elsewhere, result_of, unbilled, usable, why_unusable
from models.pages.page import NewPage, PageEnd, PageTask

log = logging.getLogger(__name__)


def end_of(item: PageItem, found: tuple[NewPage, ...], start_final_url: str | None) -> PageEnd:
    """The end of a page that was fetched and extracted."""
    assert isinstance(item.task, PageTask) and item.formats is not None
    good = usable(item.capture, item.formats.quality)
    return PageEnd(
        task=item.task,
        verdict="completed" if good else "failed",
        error=None if good else why_unusable(item.capture, item.formats),
        final_url=final_url_elsewhere(item.capture),
        result=_written(item) if good else None,
        aliases=_aliases(item),
        found=found,
        start_final_url=start_final_url,
    )


def failure_of(error: Exception, request: Request | None) -> str:
    """The message about the failure in the page's entry."""
    if request is not None and not isinstance(error, ServiceError):
        try:
            error = as_service_error(error, request_of(request), "")
        except Exception:
            log.exception("A page failed: %s", request.url)
            error = InternalServerError("Internal error.")
    if isinstance(error, ServiceError):
        return error_text(error)
    log.error("A page failed", exc_info=error)
    return "INTERNAL_SERVER_ERROR: Internal error."


def _aliases(item: PageItem) -> tuple[str, ...]:
    """Other keys of the same page: its final URL and its canonical URL."""
    assert isinstance(item.task, PageTask)
    if item.scope is None:
        return ()
    keys = [key_of(item.capture.final_url, ignore_query=item.scope.ignore_query)]
    if item.outlinks.canonical:
        keys.append(item.outlinks.canonical.key)
    return tuple(dict.fromkeys(key for key in keys if key != item.task.key))


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
