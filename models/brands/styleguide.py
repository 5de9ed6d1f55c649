"""Styleguides: one record per host, and the rendering in progress, at most one per host in all processes.

A host that gave no page has a row with its error instead of a record, for a short time.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, Interval, String, and_, bindparam, delete, func, or_, select, type_coerce, update
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.orm import Mapped, mapped_column

from contract import limits
from contract.declare import dump, load
from contract.errors import ServiceError, from_record
from contract.results.brands.styleguide import Styleguide
from models.base import Base, JsonObject

# Longer than any rendering takes. After it, the process that claimed the host counts as dead.
LEASE = timedelta(seconds=100)
RETENTION = timedelta(seconds=limits.STYLEGUIDE_FRESH_SECONDS)
FAILURE_RETENTION = timedelta(seconds=limits.STYLEGUIDE_FAILURE_RETENTION_SECONDS)
_ERROR = "error"


class StoredStyleguide(Base):
    """A host with its record (`record`, `captured_at`), or one that is being rendered (`lease_until`), or both."""

    __tablename__ = "styleguide"

    host: Mapped[str] = mapped_column(primary_key=True)
    record: Mapped[JsonObject | None] = mapped_column(JSONB)
    captured_at: Mapped[datetime | None] = mapped_column(index=True)
    lease_until: Mapped[datetime | None]


class StyleguideRow(NamedTuple):
    """A stored styleguide."""

    styleguide: Styleguide
    age: timedelta


_host = bindparam("host", type_=String)
_age = type_coerce(func.clock_timestamp() - StoredStyleguide.captured_at, Interval())
_is_failure = StoredStyleguide.record.has_key(_ERROR)
_FIND = select(StoredStyleguide.record, _age).where(
    StoredStyleguide.host == _host,
    ~_is_failure,
    StoredStyleguide.captured_at > func.clock_timestamp() - bindparam("max_age", type_=Interval()),
)


def find(connection: Connection, host: str, max_age: timedelta = RETENTION) -> StyleguideRow | None:
    """The record of a host that is younger than `max_age`, or None."""
    row = connection.execute(_FIND, {"host": host, "max_age": min(max_age, RETENTION)}).one_or_none()
    return StyleguideRow(load(Styleguide, row[0]), row[1]) if row else None


def store(connection: Connection, styleguide: Styleguide) -> None:
    """Store a record, which replaces the host's older one, and end its rendering."""
    values = {
        StoredStyleguide.record: dump(styleguide),
        StoredStyleguide.captured_at: func.clock_timestamp(),
        StoredStyleguide.lease_until: None,
    }
    statement = insert(StoredStyleguide).values({StoredStyleguide.host: styleguide.domain, **values})
    connection.execute(statement.on_conflict_do_update(index_elements=[StoredStyleguide.host], set_=values))


def claim(connection: Connection, host: str) -> bool:
    """Claim the rendering of a host. False while another process renders it."""
    now = func.clock_timestamp()
    until = {StoredStyleguide.lease_until: now + LEASE}
    claimed = (
        insert(StoredStyleguide)
        .values({StoredStyleguide.host: host, **until})
        .on_conflict_do_update(
            index_elements=[StoredStyleguide.host],
            set_=until,
            where=or_(StoredStyleguide.lease_until.is_(None), StoredStyleguide.lease_until < now),
        )
        .returning(StoredStyleguide.host)
    )
    return connection.execute(claimed).one_or_none() is not None


def is_running(connection: Connection, host: str) -> bool:
    """Whether a process renders the host."""
    running = (StoredStyleguide.host == host, StoredStyleguide.lease_until > func.clock_timestamp())
    return connection.execute(select(StoredStyleguide.host).where(*running)).one_or_none() is not None


def release(connection: Connection, host: str) -> None:
    """End a rendering that gave no record to store."""
    released = update(StoredStyleguide).where(StoredStyleguide.host == host)
    connection.execute(released.values({StoredStyleguide.lease_until: None}))


def fail(connection: Connection, host: str, error: ServiceError) -> None:
    """End a rendering that failed. The error is stored, unless the host has a record that is still valid."""
    release(connection, host)
    now = func.clock_timestamp()
    has_none = or_(StoredStyleguide.record.is_(None), _is_failure, StoredStyleguide.captured_at < now - RETENTION)
    failed = {StoredStyleguide.record: {_ERROR: error.as_record()}, StoredStyleguide.captured_at: now}
    connection.execute(update(StoredStyleguide).where(StoredStyleguide.host == host, has_none).values(failed))


def recent_failure(connection: Connection, host: str, max_age: timedelta = FAILURE_RETENTION) -> ServiceError | None:
    """The error of a host that failed within `max_age`, at most within the last minute."""
    since = func.clock_timestamp() - min(max_age, FAILURE_RETENTION)
    failed = (StoredStyleguide.host == host, _is_failure, StoredStyleguide.captured_at > since)
    record = connection.execute(select(StoredStyleguide.record).where(*failed)).scalar_one_or_none()
    return from_record(record[_ERROR]) if record else None


def delete_stale(connection: Connection) -> None:
    """Delete expired records and errors, and claims of renderings that ended without a record."""
    now = func.clock_timestamp()
    is_over = and_(_is_failure, StoredStyleguide.captured_at < now - FAILURE_RETENTION)
    old = or_(StoredStyleguide.captured_at < now - RETENTION, StoredStyleguide.captured_at.is_(None), is_over)
    idle = or_(StoredStyleguide.lease_until < now, StoredStyleguide.lease_until.is_(None))
    connection.execute(delete(StoredStyleguide).where(old, idle))
