"""The outbox: any number of relays share it, and none waits for another or for a host with many events."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import Engine, text

from models.pages import delivery, delivery_attempt, event
from models.pages.delivery_attempt import Attempt
from models.pages.event import Due
from tests.models.desk import Desk, new

PENDING = """INSERT INTO event (id, job_id, type, page_number, host, next_at) SELECT gen_random_uuid(), :job, 'batch.page', n,
    :host, now() - make_interval(secs => :age) + make_interval(secs => n / 1000.0) FROM generate_series(1, :many) n"""


@pytest.fixture
def outbox(database: Engine, desk: Desk) -> None:
    """40 due events for the first host, 3 for the second, 1 that is due later for the third."""
    with database.begin() as connection:
        connection.execute(text("DELETE FROM event"))
        job_id = desk.job(new("/"))
        for host, many, age in (("a.example", 40, 60), ("b.example", 3, 30), ("c.example", 1, -60)):
            connection.execute(text(PENDING), {"job": job_id, "host": host, "many": many, "age": age})


def test_two_relays_at_once_get_different_events_without_waiting(database: Engine, outbox: None) -> None:
    with database.begin() as one, database.begin() as other:
        other.execute(text("SET LOCAL lock_timeout = '1s'"))
        first = event.claim(one, 64, per_host=4, full_hosts=[])
        second = event.claim(other, 64, per_host=4, full_hosts=[])

    assert Counter(due.host for due in first) == {"a.example": 4, "b.example": 3}
    assert Counter(due.host for due in second) == {"a.example": 4}
    assert not {due.id for due in first} & {due.id for due in second}


def test_events_of_full_hosts_are_left_and_the_oldest_come_first(database: Engine, outbox: None) -> None:
    with database.begin() as connection:
        assert {due.host for due in event.claim(connection, 64, per_host=4, full_hosts=["a.example"])} == {"b.example"}
        assert {due.page_number for due in event.claim(connection, 2, per_host=4, full_hosts=[])} == {1, 2}


def test_each_event_is_claimed_once(database: Engine, outbox: None) -> None:
    claimed = []
    with database.begin() as connection:
        while found := event.claim(connection, 64, per_host=4, full_hosts=[]):
            claimed += [due.id for due in found]

    assert len(claimed) == len(set(claimed)) == 43


def test_attempts_are_logged_in_their_order(database: Engine, outbox: None) -> None:
    begun = datetime(2026, 11, 22, 10, tzinfo=UTC)
    refused = Attempt(
        started_at=begun, duration_ms=34, response_status=500, error="The receiver answered with HTTP 500."
    )
    with database.begin() as connection:
        [due, other] = event.claim(connection, 2, per_host=4, full_hosts=[])
        delivery_attempt.fail(connection, due, refused, again_seconds=0.0)
    with database.begin() as connection:
        connection.execute(text("UPDATE event SET next_at = now() + interval '1 h' WHERE id <> :id"), {"id": due.id})
    with database.begin() as connection:
        [again] = event.claim(connection, 2, per_host=4, full_hosts=[])
        delivery_attempt.complete(connection, again, replace(refused, response_status=204, error=None))
        delivery_attempt.fail(connection, due, refused, again_seconds=0.0)  # The first attempt reports late.

        found = delivery.find(connection, due.job_id, due.id)
        untouched = delivery.find(connection, due.job_id, other.id)

    assert found is not None and (found.status, found.attempts, found.response_status) == ("success", 2, 204)
    assert [(each["number"], each["response_status"], each["error"]) for each in found.attempt_log] == [
        (1, 500, "The receiver answered with HTTP 500."), (2, 204, None),
    ]  # fmt: skip
    assert found.attempt_log[0]["started_at"] == begun.isoformat() and found.attempt_log[0]["duration_ms"] == 34
    assert untouched is not None and untouched.attempt_log == []


REFUSED = Attempt(started_at=datetime.now(UTC), duration_ms=34, response_status=500, error="HTTP 500")


def lost(database: Engine) -> Due:
    """An event whose first attempt ended with its worker."""
    with database.begin() as connection:
        [due] = event.claim(connection, 1, per_host=1, full_hosts=[])
        connection.execute(text("DELETE FROM event WHERE id <> :id"), {"id": due.id})
        over = (
            "UPDATE event SET next_at = now() - interval '1 s', attempt_log = jsonb_build_array("
            "jsonb_build_object('number', 1, 'started_at', now() - interval '31 s'))"
        )
        connection.execute(text(over))
    return due


def log_of(database: Engine, due: Due) -> list[tuple[int, int | None, str | None]]:
    with database.connect() as connection:
        found = delivery.find(connection, due.job_id, due.id)
    assert found is not None
    return [(each["number"], each["response_status"], each["error"]) for each in found.attempt_log]


def test_attempt_of_a_worker_that_died_is_in_the_log(database: Engine, outbox: None) -> None:
    due = lost(database)
    assert log_of(database, due) == [(1, None, delivery.LOST)]

    with database.begin() as connection:
        [again] = event.claim(connection, 1, per_host=1, full_hosts=[])
    assert log_of(database, due) == [(1, None, delivery.LOST)]

    with database.begin() as connection:
        delivery_attempt.fail(connection, again, REFUSED, again_seconds=60.0)
    assert log_of(database, due) == [(1, None, delivery.LOST), (2, 500, "HTTP 500")]


def test_attempt_that_reports_after_its_lease_is_logged_in_its_place(database: Engine, outbox: None) -> None:
    due = lost(database)
    with database.begin() as connection:
        [again] = event.claim(connection, 1, per_host=1, full_hosts=[])
        delivery_attempt.fail(connection, due, REFUSED, again_seconds=None)
        found = delivery.find(connection, due.job_id, due.id)

    assert found is not None and (found.status, found.response_status) == ("pending", None)
    assert log_of(database, due) == [(1, 500, "HTTP 500")]

    with database.begin() as connection:
        delivery_attempt.complete(connection, again, replace(REFUSED, response_status=200, error=None))
    assert log_of(database, due) == [(1, 500, "HTTP 500"), (2, 200, None)]


def test_a_long_queue_of_one_host_is_not_read(database: Engine, outbox: None, desk: Desk) -> None:
    with database.begin() as connection:
        many = {"job": desk.job(new("/")), "host": "full.example", "many": 20_000, "age": 90}
        connection.execute(text(PENDING), many)
        connection.execute(text("ANALYZE event"))
        claim = event._CLAIM.compile(database)
        values = {**claim.params, "full_hosts": ["full.example"], "most": 64, "per_host": 4}
        plan = connection.exec_driver_sql(f"EXPLAIN (ANALYZE, BUFFERS OFF) {claim}", values).scalars()
        text_of_plan = "\n".join(plan)

    # The events are in the partition of ids without a time. The other partitions are empty.
    assert "event_other_host_next_at_idx" in text_of_plan and "Seq Scan on event_other" not in text_of_plan
