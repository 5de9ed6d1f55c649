"""The outbox: what happened to a job and goes to its webhook, written in the transaction that made it happen.

A delivery is an event's way: `pending` while attempts remain, then `success` or `failed`. At least once, never lost: a
relay takes what is due under a lease, calls outside the transaction, and writes down how it went.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, ForeignKey, Index, SmallInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from models import page
from models.base import Base, created_at, new_id

LEASE = timedelta(seconds=30)


class Event(Base):
    """One event of a job that has a webhook. `page_number` names the page that it tells of; None for the job's end."""

    __tablename__ = "event"
    __table_args__ = (
        Index("ix_event_due", "next_at", postgresql_where="status = 'pending'"),
        # Whatever happens twice, the end of a job is told once.
        Index("uq_event_end", "job_id", unique=True, postgresql_where="page_number IS NULL"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    job_id: Mapped[UUID] = mapped_column(ForeignKey("job.id", ondelete="CASCADE"), index=True)
    type: Mapped[str]
    page_number: Mapped[int | None]
    host: Mapped[str]
    status: Mapped[str] = mapped_column(server_default="pending")
    attempts: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    response_status: Mapped[int | None]
    error: Mapped[str | None]
    next_at: Mapped[datetime] = created_at()
    delivered_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = created_at()


@dataclass(frozen=True, kw_only=True)
class Due:
    """An event to be delivered now. `attempts` counts this one, and is the token that its outcome must carry."""

    id: UUID
    job_id: UUID
    type: str
    page_number: int | None
    host: str
    attempts: int
    created_at: datetime


_ADD = text("""
    INSERT INTO event (id, job_id, type, page_number, host)
    SELECT CAST(id AS uuid), :job_id, :type, number, :host
    FROM unnest(CAST(:ids AS text[]), CAST(:numbers AS integer[])) AS given(id, number)
    ON CONFLICT DO NOTHING
""")


def add(connection: Connection, job_id: UUID, kind: str, numbers: Sequence[int | None], *, host: str) -> None:
    """Write events of one type: for each page number, or (None) for the end of the job."""
    if numbers:
        ids = [str(new_id()) for _ in numbers]
        values = {"job_id": str(job_id), "type": kind, "ids": ids, "numbers": list(numbers), "host": host}
        connection.execute(_ADD, values)


_DUE = text("""
    UPDATE event SET attempts = attempts + 1, next_at = now() + :lease
    WHERE id IN (
        SELECT id FROM (
            SELECT id, next_at, row_number() OVER (PARTITION BY host ORDER BY next_at, id) AS turn FROM event
            WHERE status = 'pending' AND next_at <= now() AND host <> ALL(:full)
        ) AS waiting
        WHERE turn <= :each ORDER BY next_at LIMIT :most
    ) AND status = 'pending' AND next_at <= now()
    RETURNING id, job_id, type, page_number, host, attempts, created_at
""")


def due(connection: Connection, most: int, *, each: int, full: Sequence[str]) -> list[Due]:
    """Up to `most` events whose time has come, `each` of one host and none of the `full` ones, under a lease."""
    rows = connection.execute(_DUE, {"lease": LEASE, "most": most, "each": each, "full": list(full)})
    return sorted((Due(**row._mapping) for row in rows), key=lambda event: event.id)


@dataclass(frozen=True, kw_only=True)
class Message:
    """What an event tells: of a page, or (`page` is None) of the job. `secret` signs it."""

    webhook: dict[str, Any]
    secret: str
    page: Any
    job: dict[str, Any]


def message(connection: Connection, due: Due) -> Message | None:
    """What an event tells, read now: what it tells of has ended and does not change. None when the job is gone."""
    row = connection.execute(
        text("""SELECT operation, status, options -> 'webhook' AS webhook, options ->> 'url' AS seed_url, pages_max,
                       error ->> 'message' AS error, workspace.webhook_secret
                FROM job JOIN workspace ON workspace.id = job.workspace_id WHERE job.id = :id"""),
        {"id": str(due.job_id)},
    ).one_or_none()
    if row is None:
        return None
    found = page.one(connection, due.job_id, due.page_number) if due.page_number is not None else None
    counts = page.counts(connection, due.job_id, row.pages_max) if found is None else None
    about = {"id": str(due.job_id), "kind": row.operation, "status": row.status, "seedUrl": row.seed_url}
    if counts is not None:
        about |= {
            "total": counts.total, "completed": counts.completed, "failed": counts.failed, "creditsUsed": counts.credits,
        }  # fmt: skip
    if row.error is not None:
        about["error"] = row.error
    return Message(webhook=row.webhook, secret=row.webhook.get("secret") or row.webhook_secret, page=found, job=about)


def delivered(connection: Connection, event: Due, response_status: int) -> None:
    """Note that the receiver took the event."""
    _write(connection, event, {"status": "success", "response": response_status, "error": None, "again": None})


def refused(
    connection: Connection, event: Due, error: str, *, response_status: int | None, again_seconds: float | None
) -> None:
    """Note a failed attempt; the next one follows after `again_seconds`, or never (None)."""
    status = "failed" if again_seconds is None else "pending"
    _write(connection, event, {"status": status, "response": response_status, "error": error, "again": again_seconds})


# Only the latest attempt writes, and nothing after success: an attempt that outlived its lease may come in late.
_WRITE = text("""
    UPDATE event SET status = :status, response_status = :response, error = :error,
        delivered_at = CASE WHEN :status = 'success' THEN now() END,
        next_at = CASE WHEN CAST(:again AS double precision) IS NULL THEN next_at
                  ELSE now() + make_interval(secs => :again) END
    WHERE id = :id AND status = 'pending' AND (attempts = :attempts OR :status = 'success')
""")


def _write(connection: Connection, event: Due, values: dict[str, Any]) -> None:
    connection.execute(_WRITE, {"id": str(event.id), "attempts": event.attempts, **values})


def of_job(connection: Connection, job_id: UUID) -> list[Any]:
    """The job's events in their order, with how their delivery stands."""
    return list(
        connection.execute(
            text("""SELECT id, type, status, attempts, response_status, error, delivered_at, created_at
                    FROM event WHERE job_id = :job_id ORDER BY created_at, page_number NULLS LAST, id"""),
            {"job_id": str(job_id)},
        )
    )
