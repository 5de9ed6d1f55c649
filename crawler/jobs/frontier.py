"""What every frontier of a crawl or batch can do: give pages out and record how each ended.

Two implementations: `stored_frontier` in Postgres, shared by all workers, and `memory_frontier` for `scrapy crawl`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol
from uuid import UUID

from crawler.items import Outcome, PageItem
from crawler.jobs.known_job import KnownJob
from models.page import PageEnd, PageTask


class Frontier(Protocol):
    """Gives pages out and takes their ends."""

    async def claim(self, room: int, fetched: Collection[tuple[UUID, int]]) -> Sequence[PageTask]:
        """Up to `room` pages; `fetched` are (job, number) of those in hand whose requests have ended already."""

    async def record(self, end: PageEnd, item: PageItem | None) -> Outcome:
        """Take the end of a page, with the item that it came in."""

    async def job(self, job_id: UUID) -> KnownJob | None:
        """The job, or None when it is gone."""

    async def slow_down(self, host: str, *, delay_ms: int | None = None, backoff_seconds: float = 0.0) -> None:
        """Note what a host asks for: a pause between two requests, or to be left alone for a while."""

    async def wait_for_slot(self, host: str, pause_seconds: float) -> None:
        """Wait until a file that is no page may be asked of a host that wants pauses; a page that waits goes first, once."""
