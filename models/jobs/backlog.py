"""The number and age of the open jobs, for metrics."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, extract, func, or_, select

from models.jobs.job import Job


class Backlog(NamedTuple):
    """Open jobs of one operation and status."""

    operation: str
    status: str
    number: int
    oldest_seconds: float


_BACKLOG = (
    select(Job.operation, Job.status, func.count(), extract("epoch", func.now() - func.min(Job.created_at)))
    # In the words of the two partial indexes, which Postgres then combines.
    .where(or_(Job.status.in_(("waiting", "active")), Job.status == "running"))
    .group_by(Job.operation, Job.status)
    .order_by(Job.operation, Job.status)
)


def count_open(connection: Connection) -> list[Backlog]:
    """The open jobs, by operation and status."""
    rows = connection.execute(_BACKLOG)
    return [Backlog(operation, status, number, float(age)) for operation, status, number, age in rows]
