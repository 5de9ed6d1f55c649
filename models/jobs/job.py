"""Jobs: a row per call, its lease, and its result.

A worker owns a job while its lease lasts. `attempts` counts the claims and is the fencing token: a worker that lost the
lease can write nothing. All times are Postgres' own, so clock differences between machines do not matter.

Statements that run with every call are built once: building them costs more than running them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    Boolean,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Text,
    Uuid,
    bindparam,
    case,
    func,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import JSON, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from contract.errors import ServiceError
from models import stored_result
from models.accounts import credits
from models.base import Base, JsonObject, created_at, new_id
from models.stored_result import SLOTS
from models.worker import LEASE

OPEN = ("waiting", "active")
FINISHED = ("completed", "failed", "cancelled")
# The option of an uploaded file. It is deleted when the job ends; the other options stay readable.
FILE = "file"
# Codes of failures through the service. Background jobs that ended so are dead letters (`queues/dead_letter.py`).
DEAD_CODES = ("INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE")
DEAD = f"in_background AND status = 'failed' AND error ->> 'code' IN {DEAD_CODES}"
INLINE_WITHOUT_KEY = "NOT in_background AND idempotency_key IS NULL"
INLINE_WITH_KEY = "NOT in_background AND idempotency_key IS NOT NULL"


class Job(Base):
    """The work of one API call. `result` is the JSON text of its result in wire names."""

    __tablename__ = "job"
    __table_args__ = (
        Index("ix_job_open", "lease_until", postgresql_where="status IN ('waiting', 'active')"),
        # What a claim reads (`next_job.py`).
        Index(
            "ix_job_claimable",
            "workspace_id",
            "id",
            postgresql_where="status IN ('waiting', 'active') AND posted_at IS NOT NULL",
        ),
        # Retention looks for expired jobs; `stored_result` for the oldest background job.
        Index("ix_job_finished_inline", "finished_at", postgresql_where=INLINE_WITHOUT_KEY),
        Index("ix_job_finished_keyed", "finished_at", postgresql_where=INLINE_WITH_KEY),
        Index("ix_job_finished_in_background", "finished_at", postgresql_where="in_background"),
        Index("ix_job_listed", "workspace_id", "id", postgresql_where="in_background"),
        Index("ix_job_background", "created_at", postgresql_where="in_background"),
        Index("ix_job_dead", "finished_at", postgresql_where=DEAD),
        Index("ix_job_running", "id", postgresql_where="status = 'running'"),
        Index("ix_job_answerer", "answerer", postgresql_where="answerer IS NOT NULL"),
        Index(
            "uq_job_idempotency_key",
            "workspace_id",
            "idempotency_key",
            unique=True,
            postgresql_where="idempotency_key IS NOT NULL",
        ),
        Index("ix_job_waiting_scrapes", "workspace_id", postgresql_where=f"in_background AND status IN {OPEN}"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"), index=True)
    operation: Mapped[str]
    # Not JSONB, which would lose the order of a schema's properties.
    options: Mapped[JsonObject] = mapped_column(JSON)
    path: Mapped[str]
    in_background: Mapped[bool]
    status: Mapped[str] = mapped_column(server_default="waiting")
    attempts: Mapped[int] = mapped_column(Integer, server_default="0")
    lease_owner: Mapped[str | None]
    lease_until: Mapped[datetime | None]
    posted_at: Mapped[datetime | None]
    result: Mapped[str | None] = mapped_column(Text)
    # The slot of a large result of a background job (`stored_result.py`).
    result_slot: Mapped[int | None] = mapped_column(SmallInteger)
    error: Mapped[JsonObject | None] = mapped_column(JSONB)
    created_at: Mapped[datetime] = created_at()
    finished_at: Mapped[datetime | None]
    # The request that started the job. The worker's log lines show it.
    request_id: Mapped[str | None]
    # The API process whose caller waits for the answer (`waiting_process.py`); null once it was given, and for background jobs.
    waiting_process: Mapped[str | None] = mapped_column("answerer")
    # The key of the call that started the job, and the digest of that call (`idempotency.py`).
    idempotency_key: Mapped[str | None]
    request_digest: Mapped[bytes | None] = mapped_column(LargeBinary)
    # The trace context of the call that started the job (`contract/tracing/spans.py`). Null if no traces were reported.
    trace: Mapped[str | None]
    # The watch that runs the job. Pages that their site confirmed unchanged (304) are then free.
    watch_id: Mapped[UUID | None]
    # Jobs of many pages (`page_job.py`): the price of a page, how many pages may be issued and were, how many page numbers
    # are used, and the final URL of the start.
    price: Mapped[int] = mapped_column(Integer, server_default="0")
    pages_max: Mapped[int] = mapped_column(Integer, server_default="0")
    issued: Mapped[int] = mapped_column(Integer, server_default="0")
    numbers_used: Mapped[int] = mapped_column("met", Integer, server_default="0")
    start_final_url: Mapped[str | None] = mapped_column("landed")
    # Their counters (`pages/counts.py`). `repeats` are addresses that the caller's list has more than once.
    pages_found: Mapped[int] = mapped_column(Integer, server_default="0")
    repeats: Mapped[int] = mapped_column(Integer, server_default="0")
    pages_completed: Mapped[int] = mapped_column(Integer, server_default="0")
    pages_failed: Mapped[int] = mapped_column(Integer, server_default="0")
    credits_used: Mapped[int] = mapped_column(Integer, server_default="0")


@dataclass(frozen=True, kw_only=True)
class Task:
    """A claimed job: what to do, for which workspace, and the fencing token of its worker's writes."""

    job_id: UUID
    token: int
    workspace_id: UUID
    operation: str
    options: JsonObject
    path: str
    in_background: bool = False
    request_id: str | None = None
    trace: str | None = None


_job = bindparam("job", type_=Uuid())

CLAIMED: dict[Any, Any] = {
    Job.status: "active", Job.attempts: Job.attempts + 1, Job.lease_owner: bindparam("owner", type_=String),
    # Not now(): a claim that waited for the row's lock would begin with a part of its lease used up.
    Job.lease_until: func.clock_timestamp() + LEASE,
}  # fmt: skip
TASK_COLUMNS = (
    Job.id, Job.attempts, Job.workspace_id, Job.operation, Job.options, Job.path, Job.in_background, Job.request_id, Job.trace,
)  # fmt: skip


def task_of(row: Sequence[Any]) -> Task:
    """The task of a claimed job's `TASK_COLUMNS`."""
    job_id, token, workspace_id, operation, options, path, in_background, request_id, trace = row
    return Task(
        job_id=job_id, token=token, workspace_id=workspace_id, operation=operation, options=options, path=path,
        in_background=in_background, request_id=request_id, trace=trace,
    )  # fmt: skip


def renew(connection: Connection, owner: str, job_ids: Iterable[UUID]) -> None:
    """Renew the leases of the jobs that `owner` still works on. A heartbeat waits for no lock: a locked job is skipped."""
    claimed = (Job.id.in_(list(job_ids)), Job.lease_owner == owner, Job.status == "active")
    free = select(Job.id).where(*claimed).with_for_update(skip_locked=True)
    connection.execute(update(Job).where(Job.id.in_(free)).values({Job.lease_until: func.clock_timestamp() + LEASE}))


_LOCK = (
    select(Job.id).where(Job.id == _job, Job.attempts == bindparam("token"), Job.status == "active").with_for_update()
)


def lock(connection: Connection, task: Task) -> bool:
    """Lock the task's job until the transaction ends; False when another worker has the lease."""
    return connection.execute(_LOCK, {"job": task.job_id, "token": task.token}).one_or_none() is not None


_COMPLETE = (
    update(Job)
    .where(Job.id == _job)
    .values(
        {
            Job.status: "completed", Job.result: bindparam("answer"), Job.finished_at: func.now(),
            Job.lease_until: None, Job.result_slot: case((bindparam("stored", type_=Boolean), SLOTS.today)),
        }
    )
)  # fmt: skip


def complete(connection: Connection, task: Task, result: str) -> None:
    """Write the result. The caller has called `lock` in the same transaction."""
    # The result of an inline call stays in its row: it is read once and deleted after minutes.
    is_stored = task.in_background and stored_result.bytes_if_large(result) is not None
    if is_stored:
        stored_result.store(connection, task.job_id, result)
    connection.execute(_COMPLETE, {"job": task.job_id, "answer": None if is_stored else result, "stored": is_stored})


def forget_file(connection: Connection, task: Task) -> None:
    """Delete the file that the caller sent with an ended job. The caller has called `lock` in the same transaction."""
    if FILE in task.options:
        left = {name: value for name, value in task.options.items() if name != FILE}
        connection.execute(update(Job).where(Job.id == task.job_id).values({Job.options: left}))


def fail(connection: Connection, task: Task, error: ServiceError) -> bool:
    """Write the job's error, release its credits and delete its file; False when another worker has the lease."""
    if not lock(connection, task):
        return False
    fail_locked(connection, task.job_id, error)
    forget_file(connection, task)
    return True


def give_back(connection: Connection, task: Task, *, counts: bool) -> bool:
    """Let the job wait for a worker again; False when another worker has the lease.

    Args:
        counts: whether the attempt counts. The caller writes nothing more under the task's token, so it may be used again.
    """
    if not lock(connection, task):
        return False
    waiting: dict[Any, Any] = {
        Job.status: "waiting", Job.lease_owner: None, Job.lease_until: None, Job.posted_at: func.now(),
        Job.attempts: Job.attempts - (0 if counts else 1),
    }  # fmt: skip
    connection.execute(update(Job).where(Job.id == task.job_id).values(waiting))
    return True


def fail_locked(connection: Connection, job_id: UUID, error: ServiceError) -> None:
    """Write a job's error and release its credits. The caller holds the job's lock.

    An inline job that failed for a reason that may pass gives up its idempotency key: a repeated call starts it again.
    """
    failed: dict[Any, Any] = {
        Job.status: "failed", Job.error: error.as_job_record(), Job.finished_at: func.now(), Job.lease_until: None,
    }  # fmt: skip
    if error.status >= 500:
        failed[Job.idempotency_key] = case((Job.in_background, Job.idempotency_key))
    connection.execute(update(Job).where(Job.id == job_id).values(failed))
    credits.release(connection, str(job_id))
