"""Retries dead letters in batches, each of them once. Work that an operator cancelled is left out.

A batch of jobs is a list of ids, because each job is retried in a separate transaction: it holds credits, and its workspace
may have too few. A batch of deliveries is one transaction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, DateTime, Integer, Uuid, bindparam, select, tuple_, update

from models import weeks
from models.accounts import audit
from models.base import LAST_ID
from models.jobs.job import DEAD_CODES, Job
from models.pages import event
from models.pages.delivery import ATTEMPTS_MAX
from models.pages.event import AFTER_LEASE, Event
from models.queues.intervention import CANCELLED


class DeadJob(NamedTuple):
    """A dead job. The next batch begins after it."""

    finished_at: datetime
    id: UUID


_most = bindparam("most", type_=Integer)
_position = tuple_(bindparam("finished_at", type_=DateTime(timezone=True)), bindparam("id", type_=Uuid()))
# In the words of the partial index.
_JOBS = (
    select(Job.finished_at, Job.id)
    .where(
        Job.in_background, Job.status == "failed", Job.error["code"].astext.in_(DEAD_CODES),
        Job.error["message"].astext.is_distinct_from(CANCELLED), tuple_(Job.finished_at, Job.id) < _position,
    )
    .order_by(Job.finished_at.desc(), Job.id.desc())
    .limit(_most)
)  # fmt: skip
# An attempt that begins now is in no earlier batch: later batches have smaller ids.
_some = (
    select(Event.id)
    .where(
        Event.status == "failed", Event.id < bindparam("before", type_=Uuid()), Event.attempts < ATTEMPTS_MAX,
        Event.error.is_distinct_from(event.CANCELLED), Event.job_id.is_not(None),
    )
    .order_by(Event.id.desc())
    .limit(_most)
    .with_for_update()
    .cte("some")
)  # fmt: skip
_RETRY_EVENTS = (
    update(Event)
    .where(Event.id.in_(select(_some.c.id)), Job.id == Event.job_id)
    .values({Event.status: "pending", Event.next_at: AFTER_LEASE})
    .returning(Event.id, Event.job_id, Job.workspace_id)
)


def start(connection: Connection) -> DeadJob:
    """The position of the first batch of jobs: those that have failed by now. A job that fails again is not retried again."""
    return DeadJob(weeks.now_of(connection), LAST_ID)


def list_jobs(connection: Connection, after: DeadJob, most: int) -> list[DeadJob]:
    """Up to `most` dead jobs after the position, newest first."""
    rows = connection.execute(_JOBS, {"finished_at": after.finished_at, "id": after.id, "most": most})
    return [DeadJob(finished_at, key) for finished_at, key in rows if finished_at is not None]


def retry_deliveries(connection: Connection, before: UUID, most: int, actor: str) -> Sequence[UUID]:
    """Retry up to `most` failed deliveries whose ids are smaller than `before`. Returns their ids, the smallest last.

    The audit list gets one entry per job.
    """
    rows = connection.execute(_RETRY_EVENTS, {"before": before, "most": most}).all()
    jobs = Counter((row.workspace_id, row.job_id) for row in rows)
    for (workspace_id, job_id), number in jobs.items():
        audit.add(connection, workspace_id, actor, "deliveries.retried", str(job_id), number=str(number))
    return sorted((row.id for row in rows), reverse=True)
