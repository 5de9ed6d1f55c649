"""API processes with callers that wait for inline jobs. Each inline job names the process whose caller waits for it.

When a process dies or its heartbeat stops, its jobs get no answer. Their charges are refunded and their credit holds
are released, so a call without an answer costs nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import Connection, Uuid, bindparam, delete, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from contract.errors import RequestTimeout
from models.accounts import credits, workspace
from models.base import Base, created_at
from models.jobs import job
from models.jobs.job import FINISHED, Job
from models.jobs.outcome import Outcome
from models.session import NO_FLUSH

ALIVE = timedelta(seconds=12)
# Maximum number of jobs of a workspace that are settled in one transaction.
FREED_TOGETHER = 200


class WaitingProcess(Base):
    """An API process."""

    __tablename__ = "answerer"

    id: Mapped[str] = mapped_column(primary_key=True)
    beat_at: Mapped[datetime] = created_at()


def beat(connection: Connection, process: str) -> None:
    """Store that the process is alive."""
    statement = insert(WaitingProcess).values(id=process)
    fresh = {WaitingProcess.beat_at: func.clock_timestamp()}
    connection.execute(statement.on_conflict_do_update(index_elements=[WaitingProcess.id], set_=fresh))


def leave(connection: Connection, process: str) -> None:
    """Delete a process that stopped. The sweeper settles its unanswered jobs."""
    connection.execute(delete(WaitingProcess).where(WaitingProcess.id == process))


# If this is lost in a crash, the job looks unanswered: it is refunded if this process ends too.
_before = select(Job.id, Job.waiting_process).where(Job.id == bindparam("job", type_=Uuid())).subquery("before")
_COLLECT = (
    update(Job)
    .where(Job.id == _before.c.id, Job.status.in_(FINISHED), NO_FLUSH)
    .values({Job.waiting_process: None})
    .returning(Job.id, Job.status, Job.result, Job.error, Job.idempotency_key, _before.c.waiting_process)
)


def collect(connection: Connection, job_id: UUID) -> Outcome | None:
    """The outcome of an ended job, which then counts as answered. None while the job is running or unknown."""
    row = connection.execute(_COLLECT, {"job": job_id}).one_or_none()
    if row is None:
        return None
    key, status, result, error, idempotency_key, process = row
    # No process had to answer it any more: this one looked dead for a while, or an earlier call has its result.
    is_refunded = process is None and credits.is_refunded(connection, str(job_id))
    return Outcome(key, status, result, error, idempotency_key, is_refunded)


def waive(connection: Connection, job_id: UUID, process: str) -> bool:
    """Release the credits of a job of this process because its caller received a timeout: the rest of the job is free.

    False when the job finished first and its result can be returned. A job that another process must answer by now, for
    a repeated call, remains charged.
    """
    query = select(Job.status, Job.waiting_process.label("waiting_process")).where(Job.id == job_id).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None or row.status in FINISHED:
        return row is None
    if row.waiting_process == process:
        credits.release(connection, str(job_id))
        _forget(connection, job_id)
    return True


def make_free(connection: Connection, job_id: UUID, process: str) -> None:
    """Refund a job of this process, because its caller no longer waits for the response."""
    query = select(Job.id, Job.workspace_id, Job.status).where(Job.id == job_id, Job.waiting_process == process)
    row = connection.execute(query.with_for_update()).one_or_none()
    if row is not None:
        _settle(connection, *row)


_is_alive = exists().where(
    WaitingProcess.id == Job.waiting_process, WaitingProcess.beat_at > func.clock_timestamp() - ALIVE
)
_unanswered = (Job.waiting_process.is_not(None), ~_is_alive)


def list_unanswered(connection: Connection) -> list[UUID]:
    """The workspaces with jobs of dead processes."""
    return list(connection.execute(select(Job.workspace_id).where(*_unanswered).distinct()).scalars())


def settle_dead(connection: Connection, workspace_id: UUID) -> int:
    """Refund jobs of a workspace that dead processes had to answer. Returns their number.

    Waits for no lock: locked jobs, and all jobs of a locked workspace, are left to the next call.
    """
    if not workspace.try_lock(connection, workspace_id):
        return 0
    waiting = select(Job.id, Job.status).where(*_unanswered, Job.workspace_id == workspace_id).order_by(Job.id)
    rows = connection.execute(waiting.limit(FREED_TOGETHER).with_for_update(skip_locked=True)).all()
    for job_id, status in rows:
        _settle(connection, job_id, workspace_id, status)
    return len(rows)


def delete_stale(connection: Connection) -> None:
    """Delete processes that died long ago."""
    connection.execute(
        delete(WaitingProcess).where(WaitingProcess.beat_at < func.clock_timestamp() - timedelta(hours=1))
    )


def _settle(connection: Connection, job_id: UUID, workspace_id: UUID, status: str) -> None:
    if status in FINISHED:
        credits.refund(connection, workspace_id, str(job_id))
    elif status == "waiting":  # No worker has claimed it, and its result is no longer needed.
        job.fail_locked(connection, job_id, RequestTimeout("The caller no longer waits for the result."))
    else:
        credits.release(connection, str(job_id))
    _forget(connection, job_id)


def _forget(connection: Connection, job_id: UUID) -> None:
    """Store that no call waits for the job any more. A repeated call with its idempotency key starts a new job."""
    connection.execute(
        update(Job).where(Job.id == job_id).values({Job.waiting_process: None, Job.idempotency_key: None})
    )
