"""What travels the pipelines: one captured page, and what each pipeline adds to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from contract.capture import CaptureRequest, PageCapture
from contract.options.page import ReadingOptions
from contract.results.page import PageFormats, ScrapeResult
from extraction.crawled_page import Outlinks
from extraction.links.scope import Scope
from models.job import Task
from models.page import PageTask


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What the frontier made of a page's end: `written` is False when it was somebody else's, or another page."""

    written: bool


class PageRecorder(Protocol):
    """Records the pages of jobs."""

    async def prepare(self, item: PageItem) -> None:
        """Set the scope that the item's links are read by."""

    async def record(self, item: PageItem) -> Outcome:
        """Record a page that was fetched and read."""


@dataclass
class PageItem:
    """One page. `task` is None when nobody records it (`scrapy crawl` without a database); a `PageTask` for the pages of
    jobs, which lead on to others within `scope` and are recorded by `pages`.

    `packed` is the body as the cache keeps it, where the cache may keep it.
    """

    request: CaptureRequest
    capture: PageCapture
    options: ReadingOptions
    task: Task | PageTask | None = None
    price: int = 0
    pages: PageRecorder | None = field(default=None, repr=False)
    scope: Scope | None = None
    outlinks: Outlinks = field(default_factory=Outlinks, repr=False)
    packed: bytes | None = field(default=None, repr=False)
    formats: PageFormats | None = field(default=None, repr=False)
    result: ScrapeResult | None = field(default=None, repr=False)


@dataclass
class ResultItem:
    """An answer that is no page, ready to be written down."""

    result: Any
    task: Task | None = None
    price: int = 0
