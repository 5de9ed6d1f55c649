"""Recovery of jobs whose message or worker was lost: they are posted again, or fail after `ATTEMPTS_MAX` attempts."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Connection,
    Integer,
    Select,
    String,
    Uuid,
    all_,
    any_,
    bindparam,
    func,
    or_,
    select,
    update,
)

from contract.errors import ServiceError
from models.accounts import workspace
from models.jobs import job
from models.jobs.job import Job

ATTEMPTS_MAX = 3
# Maximum number of jobs of a workspace that fail in one transaction.
FAILED_TOGETHER = 200

_lost = (Job.status == "active") & (Job.lease_until < func.now())
_exhausted = (_lost, Job.attempts >= ATTEMPTS_MAX)
_unfinished = or_(Job.status == "waiting", _lost & (Job.attempts < ATTEMPTS_MAX))


class Again(NamedTuple):
    """A job to post again."""

    id: UUID
    operation: str
    workspace_id: UUID


def claim(
    connection: Connection, older_than: timedelta, in_queue: Collection[UUID] = (), *, with_lost: bool = True
) -> list[Again]:
    """The jobs to post again; they are marked as posted now. Waits for no lock.

    These are jobs that no worker claimed and jobs whose lease expired, if their message is older and not `in_queue`. Those
    with `ATTEMPTS_MAX` claims are left to `fail_exhausted`.

    Args:
        with_lost: whether expired leases mean that workers were lost (`Heartbeat.may_recover`).
    """
    late = (_unfinished if with_lost else Job.status == "waiting", Job.posted_at < func.now() - older_than)
    known = Job.id != all_(bindparam("in_queue", list(in_queue), type_=ARRAY(Uuid())))
    again = select(Job.id).where(*late, known).order_by(Job.id).limit(1000).with_for_update(skip_locked=True)
    marked = update(Job).where(Job.id.in_(again)).values({Job.posted_at: func.now()})
    return [Again(*row) for row in connection.execute(marked.returning(Job.id, Job.operation, Job.workspace_id))]


_operations = bindparam("operations", type_=ARRAY(String()))


def _unclaimed(unclaimed: ColumnElement[bool]) -> Select[UUID, UUID]:
    turn = func.row_number().over(partition_by=Job.workspace_id, order_by=Job.id)
    posted = (unclaimed, Job.posted_at.is_not(None), Job.operation == any_(_operations))
    return (
        select(Job.id, Job.workspace_id).where(*posted).order_by(turn, Job.id).limit(bindparam("most", type_=Integer))
    )


_WAITING, _WAITING_AND_LOST = _unclaimed(Job.status == "waiting"), _unclaimed(_unfinished)


def list_unclaimed(
    connection: Connection, operations: Collection[str], most: int, *, with_lost: bool
) -> list[tuple[UUID, UUID]]:
    """(job, workspace) of posted jobs of these operations that no worker holds. For use without messages.

    The oldest come first, one of each workspace in turn.

    Args:
        with_lost: as for `claim`.
    """
    query = _WAITING_AND_LOST if with_lost else _WAITING
    rows = connection.execute(query, {"operations": list(operations), "most": most})
    return [(job_id, workspace_id) for job_id, workspace_id in rows]


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
