"""Heartbeats: who is there to do the work."""

from __future__ import annotations

from uuid import uuid4

from sqlalchemy import Engine, text

from models import worker


def ids(database: Engine) -> set[str]:
    with database.connect() as connection:
        return {live.id for live in worker.list_live(connection)}


def test_worker_is_alive_while_it_beats(database: Engine) -> None:
    name = uuid4().hex
    with database.begin() as connection:
        worker.beat(connection, name, {"browser": None})
        worker.beat(connection, name, {"browser": "/usr/bin/chromium"})
        [reported] = [live.about for live in worker.list_live(connection) if live.id == name]
    assert reported["browser"] == "/usr/bin/chromium"

    with database.begin() as connection:
        connection.execute(text("UPDATE worker SET beat_at = now() - interval '21 s' WHERE id = :id"), {"id": name})
    assert name not in ids(database)


def test_worker_that_leaves_is_gone_at_once(database: Engine) -> None:
    name = uuid4().hex
    with database.begin() as connection:
        worker.beat(connection, name, {})
        worker.remove(connection, name)

    assert name not in ids(database)


def test_long_dead_workers_are_forgotten(database: Engine) -> None:
    dead, living = uuid4().hex, uuid4().hex
    with database.begin() as connection:
        worker.beat(connection, dead, {})
        connection.execute(text("UPDATE worker SET beat_at = now() - interval '2 h' WHERE id = :id"), {"id": dead})
        worker.beat(connection, living, {})
        left = connection.execute(text("SELECT id FROM worker WHERE id IN (:one, :two)"), {"one": dead, "two": living})
        assert left.scalars().all() == [living]
        worker.remove(connection, living)
