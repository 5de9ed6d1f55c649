"""A delivery that is cancelled while it is sent, and retried: it is not sent a second time while the first attempt may run."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

import pytest
from sqlalchemy import Connection, Engine, text

from models.accounts.audit import OPERATOR
from models.pages import delivery, delivery_attempt, event
from models.pages.delivery_attempt import Attempt
from models.pages.event import Due
from models.queues import intervention
from tests.models.desk import Desk, new

ACCEPTED = Attempt(started_at=datetime.now(UTC), duration_ms=9, response_status=200, error=None)
FAILED = Attempt(started_at=datetime.now(UTC), duration_ms=9, response_status=500, error="It failed.")
STATE = text(
    "SELECT status, attempts, next_at - now() BETWEEN interval '1 s' AND interval '31 s' FROM event WHERE id = :id"
)


@pytest.fixture
def sending(database: Engine, desk: Desk) -> Due:
    """An event that a relay sends at the moment."""
    with database.begin() as connection:
        connection.execute(text("DELETE FROM event"))
        event.add(connection, desk.job(new("/")), "crawl.completed", [None], host="a.example")
        [due] = event.claim(connection, 1, per_host=1, full_hosts=[])
    return due


def retry_as_operator(connection: Connection, due: Due) -> None:
    intervention.retry(connection, due.id, OPERATOR)


def retry_as_caller(connection: Connection, due: Due) -> None:
    assert delivery.retry(connection, due.job_id, due.id)


Retry = Callable[[Connection, Due], None]
RETRIES = pytest.mark.parametrize("retry", [retry_as_operator, retry_as_caller])


def claimed(database: Engine) -> list[UUID]:
    with database.begin() as connection:
        return [due.id for due in event.claim(connection, 1, per_host=1, full_hosts=[])]


def state(database: Engine, due: Due) -> tuple[str, int, bool]:
    with database.connect() as connection:
        status, attempts, is_later = connection.execute(STATE, {"id": due.id}).one()
    return status, attempts, is_later


@RETRIES
def test_retry_waits_for_the_attempt_that_may_run(database: Engine, sending: Due, retry: Retry) -> None:
    with database.begin() as connection:
        intervention.cancel(connection, sending.id, OPERATOR)
    with database.begin() as connection:
        retry(connection, sending)

    assert claimed(database) == [] and state(database, sending) == ("pending", 1, True)

    with database.begin() as connection:
        delivery_attempt.complete(connection, sending, ACCEPTED)
        connection.execute(text("UPDATE event SET next_at = now() - interval '1 s'"))
    assert claimed(database) == [] and state(database, sending)[:2] == ("success", 1)


@RETRIES
@pytest.mark.parametrize("again_seconds", [None, 300.0])
def test_retry_stays_when_the_attempt_that_ran_fails(
    database: Engine, sending: Due, retry: Retry, again_seconds: float | None
) -> None:
    """Also if it was the last automatic attempt."""
    with database.begin() as connection:
        intervention.cancel(connection, sending.id, OPERATOR)
    with database.begin() as connection:
        retry(connection, sending)
    with database.begin() as connection:
        delivery_attempt.fail(connection, sending, FAILED, again_seconds=again_seconds)
    assert state(database, sending)[0] == "pending"

    with database.begin() as connection:
        [again] = event.claim(connection, 1, per_host=1, full_hosts=[])
    with database.begin() as connection:
        delivery_attempt.fail(connection, again, FAILED, again_seconds=None)
    assert (again.attempts, state(database, sending)) == (2, ("failed", 2, False))


def test_attempt_that_fails_after_the_cancellation_is_logged_only(database: Engine, sending: Due) -> None:
    with database.begin() as connection:
        intervention.cancel(connection, sending.id, OPERATOR)
        delivery_attempt.fail(connection, sending, FAILED, again_seconds=5.0)
        found = delivery.find(connection, sending.job_id, sending.id)

    assert found is not None and (found.status, found.error) == ("failed", event.CANCELLED)
    assert [(each["number"], each["error"]) for each in found.attempt_log] == [(1, "It failed.")]


def test_attempt_that_ends_before_the_retry_is_believed(database: Engine, sending: Due) -> None:
    with database.begin() as connection:
        intervention.cancel(connection, sending.id, OPERATOR)
    with database.begin() as connection:
        delivery_attempt.complete(connection, sending, ACCEPTED)
        assert not delivery.retry(connection, sending.job_id, sending.id)

    assert state(database, sending)[:2] == ("success", 1)


@RETRIES
def test_retry_after_the_last_attempt_is_due_at_once(database: Engine, sending: Due, retry: Retry) -> None:
    with database.begin() as connection:
        delivery_attempt.fail(connection, sending, FAILED, again_seconds=None)
    assert state(database, sending) == ("failed", 1, False)

    with database.begin() as connection:
        retry(connection, sending)

    assert claimed(database) == [sending.id]
