"""Paused queues. The state is in Postgres, so that a flushed Redis changes nothing.

Workers read it with each heartbeat. They start no message of a paused queue; running work ends normally.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from contract.errors import InvalidRequest
from contract.queues import QUEUES
from models.base import Base, created_at


class QueuePause(Base):
    """One paused queue. `paused_by` is the operator's e-mail address, or `operator` for the command line."""

    __tablename__ = "queue_pause"

    queue: Mapped[str] = mapped_column(primary_key=True)
    paused_by: Mapped[str]
    paused_at: Mapped[datetime] = created_at()


class Pause(NamedTuple):
    """Who paused a queue, and when."""

    queue: str
    paused_by: str
    paused_at: datetime


def pause(connection: Connection, queue: str, actor: str) -> bool:
    """Pause a queue. False when it was paused already.

    Raises:
        InvalidRequest: the queue is unknown.
    """
    _require_known(queue)
    values = {QueuePause.queue: queue, QueuePause.paused_by: actor}
    return bool(connection.execute(insert(QueuePause).values(values).on_conflict_do_nothing()).rowcount)


def resume(connection: Connection, queue: str) -> bool:
    """Resume a paused queue. False when it was not paused.

    Raises:
        InvalidRequest: the queue is unknown.
    """
    _require_known(queue)
    return bool(connection.execute(delete(QueuePause).where(QueuePause.queue == queue)).rowcount)


_LIST = select(QueuePause.queue, QueuePause.paused_by, QueuePause.paused_at)
_NAMES = select(QueuePause.queue)


def list_pauses(connection: Connection) -> list[Pause]:
    """The paused queues."""
    return [Pause(*row) for row in connection.execute(_LIST)]


def list_names(connection: Connection) -> frozenset[str]:
    """The names of the paused queues."""
    return frozenset(connection.execute(_NAMES).scalars())


def _require_known(queue: str) -> None:
    if queue not in QUEUES:
        raise InvalidRequest.of("queue", f"must be one of {', '.join(QUEUES)}")
