"""Dead letters: work that failed through the service and is not tried again automatically. An operator may retry it.

These are background jobs that failed with one of `CODES`, and webhook events whose attempts are used up. They are stored as
long as their jobs: 7 days.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, Integer, String, bindparam, func, literal, select, true

from contract.operations import queue_of
from contract.queues import WEBHOOKS_QUEUE
from models.jobs.job import DEAD_CODES, Job
from models.pages.event import Event

LISTED_MAX = 20
COUNTED_MAX = 10_000


class DeadLetter(NamedTuple):
    """One dead letter. `kind` is `job` or `delivery`, `id` that of the job or of the event."""

    id: UUID
    kind: str
    queue: str
    job_id: UUID
    workspace_id: UUID
    operation: str
    attempts: int
    error: str | None
    failed_at: datetime


_most = bindparam("most", type_=Integer)
# In the words of the partial index.
_code = Job.error["code"].astext
_is_dead = (Job.in_background, Job.status == "failed", _code.in_(DEAD_CODES))
_JOBS = (
    select(
        Job.id, literal("job"), literal("", String), Job.id, Job.workspace_id, Job.operation, Job.attempts,
        Job.error["message"].astext, Job.finished_at,
    )
    .where(*_is_dead)
    .order_by(Job.finished_at.desc())
    .limit(_most)
)  # fmt: skip
_EVENTS = (
    select(
        Event.id, literal("delivery"), literal(WEBHOOKS_QUEUE, String), Event.job_id, Job.workspace_id, Job.operation,
        Event.attempts, Event.error,
        # The end of the last attempt, or of its lease when it was cancelled meanwhile.
        func.least(func.now(), Event.next_at),
    )
    .join(Job, Job.id == Event.job_id)
    .where(Event.status == "failed")
    .order_by(Event.id.desc())
    .limit(_most)
)  # fmt: skip
_some_jobs = select(Job.operation).where(*_is_dead).limit(_most).subquery()
_COUNT_JOBS = select(_some_jobs.c.operation, func.count()).group_by(_some_jobs.c.operation)
_some_events = select(true()).where(Event.status == "failed", Event.job_id.is_not(None)).limit(_most).subquery()
_COUNT_EVENTS = select(func.count()).select_from(_some_events)


def list_newest(connection: Connection) -> list[DeadLetter]:
    """Up to `LISTED_MAX` dead jobs and as many dead events, newest first."""
    most = {"most": LISTED_MAX}
    jobs = [DeadLetter(*row) for row in connection.execute(_JOBS, most)]
    events = [DeadLetter(*row) for row in connection.execute(_EVENTS, most)]
    letters = [letter._replace(queue=queue_of(letter.operation)) for letter in jobs] + events
    return sorted(letters, key=lambda letter: letter.failed_at, reverse=True)


def count(connection: Connection) -> dict[str, int]:
    """The number of dead letters by queue, counted up to `COUNTED_MAX`."""
    most = {"most": COUNTED_MAX}
    numbers = {WEBHOOKS_QUEUE: connection.execute(_COUNT_EVENTS, most).scalar_one()}
    for operation, number in connection.execute(_COUNT_JOBS, most):
        numbers[queue_of(operation)] = numbers.get(queue_of(operation), 0) + number
    return numbers
