"""Query parameters of a job status, and of the lists of jobs and ledger entries."""

from __future__ import annotations

from dataclasses import dataclass

from contract import limits
from contract.declare import option
from contract.fields.basic import OneOf, QueryFlag, QueryWholeNumber
from contract.fields.cursor import ID, NUMBER, Cursor
from contract.results.job import PAGE_STATUSES


@dataclass(frozen=True)
class Paging:
    """Which page entries a job status returns. Without parameters it returns all of them."""

    limit: int | None = option(
        QueryWholeNumber(1, limits.CRAWL_LIMIT_MAX), "Maximum number of page entries to return.", default=None
    )
    offset: int = option(
        QueryWholeNumber(0, limits.CRAWL_LIMIT_MAX), "Number of page entries to skip from the start.", default=0
    )
    status: str | None = option(OneOf(*PAGE_STATUSES), "Return only page entries with this status.", default=None)
    include_data: bool = option(
        QueryFlag(), "Whether completed page entries include `data`, the scrape result.", default=True
    )


AFTER = "The `nextCursor` of the previous response, to get the entries that follow. When omitted, the newest entries are returned."


@dataclass(frozen=True)
class JobsPage:
    """Which jobs of the workspace to list."""

    limit: int = option(
        QueryWholeNumber(1, limits.LISTED_MAX), "Maximum number of jobs to return.", default=limits.LISTED
    )
    cursor: str | None = option(Cursor(ID), AFTER, default=None)


@dataclass(frozen=True)
class LedgerPage:
    """Which entries of the workspace's ledger to list."""

    limit: int = option(
        QueryWholeNumber(1, limits.LISTED_MAX), "Maximum number of entries to return.", default=limits.LISTED
    )
    cursor: str | None = option(Cursor(NUMBER), AFTER, default=None)
