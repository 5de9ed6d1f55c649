"""Watches. A watch is due by its row, and has at most one check that runs: `check_id` is the fencing token of its end.

All times are Postgres' own. A watch whose plan was made later than now, because the clock was set back, is planned anew.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, ForeignKey, Index, Integer, LargeBinary, Text, func, insert, or_, select, update
from sqlalchemy.dialects.postgresql import JSON
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, JsonObject, columns_of, created_at, new_id

# How long one worker has to compare some pages of a check that has ended, before it renews the lease.
END_LEASE = timedelta(minutes=2)
CLOCK_TOLERANCE = timedelta(minutes=1)


class Watch(Base):
    """One watch. `options` are those of the caller."""

    __tablename__ = "watch"
    __table_args__ = (
        Index("ix_watch_due", "next_at", postgresql_where="check_id IS NULL AND next_at IS NOT NULL"),
        Index("ix_watch_planned", "planned_at", postgresql_where="status = 'active'"),
        Index("ix_watch_checking", "check_id", postgresql_where="check_id IS NOT NULL"),
        Index("ix_watch_listed", "workspace_id", "id"),
        Index(
            "uq_watch_request", "workspace_id", "request_key", unique=True, postgresql_where="request_key IS NOT NULL"
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"))
    # Not JSONB, which would lose the order of a schema's properties.
    options: Mapped[JsonObject] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(server_default="active")
    # When the next check is due. A paused watch has a time only if a caller asked for a check.
    next_at: Mapped[datetime | None]
    planned_at: Mapped[datetime] = created_at()
    trigger: Mapped[str] = mapped_column(server_default="schedule")
    # The id of the next check, if a caller asked for it.
    next_check_id: Mapped[UUID | None]
    # The check that runs, and until when one worker alone may end it.
    check_id: Mapped[UUID | None]
    end_lease_until: Mapped[datetime | None]
    checks: Mapped[int] = mapped_column(Integer, server_default="0")
    failures: Mapped[int] = mapped_column(Integer, server_default="0")
    error_reported: Mapped[bool] = mapped_column(server_default="false")
    last_check_id: Mapped[UUID | None]
    last_change_id: Mapped[UUID | None]
    feed_token: Mapped[str] = mapped_column(unique=True)
    # What Firecrawl's interface stores beside the webhook (`contract.firecrawl.webhook`); None if the webhook was set elsewhere.
    webhook_form: Mapped[JsonObject | None] = mapped_column(JSON(none_as_null=True))
    # The idempotency key of the call that created the watch, and the digest of that call.
    request_key: Mapped[str | None]
    request_digest: Mapped[bytes | None] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = created_at()


@dataclass(frozen=True)
class WatchRow:
    """A watch as it is stored, and Postgres' time. `failures` are the failed checks in a row."""

    id: UUID
    workspace_id: UUID
    options: JsonObject
    status: str
    next_at: datetime | None
    trigger: str
    next_check_id: UUID | None
    check_id: UUID | None
    checks: int
    failures: int
    error_reported: bool
    last_check_id: UUID | None
    last_change_id: UUID | None
    feed_token: str
    webhook_form: JsonObject | None
    created_at: datetime
    now: datetime


_COLUMNS = columns_of(Watch, WatchRow, func.clock_timestamp())


def create(
    connection: Connection, watch_id: UUID, workspace_id: UUID, options: JsonObject, *,
    webhook_form: JsonObject | None = None, request_key: str | None = None, request_digest: bytes | None = None,
) -> None:  # fmt: skip
    """A new watch, whose first check is due now."""
    values = {
        Watch.id: watch_id, Watch.workspace_id: workspace_id, Watch.options: options, Watch.next_at: func.now(),
        Watch.request_key: request_key, Watch.request_digest: request_digest,
        Watch.feed_token: secrets.token_urlsafe(32),
        Watch.webhook_form: webhook_form,
    }  # fmt: skip
    connection.execute(insert(Watch).values(values))


def count(connection: Connection, workspace_id: UUID) -> int:
    """The number of watches of a workspace."""
    return connection.execute(select(func.count()).where(Watch.workspace_id == workspace_id)).scalar_one()


def find(connection: Connection, watch_id: UUID, workspace_id: UUID, *, lock: bool = False) -> WatchRow | None:
    """A watch of the workspace, or None."""
    query = select(*_COLUMNS).where(Watch.id == watch_id, Watch.workspace_id == workspace_id)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    return None if row is None else WatchRow(*row)


def find_by_request(connection: Connection, workspace_id: UUID, key: str) -> tuple[UUID, bytes | None] | None:
    """The id and the digest of the watch that a call with this idempotency key created, or None."""
    query = select(Watch.id, Watch.request_digest).where(Watch.workspace_id == workspace_id, Watch.request_key == key)
    row = connection.execute(query).one_or_none()
    return None if row is None else (row[0], row[1])


def find_by_token(connection: Connection, token: str) -> WatchRow | None:
    """The watch whose feed has this token, or None."""
    row = connection.execute(select(*_COLUMNS).where(Watch.feed_token == token)).one_or_none()
    return None if row is None else WatchRow(*row)


# What a person knows a watch by. Not all options: their headers may be keys.
_NAMES = tuple(
    func.json_extract_path_text(Watch.options, *path, type_=Text)
    for path in (("name",), ("query",), ("site", "url"), ("urls",))
)


def list_watches(
    connection: Connection, workspace_id: UUID, most: int, *, before: UUID | None = None, status: str | None = None,
    failing: bool | None = None, named: str = "",
) -> list[WatchRow]:  # fmt: skip
    """Up to `most` watches of a workspace, newest first, older than `before`.

    Args:
        failing: only those whose last check failed, or only the others.
        named: only those with this text in their name, URLs or query.
    """
    query = select(*_COLUMNS).where(Watch.workspace_id == workspace_id)
    if before is not None:
        query = query.where(Watch.id < before)
    if status is not None:
        query = query.where(Watch.status == status)
    if failing is not None:
        query = query.where(Watch.failures > 0 if failing else Watch.failures == 0)
    if named:
        query = query.where(or_(*(each.icontains(named, autoescape=True) for each in _NAMES)))
    return [WatchRow(*row) for row in connection.execute(query.order_by(Watch.id.desc()).limit(most))]


def change(connection: Connection, watch_id: UUID, values: dict[Any, Any]) -> None:
    """Write columns of a watch. The caller has locked it."""
    connection.execute(update(Watch).where(Watch.id == watch_id).values(values))


def request_check(connection: Connection, row: WatchRow, check_id: UUID) -> None:
    """Make a check due now. The caller has locked the watch, which has no check that runs."""
    values = {
        Watch.next_at: func.now(), Watch.trigger: "run", Watch.planned_at: func.now(), Watch.next_check_id: check_id,
    }  # fmt: skip
    change(connection, row.id, values)


_DUE = (
    select(*_COLUMNS)
    .where(Watch.check_id.is_(None), Watch.next_at <= func.clock_timestamp())
    .order_by(Watch.next_at)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_SET_BACK = (
    select(*_COLUMNS)
    .where(
        Watch.status == "active", Watch.planned_at > func.clock_timestamp() + CLOCK_TOLERANCE, Watch.check_id.is_(None)
    )
    .limit(100)
    .with_for_update(skip_locked=True)
)


def lock_due(connection: Connection) -> WatchRow | None:
    """The watch that has been due for longest, locked. Those that another scheduler has locked are skipped."""
    row = connection.execute(_DUE).one_or_none()
    return None if row is None else WatchRow(*row)


def lock_set_back(connection: Connection) -> list[WatchRow]:
    """Watches whose next check was planned by a clock that was ahead, locked."""
    return [WatchRow(*row) for row in connection.execute(_SET_BACK)]


def started(connection: Connection, row: WatchRow, check_id: UUID, next_at: datetime | None) -> None:
    """Write that a check runs, and when the next one is due. The caller has locked the watch."""
    values = {
        Watch.check_id: check_id, Watch.next_at: next_at, Watch.planned_at: func.clock_timestamp(),
        Watch.trigger: "schedule", Watch.next_check_id: None, Watch.checks: Watch.checks + 1, Watch.end_lease_until: None,
    }  # fmt: skip
    change(connection, row.id, values)


# No worker ends the running check now.
MAY_END = or_(Watch.end_lease_until.is_(None), Watch.end_lease_until < func.clock_timestamp())


def claim_ended(connection: Connection, check_ids: Sequence[UUID]) -> list[WatchRow]:
    """Those watches whose running check is in `check_ids`, for this worker alone until the lease ends."""
    free = select(Watch.id).where(Watch.check_id.in_(list(check_ids)), MAY_END).with_for_update(skip_locked=True)
    claimed = (
        update(Watch).where(Watch.id.in_(free)).values({Watch.end_lease_until: func.clock_timestamp() + END_LEASE})
    )
    return [WatchRow(*row) for row in connection.execute(claimed.returning(*_COLUMNS))]


def renew_end(connection: Connection, row: WatchRow) -> None:
    """Renew the lease of the worker that ends the check which `row` runs."""
    lease = {Watch.end_lease_until: func.clock_timestamp() + END_LEASE}
    connection.execute(update(Watch).where(Watch.id == row.id, Watch.check_id == row.check_id).values(lease))


def lock_running(connection: Connection, watch_id: UUID, check_id: UUID) -> WatchRow | None:
    """The watch, locked, if this check of it still runs."""
    query = select(*_COLUMNS).where(Watch.id == watch_id, Watch.check_id == check_id).with_for_update()
    row = connection.execute(query).one_or_none()
    return None if row is None else WatchRow(*row)
