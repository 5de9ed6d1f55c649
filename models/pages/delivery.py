"""The deliveries of a job: its webhook events with the state of their delivery. A caller may retry a failed one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, Integer, bindparam, or_, select, tuple_, update

from models.base import JsonObject, columns_of
from models.pages.event import AFTER_LEASE, LEASE, Event
from models.pages.page import Page
from models.pages.page_entry import AFTER, FIRST, Position

# Attempts of one event, those that a caller requested included.
ATTEMPTS_MAX = 100
LOST = "The worker stopped during this attempt. It is not known whether the receiver got the event."


class Delivery(NamedTuple):
    """An event of a job, and the state of its delivery.

    `attempt_log` has `Attempt.as_record` of each attempt that has ended, with None as `duration_ms` if it is not known.
    `finished_at` and `page_number` are the position of its page.
    """

    id: UUID
    type: str
    status: str
    attempts: int
    response_status: int | None
    error: str | None
    delivered_at: datetime | None
    created_at: datetime
    attempt_log: list[JsonObject]
    finished_at: datetime | None
    page_number: int | None


_OF_JOB = (
    select(*columns_of(Event, Delivery, Page.finished_at, Event.page_number))
    .outerjoin_from(Event, Page, (Page.job_id == Event.job_id) & (Page.number == Event.page_number))
    .where(Event.job_id == bindparam("job"))
)
_FIND = _OF_JOB.where(Event.id == bindparam("event"))
# The event of a page has the page's position, also when its row was written by a slow transaction. The event of the job's end
# has no position: it is the last one.
_LIST = (
    _OF_JOB.where(or_(Event.page_number.is_(None), tuple_(Page.finished_at, Page.number) > AFTER))
    .order_by(Page.finished_at.nulls_last(), Event.page_number)
    .limit(bindparam("most", type_=Integer))
)


def list_deliveries(
    connection: Connection, job_id: UUID, after: Position = FIRST, *, most: int | None = None
) -> list[Delivery]:
    """The job's deliveries after the position `after`, oldest first."""
    values = {"job": job_id, "after_time": after.finished_at, "after_number": after.number, "most": most}
    return [_without_running(Delivery(*tuple(row))) for row in connection.execute(_LIST, values)]


def find(connection: Connection, job_id: UUID, event_id: UUID) -> Delivery | None:
    """One delivery of the job, or None."""
    row = connection.execute(_FIND, {"job": job_id, "event": event_id}).one_or_none()
    return None if row is None else _without_running(Delivery(*tuple(row)))


def _without_running(found: Delivery) -> Delivery:
    """The delivery without an attempt that may run. Another attempt without an outcome was lost with its worker."""
    lost: JsonObject = {"duration_ms": None, "response_status": None, "error": LOST}
    log = [lost | each for each in found.attempt_log if "error" in each or not _may_run(each, found.attempts)]
    return found._replace(attempt_log=log)


def _may_run(attempt: JsonObject, latest: int) -> bool:
    began = datetime.fromisoformat(attempt["started_at"])
    return attempt["number"] == latest and datetime.now(UTC) < began + LEASE


_RETRY = (
    update(Event)
    .where(
        Event.job_id == bindparam("job"), Event.id == bindparam("event"), Event.status == "failed",
        Event.attempts < ATTEMPTS_MAX,
    )
    .values({Event.status: "pending", Event.next_at: AFTER_LEASE})
)  # fmt: skip


def retry(connection: Connection, job_id: UUID, event_id: UUID) -> bool:
    """Make a failed delivery due now. One that was cancelled while it was sent is due when that attempt's lease ends.

    Returns False when the job has no failed delivery with this id and an attempt left.
    """
    return connection.execute(_RETRY, {"job": job_id, "event": event_id}).rowcount > 0
