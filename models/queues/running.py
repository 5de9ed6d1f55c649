"""The jobs that run now, with their leases and their progress."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, extract, func, select, true

from contract.operations import queue_of
from models.jobs.job import Job
from models.pages import counts
from models.pages.counts import Counts
from models.pages.page import Page
from models.schedule.slice import IN_FLIGHT, Slice

LISTED_MAX = 50


class Running(NamedTuple):
    """A running job.

    `attempt` counts its claims and is the fencing token; a crawl or batch has none, because each of its pages has its own.
    `lease_seconds` is the rest of the lease, negative when it expired; of a crawl or batch, that of the page whose lease
    ends first. It is None when no worker has work of the job at the moment. `slices` are posted or running. `running`,
    `done` and `total` are pages.
    """

    id: UUID
    workspace_id: UUID
    operation: str
    queue: str
    in_background: bool
    age_seconds: float
    attempt: int | None
    owner: str | None
    lease_seconds: float | None
    slices: int
    running: int
    done: int
    total: int


_now = func.clock_timestamp()
_age = extract("epoch", _now - Job.created_at)
_SINGLE = (
    select(
        Job.id, Job.workspace_id, Job.operation, Job.in_background, _age, Job.attempts, Job.lease_owner,
        extract("epoch", Job.lease_until - _now),
    )
    # `lease_until` is the index's column: waiting jobs, of which there may be many, have none.
    .where(Job.status == "active", Job.lease_until.is_not(None))
    .order_by(Job.lease_until)
    .limit(LISTED_MAX)
)  # fmt: skip
_in_flight = (
    select(func.count().label("number")).where(Slice.job_id == Job.id, Slice.status.in_(IN_FLIGHT)).lateral("in_flight")
)
# All running pages: a worker has few of them.
_leases = (
    select(
        Page.job_id,
        func.count().label("pages"),
        func.min(Page.lease_owner).label("owner"),
        func.min(Page.lease_until).label("until"),
    )
    .where(Page.status == "running")
    .group_by(Page.job_id)
    .cte("leases")
)
_OF_PAGES = (
    select(
        Job.id, Job.workspace_id, Job.operation, Job.in_background, _age,
        func.coalesce(_leases.c.owner, Job.lease_owner),
        extract("epoch", func.coalesce(_leases.c.until, Job.lease_until) - _now), _in_flight.c.number,
        func.coalesce(_leases.c.pages, 0), *counts.COLUMNS,
    )
    .select_from(Job)
    .join(_in_flight, true())
    .outerjoin(_leases, _leases.c.job_id == Job.id)
    .where(Job.status == "running")
    .order_by(Job.id)
    .limit(LISTED_MAX)
)  # fmt: skip


def list_running(connection: Connection) -> list[Running]:
    """Up to `LISTED_MAX` running jobs of each kind: first crawls and batches, oldest first; then those whose lease ends first."""
    of_pages = [_of_pages(*row) for row in connection.execute(_OF_PAGES)]
    return of_pages + [_single(*row) for row in connection.execute(_SINGLE)]


def _of_pages(
    job_id: UUID, workspace_id: UUID, operation: str, in_background: bool, age: float, owner: str | None,
    lease_seconds: float | None, slices: int, running: int, *numbers: int,
) -> Running:  # fmt: skip
    counted = Counts(*numbers)
    return Running(
        id=job_id, workspace_id=workspace_id, operation=operation, queue=queue_of(operation), in_background=in_background,
        age_seconds=float(age), attempt=None, owner=owner,
        lease_seconds=None if lease_seconds is None else float(lease_seconds), slices=slices, running=running,
        done=counted.completed + counted.failed, total=counted.total,
    )  # fmt: skip


def _single(
    job_id: UUID, workspace_id: UUID, operation: str, in_background: bool, age: float, attempt: int, owner: str | None,
    lease_seconds: float,
) -> Running:  # fmt: skip
    return Running(
        id=job_id, workspace_id=workspace_id, operation=operation, queue=queue_of(operation), in_background=in_background,
        age_seconds=float(age), attempt=attempt, owner=owner, lease_seconds=float(lease_seconds), slices=0, running=0,
        done=0, total=0,
    )  # fmt: skip
