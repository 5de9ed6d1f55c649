"""Visits: requests to hosts other than those of claimed pages, such as single scrapes, images and sitemaps.

A visit waits until its host has a slot for it, is then granted, and is deleted when its request has ended. Claimed pages and
granted visits together are at most `limits.HOST_REQUESTS_MAX` at a host. The table is not logged: after a crash of Postgres no
visit is known, and none is missing for long.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Connection,
    Identity,
    Index,
    Text,
    any_,
    bindparam,
    delete,
    exists,
    func,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base
from models.worker import LEASE

_now = func.clock_timestamp()


class Visit(Base):
    """One visit. Ids are in the order of arrival. After `until`, its process is lost and it no longer counts."""

    __tablename__ = "visit"
    __table_args__ = (Index("ix_visit_host", "host"), {"prefixes": ["UNLOGGED"]})

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    host: Mapped[str] = mapped_column(Text)
    workspace_id: Mapped[UUID]
    is_granted: Mapped[bool] = mapped_column(Boolean)
    until: Mapped[datetime]


is_current = Visit.until > _now


def count_granted(name: ColumnElement[str]) -> ColumnElement[int]:
    """The number of granted visits at a host."""
    return select(func.count()).where(Visit.host == name, Visit.is_granted, is_current).scalar_subquery()


def has_waiting(name: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether visits wait at a host."""
    return exists().where(Visit.host == name, ~Visit.is_granted, is_current)


_ids = any_(bindparam("visits", type_=ARRAY(BigInteger)))
DELETE = delete(Visit).where(Visit.id == _ids)
# Rows that a turn has locked are renewed the next time: waiting for them could be a deadlock.
_renewable = select(Visit.id).where(Visit.id == _ids).with_for_update(skip_locked=True)
_RENEW = update(Visit).where(Visit.id.in_(_renewable)).values({Visit.until: _now + LEASE})
_GRANT = update(Visit).where(Visit.id == _ids).values({Visit.is_granted: True, Visit.until: _now + LEASE})
_LIST = select(Visit.id, Visit.is_granted).where(Visit.id == _ids)


def end(connection: Connection, visits: Collection[int]) -> None:
    """Delete visits whose requests have ended or are no longer needed."""
    connection.execute(DELETE, {"visits": list(visits)})


def renew(connection: Connection, visits: Collection[int]) -> None:
    """Renew the leases of visits."""
    connection.execute(_RENEW, {"visits": list(visits)})


def grant(connection: Connection, visits: Sequence[int]) -> None:
    """Grant slots to waiting visits. The caller holds the lock of their host."""
    if visits:
        connection.execute(_GRANT, {"visits": list(visits)})


def find(connection: Connection, visits: Collection[int]) -> dict[int, bool]:
    """Those of these visits that are stored, and whether they are granted."""
    return {visit_id: granted for visit_id, granted in connection.execute(_LIST, {"visits": list(visits)})}


def delete_stale(connection: Connection) -> None:
    """Delete the visits of lost processes."""
    connection.execute(delete(Visit).where(~is_current))
