"""Recovery of slices: their worker or they themselves were lost. The sweeper calls this; `count` is for metrics.

Nothing here waits for a lock: what is locked is recovered in the next round.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, case, extract, func, select, update
from sqlalchemy.dialects.postgresql import insert

from models.jobs.job import Job
from models.schedule.due_slices import has_queued_page, has_slice, is_shared, pages_left
from models.schedule.slice import Slice

_now = func.clock_timestamp()
_expired = select(Slice.id).where(Slice.status == "running", Slice.lease_until < _now).with_for_update(skip_locked=True)
_REQUEUE = (
    update(Slice)
    .where(Slice.id.in_(_expired))
    .values({Slice.status: "waiting", Slice.not_before: _now, Slice.lease_owner: None, Slice.lease_until: None})
)
_jobs_without = (
    select(Job.id, Job.workspace_id)
    .where(Job.status == "running", is_shared, ~has_slice, pages_left(Job.id) > 0, has_queued_page(Job.id))
    # A key share lock is what the foreign key needs; a job that a worker has locked has a worker.
    .with_for_update(read=True, key_share=True, skip_locked=True, of=Job)
    .cte("jobs_without")
)
_ADD = insert(Slice).from_select(
    [Slice.job_id, Slice.workspace_id], select(_jobs_without.c.id, _jobs_without.c.workspace_id)
)


def recover(connection: Connection) -> None:
    """Queue the slices of lost workers again, and add slices to running jobs that have queued pages and no slice."""
    connection.execute(_REQUEUE)
    connection.execute(_ADD)


_DUE = select(Slice.workspace_id).where(Slice.status == "waiting", Slice.not_before <= _now).distinct()


def list_due(connection: Connection) -> list[UUID]:
    """The workspaces with slices that wait to be posted and are due."""
    return list(connection.execute(_DUE).scalars())


class SliceCount(NamedTuple):
    """Slices of one status. `late_seconds` is how long the longest has been due or posted; a running slice is never late."""

    status: str
    number: int
    late_seconds: float


_since = case((Slice.status == "waiting", Slice.not_before), (Slice.status == "posted", Slice.posted_at), else_=_now)
_COUNTS = (
    select(Slice.status, func.count(), func.greatest(0, extract("epoch", _now - func.min(_since))))
    .group_by(Slice.status)
    .order_by(Slice.status)
)  # fmt: skip


def count(connection: Connection) -> list[SliceCount]:
    """The slices by status, for metrics."""
    return [SliceCount(status, number, float(late)) for status, number, late in connection.execute(_COUNTS)]
