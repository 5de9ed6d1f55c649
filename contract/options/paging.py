"""Which part of a job's pages a caller wants to see."""

from __future__ import annotations

from dataclasses import dataclass

from contract import limits
from contract.declare import option
from contract.fields import OneOf, QueryFlag, QueryWhole
from contract.results.job import PAGE_STATUSES


@dataclass(frozen=True)
class Paging:
    """Query of a job status. Absent, the whole list is given."""

    limit: int | None = option(QueryWhole(1, limits.CRAWL_LIMIT_MAX), "Most entries to return.", default=None)
    offset: int = option(QueryWhole(0, limits.CRAWL_LIMIT_MAX), "Entries to leave out before the first.", default=0)
    status: str | None = option(OneOf(*PAGE_STATUSES), "Only entries that stand so.", default=None)
    include_data: bool = option(QueryFlag(), "Whether completed entries carry their page.", default=True)
