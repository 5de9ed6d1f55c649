"""Retention: deletes expired rows, a few per statement, so that no statement blocks others for long."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    Integer,
    bindparam,
    delete,
    func,
    literal_column,
    or_,
    select,
)

from contract import limits
from models.accounts.credits import Hold
from models.base import Base
from models.capture import Capture
from models.jobs.job import Job
from models.pages.event import Event
from models.pages.page import Page

ROWS = 2_000
JOBS = 100
SYNC_RESULTS_KEPT = timedelta(seconds=limits.SYNC_RESULT_KEPT_SECONDS)
# A call that is repeated with its idempotency key is answered with the first call's result.
KEYS_KEPT = timedelta(seconds=limits.IDEMPOTENCY_KEY_KEPT_SECONDS)
JOBS_KEPT = timedelta(seconds=limits.JOB_KEPT_SECONDS)
CAPTURES_KEPT = timedelta(seconds=limits.CAPTURE_KEPT_SECONDS)
# Ledger rows are never deleted.
HOLDS_KEPT = timedelta(days=1)


def _delete_some(table: type[Base], condition: ColumnElement[bool]) -> Delete:
    """Delete up to `rows` rows, selected by physical position (ctid), because Postgres' DELETE has no LIMIT."""
    place: ColumnElement[object] = literal_column(f"{table.__tablename__}.ctid")
    some = select(place).select_from(table).where(condition).limit(bindparam("rows", type_=Integer))
    return delete(table).where(place.in_(some))


_expired = (
    select(Job.id)
    .where(
        Job.finished_at < func.now() - SYNC_RESULTS_KEPT,
        Job.answerer.is_(None),
        or_(~Job.in_background, Job.finished_at < func.now() - JOBS_KEPT),
        or_(Job.idempotency_key.is_(None), Job.finished_at < func.now() - KEYS_KEPT),
    )
    .order_by(Job.finished_at)
    .limit(JOBS)
)
_PAGES = _delete_some(Page, Page.job_id.in_(_expired))
_EVENTS = _delete_some(Event, Event.job_id.in_(_expired))
_JOBS = delete(Job).where(Job.id.in_(_expired))
_HOLDS = _delete_some(Hold, (Hold.state != "active") & (Hold.created_at < func.now() - HOLDS_KEPT))
_CAPTURES = _delete_some(Capture, Capture.captured_at < func.now() - CAPTURES_KEPT)


def clear(connection: Connection, rows: int = ROWS) -> bool:
    """Delete up to `rows` expired rows of each kind; True when there may be more."""
    for step in (_PAGES, _EVENTS):
        if connection.execute(step, {"rows": rows}).rowcount >= rows:
            return True
    more = connection.execute(_JOBS).rowcount >= JOBS
    for step in (_HOLDS, _CAPTURES):
        more |= connection.execute(step, {"rows": rows}).rowcount >= rows
    return more
