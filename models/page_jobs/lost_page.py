"""Recovery of pages whose worker was lost: they are queued again, or fail after `EXPIRED_LEASES_MAX` losses.

Locks are acquired in the order job, page, workspace.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import ARRAY, Connection, Integer, any_, bindparam, case, exists, func, select, update

from models.jobs.job import Job
from models.page_jobs import job_end, job_events, page_job
from models.pages import page_credits
from models.pages.counts import Change
from models.pages.page import PAGE, Page
from models.schedule import due_slices

EXPIRED_LEASES_MAX = 3
LOST = f"INTERNAL_SERVER_ERROR: The page's worker stopped {EXPIRED_LEASES_MAX} times. The page is not retried."

_is_lost = (Page.status == "running") & (Page.lease_until < func.clock_timestamp())
_WITH_LOST_PAGES = select(Page.job_id).where(_is_lost).distinct()
# Two conditions, one for each partial index. With one for both, Postgres reads every ended page of every running job.
_WITHOUT_WORK = select(Job.id).where(
    Job.status == "running",
    ~exists().where(Page.job_id == Job.id, Page.status == "queued"),
    ~exists().where(Page.job_id == Job.id, Page.status == "running"),
)


def list_jobs(connection: Connection) -> list[UUID]:
    """Jobs to recover: with pages whose lease expired, or still running without work left."""
    found = [*connection.execute(_WITH_LOST_PAGES).scalars(), *connection.execute(_WITHOUT_WORK).scalars()]
    return list(dict.fromkeys(found))


_LOCK_LOST = (
    select(Page.number, Page.kind, Page.expired_leases.label("expired_leases"), Page.host)
    .where(Page.job_id == bindparam("job"), _is_lost)
    .order_by(Page.number)
    .with_for_update()
)
_has_failed = Page.number == any_(bindparam("failed", type_=ARRAY(Integer)))
_RECOVER = (
    update(Page)
    .where(Page.job_id == bindparam("job"), Page.number == any_(bindparam("numbers", type_=ARRAY(Integer))))
    .values(
        {
            Page.status: case((_has_failed, "failed"), else_="queued"),
            Page.error: case((_has_failed, LOST)),
            Page.finished_at: case((_has_failed, func.clock_timestamp())),
            Page.expired_leases: Page.expired_leases + 1,
            Page.lease_owner: None,
            Page.lease_until: None,
        }
    )
)


def recover(connection: Connection, job_id: UUID) -> str | None:
    """Queue the pages of lost workers again and fail those lost `EXPIRED_LEASES_MAX` times; the job's status after that.

    None for a job that has ended before, and for one that another transaction has locked, which is left to the next round.
    """
    job = page_job.lock(connection, job_id, wait=False)
    if job is None or job.status != "running":
        return None
    lost = connection.execute(_LOCK_LOST, {"job": job_id}).all()
    change = Change()
    if lost:
        failed = [row.number for row in lost if row.expired_leases + 1 >= EXPIRED_LEASES_MAX]
        pages = [row.number for row in lost if row.kind == PAGE]
        page_credits.settle(connection, job.workspace_id, {}, released=job.price * len(pages))
        page_credits.release_earlier_holds(connection, job_id, pages)
        connection.execute(_RECOVER, {"job": job_id, "numbers": [row.number for row in lost], "failed": failed})
        ended = set(pages) & set(failed)
        change = Change(failed=len(ended), not_issued=len(pages) - len(ended))
        job_events.add_pages(connection, job, sorted(ended))
    status = job_end.end_if_done(connection, job_id, change)
    if status == "running":
        due_slices.wake(connection, job_id, sorted({row.host for row in lost}), len(lost))
    return status
