"""Makes slices due when pages are queued or slots of hosts become free, and adds one to a job that has none."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Connection,
    Integer,
    SQLColumnExpression,
    String,
    Uuid,
    bindparam,
    cast,
    exists,
    func,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY as PG_ARRAY
from sqlalchemy.dialects.postgresql import insert

from models.jobs.job import Job
from models.pages.page import EXPIRED_LEASES_ISOLATED, Page
from models.schedule.slice import Slice

_job = bindparam("job", type_=Uuid())
_now = func.clock_timestamp()
# A job that `scrapy crawl` works on has an owner with a lease, and no slices.
is_shared = or_(Job.lease_owner.is_(None), Job.lease_until < _now)


# Both have the job's id as an argument: with a parameter, the statement is planned for one partition of the pages.
def has_queued_page(job_id: SQLColumnExpression[UUID]) -> ColumnElement[bool]:
    """Whether a job has a queued page that any worker may claim."""
    return exists().where(Page.job_id == job_id, Page.status == "queued", Page.expired_leases < EXPIRED_LEASES_ISOLATED)


def pages_left(job_id: SQLColumnExpression[UUID]) -> ColumnElement[int]:
    """How many more pages `Job` may issue. Isolated pages count for its limit until they are processed."""
    isolated = (Page.job_id == job_id, Page.status == "queued", Page.expired_leases >= EXPIRED_LEASES_ISOLATED)
    return Job.pages_max - Job.issued - select(func.count()).where(*isolated).scalar_subquery()


has_slice = exists().where(Slice.job_id == Job.id)
_waits_for_slot = (
    select(Slice.id)
    .where(
        Slice.status == "waiting", Slice.hosts.is_not(None),
        or_(Slice.job_id == _job, Slice.hosts.overlap(cast(bindparam("free", type_=ARRAY(String)), PG_ARRAY(String)))),
    )
    .order_by(Slice.job_id != _job, Slice.not_before)
    .limit(bindparam("most", type_=Integer))
    .with_for_update(skip_locked=True)
    .cte("waits_for_slot")
)  # fmt: skip
_woken = (
    update(Slice)
    .where(Slice.id.in_(select(_waits_for_slot.c.id)))
    .values({Slice.not_before: _now, Slice.hosts: None})
    .returning(Slice.workspace_id)
    .cte("woken")
)
_added = (
    insert(Slice)
    .from_select(
        [Slice.job_id, Slice.workspace_id],
        select(Job.id, Job.workspace_id).where(
            Job.id == _job, Job.status == "running", is_shared, ~has_slice, pages_left(_job) > 0, has_queued_page(_job)
        ),
    )
    .returning(Slice.workspace_id)
    .cte("added")
)
_WAKE = union_all(select(_woken.c.workspace_id), select(_added.c.workspace_id))


def wake(connection: Connection, job_id: UUID, hosts: Collection[str], slots: int) -> set[UUID]:
    """Slices for the queued pages of a job and for the free slots of hosts are due; the workspaces to call `post_due` for.

    The caller holds the job's lock, and has queued pages or ended up to `slots` pages on `hosts`.
    """
    values = {"job": job_id, "free": list(hosts), "most": slots + 1}
    return set(connection.execute(_WAKE, values).scalars())
