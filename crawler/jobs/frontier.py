"""The interface of a frontier: look up the jobs of claimed pages, and record how each page ended.

Two implementations: `stored_frontier` in Postgres, shared by all workers, and `memory_frontier` for `scrapy crawl`.
"""

from __future__ import annotations

from typing import Protocol
from uuid import UUID

from crawler.items import PageItem
from crawler.jobs.known_job import KnownJob
from models.pages.page import PageEnd


class Frontier(Protocol):
    """Returns jobs and records the ends of their pages."""

    async def record(self, end: PageEnd, item: PageItem | None) -> bool:
        """Record the end of a page, with its item. False if another worker owns it, or it duplicates another page."""

    async def job(self, job_id: UUID) -> KnownJob | None:
        """The job, or None when it was deleted."""

    async def slow_down(self, host: str, *, delay_ms: int | None = None, backoff_seconds: float = 0.0) -> None:
        """Store a host's delay between two requests, or a backoff during which it gets no request."""

    async def wait_for_slot(self, host: str, pause_seconds: float) -> None:
        """Wait until a file such as a sitemap may be requested from a host with a delay. One waiting page goes first."""
