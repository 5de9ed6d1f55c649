"""Jobs whose worker was lost: others claim them again (`next_job.py`), and after `ATTEMPTS_MAX` claims they fail."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Connection, func, select

from contract.errors import ServiceError
from models.accounts import workspace
from models.jobs import job
from models.jobs.job import Job

ATTEMPTS_MAX = 3
# Maximum number of jobs of a workspace that fail in one transaction.
FAILED_TOGETHER = 200

_lost = (Job.status == "active") & (Job.lease_until < func.now())
is_lost = _lost & (Job.attempts < ATTEMPTS_MAX)
_exhausted = (_lost, Job.attempts >= ATTEMPTS_MAX)


def list_exhausted(connection: Connection) -> list[UUID]:
    """The workspaces with lost jobs that were claimed `ATTEMPTS_MAX` times."""
    return list(connection.execute(select(Job.workspace_id).where(*_exhausted).distinct()).scalars())


def fail_exhausted(connection: Connection, workspace_id: UUID) -> None:
    """Fail the lost jobs of a workspace that were claimed `ATTEMPTS_MAX` times.

    Waits for no lock: locked jobs, and all jobs of a locked workspace, are left to the next call.
    """
    if not workspace.try_lock(connection, workspace_id):
        return
    exhausted = (
        select(Job.id).where(*_exhausted, Job.workspace_id == workspace_id).order_by(Job.id).limit(FAILED_TOGETHER)
    )
    for job_id in connection.execute(exhausted.with_for_update(skip_locked=True)).scalars().all():
        job.fail_locked(
            connection, job_id, ServiceError(f"The job's worker stopped {ATTEMPTS_MAX} times. The job is not retried.")
        )
