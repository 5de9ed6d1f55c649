"""The end of a crawl or batch, in one transaction with the change that ended it. The caller holds the job's lock.

Locks are acquired in the order job, page, workspace.
"""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from sqlalchemy import ARRAY, Connection, Integer, Uuid, any_, bindparam, delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import JSONB

from models.jobs.job import Job
from models.page_jobs import job_events, page_job
from models.page_jobs.page_job import LockedJob
from models.pages import counts, page_credits, page_entry, rules
from models.pages.counts import Change
from models.pages.page import PAGE, Page
from models.schedule import slice

OUT_OF_CREDITS = "INSUFFICIENT_CREDITS"
CANCELLED = "CANCELLED"
# The status of a job whose row was deleted.
GONE = "gone"

_job = bindparam("job", type_=Uuid())
# The parameter, not `Job.id`: with it the statement is planned for one partition of the pages.
_of_job = Page.job_id == _job
_ADD_AND_LOOK = counts.ADD.returning(
    Job.status,
    Job.issued >= Job.pages_max,
    exists().where(_of_job, Page.status == "running", or_(Page.kind == PAGE, Job.issued < Job.pages_max)),
    exists().where(_of_job, Page.status == "queued"),
)


def end_if_done(connection: Connection, job_id: UUID, change: Change | None = None) -> str:
    """Add a change to the job's counters and end the job if it has no work left; its status after that.

    The caller holds the job's lock.
    """
    parameters = counts.parameters(job_id, change or Change())
    status, full, running, queued = connection.execute(_ADD_AND_LOOK, parameters).one()
    if status == "running" and rules.has_ended(running=running, full=full, queued=queued):
        return _complete(connection, job_id)
    return status


def _complete(connection: Connection, job_id: UUID) -> str:
    """End a job that has no work left. A crawl without a completed page has failed."""
    job = page_job.lock(connection, job_id)
    assert job is not None
    _delete_hidden(connection, job_id)
    completed = counts.recount(connection, job_id)
    if job.operation == "crawl" and completed == 0:
        start = page_entry.find(connection, job_id, 0)
        _end(connection, job, "failed", start.error if start else None)
        return "failed"
    _end(connection, job, "completed")
    return "completed"


_HIDDEN = or_(Page.status == "queued", (Page.status == "merged") & Page.duplicate_of.is_(None), Page.kind != PAGE)
_DELETE_HIDDEN = delete(Page).where(Page.job_id == _job, _HIDDEN)
_DELETE_QUEUED = delete(Page).where(Page.job_id == _job, Page.status == "queued")


def _delete_hidden(connection: Connection, job_id: UUID) -> None:
    """Delete rows that are not entries: candidates, merged URLs and sitemap tasks."""
    connection.execute(_DELETE_HIDDEN, {"job": job_id})


_END = (
    update(Job)
    .where(Job.id == _job)
    .values(
        {
            Job.status: bindparam("end"),
            Job.finished_at: func.clock_timestamp(),
            Job.lease_until: None,
            Job.lease_owner: None,
            Job.error: bindparam("failure", type_=JSONB(none_as_null=True)),
        }
    )
)


def _end(
    connection: Connection,
    job: LockedJob,
    status: Literal["completed", "failed", "cancelled"],
    error: str | None = None,
) -> None:
    failure = None if error is None else {"message": error}
    connection.execute(_END, {"job": job.id, "end": status, "failure": failure})
    slice.delete_all(connection, job.id)
    job_events.add_end(connection, job, status)


_LOCK_RUNNING = (
    select(Page.number)
    .where(Page.job_id == _job, Page.kind == PAGE, Page.status == "running")
    .order_by(Page.number)
    .with_for_update()
)
_next_queued = (
    select(Page.number)
    .where(Page.job_id == _job, Page.kind == PAGE, Page.status == "queued")
    .order_by(Page.rank, Page.number)
    .limit(bindparam("most", type_=Integer))
)
_FAIL_PAGES = (
    update(Page)
    .where(
        Page.job_id == _job,
        Page.kind == PAGE,
        or_(Page.number.in_(_next_queued), Page.number == any_(bindparam("running", type_=ARRAY(Integer)))),
    )
    .values(
        {
            Page.status: "failed",
            Page.error: bindparam("reason"),
            Page.finished_at: func.clock_timestamp(),
            Page.lease_owner: None,
            Page.lease_until: None,
        }
    )
    .returning(Page.number)
)


def _fail_pages(connection: Connection, job: LockedJob, error: str, *, with_running: bool = False) -> None:
    """Fail the pages within the job's limit that have not ended; delete the candidates beyond the limit."""
    running = list(connection.execute(_LOCK_RUNNING, {"job": job.id}).scalars()) if with_running else []
    values = {"job": job.id, "reason": error, "most": max(0, job.pages_max - job.issued), "running": running}
    numbers = sorted(connection.execute(_FAIL_PAGES, values).scalars())
    page_credits.settle(connection, job.workspace_id, {}, released=job.price * len(running))
    counts.add(connection, job.id, Change(failed=len(numbers), not_issued=len(running) - len(numbers)))
    connection.execute(_DELETE_QUEUED, {"job": job.id})
    counts.drop_queued(connection, job.id)
    job_events.add_pages(connection, job, numbers)


def fail_unpaid(connection: Connection, job_id: UUID) -> str:
    """Fail the pages that the workspace cannot pay for; the job's status after that."""
    job = page_job.lock(connection, job_id)
    if job is None or job.status != "running":
        return job.status if job else GONE
    _fail_pages(connection, job, OUT_OF_CREDITS)
    return end_if_done(connection, job_id)


def cancel(connection: Connection, job_id: UUID, workspace_id: UUID, operation: str) -> bool | None:
    """Cancel a job: True when this call ended it, False when it had ended already, None for an unknown job."""
    job = page_job.lock(connection, job_id)
    if job is None or job.workspace_id != workspace_id or job.operation != operation:
        return None
    if job.status != "running":
        return False
    _fail_pages(connection, job, CANCELLED, with_running=True)
    _delete_hidden(connection, job_id)
    counts.recount(connection, job_id)
    _end(connection, job, "cancelled")
    return True
