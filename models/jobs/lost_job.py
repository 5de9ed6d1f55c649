"""Recovery of jobs whose message or worker was lost: they are posted again, or fail after `ATTEMPTS_MAX` attempts."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from sqlalchemy import ARRAY, Connection, Uuid, all_, bindparam, func, or_, select, update

from contract.errors import ServiceError
from models.jobs import job
from models.jobs.job import Job

ATTEMPTS_MAX = 3


def claim(connection: Connection, older_than: timedelta, in_queue: Collection[UUID] = ()) -> list[tuple[UUID, str]]:
    """(id, operation) of jobs to post again; they are marked as posted now.

    These are jobs that no worker claimed and jobs whose lease expired, if their message is older and not `in_queue`. After
    `ATTEMPTS_MAX` claims a job fails instead.
    """
    lost = (Job.status == "active") & (Job.lease_until < func.now())
    # Jobs, and after them their workspaces, are locked in the same order as in `answerer.settle_dead`.
    spent = connection.execute(
        select(Job.id)
        .where(lost, Job.attempts >= ATTEMPTS_MAX)
        .order_by(Job.workspace_id, Job.id)
        .with_for_update(skip_locked=True)
    ).scalars()
    for job_id in list(spent):
        job.fail_locked(
            connection, job_id, ServiceError(f"The job's worker stopped {ATTEMPTS_MAX} times. The job is not retried.")
        )
    late = (or_(Job.status == "waiting", lost), Job.posted_at < func.now() - older_than)
    known = Job.id != all_(bindparam("in_queue", list(in_queue), type_=ARRAY(Uuid())))
    again = select(Job.id).where(*late, known).order_by(Job.id).limit(1000).with_for_update(skip_locked=True)
    rows = connection.execute(
        update(Job).where(Job.id.in_(again)).values({Job.posted_at: func.now()}).returning(Job.id, Job.operation)
    )
    return [(job_id, operation) for job_id, operation in rows]
