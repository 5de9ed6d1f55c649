"""The data of events: of webhooks, and of the event streams."""

from __future__ import annotations

from dataclasses import dataclass

from marshmallow import fields

from contract.declare import option, schema_of
from contract.results.formats import UUID_FORMAT
from contract.results.page_entry import PageEntry
from contract.results.watch import RESULTS, WatchedPage, WatchSummary

JOB_ID = "Job id. It has this name in every event."


@dataclass(frozen=True)
class PageEvent(PageEntry):
    """A page of a job has completed or failed."""

    id: str = option(fields.String(metadata=UUID_FORMAT), JOB_ID)


@dataclass(frozen=True)
class JobEnd:
    """A crawl or batch has completed, failed or was cancelled."""

    id: str = option(fields.String(metadata=UUID_FORMAT), JOB_ID)
    kind: str = option(fields.String(metadata={"enum": ["crawl", "batch"]}), "Kind of the job.")
    status: str = option(fields.String(metadata={"enum": ["completed", "failed", "cancelled"]}), "Status of the job.")
    seed_url: str | None = option(fields.String(), "Start URL. null for a batch.", default=None)
    total: int = option(fields.Integer(), "Number of pages.")
    completed: int = option(fields.Integer(), "Number of pages that completed.")
    failed: int = option(fields.Integer(), "Number of pages that failed.")
    credits_used: int = option(fields.Integer(), "Credits consumed.")
    error: str | None = option(
        fields.String(), "Why the job failed. Present when it failed.", default=None, omit_when_none=True
    )
    status_url: str = option(fields.String(metadata={"format": "uri"}), "URL of the job's status.")


@dataclass(frozen=True)
class WatchEvent:
    """A check of a watch: what changed, or that checks fail or succeed again."""

    watch_id: str = option(fields.String(metadata=UUID_FORMAT), "Id of the watch.")
    name: str = option(fields.String(), "Name of the watch.")
    check_id: str = option(fields.String(metadata=UUID_FORMAT), "Id of the check.")
    result: str = option(fields.String(metadata={"enum": list(RESULTS)}), "Result of the check.")
    summary: WatchSummary = option(fields.Nested(schema_of(WatchSummary)), "Pages of the check by result.")
    credits_used: int = option(fields.Integer(), "Credits that the check cost.")
    error: str | None = option(fields.String(), "Why the check failed.", default=None, omit_when_none=True)
    failures: int | None = option(
        fields.Integer(), "Failed checks in a row. Present in `watch.error`.", default=None, omit_when_none=True
    )
    pages: tuple[WatchedPage, ...] | None = option(
        fields.List(fields.Nested(schema_of(WatchedPage))),
        "Reported pages, at most 50, with diffs of at most 20,000 characters. Present in `watch.changed`.",
        default=None,
        omit_when_none=True,
    )
    pages_left_out: int | None = option(
        fields.Integer(),
        "Number of further reported pages. Present in `watch.changed`.",
        default=None,
        omit_when_none=True,
    )
