"""Query parameters of a job status, and of the lists of jobs, ledger entries, watches and checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from contract import limits
from contract.declare import option
from contract.fields.basic import OneOf, QueryFlag, QueryWholeNumber, Text
from contract.fields.cursor import DELIVERY_POSITION, ID, NUMBER, PAGE_POSITION, Cursor
from contract.fields.instant import Instant
from contract.results.account import JOB_KINDS, JOB_STATUSES
from contract.results.page_entry import PAGE_STATUSES
from contract.rules import Rule, Ruled

DOWNLOADS = ("jsonl", "csv", "zip")


@dataclass(frozen=True)
class DownloadQuery:
    """Which file of a job's pages is returned."""

    format: str = option(
        OneOf(*DOWNLOADS),
        "`jsonl`: a page entry a line; `csv`: a table; `zip`: the Markdown of all pages.",
        default="jsonl",
    )


@dataclass(frozen=True)
class Paging(Ruled):
    """Which page entries a job status returns. Without parameters it returns all of them."""

    limit: int | None = option(
        QueryWholeNumber(1, limits.CRAWL_LIMIT_MAX), "Maximum number of page entries to return.", default=None
    )
    offset: int | None = option(
        QueryWholeNumber(0, limits.CRAWL_LIMIT_MAX),
        "Number of page entries to skip from the start. The list of a running job changes: use `cursor` instead. Cannot be"
        " combined with `cursor`.",
        default=None,
    )
    cursor: str | None = option(
        Cursor(PAGE_POSITION),
        "The `nextCursor` of the previous response, to get the page entries that follow. While the job runs, each page is"
        " returned once, after it has ended. To begin, send `limit` without `cursor`.",
        default=None,
    )
    status: str | None = option(OneOf(*PAGE_STATUSES), "Return only page entries with this status.", default=None)
    include_data: bool = option(
        QueryFlag(), "Whether completed page entries include `data`, the scrape result.", default=True
    )

    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule(
            field="offset",
            message="cannot be combined with cursor",
            is_broken_by=lambda paging: paging.offset is not None and paging.cursor is not None,
            when={"cursor": {"type": "string"}},
            then={"offset": {"type": "null"}},
        ),
    )


@dataclass(frozen=True)
class DeliveriesPage:
    """Which webhook deliveries of a job to list. Without parameters it lists all of them."""

    limit: int | None = option(
        QueryWholeNumber(1, limits.CRAWL_LIMIT_MAX), "Maximum number of deliveries to return.", default=None
    )
    cursor: str | None = option(
        Cursor(DELIVERY_POSITION),
        "The `nextCursor` of the previous response, to get the deliveries that follow. To begin, send `limit` without"
        " `cursor`.",
        default=None,
    )


@dataclass(frozen=True)
class EventsQuery:
    """What the events of a job contain."""

    include_data: bool = option(
        QueryFlag(), "Whether `page` events of completed pages include `data`, the scrape result.", default=True
    )


AFTER = "The `nextCursor` of the previous response, to get the entries that follow. When omitted, the newest entries are returned."


@dataclass(frozen=True)
class JobsPage:
    """Which jobs of the workspace to list."""

    limit: int = option(
        QueryWholeNumber(1, limits.LISTED_MAX), "Maximum number of jobs to return.", default=limits.LISTED
    )
    cursor: str | None = option(Cursor(ID), AFTER, default=None)
    kind: str | None = option(OneOf(*JOB_KINDS), "Return only jobs of this kind.", default=None)
    status: str | None = option(OneOf(*JOB_STATUSES), "Return only jobs with this status.", default=None)
    created_after: str | None = option(
        Instant(),
        "Return only jobs that were created after this time: a day (from midnight UTC), or a time with its time zone.",
        default=None,
    )


@dataclass(frozen=True)
class LedgerPage:
    """Which entries of the workspace's ledger to list."""

    limit: int = option(
        QueryWholeNumber(1, limits.LISTED_MAX), "Maximum number of entries to return.", default=limits.LISTED
    )
    cursor: str | None = option(Cursor(NUMBER), AFTER, default=None)


@dataclass(frozen=True)
class WatchesPage:
    """Which watches to list."""

    limit: int = option(
        QueryWholeNumber(1, limits.LISTED_MAX), "Maximum number of watches to return.", default=limits.LISTED
    )
    cursor: str | None = option(Cursor(ID), AFTER, default=None)
    status: str | None = option(OneOf("active", "paused"), "Return only watches with this status.", default=None)


@dataclass(frozen=True)
class ChecksPage:
    """Which checks of a watch to list."""

    limit: int = option(
        QueryWholeNumber(1, limits.LISTED_MAX), "Maximum number of checks to return.", default=limits.LISTED
    )
    cursor: str | None = option(Cursor(NUMBER), AFTER, default=None)


@dataclass(frozen=True)
class CheckQuery:
    """What a check is compared with."""

    compare_to: str | None = option(
        Text(max_chars=36),
        "Id of another check of the watch. Then `pages` shows what changed from that check to this one, from the stored versions.",
        default=None,
    )
