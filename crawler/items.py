"""The items of the pipelines: one captured page, and what each pipeline adds to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlalchemy import Connection

from contract.capture import CaptureRequest, PageCapture
from contract.errors import ServiceUnavailable
from contract.options.page import ReadingOptions
from contract.results.page import PageFormats, ScrapeResult
from crawler.calls import Call
from extraction.answers.answered_page import AnsweredPage
from extraction.crawled_page import Outlinks
from extraction.links.scope import Scope
from extraction.search.entry import SearchEntry
from models.capture_renewal import OldCapture
from models.jobs.job import Task
from models.pages.page import PageTask


def workspace_of(task: Task | None) -> str | None:
    """The workspace that a task belongs to. Without a task nothing is recorded, and there is none."""
    return str(task.workspace_id) if task else None


class PageRecorder(Protocol):
    """Records the pages of jobs."""

    async def prepare(self, item: PageItem) -> None:
        """Set the scope that filters the item's links."""

    async def record(self, item: PageItem) -> bool:
        """Record a page that was fetched and read. False if another worker owns it, or it duplicates another page."""


@dataclass
class PageItem:
    """One page. `task` is None if the page is not recorded (`scrapy crawl` without a database). It is a `PageTask` for
    pages of jobs, whose links within `scope` are followed, and which `pages` records.

    `packed` is the compressed body for the cache, if the page may be cached, and `entry` what the search index stores of it.
    `renews` is the stored capture that the origin confirmed: it is renewed, and no body is stored.
    `is_part` marks a page of another result, such as a search: that result stores the capture and charges for it.
    `answered` is what the page answers itself, by the format that asks: `json` or `summary`.
    `deadline` is the event loop's time at which the page's time limit passes. `model_error` is why a page of a job has not all
    formats that need a language model. `call` is that of the caller who waits for the item.
    """

    request: CaptureRequest
    capture: PageCapture
    options: ReadingOptions
    task: Task | PageTask | None = None
    price: int = 0
    deadline: float | None = None
    pages: PageRecorder | None = field(default=None, repr=False)
    scope: Scope | None = None
    outlinks: Outlinks = field(default_factory=Outlinks, repr=False)
    is_part: bool = False
    packed: bytes | None = field(default=None, repr=False)
    renews: OldCapture | None = None
    entry: SearchEntry | None = field(default=None, repr=False)
    answered: dict[str, AnsweredPage] = field(default_factory=dict, repr=False)
    formats: PageFormats | None = field(default=None, repr=False)
    model_error: ServiceUnavailable | None = field(default=None, repr=False)
    result: ScrapeResult | None = field(default=None, repr=False)
    call: Call | None = field(default=None, repr=False)


@dataclass
class ResultItem:
    """A result that is not a page, ready to be recorded. It is free if `price` is 0.

    `store` writes more rows in the transaction that records the result, such as a cache entry. `with_charge(result, credits,
        balance)` is the result with its charge, for results that contain it elsewhere than in `usage`. `call` is as in a
        `PageItem`.
    """

    result: Any
    task: Task | None = None
    price: int = 0
    store: Callable[[Connection], None] | None = field(default=None, repr=False)
    with_charge: Callable[[Any, int, int], Any] | None = field(default=None, repr=False)
    call: Call | None = field(default=None, repr=False)
