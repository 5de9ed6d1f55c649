"""The workspace of a key, its ledger and its jobs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from contract.declare import option, schema_of
from contract.results.formats import TIME_FORMAT, UUID_FORMAT

INT64 = {"format": "int64"}
NEXT_CURSOR = "Send it as `cursor` to get the next entries. null when there are no more entries."
ENTRY_KINDS = ("charge", "refund", "grant")
# The operations whose jobs may run in the background.
JOB_KINDS = ("scrape", "extract", "crawl", "batch")
JOB_STATUSES = ("waiting", "active", "running", "completed", "failed", "cancelled")


@dataclass(frozen=True, kw_only=True)
class AccountLimits:
    """The limits of the workspace's plan."""

    scrapes_per_minute: int = option(fields.Integer(), "Requests per minute that fetch a page or map a site.")
    starts_per_minute: int = option(fields.Integer(), "New crawls and batches per minute.")
    status_reads_per_minute: int = option(fields.Integer(), "Status requests per minute.")
    concurrent_requests: int = option(fields.Integer(), "Requests in progress that wait for their result.")
    background_scrapes: int = option(fields.Integer(), "Background scrapes that are queued or running.")
    running_jobs: int = option(fields.Integer(), "Crawls and batches that are running.")


@dataclass(frozen=True, kw_only=True)
class LogoAllowance:
    """The logos that logo serving has delivered in the current cycle."""

    delivered: int = option(fields.Integer(metadata=INT64), "Delivered logos. Those of the last second may be missing.")
    allowance: int = option(fields.Integer(metadata=INT64), "Logos per cycle: a calendar month, UTC.")
    cycle_ends_at: str = option(fields.String(metadata=TIME_FORMAT), "When the cycle ends, UTC, ISO 8601.")


@dataclass(frozen=True, kw_only=True)
class Account:
    """The workspace of the key."""

    workspace_id: str = option(fields.String(metadata=UUID_FORMAT), "Id of the workspace.")
    name: str = option(fields.String(), "Name of the workspace.")
    plan: str = option(fields.String(), "Plan of the workspace.")
    balance: int = option(fields.Integer(metadata=INT64), "Balance in credits. It includes the credits that are held.")
    held: int = option(fields.Integer(metadata=INT64), "Credits that are held for work in progress.")
    limits: AccountLimits = option(fields.Nested(schema_of(AccountLimits)), "The limits of the plan.")
    logos: LogoAllowance = option(fields.Nested(schema_of(LogoAllowance)), "Use of logo serving.")
    created_at: str = option(fields.String(metadata=TIME_FORMAT), "Time when the workspace was created, UTC, ISO 8601.")
    default_options: dict[str, Any] = option(
        fields.Dict(), "Options of pages that calls get which omit them, as an admin set them in the console."
    )


@dataclass(frozen=True, kw_only=True)
class LedgerEntry:
    """One entry of the credit ledger."""

    id: str = option(fields.String(), "Id of the entry.")
    kind: str = option(
        fields.String(metadata={"enum": list(ENTRY_KINDS)}),
        "`charge` for work, `refund` of a charge, or `grant`. After 12 more months, the charges of a month less its refunds are"
        " one `charge`.",
    )
    amount: int = option(fields.Integer(metadata=INT64), "Credits added. Negative for a charge.")
    balance_after: int = option(fields.Integer(metadata=INT64), "The balance after this entry.")
    job_id: str | None = option(
        fields.String(metadata=UUID_FORMAT),
        "The job of a charge or refund. null for a grant, for the charges of a month, and for the summaries of a watch.",
        default=None,
    )
    page_number: int | None = option(
        fields.Integer(), "Number of the charged page, for a crawl or batch.", default=None
    )
    created_at: str = option(fields.String(metadata=TIME_FORMAT), "Time of the entry, UTC, ISO 8601.")


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """The entries of the credit ledger, newest first."""

    entries: tuple[LedgerEntry, ...] = option(fields.List(fields.Nested(schema_of(LedgerEntry))), "Newest first.")
    next_cursor: str | None = option(fields.String(), NEXT_CURSOR, default=None)


@dataclass(frozen=True, kw_only=True)
class JobSummary:
    """A background job."""

    id: str = option(fields.String(metadata=UUID_FORMAT), "Job id.")
    kind: str = option(fields.String(), "Kind of the job, for example `scrape` or `crawl`.")
    status: str = option(fields.String(metadata={"enum": list(JOB_STATUSES)}), "Status of the job.")
    status_url: str = option(fields.String(metadata={"format": "uri"}), "URL of the job's status.")
    url: str | None = option(fields.String(), "The URL that the job started with. null for a batch.", default=None)
    created_at: str = option(fields.String(metadata=TIME_FORMAT), "Time when the job was created, UTC, ISO 8601.")
    finished_at: str | None = option(
        fields.String(metadata=TIME_FORMAT), "Time when the job ended. null while it runs.", default=None
    )


@dataclass(frozen=True, kw_only=True)
class JobList:
    """The background jobs of the workspace, newest first."""

    jobs: tuple[JobSummary, ...] = option(fields.List(fields.Nested(schema_of(JobSummary))), "Newest first.")
    next_cursor: str | None = option(fields.String(), NEXT_CURSOR, default=None)
