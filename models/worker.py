"""Heartbeats of the worker processes: who is there to do the work."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, func, select
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, created_at

ALIVE = timedelta(seconds=20)


class Worker(Base):
    """A worker process; `about` tells its host, pid, queues and whether it has a browser."""

    __tablename__ = "worker"

    id: Mapped[str] = mapped_column(primary_key=True)
    about: Mapped[dict[str, Any]] = mapped_column(JSONB)
    started_at: Mapped[datetime] = created_at()
    beat_at: Mapped[datetime] = created_at()


def beat(connection: Connection, worker_id: str, about: dict[str, Any]) -> None:
    """Note that the worker lives; forget those that have not for an hour."""
    statement = insert(Worker).values(id=worker_id, about=about)
    fresh = {"beat_at": func.now(), "about": about}
    connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=fresh))
    connection.execute(delete(Worker).where(Worker.beat_at < func.now() - timedelta(hours=1)))


def leave(connection: Connection, worker_id: str) -> None:
    """Note that the worker stopped in good order."""
    connection.execute(delete(Worker).where(Worker.id == worker_id))


def alive(connection: Connection) -> list[dict[str, Any]]:
    """What the living workers told of themselves."""
    rows = connection.execute(select(Worker.id, Worker.about).where(Worker.beat_at > func.now() - ALIVE))
    return [{"id": row.id, **row.about} for row in rows]
