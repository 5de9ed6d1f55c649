"""The outbox: webhook events of jobs, written in the same transaction as the change that they report.

An event is `pending` while attempts remain, then `success` or `failed`. Delivery is at least once: a relay claims due
events under a lease, calls the receiver outside the transaction, and writes the outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Connection,
    Index,
    Integer,
    SmallInteger,
    String,
    Text,
    Uuid,
    all_,
    bindparam,
    case,
    delete,
    exists,
    func,
    literal_column,
    select,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import JSON, JSONB, insert
from sqlalchemy.orm import Mapped, mapped_column

from models.accounts.workspace import Workspace
from models.array_rows import ArrayRows
from models.base import Base, JsonObject, created_at, new_id
from models.jobs.job import Job
from models.pages import counts, page_entry
from models.pages.counts import Counts
from models.pages.page_entry import StoredPage

LEASE = timedelta(seconds=30)
# The error of an event that an operator cancelled, until it is claimed again.
CANCELLED = "The operator of the service cancelled the delivery."
# The page number of a job's start. None is that of its end, of which a job has one.
NO_PAGE = -1
TEST_MESSAGE = "This is a test event. A member of the workspace sent it from the console."


class Event(Base):
    """One event of a job that has a webhook, of a check of a watch, or a test of a workspace (`trial_event`).

    `page_number` is the page that it reports; None for the job's end, `NO_PAGE` for its start.
    """

    __tablename__ = "event"
    __table_args__ = (
        Index("ix_event_due", "host", "next_at", postgresql_where="status = 'pending'"),
        Index("ix_event_failed", "id", postgresql_where="status = 'failed'"),
        # The end of a job is reported once, and a check of a watch once to each receiver. These indexes cannot be unique, because
        # the table is partitioned by `id`: whoever adds such an event has locked the job or the watch, and looks first.
        Index("ix_event_end", "job_id", postgresql_where="page_number IS NULL"),
        Index("ix_event_watch_check", "watch_check_id", postgresql_where="watch_check_id IS NOT NULL"),
        Index("ix_event_test", "workspace_id", "id", postgresql_where="workspace_id IS NOT NULL"),
        {"postgresql_partition_by": "RANGE (id)"},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    # No foreign keys: events outlive what they report until their partition is dropped (`weeks.py`).
    job_id: Mapped[UUID | None] = mapped_column(index=True)
    # The workspace and the receiver of a test event. The other events have those of their job.
    workspace_id: Mapped[UUID | None]
    url: Mapped[str | None]
    # The check of a watch that the event reports (`watches/report.py`). Its `url` is the receiver: of http, https or mailto.
    watch_check_id: Mapped[UUID | None]
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
    # The attempts, oldest first: `number` and `started_at`, and when it has ended, all of `Attempt.as_record`.
    attempt_log: Mapped[list[JsonObject]] = mapped_column(JSONB, server_default="[]")


# When an event is sent after an operator or a caller changed it: now, or when the lease of an attempt ends that may still run.
AFTER_LEASE = case((Event.next_at.between(func.now(), func.now() + LEASE), Event.next_at), else_=func.now())


@dataclass(frozen=True, kw_only=True)
class Due:
    """An event to be delivered now. `attempts` counts this attempt, and is the fencing token of its outcome.

    A test event has no job and no check.
    """

    id: UUID
    job_id: UUID | None
    type: str
    page_number: int | None
    host: str
    attempts: int
    created_at: datetime
    check_id: UUID | None = None
    url: str | None = None


_added = ArrayRows("added", id=Uuid(), page_number=Integer())
_rows = select(
    _added.c.id, bindparam("job", type_=Uuid()), bindparam("kind", type_=String), _added.c.page_number,
    bindparam("receiver", type_=String),
)  # fmt: skip
_COLUMNS = [Event.id, Event.job_id, Event.type, Event.page_number, Event.host]
_ADD = insert(Event).from_select(_COLUMNS, _rows)
_is_ended = exists().where(Event.job_id == bindparam("job", type_=Uuid()), Event.page_number.is_(None))
_ADD_END = insert(Event).from_select(_COLUMNS, _rows.where(~_is_ended))


def add(connection: Connection, job_id: UUID, kind: str, numbers: Sequence[int | None], *, host: str) -> None:
    """Write events of one type: for each page number, or (None alone) for the end of the job, once.

    The caller has locked the job.
    """
    if numbers:
        rows = [(new_id(), number) for number in numbers]
        values = {"job": job_id, "kind": kind, "receiver": host, **_added.parameters(rows)}
        connection.execute(_ADD_END if None in numbers else _ADD, values)


def delete_undelivered(connection: Connection, of: ColumnElement[bool]) -> None:
    """Delete events that were not delivered, because what they report is deleted. The others go with their partition."""
    connection.execute(delete(Event).where(of, Event.status != "success"))


is_pending = Event.status == "pending"
is_due = is_pending & (Event.next_at <= func.now())
_most = bindparam("most", type_=Integer)
# The hosts with pending events, each found by one look into the index, however many events wait.
_first = select(func.min(Event.host).label("name")).where(is_pending).cte("pending_hosts", recursive=True)
_following = select(func.min(Event.host)).where(is_pending, Event.host > _first.c.name).scalar_subquery()
_hosts = _first.union_all(select(_following).where(_first.c.name.is_not(None)))
_oldest = (
    select(Event.next_at).where(is_due, Event.host == _hosts.c.name).order_by(Event.next_at).limit(1).lateral("oldest")
)
# The hosts with due events, each with the time of its oldest one.
due_hosts = select(_hosts.c.name, _oldest.c.next_at).join(_oldest, true())
_waiting_hosts = (
    due_hosts.where(_hosts.c.name != all_(bindparam("full_hosts", type_=ARRAY(String))))
    .order_by(_oldest.c.next_at)
    .limit(_most)
    .cte("waiting_hosts")
)
# Relays that claim at the same time do not wait for each other: events that another one has locked are skipped.
_locked = (
    select(Event.id, Event.next_at)
    .where(is_due, Event.host == _waiting_hosts.c.name)
    .order_by(Event.next_at)
    .limit(bindparam("per_host", type_=Integer))
    .with_for_update(skip_locked=True)
    .lateral("locked")
)
_next = (
    select(_locked.c.id)
    .select_from(_waiting_hosts.join(_locked, true()))
    .order_by(_locked.c.next_at)
    .limit(_most)
    .cte("next")
)
# A relay that dies in each attempt must not stop the others: the number of attempts stays in its column.
_number = func.least(Event.attempts, 32_766) + 1
_begun = func.jsonb_build_array(
    func.jsonb_build_object(
        literal_column("'number'"), _number, literal_column("'started_at'"), func.now(), type_=JSONB
    ),
    type_=JSONB,
)
_CLAIM = (
    update(Event)
    .where(Event.id.in_(select(_next.c.id)))
    .values(
        {
            Event.attempts: _number,
            Event.next_at: func.now() + LEASE,
            Event.error: func.nullif(Event.error, CANCELLED),
            Event.attempt_log: Event.attempt_log.op("||")(_begun),
        }
    )
    .returning(
        Event.id, Event.job_id, Event.watch_check_id.label("check_id"), Event.url, Event.type, Event.page_number, Event.host,
        Event.attempts, Event.created_at,
    )
)  # fmt: skip


def claim(connection: Connection, most: int, *, per_host: int, full_hosts: Sequence[str]) -> list[Due]:
    """Claim up to `most` due events: at most `per_host` of one host, and no event of a host in `full_hosts`."""
    rows = connection.execute(_CLAIM, {"most": most, "per_host": per_host, "full_hosts": list(full_hosts)})
    return sorted((Due(**row._asdict()) for row in rows), key=lambda due: due.id)


@dataclass(frozen=True, kw_only=True)
class Message:
    """What an event reports: a page, or (`page` is None) the job. Each of `secrets` signs it.

    `trace` is the trace context of the call that started the job.
    """

    webhook: JsonObject
    secrets: tuple[str, ...]
    page: StoredPage | None
    job: JsonObject
    trace: str | None = None


# The secret before the last rotation, while it signs too.
FORMER_SECRET = case((Workspace.former_webhook_secret_until > func.now(), Workspace.former_webhook_secret))


_JOB = (
    select(
        Job.operation, Job.status, func.json_extract_path(Job.options, "webhook", type_=JSON),
        func.json_extract_path_text(Job.options, "url", type_=Text),
        func.jsonb_extract_path_text(Job.error, "message", type_=Text), Workspace.webhook_secret, FORMER_SECRET,
        Job.trace, *counts.COLUMNS,
    )
    .join(Workspace, Workspace.id == Job.workspace_id)
    .where(Job.id == bindparam("job"))
)  # fmt: skip


def read_message(connection: Connection, due: Due) -> Message | None:
    """What an event reports, read at delivery: an ended page or job does not change. None when the job was deleted."""
    if due.job_id is None:
        return _read_test(connection, due)
    row = connection.execute(_JOB, {"job": due.job_id}).one_or_none()
    if row is None:
        return None
    operation, status, webhook, seed_url, error, secret, former, trace, *numbers = row
    about: JsonObject = {"id": str(due.job_id), "kind": operation, "status": status, "seedUrl": seed_url}
    page = page_entry.find(connection, due.job_id, due.page_number) if due.page_number is not None else None
    if page is None:
        counted = counts.shown(connection, due.job_id, Counts(*numbers))
        about |= {
            "total": counted.total, "completed": counted.completed, "failed": counted.failed,
            "creditsUsed": counted.credits,
        }  # fmt: skip
    if error is not None:
        about["error"] = error
    secrets = valid_secrets(webhook.get("secret"), secret, former)
    return Message(webhook=webhook, secrets=secrets, page=page, job=about, trace=trace)


_TEST = (
    select(Event.url, Workspace.webhook_secret, FORMER_SECRET)
    .join(Workspace, Workspace.id == Event.workspace_id)
    .where(Event.id == bindparam("event"))
)


def _read_test(connection: Connection, due: Due) -> Message | None:
    row = connection.execute(_TEST, {"event": due.id}).one_or_none()
    if row is None:
        return None
    url, secret, former = row
    secrets = valid_secrets(None, secret, former)
    return Message(webhook={"url": url}, secrets=secrets, page=None, job={"message": TEST_MESSAGE})


def valid_secrets(own: str | None, secret: str, former: str | None) -> tuple[str, ...]:
    """The secrets that sign an event: the webhook's own one, otherwise that of the workspace and, for a day, its former one."""
    return tuple(each for each in ((own,) if own else (secret, former)) if each)
