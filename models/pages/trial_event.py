"""Test events: a person of a workspace sends one to a URL, to try a receiver and the signature.

They are sent once and kept for 7 days.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from models.base import columns_of, new_id
from models.pages.event import Event
from models.stored_result import JOB_RETENTION

TYPE = "test"
LISTED = 5


class SentTest(NamedTuple):
    """A test event, and the state of its delivery: `pending`, `success` or `failed`."""

    id: UUID
    url: str
    status: str
    response_status: int | None
    error: str | None
    created_at: datetime


_newest = select(Event.id).where(Event.workspace_id == bindparam("workspace")).order_by(Event.id.desc()).limit(LISTED)
_DELETE_EARLIER = delete(Event).where(
    Event.workspace_id == bindparam("workspace"), Event.status != "pending", Event.id.not_in(_newest)
)


def add(connection: Connection, workspace_id: UUID, url: str) -> UUID:
    """The id of a new test event, which is due now. Relays look for due events every second.

    Of the workspace's earlier test events only the newest are kept, and those that are not sent yet.
    """
    connection.execute(_DELETE_EARLIER, {"workspace": workspace_id})
    host = urlsplit(url).hostname or ""
    values = {
        Event.id: new_id(), Event.workspace_id: workspace_id, Event.url: url, Event.type: TYPE, Event.host: host,
    }  # fmt: skip
    return connection.execute(insert(Event).values(values).returning(Event.id)).scalar_one()


def newest(connection: Connection, workspace_id: UUID) -> list[SentTest]:
    """The newest test events of a workspace, newest first."""
    query = select(*columns_of(Event, SentTest))
    rows = connection.execute(query.where(Event.workspace_id == workspace_id).order_by(Event.id.desc()).limit(LISTED))
    return [SentTest._make(row) for row in rows]


def delete_expired(connection: Connection) -> None:
    """Delete the test events whose time is over."""
    expired = (Event.workspace_id.is_not(None), Event.created_at <= func.now() - JOB_RETENTION)
    connection.execute(delete(Event).where(*expired))
