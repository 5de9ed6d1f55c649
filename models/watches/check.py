"""The checks of watches, with their result and what changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Text,
    Uuid,
    any_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, aliased, mapped_column

from models import packing
from models.base import Base, JsonObject, columns_of, created_at
from models.jobs.job import FINISHED, OPEN, Job
from models.pages import event
from models.pages.event import Event
from models.watches.watch import MAY_END, Watch, WatchRow

RUNNING_MOST = 50


class Check(Base):
    """One check. `pages` is the packed JSON list of its pages whose result is not `same`, in wire names.

    `glance` is what changed in a few words (`extraction.changes.glance`), for lists: `pages` may have megabytes.
    """

    __tablename__ = "watch_check"
    __table_args__ = (
        Index("uq_watch_check_number", "watch_id", "number", unique=True),
        Index("ix_watch_check_reported", "watch_id", "number", postgresql_where="reported"),
        Index("ix_watch_check_finished", "finished_at"),
        Index("ix_watch_check_job", "job_id", postgresql_where="status = 'running'"),
        Index("ix_watch_check_revisit", "revisit_at", postgresql_where="revisit_at IS NOT NULL"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    watch_id: Mapped[UUID] = mapped_column(ForeignKey("watch.id", ondelete="CASCADE"))
    number: Mapped[int]
    trigger: Mapped[str]
    status: Mapped[str] = mapped_column(server_default="running")
    result: Mapped[str | None]
    summary: Mapped[JsonObject] = mapped_column(JSONB, server_default="{}")
    reported: Mapped[bool] = mapped_column(server_default="false")
    credits_used: Mapped[int] = mapped_column(Integer, server_default="0")
    error: Mapped[str | None]
    # Jobs are deleted earlier than checks.
    job_id: Mapped[UUID | None]
    # The jobs that take the screenshots of the pages, in the order of the watch's URLs.
    picture_jobs: Mapped[list[UUID] | None] = mapped_column(ARRAY(Uuid))
    # When pages are visited again to confirm a change, which, and the jobs that did so before.
    revisit_at: Mapped[datetime | None]
    revisit_urls: Mapped[list[str] | None] = mapped_column(ARRAY(Text))
    revisit_jobs: Mapped[list[UUID] | None] = mapped_column(ARRAY(Uuid))
    pages: Mapped[bytes | None] = mapped_column(LargeBinary)
    glance: Mapped[JsonObject | None] = mapped_column(JSONB(none_as_null=True))
    scheduled_for: Mapped[datetime]
    started_at: Mapped[datetime] = created_at()
    finished_at: Mapped[datetime | None]


@dataclass(frozen=True)
class CheckRow:
    """A check as it is stored, without its pages."""

    id: UUID
    watch_id: UUID
    number: int
    trigger: str
    status: str
    result: str | None
    summary: JsonObject
    credits_used: int
    error: str | None
    job_id: UUID | None
    scheduled_for: datetime
    started_at: datetime
    finished_at: datetime | None
    reported: bool
    picture_jobs: Sequence[UUID] | None = None
    glance: JsonObject | None = None
    revisit_jobs: Sequence[UUID] | None = None


_COLUMNS = columns_of(Check, CheckRow)


def add(
    connection: Connection, check_id: UUID, watch_id: UUID, *, number: int, trigger: str, scheduled_for: datetime,
    job_id: UUID | None, picture_jobs: Sequence[UUID] = (),
) -> None:  # fmt: skip
    """Write a check that runs."""
    values = {
        Check.id: check_id, Check.watch_id: watch_id, Check.number: number, Check.trigger: trigger, Check.job_id: job_id,
        Check.scheduled_for: scheduled_for, Check.started_at: func.clock_timestamp(),
        Check.picture_jobs: list(picture_jobs) or None,
    }  # fmt: skip
    connection.execute(insert(Check).values(values))


_picture, _revisit = aliased(Job), aliased(Job)
_ENDED = (
    select(Check.id)
    .join(Watch, Watch.check_id == Check.id)
    .outerjoin(Job, Job.id == Check.job_id)
    .where(
        Check.status == "running", or_(Job.id.is_(None), Job.status.in_(FINISHED)), MAY_END, Check.revisit_at.is_(None),
        ~exists().where(_picture.id == any_(Check.picture_jobs), _picture.status.in_(OPEN)),
        ~exists().where(_revisit.id == any_(Check.revisit_jobs), _revisit.status.not_in(FINISHED)),
    )
    .order_by(Check.started_at)
    .limit(RUNNING_MOST)
)  # fmt: skip


def list_ended(connection: Connection) -> list[UUID]:
    """Running checks whose jobs have ended or were deleted, the oldest first, without those that a worker is ending."""
    return list(connection.execute(_ENDED).scalars())


def plan_revisit(connection: Connection, check_id: UUID, seconds: int, urls: Sequence[str], *, after: int) -> bool:
    """Write that these pages are to be visited again, in `seconds`. The caller has locked the watch.

    False if a visit is planned already, or if the check has had other visits than the `after` that the caller knows of.
    """
    had = func.coalesce(func.cardinality(Check.revisit_jobs), 0)
    expected = update(Check).where(Check.id == check_id, Check.revisit_at.is_(None), had == after)
    planned = expected.values({Check.revisit_at: _in_seconds(seconds), Check.revisit_urls: list(urls)})
    return bool(connection.execute(planned).rowcount)


def postpone_revisit(connection: Connection, check_id: UUID, seconds: int) -> None:
    """Write that the planned visit is due in `seconds`. The caller has locked the watch."""
    connection.execute(update(Check).where(Check.id == check_id).values({Check.revisit_at: _in_seconds(seconds)}))


def _in_seconds(seconds: int) -> ColumnElement[datetime]:
    return func.clock_timestamp() + func.make_interval(0, 0, 0, 0, 0, 0, seconds)


def started_revisit(connection: Connection, check_id: UUID, job_id: UUID) -> None:
    """Write that a job visits the planned pages. The caller has locked the watch."""
    jobs = func.array_append(Check.revisit_jobs, job_id)
    values: dict[Any, Any] = {Check.revisit_at: None, Check.revisit_urls: None, Check.revisit_jobs: jobs}
    connection.execute(update(Check).where(Check.id == check_id).values(values))


# The check is locked, too: a plan that another worker has just carried out is seen again only in a row that it changed.
_DUE_REVISIT = (
    select(Watch.id, Watch.workspace_id, Watch.options, Check.id, Check.revisit_urls)
    .join(Check, Check.id == Watch.check_id)
    .where(Check.revisit_at <= func.clock_timestamp())
    .order_by(Check.revisit_at)
    .limit(1)
    .with_for_update(of=[Watch, Check], skip_locked=True)
)


class Revisit(NamedTuple):
    """Pages of a running check that are to be visited again now."""

    watch_id: UUID
    workspace_id: UUID
    options: JsonObject
    check_id: UUID
    urls: Sequence[str]


def lock_due_revisit(connection: Connection) -> Revisit | None:
    """The pages that have been due for longest. Their watch is locked; those that another worker has locked are skipped."""
    row = connection.execute(_DUE_REVISIT).one_or_none()
    return None if row is None else Revisit(*row[:-1], row[-1] or ())


def end(connection: Connection, check_id: UUID, values: dict[Any, Any], pages: Sequence[JsonObject]) -> None:
    """Write the result of a check. The caller has locked its watch."""
    packed = packing.pack(json.dumps(list(pages), ensure_ascii=False).encode()) if pages else None
    ended = {Check.finished_at: func.clock_timestamp(), Check.pages: packed, **values}
    connection.execute(update(Check).where(Check.id == check_id).values(ended))


def find(connection: Connection, watch_id: UUID, check_id: UUID) -> CheckRow | None:
    """A check of the watch, or None."""
    query = select(*_COLUMNS).where(Check.watch_id == watch_id, Check.id == check_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else CheckRow(*tuple(row))


def queued(row: WatchRow, check_id: UUID) -> CheckRow:
    """The check that a caller asked for and that has not started."""
    return CheckRow(
        check_id, row.id, row.checks + 1, "run", "queued", None, {}, 0, None, None, row.now, row.now, None, False
    )  # fmt: skip


def find_all(connection: Connection, check_ids: Sequence[UUID]) -> dict[UUID, CheckRow]:
    """Those of the checks that still exist, by id."""
    rows = connection.execute(select(*_COLUMNS).where(Check.id.in_(list(check_ids)))) if check_ids else ()
    return {row[0]: CheckRow(*tuple(row)) for row in rows}


def read_pages(connection: Connection, check_id: UUID) -> list[JsonObject]:
    """The pages of a check whose result is not `same`."""
    packed = connection.execute(select(Check.pages).where(Check.id == check_id)).scalar_one_or_none()
    found: list[JsonObject] = json.loads(packing.unpack(packed)) if packed else []
    return found


def list_checks(
    connection: Connection, watch_id: UUID, most: int, *, before: int | None = None, reported: bool = False
) -> list[CheckRow]:
    """Up to `most` checks of a watch, newest first, with a lower number than `before`."""
    query = select(*_COLUMNS).where(Check.watch_id == watch_id)
    if before is not None:
        query = query.where(Check.number < before)
    if reported:
        query = query.where(Check.reported)
    return [CheckRow(*tuple(row)) for row in connection.execute(query.order_by(Check.number.desc()).limit(most))]


def delete_old(connection: Connection, days: int, rows: int = 2_000) -> bool:
    """Delete up to `rows` checks that ended longer ago. The newest of each watch is young, or its watch is paused."""
    query = select(Check.id).where(Check.finished_at < func.now() - func.make_interval(0, 0, 0, days)).limit(rows)
    old = connection.execute(query).scalars().all()
    if old:
        event.delete_undelivered(connection, Event.watch_check_id.in_(old))
        connection.execute(delete(Check).where(Check.id.in_(old)))
    return len(old) >= rows
