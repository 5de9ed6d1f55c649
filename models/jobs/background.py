"""Limits background scrapes by workspace: a workspace has at most `POSTED_MAX` of them in the queue or running.

The others wait in Postgres without a message. When one ends, the next of its workspace is posted.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, String, Uuid, bindparam, cast, func, select, update

from models.jobs.job import OPEN, Job
from models.session import AdvisoryLocks

POSTED_MAX = 32


class PostedJob(NamedTuple):
    """A job whose message is to be sent."""

    id: UUID
    operation: str


_workspace = bindparam("workspace", type_=Uuid())
_LOCK = select(
    func.pg_advisory_xact_lock(AdvisoryLocks.BACKGROUND_JOBS_OF_WORKSPACE, func.hashtext(cast(_workspace, String)))
)
_open = (Job.in_background, Job.status.in_(OPEN))
_posted = select(func.count()).where(Job.workspace_id == _workspace, *_open, Job.posted_at.is_not(None))
_next = (
    select(Job.id)
    .where(Job.workspace_id == _workspace, *_open, Job.posted_at.is_(None))
    .order_by(Job.id)
    .limit(func.greatest(0, POSTED_MAX - _posted.scalar_subquery()))
    .with_for_update(skip_locked=True)
    .cte("next")
)
_POST = (
    update(Job)
    .where(Job.id.in_(select(_next.c.id)))
    .values({Job.posted_at: func.clock_timestamp()})
    .returning(Job.id, Job.operation)
)


def post_next(connection: Connection, workspace_id: UUID) -> list[PostedJob]:
    """The oldest waiting jobs of a workspace that may run now; their messages must be sent after the commit."""
    connection.execute(_LOCK, {"workspace": workspace_id})
    return sorted(PostedJob(*row) for row in connection.execute(_POST, {"workspace": workspace_id}))


_WAITING = select(Job.workspace_id).where(*_open, Job.posted_at.is_(None)).distinct()


def list_waiting(connection: Connection) -> list[UUID]:
    """The workspaces with jobs that wait to be posted."""
    return list(connection.execute(_WAITING).scalars())
