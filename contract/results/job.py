"""Acknowledgements and statuses of jobs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from contract.declare import option, schema_of
from contract.errors import CODES, DETAILS_PUBLISHED
from contract.results.extract import ExtractResult
from contract.results.formats import TIME_FORMAT, UUID_FORMAT
from contract.results.page import ScrapeResult
from contract.results.page_entry import PageEntry

PAGES_STATUSES = ("running", "completed", "failed", "cancelled")
DELIVERY_STATUSES = ("pending", "success", "failed")
STATUS_URL = "URL of the job's status."
SCRAPE_STATUSES = ("waiting", "active", "completed", "failed")


@dataclass(frozen=True)
class ScrapeAck:
    """Acknowledgement of a background scrape."""

    job_id: str = option(
        fields.String(metadata=UUID_FORMAT), "Job id. GET /v1/web/scrape/{id} returns the status and the result."
    )
    status: str = option(fields.String(metadata={"enum": ["queued"]}), "Always `queued`.", default="queued")
    status_url: str = option(fields.String(metadata={"format": "uri"}), STATUS_URL)


@dataclass(frozen=True)
class ExtractAck:
    """Acknowledgement of a background extract."""

    job_id: str = option(
        fields.String(metadata=UUID_FORMAT), "Job id. GET /v1/web/extract/{id} returns the status and the result."
    )
    status: str = option(fields.String(metadata={"enum": ["queued"]}), "Always `queued`.", default="queued")
    status_url: str = option(fields.String(metadata={"format": "uri"}), STATUS_URL)


@dataclass(frozen=True)
class JobError:
    """Why a job failed. The code and message are those that a synchronous call would have returned."""

    code: str = option(fields.String(metadata={"enum": list(CODES)}), "Error code. Codes are stable.")
    message: str = option(fields.String(), "Explanation for people. The wording may change.")
    details: Any = option(
        fields.Raw(metadata={"published": DETAILS_PUBLISHED}),
        "Further information, present for some codes.",
        default=None,
        omit_when_none=True,
    )
    retry_after_seconds: int | None = option(
        fields.Integer(), "Present when a later retry may help: how long to wait.", default=None, omit_when_none=True
    )


@dataclass(frozen=True)
class ScrapeStatus:
    """Status of a background scrape."""

    id: str = option(fields.String(metadata=UUID_FORMAT), "Job id.")
    status: str = option(fields.String(metadata={"enum": list(SCRAPE_STATUSES)}), "Status of the job.")
    data: ScrapeResult | None = option(
        fields.Nested(schema_of(ScrapeResult)),
        "Scrape result. Present once the job is completed.",
        default=None,
        omit_when_none=True,
    )
    error: JobError | None = option(
        fields.Nested(schema_of(JobError)),
        "Why the job failed. Present when it failed.",
        default=None,
        omit_when_none=True,
    )


@dataclass(frozen=True)
class ExtractStatus:
    """Status of a background extract."""

    id: str = option(fields.String(metadata=UUID_FORMAT), "Job id.")
    status: str = option(fields.String(metadata={"enum": list(SCRAPE_STATUSES)}), "Status of the job.")
    data: ExtractResult | None = option(
        fields.Nested(schema_of(ExtractResult)),
        "Result of the extract. Present once the job is completed.",
        default=None,
        omit_when_none=True,
    )
    error: JobError | None = option(
        fields.Nested(schema_of(JobError)),
        "Why the job failed. Present when it failed.",
        default=None,
        omit_when_none=True,
    )


@dataclass(frozen=True)
class CrawlAck:
    """Acknowledgement of a crawl."""

    crawl_id: str = option(
        fields.String(metadata=UUID_FORMAT), "Job id. GET /v1/web/crawl/{id} returns the status and the pages."
    )
    status: str = option(fields.String(metadata={"enum": ["queued"]}), "Always `queued`.", default="queued")
    status_url: str = option(fields.String(metadata={"format": "uri"}), STATUS_URL)


@dataclass(frozen=True)
class BatchAck:
    """Acknowledgement of a batch."""

    batch_id: str = option(
        fields.String(metadata=UUID_FORMAT), "Job id. GET /v1/web/batch/{id} returns the status and the pages."
    )
    status: str = option(fields.String(metadata={"enum": ["queued"]}), "Always `queued`.", default="queued")
    status_url: str = option(fields.String(metadata={"format": "uri"}), STATUS_URL)


@dataclass(frozen=True)
class JobProgress:
    """Status of a crawl or batch, without its pages."""

    id: str = option(fields.String(metadata=UUID_FORMAT), "Job id.")
    kind: str = option(fields.String(metadata={"enum": ["crawl", "batch"]}), "Kind of the job.")
    status: str = option(fields.String(metadata={"enum": list(PAGES_STATUSES)}), "Status of the job.")
    seed_url: str | None = option(fields.String(), "Start URL. null for a batch.", default=None)
    total: int = option(
        fields.Integer(), "Total pages of a crawl, or URLs of a batch. The total of a crawl grows while it runs."
    )
    completed: int = option(fields.Integer(), "Number of pages scraped so far.")
    failed: int = option(fields.Integer(), "Number of pages that failed.")
    credits_used: int = option(fields.Integer(), "Credits consumed so far.")
    error: str | None = option(fields.String(), "Why the job failed. null unless it failed.", default=None)
    created_at: str = option(fields.String(metadata=TIME_FORMAT), "Time when the job was created, UTC, ISO 8601.")
    finished_at: str | None = option(
        fields.String(metadata=TIME_FORMAT), "Time when the job ended, UTC, ISO 8601. null while it runs.", default=None
    )


@dataclass(frozen=True)
class PagesStatus(JobProgress):
    """Status of a crawl or batch."""

    pages: tuple[PageEntry, ...] = option(
        fields.List(fields.Nested(schema_of(PageEntry))),
        "Per-page entries, in the order in which they were discovered. With `cursor`, and with `limit` while the job runs:"
        " the pages that have ended, in the order in which they ended.",
        default=(),
    )
    next_cursor: str | None = option(
        fields.String(),
        "Send it as `cursor` to get the entries that follow. Set while the job runs or more entries follow. null after the"
        " last entry of an ended job, and in responses to requests with `offset` or without `limit` and `cursor`.",
        default=None,
    )


@dataclass(frozen=True)
class DeliveryAttempt:
    """One attempt to deliver a webhook event."""

    number: int = option(fields.Integer(), "Number of the attempt, from 1.")
    started_at: str = option(fields.String(metadata=TIME_FORMAT), "Time when the attempt began, UTC, ISO 8601.")
    duration_ms: int | None = option(
        fields.Integer(), "How long the attempt took, in milliseconds. null if its worker stopped.", default=None
    )
    response_status: int | None = option(
        fields.Integer(),
        "HTTP status that the receiver returned. 502 when no connection was made or it broke, 504 when no response came in"
        " time. null if the worker of the attempt stopped.",
        default=None,
    )
    error: str | None = option(fields.String(), "Why the attempt failed. null when it succeeded.", default=None)


@dataclass(frozen=True)
class Delivery:
    """One webhook event and its delivery attempts."""

    id: str = option(
        fields.String(metadata=UUID_FORMAT), "Id of the event. Every attempt sends it in the `webhook-id` header."
    )
    event: str = option(fields.String(), "Event name, for example `crawl.completed`.")
    status: str = option(
        fields.String(metadata={"enum": list(DELIVERY_STATUSES)}),
        "`pending` until an attempt succeeded or no attempt remains.",
    )
    attempts: int = option(fields.Integer(), "Number of attempts made.")
    response_status: int | None = option(
        fields.Integer(),
        "HTTP status that the receiver returned to the last attempt. 502 when no connection was made or it broke, 504 when no"
        " response came in time, with the reason in `error`. null before the first attempt.",
        default=None,
    )
    error: str | None = option(fields.String(), "Why the last attempt failed, or null.", default=None)
    delivered_at: str | None = option(
        fields.String(metadata=TIME_FORMAT),
        "Time when the receiver accepted the event, UTC, ISO 8601. null until then.",
        default=None,
    )
    created_at: str = option(fields.String(metadata=TIME_FORMAT), "Time when the event was created, UTC, ISO 8601.")
    attempt_log: tuple[DeliveryAttempt, ...] = option(
        fields.List(fields.Nested(schema_of(DeliveryAttempt))),
        "The attempts, oldest first. An attempt that runs is not in it. One whose worker stopped has an `error` that says so.",
        default=(),
    )


@dataclass(frozen=True)
class RetriedDelivery:
    """A delivery after a caller has retried it."""

    delivery: Delivery = option(fields.Nested(schema_of(Delivery)), "The delivery.")


@dataclass(frozen=True)
class Deliveries:
    """Webhook deliveries of a job."""

    deliveries: tuple[Delivery, ...] = option(
        fields.List(fields.Nested(schema_of(Delivery))), "One row per event, oldest first.", default=()
    )
    next_cursor: str | None = option(
        fields.String(),
        "Send it as `cursor` to get the rows that follow. Set while the job runs or more rows follow. null after the last"
        " row of an ended job, and in responses to requests without `limit` and `cursor`.",
        default=None,
    )
