"""Resolutions of hosts, at most one at a time per host in all processes, and recent failures."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, String, bindparam, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.orm import Mapped, mapped_column

from contract import limits
from contract.errors import ServiceError
from models import notices
from models.base import Base, JsonObject
from models.session import NO_FLUSH

# Renewed while the resolution runs. After it, the process that claimed the host counts as dead.
LEASE = timedelta(seconds=15)
FAILURE_RETENTION = timedelta(seconds=limits.BRAND_FAILURE_RETENTION_SECONDS)


class BrandAttempt(Base):
    """A host that is being resolved (`lease_until`), or whose last resolution failed (`failed_at`, `error`)."""

    __tablename__ = "brand_attempt"

    host: Mapped[str] = mapped_column(primary_key=True)
    lease_until: Mapped[datetime | None]
    failed_at: Mapped[datetime | None] = mapped_column(index=True)
    error: Mapped[JsonObject | None] = mapped_column(JSONB)


_until = func.clock_timestamp() + LEASE
_CLAIM = (
    insert(BrandAttempt)
    .from_select(
        [BrandAttempt.host, BrandAttempt.lease_until],
        # A claim that is lost in a crash is made again.
        select(bindparam("host", type_=String), _until).where(NO_FLUSH),
    )
    .on_conflict_do_update(
        index_elements=[BrandAttempt.host],
        set_={BrandAttempt.lease_until: _until},
        where=or_(BrandAttempt.lease_until.is_(None), BrandAttempt.lease_until < func.clock_timestamp()),
    )
    .returning(BrandAttempt.host)
)


def claim(connection: Connection, host: str) -> bool:
    """Claim the resolution of a host. False while another process resolves it."""
    return connection.execute(_CLAIM, {"host": host}).one_or_none() is not None


def renew(connection: Connection, host: str) -> None:
    """Renew the claim of a resolution that still runs."""
    lease = {BrandAttempt.lease_until: func.clock_timestamp() + LEASE}
    connection.execute(update(BrandAttempt).where(BrandAttempt.host == host).values(lease))


def is_running(connection: Connection, host: str) -> bool:
    """Whether a process resolves the host."""
    running = (BrandAttempt.host == host, BrandAttempt.lease_until > func.clock_timestamp())
    return connection.execute(select(BrandAttempt.host).where(*running)).one_or_none() is not None


def succeed(connection: Connection, host: str) -> None:
    """End a successful resolution."""
    connection.execute(delete(BrandAttempt).where(BrandAttempt.host == host))


def fail(connection: Connection, host: str, error: ServiceError | None) -> None:
    """End a failed resolution. Without an error it was interrupted, and may start again immediately."""
    values = {
        BrandAttempt.lease_until: None,
        BrandAttempt.failed_at: func.clock_timestamp() if error else None,
        BrandAttempt.error: error.as_record() if error else None,
    }
    connection.execute(update(BrandAttempt).where(BrandAttempt.host == host).values(values))
    notices.send(connection, notices.BRANDS, host)


def recent_failure(connection: Connection, host: str) -> JsonObject | None:
    """The error of a host whose resolution failed within the last hour, or None."""
    failed = (BrandAttempt.host == host, BrandAttempt.failed_at > func.clock_timestamp() - FAILURE_RETENTION)
    return connection.execute(select(BrandAttempt.error).where(*failed)).scalar_one_or_none()


def delete_stale(connection: Connection) -> None:
    """Delete failures that are no longer remembered."""
    old = func.clock_timestamp() - FAILURE_RETENTION
    connection.execute(
        delete(BrandAttempt).where(
            or_(BrandAttempt.failed_at < old, BrandAttempt.failed_at.is_(None)),
            or_(BrandAttempt.lease_until < old, BrandAttempt.lease_until.is_(None)),
        )
    )
