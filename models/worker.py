"""Heartbeats of the worker processes."""

from __future__ import annotations

import os
import socket
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, exists, extract, func, select
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, JsonObject, created_at

ALIVE = timedelta(seconds=20)
# A worker's lease on a job, page or slice, which its heartbeats renew. After it, another worker may claim the work.
LEASE = timedelta(seconds=15)
# Without a heartbeat for this long, Postgres was away: no lease expires sooner.
LATE = timedelta(seconds=9)


class Worker(Base):
    """A worker process; `about` holds what it reports about itself (`workers/vitals.py`)."""

    __tablename__ = "worker"

    id: Mapped[str] = mapped_column(primary_key=True)
    about: Mapped[JsonObject] = mapped_column(JSONB)
    started_at: Mapped[datetime] = created_at()
    beat_at: Mapped[datetime] = created_at()


def new_id() -> str:
    """An id for this process, which leases name as their owner."""
    return f"{socket.gethostname()}:{os.getpid()}:{os.urandom(4).hex()}"


def beat(connection: Connection, worker_id: str, about: JsonObject) -> None:
    """Store that the worker is alive; delete workers without a heartbeat for an hour."""
    statement = insert(Worker).values({Worker.id: worker_id, Worker.about: about})
    fresh = {Worker.beat_at: func.now(), Worker.about: about}
    connection.execute(statement.on_conflict_do_update(index_elements=[Worker.id], set_=fresh))
    connection.execute(delete(Worker).where(Worker.beat_at < func.now() - timedelta(hours=1)))


def remove(connection: Connection, worker_id: str) -> None:
    """Delete a worker that stopped normally."""
    connection.execute(delete(Worker).where(Worker.id == worker_id))


_IS_STEADY = select(
    exists().where(Worker.id == bindparam("worker"), Worker.beat_at > func.clock_timestamp() - LATE)
    & (func.pg_postmaster_start_time() < func.clock_timestamp() - LEASE)
)


def is_steady(connection: Connection, worker_id: str) -> bool:
    """Whether this worker's heartbeats arrive and Postgres has run for the time of a lease.

    Otherwise Postgres may have been away, and leases have expired because nobody could renew them.
    """
    return bool(connection.execute(_IS_STEADY, {"worker": worker_id}).scalar_one())


class LiveWorker(NamedTuple):
    """A live worker, with the age of its last heartbeat. A worker of an older version reports less in `about`."""

    id: str
    started_at: datetime
    beat_seconds: float
    about: JsonObject

    def number(self, group: str, name: str) -> int:
        """A number in one of the groups of `about`, such as `places`; 0 when it is not reported."""
        return int(self.fraction(group, name))

    def fraction(self, group: str, name: str) -> float:
        """The same for a number with decimals."""
        return float((self.about.get(group) or {}).get(name) or 0)


_LIVE = (
    select(
        Worker.id, Worker.started_at, extract("epoch", func.clock_timestamp() - Worker.beat_at), Worker.about,
    )
    .where(Worker.beat_at > func.now() - ALIVE)
    .order_by(Worker.started_at, Worker.id)
)  # fmt: skip


def list_live(connection: Connection) -> list[LiveWorker]:
    """The live workers, the oldest first."""
    rows = connection.execute(_LIVE)
    return [LiveWorker(key, started, round(float(age), 1), about) for key, started, age, about in rows]
