"""What a caller sees of work that goes on behind the answer: acknowledgements and statuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from contract.declare import option, schema_of
from contract.results.page import ScrapeResult

PAGES_STATUSES = ("running", "completed", "failed", "cancelled")
PAGE_STATUSES = ("queued", "running", "completed", "failed")
DELIVERY_STATUSES = ("pending", "success", "failed")
SCRAPE_STATUSES = ("waiting", "active", "completed", "failed")


@dataclass(frozen=True)
class ScrapeAck:
    """A scrape that was accepted."""

    job_id: str = option(fields.String(), "Ask GET /v1/web/scrape/{id} for the result.")
    status: str = option(fields.String(metadata={"enum": ["queued"]}), "Always `queued` on creation.", default="queued")


@dataclass(frozen=True)
class JobError:
    """Why a job failed: the code and message that the synchronous call would have answered."""

    code: str = option(fields.String(), "Stable code.")
    message: str = option(fields.String(), "For people; the wording may change.")
    details: Any = option(fields.Raw(), "More, where there is more.", default=None, sparse=True)


@dataclass(frozen=True)
class ScrapeStatus:
    """Where a scrape job stands."""

    id: str = option(fields.String(), "Job id.")
    status: str = option(fields.String(metadata={"enum": list(SCRAPE_STATUSES)}), "Where the job stands.")
    data: ScrapeResult | None = option(
        fields.Nested(schema_of(ScrapeResult)), "The result, once completed.", default=None, sparse=True
    )
    error: JobError | None = option(fields.Nested(schema_of(JobError)), "Why it failed.", default=None, sparse=True)


@dataclass(frozen=True)
class CrawlAck:
    """A crawl that was accepted."""

    crawl_id: str = option(fields.String(), "Ask GET /v1/web/crawl/{id} for its progress.")
    status: str = option(fields.String(metadata={"enum": ["queued"]}), "Always `queued` on creation.", default="queued")


@dataclass(frozen=True)
class BatchAck:
    """A batch that was accepted."""

    batch_id: str = option(fields.String(), "Ask GET /v1/web/batch/{id} for its progress.")
    status: str = option(fields.String(metadata={"enum": ["queued"]}), "Always `queued` on creation.", default="queued")


@dataclass(frozen=True)
class PageEntry:
    """One page of a job."""

    url: str = option(fields.String(), "The page's URL.")
    status: str = option(fields.String(metadata={"enum": list(PAGE_STATUSES)}), "Where the page stands.")
    depth: int = option(fields.Integer(), "Links between the start and this page; 0 in a batch.")
    error: str | None = option(fields.String(), "Why it failed.", default=None)
    data: ScrapeResult | None = option(
        fields.Nested(schema_of(ScrapeResult)), "The page, once completed.", default=None, sparse=True
    )


@dataclass(frozen=True)
class PagesStatus:
    """Where a crawl or batch stands."""

    id: str = option(fields.String(), "Job id.")
    kind: str = option(fields.String(metadata={"enum": ["crawl", "batch"]}), "What the job is.")
    status: str = option(fields.String(metadata={"enum": list(PAGES_STATUSES)}), "Where the job stands.")
    seed_url: str | None = option(fields.String(), "Starting URL; null for a batch.", default=None)
    total: int = option(fields.Integer(), "Pages of the job.")
    completed: int = option(fields.Integer(), "Pages scraped so far.")
    failed: int = option(fields.Integer(), "Pages that failed.")
    credits_used: int = option(fields.Integer(), "Credits consumed so far.")
    error: str | None = option(fields.String(), "Why the job failed.", default=None)
    created_at: str = option(fields.String(), "When the job was accepted, ISO 8601.")
    finished_at: str | None = option(fields.String(), "When it ended, ISO 8601.", default=None)
    pages: tuple[PageEntry, ...] = option(
        fields.List(fields.Nested(schema_of(PageEntry))),
        "Per-page entries, in the order of their discovery.",
        default=(),
    )


@dataclass(frozen=True)
class Delivery:
    """One event's way to the webhook."""

    id: str = option(fields.String(), "The event's id: `webhook-id` in every attempt.")
    event: str = option(fields.String(), "For example crawl.completed.")
    status: str = option(fields.String(metadata={"enum": list(DELIVERY_STATUSES)}), "`pending` while attempts remain.")
    attempts: int = option(fields.Integer(), "Attempts made.")
    response_status: int | None = option(fields.Integer(), "What the receiver answered last.", default=None)
    error: str | None = option(fields.String(), "Why the last attempt failed.", default=None)
    delivered_at: str | None = option(fields.String(), "When it was received, ISO 8601.", default=None)
    created_at: str = option(fields.String(), "When the event happened, ISO 8601.")


@dataclass(frozen=True)
class Deliveries:
    """All events of a job that go to its webhook."""

    deliveries: tuple[Delivery, ...] = option(
        fields.List(fields.Nested(schema_of(Delivery))), "In the order of the events.", default=()
    )
