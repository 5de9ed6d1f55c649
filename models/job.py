"""Jobs: a row per call, its lease, and its result.

A worker owns a job while its lease lasts. `attempts` counts the claims and is the fencing token: whoever lost the lease
writes nothing more. Postgres' clock decides, so machines may disagree about the time.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import (
    Connection,
    ForeignKey,
    Index,
    Integer,
    Text,
    Uuid,
    func,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from contract.errors import ServiceError
from models import credits
from models.base import Base, created_at, new_id

LEASE = timedelta(seconds=15)
ATTEMPTS_MAX = 3
FINISHED = ("completed", "failed", "cancelled")


class Job(Base):
    """One call's work. `result` is the JSON text of its result in wire names."""

    __tablename__ = "job"
    __table_args__ = (
        Index("ix_job_open", "lease_until", postgresql_where="status IN ('waiting', 'active')"),
        Index("ix_job_finished_at", "finished_at"),
        Index("ix_job_running", "id", postgresql_where="status = 'running'"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"), index=True)
    operation: Mapped[str]
    options: Mapped[dict[str, Any]] = mapped_column(JSONB)
    path: Mapped[str]
    in_background: Mapped[bool]
    status: Mapped[str] = mapped_column(server_default="waiting")
    attempts: Mapped[int] = mapped_column(Integer, server_default="0")
    lease_owner: Mapped[str | None]
    lease_until: Mapped[datetime | None]
    posted_at: Mapped[datetime | None]
    result: Mapped[str | None] = mapped_column(Text)
    error: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    created_at: Mapped[datetime] = created_at()
    finished_at: Mapped[datetime | None]
    # Jobs of many pages (status `running` from their first moment): the price of a page, how many pages may be issued and
    # are, how many addresses were met, and where the start led.
    price: Mapped[int] = mapped_column(Integer, server_default="0")
    pages_max: Mapped[int] = mapped_column(Integer, server_default="0")
    issued: Mapped[int] = mapped_column(Integer, server_default="0")
    met: Mapped[int] = mapped_column(Integer, server_default="0")
    landed: Mapped[str | None]


@dataclass(frozen=True, kw_only=True)
class Task:
    """A job in a worker's hands: what to do, for whom, and the token that its writes must carry."""

    job_id: UUID
    token: int
    workspace_id: UUID
    operation: str
    options: dict[str, Any]
    path: str


# The lock comes first: a repeat waits here until the first attempt has committed, then finds its hold.
_CREATE = text("""
    WITH purse AS (
        SELECT id FROM workspace WHERE id = :workspace_id AND balance - reserved >= :price FOR UPDATE
    ), held AS (
        INSERT INTO hold (key, workspace_id, amount) SELECT :key, id, :price FROM purse
        ON CONFLICT (key) DO NOTHING
        RETURNING workspace_id
    ), paid AS (
        UPDATE workspace SET reserved = reserved + :price FROM held WHERE workspace.id = held.workspace_id
    )
    INSERT INTO job (id, workspace_id, operation, options, path, in_background, posted_at)
    SELECT :id, workspace_id, :operation, CAST(:options AS jsonb), :path, :in_background, now() FROM held
""")
_KNOWN = text("SELECT 1 FROM job WHERE id = :id")


def create(
    connection: Connection, *, workspace_id: UUID, operation: str, options: dict[str, Any], path: str,
    in_background: bool, price: int, job_id: UUID | None = None,
) -> UUID | None:  # fmt: skip
    """The id of a new waiting job with `price` credits held for it, or None when the workspace has too few.

    One statement: the hold and the job stand or fall together. Given its `job_id` again, because nobody knows whether the
    first time was committed, it gives the job that is there and holds nothing more.
    """
    job_id = job_id or new_id()
    values = {
        "id": str(job_id), "key": str(job_id), "workspace_id": str(workspace_id), "operation": operation,
        "options": json.dumps(options), "path": path, "in_background": in_background, "price": price,
    }  # fmt: skip
    if connection.execute(_CREATE, values).rowcount:
        return job_id
    return job_id if connection.execute(_KNOWN, {"id": str(job_id)}).first() else None


# Written out, as the statements of every call are: building them anew each time costs more than running them.
_CLAIM = text("""
    UPDATE job SET status = 'active', attempts = attempts + 1, lease_owner = :owner, lease_until = now() + :lease
    WHERE id = :id AND (status = 'waiting' OR (status = 'active' AND lease_until < now()))
    RETURNING workspace_id, attempts, operation, options, path
""").columns(workspace_id=Uuid())
_HELD = text("SELECT 1 FROM job WHERE id = :id AND attempts = :token AND status = 'active' FOR UPDATE")
_COMPLETE = text(
    "UPDATE job SET status = 'completed', result = :result, finished_at = now(), lease_until = NULL WHERE id = :id"
)
_OUTCOME = text("SELECT status, result, error FROM job WHERE id = :id")


def claim(connection: Connection, job_id: UUID, owner: str) -> Task | None:
    """The job as a task under a fresh lease, or None when it is finished, unknown or in other hands."""
    row = connection.execute(_CLAIM, {"id": str(job_id), "owner": owner, "lease": LEASE}).one_or_none()
    if row is None:
        return None
    return Task(
        job_id=job_id, token=row.attempts, workspace_id=row.workspace_id, operation=row.operation, options=row.options,
        path=row.path,
    )  # fmt: skip


def renew(connection: Connection, owner: str, job_ids: Iterable[UUID]) -> None:
    """Prolong the leases of the jobs that `owner` still works on."""
    mine = (Job.id.in_(list(job_ids)), Job.lease_owner == owner, Job.status == "active")
    connection.execute(update(Job).where(*mine).values(lease_until=func.now() + LEASE))


def held(connection: Connection, task: Task) -> bool:
    """Lock the task's job for the writes of this transaction; False when it is no longer in the task's hands."""
    return connection.execute(_HELD, {"id": str(task.job_id), "token": task.token}).one_or_none() is not None


def complete(connection: Connection, task: Task, result: str) -> None:
    """Write the result. The caller has called `held` in the same transaction."""
    connection.execute(_COMPLETE, {"id": str(task.job_id), "result": result})


def fail(connection: Connection, task: Task, error: ServiceError) -> bool:
    """Write why the job failed and give its credits back; False when it is no longer in the task's hands."""
    if not held(connection, task):
        return False
    _fail(connection, task.job_id, error)
    return True


def _fail(connection: Connection, job_id: UUID, error: ServiceError) -> None:
    failed = {"status": "failed", "error": error.as_record(), "finished_at": func.now(), "lease_until": None}
    connection.execute(update(Job).where(Job.id == job_id).values(**failed))
    credits.release(connection, str(job_id))


def waive(connection: Connection, job_id: UUID) -> bool:
    """Tell that the caller was answered without the result: what the job still gives is free.

    False when the job finished first: its result is there to be returned.
    """
    status = connection.execute(select(Job.status).where(Job.id == job_id).with_for_update()).scalar_one_or_none()
    if status in FINISHED:
        return False
    credits.release(connection, str(job_id))
    return True


def abandon(connection: Connection, job_id: UUID, error: ServiceError) -> None:
    """Fail a job that no worker was told of and give its credits back."""
    waiting = (Job.id == job_id, Job.status == "waiting")
    if connection.execute(select(Job.id).where(*waiting).with_for_update()).one_or_none() is not None:
        _fail(connection, job_id, error)


def ended(connection: Connection, job_ids: Collection[UUID]) -> list[UUID]:
    """Those of the jobs that have ended."""
    of_them = (Job.id.in_(list(job_ids)), Job.status.in_(FINISHED))
    return list(connection.execute(select(Job.id).where(*of_them)).scalars())


def outcome(connection: Connection, job_id: UUID) -> Any:
    """The row's status, result and error, or None for an unknown id."""
    return connection.execute(_OUTCOME, {"id": str(job_id)}).one_or_none()


def status_of(connection: Connection, job_id: UUID, workspace_id: UUID, operations: Iterable[str]) -> Any:
    """The row of a background job of this workspace and kind, or None."""
    mine = (Job.id == job_id, Job.workspace_id == workspace_id, Job.in_background, Job.operation.in_(list(operations)))
    return connection.execute(select(Job.id, Job.status, Job.result, Job.error).where(*mine)).one_or_none()


_PAGES_ROW = text("""
    SELECT id, operation, status, options ->> 'url' AS seed_url, options -> 'webhook' AS webhook, pages_max,
           error ->> 'message' AS error, created_at, finished_at
    FROM job WHERE id = :id AND (CAST(:workspace_id AS uuid) IS NULL OR workspace_id = CAST(:workspace_id AS uuid))
      AND (CAST(:operation AS text) IS NULL OR operation = :operation)
""")


def pages_row(
    connection: Connection, job_id: UUID, workspace_id: UUID | None = None, operation: str | None = None
) -> Any:
    """The row of a crawl or batch, of this workspace and kind where they are given, or None."""
    owner = str(workspace_id) if workspace_id else None
    values = {"id": str(job_id), "workspace_id": owner, "operation": operation}
    return connection.execute(_PAGES_ROW, values).one_or_none()


def lapsed(connection: Connection, waiting_for: timedelta) -> list[tuple[UUID, str]]:
    """(id, operation) of open jobs that no worker holds and whose message is older than `waiting_for`; marks them as posted.

    Also those whose worker's lease lapsed; beyond `ATTEMPTS_MAX` claims they fail instead of coming round again.
    """
    lost = (Job.status == "active") & (Job.lease_until < func.now())
    spent = connection.execute(
        select(Job.id).where(lost, Job.attempts >= ATTEMPTS_MAX).with_for_update(skip_locked=True)
    ).scalars()
    for job_id in list(spent):
        _fail(connection, job_id, ServiceError("The job stopped its worker several times and was given up."))
    stale = (Job.status == "waiting") & (Job.posted_at < func.now() - waiting_for)
    again = select(Job.id).where(or_(stale, lost)).order_by(Job.id).limit(1000).with_for_update(skip_locked=True)
    rows = connection.execute(
        update(Job).where(Job.id.in_(again)).values(posted_at=func.now()).returning(Job.id, Job.operation)
    )
    return [(row.id, row.operation) for row in rows]


_BACKLOG = text("""
    SELECT operation, status, count(*) AS number, extract(epoch FROM now() - min(created_at)) AS age
    FROM job WHERE status IN ('waiting', 'active', 'running') GROUP BY operation, status ORDER BY operation, status
""")


def backlog(connection: Connection) -> list[tuple[str, str, int, float]]:
    """(operation, status, number, age of the oldest in seconds) of the jobs under way."""
    return [(row.operation, row.status, int(row.number), float(row.age)) for row in connection.execute(_BACKLOG)]
