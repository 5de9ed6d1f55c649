"""Claims of a certain job or slice. Workers claim the next ones."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Connection, func, or_, update

from models.jobs.job import CLAIMED, TASK_COLUMNS, Job, Task, task_of
from models.schedule.slice import CLAIMED as CLAIMED_SLICE
from models.schedule.slice import ClaimedSlice, Slice


def claim_job(connection: Connection, job_id: UUID, owner: str) -> Task | None:
    """The job as a task, or None when it has ended, is unknown or claimed by another worker."""
    claimable = or_(Job.status == "waiting", (Job.status == "active") & (Job.lease_until < func.now()))
    claimed = update(Job).where(Job.id == job_id, claimable).values(CLAIMED).returning(*TASK_COLUMNS)
    row = connection.execute(claimed, {"owner": owner}).one_or_none()
    return None if row is None else task_of(row)


def claim_slice(connection: Connection, slice_id: UUID, owner: str) -> ClaimedSlice | None:
    """The slice, or None when it is not posted."""
    of_slice = (Slice.id == slice_id, Slice.status == "posted")
    columns = (Slice.id, Slice.token, Slice.job_id, Slice.workspace_id)
    claimed = update(Slice).where(*of_slice).values(CLAIMED_SLICE).returning(*columns)
    row = connection.execute(claimed, {"owner": owner}).one_or_none()
    return None if row is None else ClaimedSlice(id=row[0], token=row[1], job_id=row[2], workspace_id=row[3])
