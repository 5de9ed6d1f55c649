"""The interfaces of a frontier: claim pages, look up their jobs, and record how each page ended.

`Frontier` has two implementations: `stored_frontier` in Postgres, shared by all workers, and `memory_frontier` for `scrapy
crawl`. Three implement `Claims`: the run of a slice, the job of `scrapy crawl`, and an extract.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar
from uuid import UUID

from crawler.items import PageItem
from crawler.jobs.known_job import KnownJob
from models.pages.page import PageEnd

P = TypeVar("P")
P_co = TypeVar("P_co", covariant=True)


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


class Claims(Protocol[P_co]):
    """What a crawl claims its pages from. `changed` is set when more may be claimed, or when nothing is left to claim."""

    changed: asyncio.Event
    # Whether nothing more will be claimed. `claim` sets it.
    has_ended: bool

    async def claim(self) -> Sequence[P_co]:
        """The pages that must begin now, perhaps none."""

    async def wait(self) -> None:
        """Wait until `changed` is set, or until the time at which more may be claimed."""


async def crawl(claims: Claims[P], begin: Callable[[P], object]) -> None:
    """Claim pages and begin each, until nothing more will be claimed. Pages that have begun may still be running then."""
    while True:
        claims.changed.clear()
        for page in await claims.claim():
            begin(page)
        if claims.has_ended:
            return
        await claims.wait()
