"""What travels the pipelines: one captured page, and what each pipeline adds to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from contract.capture import CaptureRequest, PageCapture
from contract.options.page import ReadingOptions
from contract.results.page import PageFormats, ScrapeResult
from models.job import Task


@dataclass
class PageItem:
    """One page. `task` is None when nobody records it (`scrapy crawl` without a database).

    `packed` is the body as the cache keeps it, where the cache may keep it.
    """

    request: CaptureRequest
    capture: PageCapture
    options: ReadingOptions
    task: Task | None = None
    price: int = 0
    packed: bytes | None = field(default=None, repr=False)
    formats: PageFormats | None = field(default=None, repr=False)
    result: ScrapeResult | None = field(default=None, repr=False)
