"""What waits and runs in each queue, as far as Postgres knows. Every query uses an index of unfinished rows only."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from sqlalchemy import Connection, Integer, Select, bindparam, extract, func, select, true

from contract.operations import queue_of
from contract.queues import PAGES_QUEUE, QUEUES, WEBHOOKS_QUEUE
from models.jobs.job import OPEN, Job
from models.pages import event
from models.pages.event import Event
from models.schedule import lost_slice

# Webhook events are counted up to this number. More of them would make the count slow.
COUNTED_MAX = 10_000


@dataclass(kw_only=True)
class Backlog:
    """Work of one queue in Postgres.

    `posted` has a message or is due, `delayed` has none yet: its workspace has its share, or its time has not come.
    `oldest_seconds` is the age of the oldest that has not begun, from when it was due; None when there is none.
    """

    posted: int = 0
    delayed: int = 0
    running: int = 0
    oldest_seconds: float | None = None

    def note_age(self, seconds: float) -> None:
        """Keep the greater age."""
        self.oldest_seconds = max(seconds, self.oldest_seconds or 0.0)


_JOBS = (
    select(
        Job.operation, Job.status, Job.posted_at.is_(None), func.count(),
        extract("epoch", func.now() - func.min(Job.created_at)),
    )
    .where(Job.status.in_(OPEN))
    .group_by(Job.operation, Job.status, Job.posted_at.is_(None))
)  # fmt: skip
_most = bindparam("most", type_=Integer)


def _number_of(events: Select[bool]) -> Select[int]:
    some = events.limit(_most).subquery()
    return select(func.count()).select_from(some)


_one = select(true())
_DUE = _number_of(_one.where(event.is_due))
_LATER = _number_of(_one.where(event.is_pending, Event.next_at > func.now()))
_oldest_due = event.due_hosts.subquery()
_OLDEST_DUE = select(extract("epoch", func.now() - func.min(_oldest_due.c.next_at)))


def read(connection: Connection) -> dict[str, Backlog]:
    """The backlog of every queue."""
    queues: dict[str, Backlog] = defaultdict(Backlog, {name: Backlog() for name in QUEUES})
    for operation, status, is_delayed, number, age in connection.execute(_JOBS):
        queue = queues[queue_of(operation)]
        if status == "active":
            queue.running += number
            continue
        if is_delayed:
            queue.delayed += number
        else:
            queue.posted += number
        queue.note_age(float(age))
    _add_slices(connection, queues[PAGES_QUEUE])
    _add_events(connection, queues[WEBHOOKS_QUEUE])
    return dict(queues)


def _add_slices(connection: Connection, pages: Backlog) -> None:
    for status, number, late_seconds in lost_slice.count(connection):
        if status == "running":
            pages.running += number
        elif status == "posted":
            pages.posted += number
        else:
            pages.delayed += number
        if status == "posted":
            pages.note_age(late_seconds)


def _add_events(connection: Connection, webhooks: Backlog) -> None:
    most = {"most": COUNTED_MAX}
    webhooks.posted = connection.execute(_DUE, most).scalar_one()
    webhooks.delayed = connection.execute(_LATER, most).scalar_one()
    age = connection.execute(_OLDEST_DUE).scalar_one()
    if age is not None:
        webhooks.note_age(float(age))
