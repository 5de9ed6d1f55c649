"""A crawl or batch: the row of a job of many pages. It is `running` when created; `job_end.py` ends it.

A page is ended under the lock of this row, so that counters and limits are exact and the job ends once.
Locks are acquired in the order job, page, workspace.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    Connection,
    Integer,
    String,
    Text,
    Uuid,
    any_,
    bindparam,
    case,
    cast,
    exists,
    func,
    literal,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import JSON, insert

from models.accounts.workspace import Workspace
from models.base import JsonObject
from models.jobs.job import Job
from models.pages import counts, frontier
from models.pages.counts import Counts, Shown
from models.pages.page import PAGE, NewPage
from models.schedule import slice
from models.worker import LEASE

_job = bindparam("job", type_=Uuid())
_owner = bindparam("owner", type_=String)
_price = bindparam("price", type_=Integer)
_CREATE = (
    insert(Job)
    .from_select(
        [
            Job.id, Job.workspace_id, Job.operation, Job.options, Job.path, Job.in_background, Job.status, Job.price,
            Job.pages_max, Job.numbers_used, Job.pages_found, Job.repeats, Job.lease_owner, Job.lease_until, Job.trace,
            Job.watch_id,
        ],
        select(
            _job, Workspace.id, bindparam("operation", type_=String), bindparam("options", type_=JSON),
            bindparam("path", type_=String), true(), literal("running"), _price,
            bindparam("pages_max", type_=Integer), bindparam("numbers_used", type_=Integer),
            bindparam("pages_found", type_=Integer), bindparam("repeats", type_=Integer), _owner,
            case((_owner.is_not(None), func.clock_timestamp() + LEASE)), bindparam("trace", type_=String),
            bindparam("watch", type_=Uuid()),
        ).where(Workspace.id == bindparam("workspace"), Workspace.balance - Workspace.reserved >= _price),
    )
    .on_conflict_do_nothing(index_elements=[Job.id])
)  # fmt: skip
_EXISTS = select(exists().where(Job.id == _job))


def create(
    connection: Connection, *, job_id: UUID, workspace_id: UUID, operation: str, options: JsonObject, path: str,
    price: int, pages_max: int, pages: Sequence[NewPage], owner: str | None = None, trace: str | None = None,
    watch_id: UUID | None = None,
) -> bool:  # fmt: skip
    """Write a running job with its first pages; False when the workspace cannot pay for one page.

    A second call with the same `job_id` leaves the job as it is.

    Args:
        price: credits of one page.
        owner: the only worker that may claim its pages while it renews its lease; None for any worker.
        watch_id: the watch that runs the job.
    """
    values = {
        "job": job_id, "workspace": workspace_id, "operation": operation, "options": options, "path": path, "price": price,
        "pages_max": pages_max, "numbers_used": len(pages), "owner": owner, "trace": trace, "watch": watch_id,
        "pages_found": sum(page.kind == PAGE and page.duplicate_of is None for page in pages),
        "repeats": sum(page.duplicate_of is not None for page in pages),
    }  # fmt: skip
    if connection.execute(_CREATE, values).rowcount:
        frontier.add(connection, job_id, pages, first=0)
        if owner is None:
            slice.add(connection, job_id, workspace_id)
        return True
    return bool(connection.execute(_EXISTS, {"job": job_id}).scalar_one())


_COUNT_RUNNING = select(func.count()).where(Job.status == "running", Job.workspace_id == bindparam("workspace"))


def count_running(connection: Connection, workspace_id: UUID) -> int:
    """How many crawls and batches of a workspace have not ended."""
    return connection.execute(_COUNT_RUNNING, {"workspace": workspace_id}).scalar_one()


_RENEW = (
    update(Job)
    .where(Job.id == _job, Job.lease_owner == _owner, Job.status == "running")
    .values({Job.lease_until: func.clock_timestamp() + LEASE})
)


def renew(connection: Connection, job_id: UUID, owner: str) -> None:
    """Renew the lease of the only worker that may claim the job's pages."""
    connection.execute(_RENEW, {"job": job_id, "owner": owner})


_RUNNING = select(Job.id).where(Job.id == any_(bindparam("jobs", type_=ARRAY(Uuid()))), Job.status == "running")


def list_ended(connection: Connection, job_ids: Iterable[UUID]) -> set[UUID]:
    """Those jobs that have ended or were deleted: their running pages can be cancelled."""
    ids = set(job_ids)
    return ids - set(connection.execute(_RUNNING, {"jobs": list(ids)}).scalars()) if ids else ids


class StoredOptions(NamedTuple):
    """A job's operation and options. `start_final_url` is the final URL of a crawl's start, once known."""

    operation: str
    options: JsonObject
    start_final_url: str | None


_OPTIONS = select(Job.operation, Job.options, Job.start_final_url).where(Job.id == _job)


def find_options(connection: Connection, job_id: UUID) -> StoredOptions | None:
    """The job's operation and options, or None when it was deleted."""
    row = connection.execute(_OPTIONS, {"job": job_id}).one_or_none()
    return StoredOptions(*row) if row else None


class PageJob(NamedTuple):
    """A crawl or batch as the API returns it."""

    id: UUID
    operation: str
    status: str
    seed_url: str | None
    error: str | None
    created_at: datetime
    finished_at: datetime | None
    counts: Counts
    shown: Shown


_workspace = bindparam("workspace", type_=Uuid())
_operation = cast(bindparam("operation"), Text)
_FIND = select(
    Job.id, Job.operation, Job.status, func.json_extract_path_text(Job.options, "url", type_=Text),
    func.jsonb_extract_path_text(Job.error, "message", type_=Text), Job.created_at, Job.finished_at, *counts.COLUMNS,
).where(
    Job.id == _job, or_(_workspace.is_(None), Job.workspace_id == _workspace),
    or_(_operation.is_(None), Job.operation == _operation),
)  # fmt: skip


def find(
    connection: Connection, job_id: UUID, workspace_id: UUID | None = None, operation: str | None = None
) -> PageJob | None:
    """A crawl or batch, of this workspace and kind where they are given, or None."""
    values = {"job": job_id, "workspace": workspace_id, "operation": operation}
    row = connection.execute(_FIND, values).one_or_none()
    if row is None:
        return None
    key, kind, status, seed_url, error, created_at, finished_at, *numbers = row
    stored = Counts(*numbers)
    shown = counts.shown(connection, key, stored)
    return PageJob(key, kind, status, seed_url, error, created_at, finished_at, stored, shown)


class LockedJob(NamedTuple):
    """A job whose row the transaction has locked."""

    id: UUID
    workspace_id: UUID
    operation: str
    webhook: JsonObject | None
    status: str
    price: int
    pages_max: int
    issued: int
    numbers_used: int
    repeats: int
    watch_id: UUID | None


_LOCK = (
    select(
        Job.id, Job.workspace_id, Job.operation, func.json_extract_path(Job.options, "webhook", type_=JSON), Job.status,
        Job.price, Job.pages_max, Job.issued, Job.numbers_used, Job.repeats, Job.watch_id,
    )
    .where(Job.id == _job)
    .with_for_update()
)  # fmt: skip


_TRY_LOCK = _LOCK.with_for_update(skip_locked=True)


def lock(connection: Connection, job_id: UUID, *, wait: bool = True) -> LockedJob | None:
    """The job, locked until the transaction ends; None when it was deleted or, without `wait`, is locked already."""
    row = connection.execute(_LOCK if wait else _TRY_LOCK, {"job": job_id}).one_or_none()
    return LockedJob(*row) if row else None
