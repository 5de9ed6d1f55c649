"""The log of calls: one row per call of an operation, for some days. It has no bodies, no keys and no header values.

The API process writes the rows of a second or two together. Those of a process that was killed may be missing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Connection,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    case,
    func,
    literal,
    select,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from models import weeks
from models.accounts.credits import LedgerEntry
from models.accounts.workspace import Key
from models.base import LAST_ID, Base, columns_of, new_id

URL_MAX_CHARS = 500
# A workspace's newest calls, which are searched and counted.
SEARCHED_MAX = 100_000
# The longest time between a job and the row of its call.
WRITTEN_WITHIN = timedelta(minutes=10)


class Call(Base):
    """One call."""

    __tablename__ = "call"
    __table_args__ = (Index("ix_call_listed", "workspace_id", "id"), Index("ix_call_kept", "kept_until"))

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"))
    # None for calls of signed-in people.
    key_id: Mapped[UUID | None]
    operation: Mapped[str]
    method: Mapped[str]
    path: Mapped[str]
    # What was asked for: a URL, a query or a domain.
    subject: Mapped[str | None]
    status: Mapped[int] = mapped_column(SmallInteger)
    error: Mapped[str | None]
    duration_ms: Mapped[int] = mapped_column(Integer)
    job_id: Mapped[UUID | None]
    in_background: Mapped[bool]
    request_id: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    kept_until: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class CallRow(NamedTuple):
    """One call, as it is listed. `credits` are None for jobs of many pages."""

    id: UUID
    operation: str
    method: str
    path: str
    subject: str | None
    status: int
    error: str | None
    duration_ms: int
    job_id: UUID | None
    in_background: bool
    request_id: str
    created_at: datetime
    key_name: str | None
    key_id: UUID | None
    credits: int | None


def add(connection: Connection, calls: Sequence[dict[str, Any]], lifetime: timedelta) -> None:
    """Add calls: the values of the columns except `id` and `kept_until`. Those of deleted workspaces are left out."""
    rows = [{"id": new_id(), "kept_until": call["created_at"] + lifetime, **call} for call in calls]
    connection.execute(insert(Call), rows)


_credits = (
    select(-func.sum(LedgerEntry.delta))
    .where(
        LedgerEntry.workspace_id == Call.workspace_id,
        LedgerEntry.key.in_((func.concat(Call.job_id), func.concat(Call.job_id, ":refund"))),
    )
    .correlate(Call)
    .scalar_subquery()
)  # fmt: skip
_shown_credits = case((Call.operation.in_(("crawl", "batch")), None), else_=func.coalesce(_credits, 0))
_ROWS = select(*columns_of(Call, CallRow, Key.name, Call.key_id, _shown_credits)).outerjoin(Key, Key.id == Call.key_id)


class Filter(NamedTuple):
    """Which calls are listed. `text` is a part of the subject or the whole request id."""

    operation: str | None = None
    has_failed: bool | None = None
    key_id: UUID | None = None
    text: str = ""


def _oldest_searched(workspace_id: UUID) -> ColumnElement[UUID]:
    """The id of the oldest call that a search through the log reads: a page of the console must not read millions of rows."""
    newest = select(Call.id).where(Call.workspace_id == workspace_id).order_by(Call.id.desc())
    oldest = newest.offset(SEARCHED_MAX - 1).limit(1).scalar_subquery()
    return func.coalesce(oldest, literal(UUID(int=0)))


def list_calls(
    connection: Connection, workspace_id: UUID, most: int, chosen: Filter, *, before: UUID = LAST_ID
) -> list[CallRow]:  # fmt: skip
    """Up to `most` calls of a workspace, newest first, that are older than the call `before`.

    A text is searched in the newest `SEARCHED_MAX` calls of the workspace.
    """
    query = _ROWS.where(Call.workspace_id == workspace_id, Call.id < before, Call.kept_until > func.now())
    if chosen.operation is not None:
        query = query.where(Call.operation == chosen.operation)
    if chosen.has_failed is not None:
        query = query.where(Call.status >= 400 if chosen.has_failed else Call.status < 400)
    if chosen.key_id is not None:
        query = query.where(Call.key_id == chosen.key_id)
    if chosen.text:
        query = query.where(Call.id >= _oldest_searched(workspace_id))
        query = query.where(Call.subject.icontains(chosen.text, autoescape=True) | (Call.request_id == chosen.text))
    return [CallRow._make(row) for row in connection.execute(query.order_by(Call.id.desc()).limit(most))]


def find(connection: Connection, workspace_id: UUID, call_id: UUID) -> CallRow | None:
    """A call of the workspace, or None."""
    row = connection.execute(_ROWS.where(Call.workspace_id == workspace_id, Call.id == call_id)).one_or_none()
    return None if row is None else CallRow._make(row)


class CallOfJob(NamedTuple):
    """What is known of the call that started a job, also when the job is deleted."""

    id: UUID
    operation: str
    subject: str | None


def of_jobs(connection: Connection, workspace_id: UUID, jobs: Collection[UUID]) -> dict[str, CallOfJob]:
    """The calls that started jobs of a workspace, by job id."""
    if not jobs:
        return {}
    # Ids sort by time, so that the index finds the calls of this time only. A call is written soon after its job.
    latest = UUID(int=max(jobs).int + (WRITTEN_WITHIN // timedelta(milliseconds=1) << weeks.TIME_SHIFT))
    query = select(Call.job_id, Call.id, Call.operation, Call.subject).where(
        Call.workspace_id == workspace_id, Call.id.between(min(jobs), latest), Call.job_id.in_(jobs)
    )
    return {str(row.job_id): CallOfJob._make(row[1:]) for row in connection.execute(query)}


def per_key(connection: Connection, workspace_id: UUID, days: int) -> dict[UUID, int]:
    """The calls of each key of a workspace in the last days, among its newest `SEARCHED_MAX` calls."""
    recent = (Call.workspace_id == workspace_id, Call.created_at > func.now() - timedelta(days=days))
    query = select(Call.key_id, func.count()).where(
        *recent, Call.key_id.is_not(None), Call.id >= _oldest_searched(workspace_id)
    )
    counts = connection.execute(query.group_by(Call.key_id))
    return {key_id: count for key_id, count in counts if key_id is not None}
