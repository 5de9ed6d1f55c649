"""The number and age of the open jobs, for metrics and for the limits of workspaces."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, bindparam, extract, func, or_, select

from models.jobs.job import OPEN, Job


class OpenJobs(NamedTuple):
    """Open jobs of one operation and status."""

    operation: str
    status: str
    number: int
    oldest_seconds: float


_OPEN = (
    select(Job.operation, Job.status, func.count(), extract("epoch", func.now() - func.min(Job.created_at)))
    # In the words of the two partial indexes, which Postgres then combines.
    .where(or_(Job.status.in_(OPEN), Job.status == "running"))
    .group_by(Job.operation, Job.status)
    .order_by(Job.operation, Job.status)
)


def count_open(connection: Connection) -> list[OpenJobs]:
    """The open jobs, by operation and status."""
    rows = connection.execute(_OPEN)
    return [OpenJobs(operation, status, number, float(age)) for operation, status, number, age in rows]


_BACKGROUND = select(func.count()).where(
    Job.workspace_id == bindparam("workspace"), Job.in_background, Job.status.in_(OPEN)
)


def count_background(connection: Connection, workspace_id: UUID) -> int:
    """How many background jobs of a workspace, other than crawls and batches, are waiting or active."""
    return connection.execute(_BACKGROUND, {"workspace": workspace_id}).scalar_one()
