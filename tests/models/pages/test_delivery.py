"""Deliveries of a job: a caller may retry a failed one."""

from __future__ import annotations

from uuid import UUID

import pytest
from sqlalchemy import Engine, text

from models.base import new_id
from models.pages import delivery, event
from tests.models.desk import Desk, new

EVENT = """INSERT INTO event (id, job_id, type, page_number, host, status, attempts, next_at)
    VALUES (:id, :job, 'batch.page', :number, 'a.example', :status, :attempts, now() + interval '1 hour')"""


@pytest.fixture
def job_id(database: Engine, desk: Desk) -> UUID:
    with database.begin() as connection:
        connection.execute(text("DELETE FROM event"))
    return desk.job(new("/"))


def written(database: Engine, job_id: UUID, status: str, attempts: int) -> UUID:
    """The id of a new event."""
    event_id = new_id()
    values = {"id": event_id, "job": job_id, "number": attempts, "status": status, "attempts": attempts}
    with database.begin() as connection:
        connection.execute(text(EVENT), values)
    return event_id


def test_retried_delivery_is_claimed_at_once(database: Engine, job_id: UUID) -> None:
    failed = written(database, job_id, "failed", 6)

    with database.begin() as connection:
        assert delivery.retry(connection, job_id, failed)
    with database.begin() as connection:
        [due] = event.claim(connection, 10, per_host=4, full_hosts=[])

    assert (due.id, due.attempts) == (failed, 7)


@pytest.mark.parametrize(
    ("status", "attempts"), [("pending", 1), ("success", 1), ("failed", delivery.ATTEMPTS_MAX)]
)  # fmt: skip
def test_other_deliveries_are_not_changed(database: Engine, job_id: UUID, status: str, attempts: int) -> None:
    event_id = written(database, job_id, status, attempts)

    with database.begin() as connection:
        assert not delivery.retry(connection, job_id, event_id)
        found = delivery.find(connection, job_id, event_id)
        assert event.claim(connection, 10, per_host=4, full_hosts=[]) == []

    assert found is not None and (found.status, found.attempts) == (status, attempts)


def test_delivery_of_another_job_is_not_found(database: Engine, desk: Desk, job_id: UUID) -> None:
    failed = written(database, job_id, "failed", 6)
    other = desk.job(new("/other"))

    with database.begin() as connection:
        assert not delivery.retry(connection, other, failed)
        assert delivery.find(connection, other, failed) is None
