"""Retention: deletes what has expired, in steps. Each step is one short transaction, repeated while it returns True.

Captures and large results are deleted by the day, pages and events by the week, as partitions. Other rows are deleted in
portions, found by index. A job is deleted without its pages and events: nobody reads them then, and they go with their partition.
Only finished jobs are touched, whose rows no worker locks.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    ColumnExpressionArgument,
    Connection,
    Date,
    Integer,
    Select,
    Uuid,
    any_,
    bindparam,
    cast,
    delete,
    exists,
    func,
    literal_column,
    select,
)

from contract import limits
from models import books, capture, closed_months, model_answers, stored_result, usage, weeks
from models.accounts import console_session, shown_once
from models.accounts.call_log import Call
from models.accounts.credits import Hold
from models.base import Base
from models.brands import attempt, styleguide
from models.jobs import idempotency
from models.jobs.job import Job
from models.model_answers import ModelAnswer
from models.pages import trial_event
from models.pages.event import Event
from models.schedule import host, robots_copy, visit
from models.search.search_page import SearchPage
from models.stored_result import JOB_RETENTION

ROWS = 2_000
INLINE_RESULT_RETENTION = timedelta(seconds=limits.SYNC_RESULT_RETENTION_SECONDS)
SEARCH_PAGE_RETENTION = timedelta(seconds=limits.SEARCH_PAGE_RETENTION_SECONDS)
HOLD_RETENTION = timedelta(days=1)

Step = Callable[[Connection], bool]
_rows = bindparam("rows", type_=Integer)


class _DeleteSome:
    """A step that deletes up to `rows` rows, selected by physical position (ctid), because Postgres' DELETE has no LIMIT.

    `order` is that of an index. Without it, Postgres may expect the rows at the start of the table and read all of it.
    """

    def __init__(self, table: type[Base], condition: ColumnElement[bool], order: ColumnExpressionArgument[Any]) -> None:
        row_address: ColumnElement[object] = literal_column(f"{table.__tablename__}.ctid")
        some = select(row_address).select_from(table).where(condition).order_by(order).limit(_rows)
        self._statement = delete(table).where(row_address == any_(func.array(some.scalar_subquery())))

    def __call__(self, connection: Connection, rows: int = ROWS) -> bool:
        return connection.execute(self._statement, {"rows": rows}).rowcount >= rows


def _expired(*conditions: ColumnExpressionArgument[bool]) -> Select[UUID]:
    return select(Job.id).where(*conditions).order_by(Job.finished_at).limit(_rows)


_INLINE = _expired(
    ~Job.in_background, Job.idempotency_key.is_(None), Job.finished_at < func.now() - INLINE_RESULT_RETENTION,
    Job.waiting_process.is_(None),
)  # fmt: skip
_INLINE_KEYED = _expired(
    ~Job.in_background,
    Job.idempotency_key.is_not(None),
    Job.finished_at < func.now() - idempotency.LIFETIME,
    Job.waiting_process.is_(None),
)
_IN_BACKGROUND = _expired(Job.in_background, Job.finished_at < func.now() - JOB_RETENTION)
_JOBS = delete(Job).where(Job.id == any_(bindparam("jobs", type_=ARRAY(Uuid()))))
# A hold of a page was written by an earlier version. Its time is that of the page's first claim, so it is kept longer than
# any job runs that a process of that version still works on.
_is_of_page = Hold.key.contains(":") & (Hold.created_at < func.now() - 2 * JOB_RETENTION)
_is_settled = (Hold.state != "active") | _is_of_page
delete_holds = _DeleteSome(Hold, _is_settled & (Hold.created_at < func.now() - HOLD_RETENTION), Hold.created_at)
delete_search_pages = _DeleteSome(
    SearchPage, SearchPage.captured_on < cast(func.now() - SEARCH_PAGE_RETENTION, Date), SearchPage.captured_on
)
delete_model_answers = _DeleteSome(
    ModelAnswer, ModelAnswer.created_at < func.now() - model_answers.RETENTION, ModelAnswer.created_at
)
delete_calls = _DeleteSome(Call, Call.kept_until <= func.now(), Call.kept_until)
_OLDEST_BACKGROUND = select(func.min(Job.created_at)).where(Job.in_background).scalar_subquery()


def delete_inline_jobs(connection: Connection, rows: int = ROWS) -> bool:
    """Delete up to `rows` inline jobs whose answer was given, and as many whose idempotency key has expired."""
    kinds = [connection.execute(expired, {"rows": rows}).scalars().all() for expired in (_INLINE, _INLINE_KEYED)]
    for jobs in kinds:
        connection.execute(_JOBS, {"jobs": jobs})
    return any(len(jobs) >= rows for jobs in kinds)


def delete_background_jobs(connection: Connection, rows: int = ROWS) -> bool:
    """Delete up to `rows` background jobs."""
    jobs = connection.execute(_IN_BACKGROUND, {"rows": rows}).scalars().all()
    connection.execute(_JOBS, {"jobs": jobs})
    return len(jobs) >= rows


_OF_DELETED_JOBS = (
    select(Event.id)
    .where(
        Event.status == "failed", Event.id < bindparam("before", type_=Uuid()), Event.job_id.is_not(None),
        ~exists().where(Job.id == Event.job_id),
    )
    .limit(_rows)
)  # fmt: skip
_EVENTS = delete(Event).where(Event.id == any_(bindparam("events", type_=ARRAY(Uuid()))))


def delete_failed_events(connection: Connection, rows: int = ROWS) -> bool:
    """Delete up to `rows` events of deleted jobs that were not delivered, so that operators are not shown them.

    The relay deletes those that are pending.
    """
    before = weeks.first_id(weeks.now_of(connection) - JOB_RETENTION)
    events = connection.execute(_OF_DELETED_JOBS, {"before": before, "rows": rows}).scalars().all()
    connection.execute(_EVENTS, {"events": events})
    return len(events) >= rows


# Ids have the time of the machine that made them.
CLOCKS_DIFFER = timedelta(days=1)
_IS_STORED = select(exists().where(Job.id >= bindparam("first", type_=Uuid()), Job.id < bindparam("end", type_=Uuid())))
_FIRST_BACKGROUND = select(Job.id).where(Job.in_background).order_by(Job.id).limit(1).scalar_subquery()
_OLDEST = select(func.now(), _OLDEST_BACKGROUND, _FIRST_BACKGROUND)


def drop_pages(connection: Connection) -> bool:
    """Drop the pages of one week whose jobs began over 7 days ago and are all deleted. A job that never ends keeps its own week."""

    def is_stored(first: UUID, end: UUID) -> bool:
        return bool(connection.execute(_IS_STORED, {"first": first, "end": end}).scalar_one())

    expired = weeks.now_of(connection) - JOB_RETENTION - CLOCKS_DIFFER
    return weeks.drop_one(connection, "page", weeks.first_id(expired), is_stored)


def drop_events(connection: Connection) -> bool:
    """Drop the events of one week of which none is needed."""
    return weeks.drop_one(connection, "event", events_needed_from(connection))


def events_needed_from(connection: Connection) -> UUID:
    """The first event that is needed: those of the last 7 days are, and those since the oldest background job, for 14 days."""
    now, created_at, first_job = connection.execute(_OLDEST).one()
    needed = weeks.first_id(now - JOB_RETENTION - CLOCKS_DIFFER)
    if first_job is not None:
        needed = min(needed, first_job, weeks.first_id(created_at - CLOCKS_DIFFER))
    return max(needed, weeks.first_id(now - 2 * JOB_RETENTION - CLOCKS_DIFFER))


def delete_other(connection: Connection, rows: int = ROWS) -> bool:
    """Delete up to `rows` pages of deleted jobs, and as many old events, of weeks without a partition."""
    now, kept = weeks.now_of(connection), 2 * JOB_RETENTION + CLOCKS_DIFFER
    return weeks.delete_other(connection, now - kept, now + kept, rows)


def empty_results(connection: Connection) -> None:
    """Empty the partitions of large results that were written before the oldest stored job began."""
    stored_result.SLOTS.empty(connection, _OLDEST_BACKGROUND)


def _all_at_once(delete_all: Callable[[Connection], object]) -> Step:
    def step(connection: Connection) -> bool:
        delete_all(connection)
        return False

    return step


STEPS: tuple[Step, ...] = (
    usage.summarize,  # First: it reads the operations of jobs.
    closed_months.add_up,
    delete_inline_jobs,
    delete_background_jobs,
    delete_failed_events,
    _all_at_once(weeks.create),
    drop_pages,
    drop_events,
    delete_other,
    delete_holds,
    delete_search_pages,
    delete_model_answers,
    delete_calls,
    _all_at_once(books.correct_reserves),
    *map(
        _all_at_once,
        (
            capture.SLOTS.empty, empty_results,
            host.delete_stale, robots_copy.delete_stale, visit.delete_stale,
            trial_event.delete_expired,
            attempt.delete_stale, styleguide.delete_stale, console_session.delete_expired, shown_once.delete_expired,
        ),
    ),
)  # fmt: skip
