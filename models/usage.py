"""Credits used per workspace, day and operation: a summary of the ledger, which only knows jobs.

The sweeper brings it up to date, from the ledger and the jobs' rows, before jobs are deleted. So charging writes no more than
its ledger entry. The summary is about two minutes late.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    Connection,
    Date,
    ForeignKey,
    Integer,
    Uuid,
    bindparam,
    case,
    cast,
    func,
    literal,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from models.accounts import directory
from models.accounts.credits import LedgerEntry
from models.accounts.workspace import Workspace
from models.base import Base, columns_of
from models.jobs.job import Job

ENTRIES = 20_000
# Entries get their numbers in another order than they are committed in. No transaction is open for this long.
SETTLED_AFTER = timedelta(minutes=2)
# The operation of entries whose job is deleted already.
UNKNOWN = "other"
# Ledger keys of work start with the job's id, or with this and the id of a check of a watch. Those of grants do not.
WATCH_KEY = "watch:"
_ID = "[0-9a-f]{8}-[0-9a-f-]{27}"
WORK_KEY = f"^({WATCH_KEY})?{_ID}(:|$)"
# The operation of what the checks of a watch cost themselves: the sentences about changes.
WATCH = "watch"


class UsageDay(Base):
    """The credits that a workspace used for one operation on one day, UTC, less refunds."""

    __tablename__ = "usage_day"

    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"), primary_key=True)
    day: Mapped[date] = mapped_column(Date, primary_key=True)
    operation: Mapped[str] = mapped_column(primary_key=True)
    credits: Mapped[int] = mapped_column(BigInteger)


class UsageProgress(Base):
    """The last ledger entry that the summary contains (`SUMMARY`), or that `closed_months.py` has looked at."""

    __tablename__ = "usage_progress"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    ledger_id: Mapped[int] = mapped_column(BigInteger)


SUMMARY, CLOSED_MONTHS = 1, 2


def lock_progress(connection: Connection, row: int) -> int:
    """The ledger entry in a row of `usage_progress`, which is locked. 0 for a new row."""
    made = insert(UsageProgress).values({UsageProgress.id: row, UsageProgress.ledger_id: 0})
    connection.execute(made.on_conflict_do_nothing())
    query = select(UsageProgress.ledger_id).where(UsageProgress.id == row)
    return connection.execute(query.with_for_update()).scalar_one()


def store_progress(connection: Connection, row: int, ledger_id: int) -> None:
    """Write the ledger entry of a row that the caller has locked."""
    connection.execute(
        update(UsageProgress).where(UsageProgress.id == row).values({UsageProgress.ledger_id: ledger_id})
    )


class Used(NamedTuple):
    """Credits used for one operation on one day."""

    day: date
    operation: str
    credits: int


def summarize(connection: Connection, entries: int = ENTRIES) -> bool:
    """Add up to about `entries` ledger entries to the summary. True when there may be more."""
    done = lock_progress(connection, SUMMARY)
    first = connection.execute(_FIRST, {"done": done}).scalar_one_or_none()
    if first is None:
        return False
    last = connection.execute(_LAST, {"first": first, "until": first + entries}).scalar_one()
    if last is None:
        return False
    _add(connection, first, last)
    store_progress(connection, SUMMARY, last)
    return last == first + entries - 1


_is_recent = LedgerEntry.created_at > func.now() - SETTLED_AFTER
_FIRST = select(LedgerEntry.id).where(LedgerEntry.id > bindparam("done")).order_by(LedgerEntry.id).limit(1)
_in_window = (LedgerEntry.id >= bindparam("first")) & (LedgerEntry.id < bindparam("until"))
_FIRST_RECENT = select(func.min(LedgerEntry.id)).where(_in_window, _is_recent).scalar_subquery()
# The last entry before the first recent one. No entry up to it can still be uncommitted.
_LAST = select(func.max(LedgerEntry.id)).where(
    _in_window, LedgerEntry.id < func.coalesce(_FIRST_RECENT, bindparam("until"))
)


def _add(connection: Connection, first: int, last: int) -> None:
    day = cast(func.timezone("UTC", LedgerEntry.created_at), Date)
    job_id = cast(func.substring(LedgerEntry.key, _ID), Uuid)
    is_watch = LedgerEntry.key.startswith(WATCH_KEY).label("is_watch")
    new = (
        select(LedgerEntry.workspace_id, day.label("day"), job_id.label("job_id"), is_watch, LedgerEntry.delta)
        .where(LedgerEntry.id.between(first, last), LedgerEntry.key.regexp_match(WORK_KEY))
        .cte("new")
        .prefix_with("MATERIALIZED")  # The keys are cast after they were matched.
    )
    operation = case((new.c.is_watch, literal(WATCH)), else_=func.coalesce(Job.operation, literal(UNKNOWN)))
    sums = (
        select(new.c.workspace_id, new.c.day, operation, -func.sum(new.c.delta))
        .outerjoin(Job, Job.id == new.c.job_id)
        .group_by(new.c.workspace_id, new.c.day, operation)
    )
    columns = [UsageDay.workspace_id, UsageDay.day, UsageDay.operation, UsageDay.credits]
    statement = insert(UsageDay).from_select(columns, sums)
    total = UsageDay.credits + statement.excluded.credits
    keys = [UsageDay.workspace_id, UsageDay.day, UsageDay.operation]
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_={UsageDay.credits: total}))


def by_day(connection: Connection, workspace_id: UUID, since: date) -> list[Used]:
    """The credits that a workspace used from a day on, by day and operation."""
    query = select(*columns_of(UsageDay, Used)).where(
        UsageDay.workspace_id == workspace_id, UsageDay.day >= since, UsageDay.credits != 0
    )
    return [Used(*row) for row in connection.execute(query.order_by(UsageDay.day, UsageDay.operation))]


class WorkspaceUse(NamedTuple):
    """The credits of one workspace. `used` is the sum of some days."""

    id: UUID
    name: str
    balance: int
    reserved: int
    used: int


def by_workspace(connection: Connection, first: date, text: str, most: int) -> list[WorkspaceUse]:
    """Up to `most` workspaces with the credits that they used since the day `first`, the largest use first.

    Args:
        text: a part of the name or id of the workspaces; empty for all.
    """
    of_days = (UsageDay.workspace_id == Workspace.id) & (UsageDay.day >= first)
    used = func.coalesce(func.sum(UsageDay.credits), 0)
    query = (
        select(Workspace.id, Workspace.name, Workspace.balance, Workspace.reserved, used)
        .outerjoin(UsageDay, of_days)
        .where(directory.is_named(text))
        .group_by(Workspace.id)
        .order_by(used.desc(), Workspace.id)
        .limit(most)
    )
    return [WorkspaceUse._make(row) for row in connection.execute(query)]
