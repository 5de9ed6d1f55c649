"""Slices: periods of a few seconds in which a worker claims pages of a crawl or batch. A slice is a row here and a message.

A slice waits until it is due and its workspace has fewer posted slices than its share. Then it is posted, and a message wakes
a worker. The worker that claims it runs the slice: it claims pages of the job for some seconds. After that the slice waits
again, after the other jobs of its workspace, or is deleted when no page of the job is queued.

A running job with queued pages has at least one slice. Code that queues pages holds the job's lock and calls
`due_slices.wake`.
Locks are acquired in the order job, slice. Slices of other jobs are skipped when they are locked.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    Interval,
    String,
    Uuid,
    any_,
    bindparam,
    cast,
    delete,
    exists,
    func,
    literal,
    select,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY as PG_ARRAY
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, aliased, mapped_column

from models.base import Base
from models.session import AdvisoryLocks
from models.worker import ALIVE, LEASE, Worker

# Posted and running slices of one workspace, per live worker. A worker runs `SLICES_AT_ONCE`: one is left for others.
SLICES_AT_ONCE = 5
SHARE = 4
_now = func.clock_timestamp()


class Slice(Base):
    """One slice. `token` counts the claims and is the fencing token of the worker that runs it.

    `hosts` are full hosts of the job's pages: a waiting slice waits for a slot at one of them, a running one would take one.
    """

    __tablename__ = "slice"
    __table_args__ = (
        Index("ix_slice_workspace", "workspace_id", "status", "not_before"),
        Index("ix_slice_hosts", "hosts", postgresql_using="gin", postgresql_where="hosts IS NOT NULL"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.gen_random_uuid())
    job_id: Mapped[UUID] = mapped_column(ForeignKey("job.id", ondelete="CASCADE"), index=True)
    workspace_id: Mapped[UUID] = mapped_column(Uuid())
    status: Mapped[str] = mapped_column(server_default="waiting")
    not_before: Mapped[datetime] = mapped_column(server_default=_now)
    hosts: Mapped[list[str] | None] = mapped_column(PG_ARRAY(String))
    posted_at: Mapped[datetime | None]
    lease_owner: Mapped[str | None]
    lease_until: Mapped[datetime | None]
    token: Mapped[int] = mapped_column(Integer, server_default="0")


class PostedSlice(NamedTuple):
    """A slice for which a worker is to be woken."""

    id: UUID
    job_id: UUID


@dataclass(frozen=True, kw_only=True)
class ClaimedSlice:
    """A claimed slice, and the fencing token of its worker's writes."""

    id: UUID
    token: int
    job_id: UUID
    workspace_id: UUID


_job = bindparam("job", type_=Uuid())
_workspace = bindparam("workspace", type_=Uuid())
# A slice whose lease expired keeps its token until its next claim, but it is no longer running.
_current_run = (
    Slice.id == bindparam("slice", type_=Uuid()), Slice.token == bindparam("run_token", type_=Integer),
    Slice.status == "running",
)  # fmt: skip
_owner = bindparam("owner", type_=String)
_other = aliased(Slice)
# At most one slice of a job waits to be posted or for a worker; it starts the next one when there is enough to do.
_has_other = exists().where(_other.job_id == Slice.job_id, _other.id != Slice.id, _other.status != "running")


def add(connection: Connection, job_id: UUID, workspace_id: UUID) -> None:
    """Add the first slice of a job, due now."""
    connection.execute(insert(Slice).values({Slice.job_id: job_id, Slice.workspace_id: workspace_id}))


IN_FLIGHT = ("posted", "running")
_LOCK_SHARE = select(
    func.pg_advisory_xact_lock(AdvisoryLocks.SLICES_OF_WORKSPACE, func.hashtext(cast(_workspace, String)))
)
_in_flight = (Slice.workspace_id == _workspace, Slice.status.in_(IN_FLIGHT))
_workers = select(func.count()).select_from(Worker).where(Worker.beat_at > _now - ALIVE).scalar_subquery()
_free = SHARE * func.greatest(1, _workers) - select(func.count()).where(*_in_flight).scalar_subquery()
_busy = select(Slice.job_id, func.count().label("slices")).where(*_in_flight).group_by(Slice.job_id).subquery("busy")
_next = (
    select(Slice.id)
    .outerjoin(_busy, _busy.c.job_id == Slice.job_id)
    .where(Slice.workspace_id == _workspace, Slice.status == "waiting", Slice.not_before <= _now)
    .order_by(func.coalesce(_busy.c.slices, 0), Slice.not_before, Slice.id)
    .limit(func.greatest(0, _free))
    .with_for_update(of=Slice, skip_locked=True)
    .cte("next")
)
_POST = (
    update(Slice)
    .where(Slice.id.in_(select(_next.c.id)))
    .values({Slice.status: "posted", Slice.posted_at: _now, Slice.hosts: None})
    .returning(Slice.id, Slice.job_id)
)


def post_due(connection: Connection, workspace_id: UUID) -> list[PostedSlice]:
    """The slices of a workspace that are due, as many as its share allows, which are posted now.

    The caller must send their messages after the commit. Jobs with the fewest slices come first, then those that have waited
    longest.
    """
    connection.execute(_LOCK_SHARE, {"workspace": workspace_id})
    return [PostedSlice(*row) for row in connection.execute(_POST, {"workspace": workspace_id})]


_posted = (
    select(Slice.id)
    .where(Slice.status == "posted")
    .order_by(Slice.posted_at)
    .limit(bindparam("most", type_=Integer))
    .with_for_update(skip_locked=True)
    .cte("posted")
)
CLAIMED: dict[Any, Any] = {
    Slice.status: "running", Slice.token: Slice.token + 1, Slice.lease_owner: _owner, Slice.lease_until: _now + LEASE,
}  # fmt: skip
_claimed = (
    update(Slice)
    .where(Slice.id.in_(select(_posted.c.id)))
    .values(CLAIMED)
    .returning(Slice.id, Slice.token, Slice.job_id, Slice.workspace_id)
    .cte("claimed")
)
_all_posted = select(func.count().label("number")).where(Slice.status == "posted").subquery("all_posted")
_CLAIM = select(_all_posted.c.number, *_claimed.c).outerjoin_from(_all_posted, _claimed, true())


def claim_next(connection: Connection, owner: str, most: int) -> tuple[list[ClaimedSlice], int]:
    """The slices that have been posted for the longest time, under fresh leases, and how many more are posted."""
    rows = connection.execute(_CLAIM, {"owner": owner, "most": most}).all()
    claimed = [ClaimedSlice(id=row[1], token=row[2], job_id=row[3], workspace_id=row[4]) for row in rows if row[1]]
    return claimed, rows[0][0] - len(claimed)


_RENEWED = (
    select(Slice.id)
    .where(Slice.id == any_(bindparam("slices", type_=ARRAY(Uuid()))), Slice.lease_owner == _owner, Slice.status == "running")
    .with_for_update(skip_locked=True)
)  # fmt: skip
_RENEW = update(Slice).where(Slice.id.in_(_RENEWED)).values({Slice.lease_until: _now + LEASE})


def renew(connection: Connection, owner: str, slice_ids: Collection[UUID]) -> None:
    """Renew the leases of the slices that `owner` still runs."""
    if slice_ids:
        connection.execute(_RENEW, {"owner": owner, "slices": list(slice_ids)})


_SPLIT = insert(Slice).from_select(
    [Slice.job_id, Slice.workspace_id],
    select(Slice.job_id, Slice.workspace_id).where(*_current_run, ~_has_other),
)  # fmt: skip


def split(connection: Connection, run: ClaimedSlice) -> bool:
    """Add a slice of the same job, unless one is waiting or posted; whether it was added."""
    return bool(connection.execute(_SPLIT, {"slice": run.id, "run_token": run.token}).rowcount)


_WANT = update(Slice).where(*_current_run).values({Slice.hosts: bindparam("full_hosts", type_=PG_ARRAY(String))})


def want(connection: Connection, run: ClaimedSlice, hosts: Collection[str]) -> None:
    """Store at which full hosts the running slice would take slots."""
    connection.execute(_WANT, {"slice": run.id, "run_token": run.token, "full_hosts": sorted(hosts) or None})


_DROP = delete(Slice).where(*_current_run)
_DROP_SPARE = _DROP.where(_has_other)
_seconds = bindparam("seconds", type_=Float) * literal(timedelta(seconds=1), Interval)
_PARK = (
    update(Slice)
    .where(*_current_run)
    .values(
        {
            Slice.status: "waiting", Slice.not_before: _now + _seconds,
            Slice.hosts: bindparam("full_hosts", type_=PG_ARRAY(String)),
            Slice.lease_owner: None, Slice.lease_until: None,
        }
    )
)  # fmt: skip


def park(connection: Connection, run: ClaimedSlice, seconds: float, hosts: Collection[str] = ()) -> None:
    """End the run. The slice waits for `seconds`, or until one of the `hosts` has capacity; a spare slice is deleted."""
    of_run = {"slice": run.id, "run_token": run.token}
    if not connection.execute(_DROP_SPARE, of_run).rowcount:
        connection.execute(_PARK, {**of_run, "seconds": seconds, "full_hosts": list(hosts) or None})


def drop(connection: Connection, run: ClaimedSlice) -> None:
    """End the run of a slice whose job has no queued pages."""
    connection.execute(_DROP, {"slice": run.id, "run_token": run.token})


_DELETE = delete(Slice).where(Slice.job_id == _job)


def delete_all(connection: Connection, job_id: UUID) -> None:
    """Delete the slices of a job that has ended."""
    connection.execute(_DELETE, {"job": job_id})
