"""All dead letters are retried: in batches, each once, without those that an operator cancelled."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import Engine, text

from contract.errors import InternalServerError, InvalidRequest, ServiceUnavailable
from models.accounts import audit
from models.accounts.audit import OPERATOR
from models.base import LAST_ID, new_id
from models.jobs import job
from models.pages import event
from models.queues import intervention, retry_all
from tests.models.desk import Desk, new
from tests.models.queues.test_intervention import payer, start  # noqa: F401 (payer is a fixture)

EVENT = """INSERT INTO event (id, job_id, type, page_number, host, status, attempts, error, next_at)
    VALUES (:id, :job, 'batch.page', :number, 'a.example', 'failed', :attempts, :error, now() - interval '1 h')"""


@pytest.fixture
def deliveries(database: Engine, desk: Desk) -> list[UUID]:
    """Five failed deliveries of one job, newest first, then one without attempts left and one that was cancelled."""
    job_id = desk.job(new("/"))
    rows = [
        {"id": new_id(), "job": job_id, "number": number, "attempts": attempts, "error": error}
        for number, (attempts, error) in enumerate([
            (100, "It failed."), (6, event.CANCELLED), *[(6, "It failed.")] * 5,
        ])
    ]  # fmt: skip
    with database.begin() as connection:
        connection.execute(text("DELETE FROM event"))
        connection.execute(text(EVENT), rows)
    return [row["id"] for row in reversed(rows)]


def statuses(database: Engine) -> dict[UUID, str]:
    with database.connect() as connection:
        return {row.id: row.status for row in connection.execute(text("SELECT id, status FROM event"))}


def test_deliveries_are_retried_in_batches(database: Engine, desk: Desk, deliveries: list[UUID]) -> None:
    before, batches = LAST_ID, []
    while True:
        with database.begin() as connection:
            ids = retry_all.retry_deliveries(connection, before, 2, OPERATOR)
        if not ids:
            break
        batches.append(list(ids))
        before = ids[-1]
        with database.begin() as connection:  # They fail again, and are not retried again.
            connection.execute(text("UPDATE event SET status = 'failed' WHERE id = ANY(:ids)"), {"ids": list(ids)})

    assert batches == [deliveries[:2], deliveries[2:4], deliveries[4:5]]
    with database.connect() as connection:
        entries = [row for row in audit.newest(connection, desk.workspace_id) if row.action == "deliveries.retried"]
    assert [row.details["number"] for row in entries] == ["1", "2", "2"] and entries[0].actor == OPERATOR


def test_delivery_without_attempts_and_cancelled_one_are_left_out(database: Engine, deliveries: list[UUID]) -> None:
    with database.begin() as connection:
        retry_all.retry_deliveries(connection, LAST_ID, 100, OPERATOR)

    found = statuses(database)
    assert [found[each] for each in deliveries] == ["pending"] * 5 + ["failed"] * 2


def test_dead_jobs_are_listed_in_batches(database: Engine, payer: UUID) -> None:  # noqa: F811
    tasks = [start(database, payer) for _ in range(4)]
    errors = [
        InternalServerError("It failed."), ServiceUnavailable(intervention.CANCELLED), ServiceUnavailable("It failed."),
        InvalidRequest("The fault of the caller."),
    ]  # fmt: skip
    for task, error in zip(tasks, errors, strict=True):
        with database.begin() as connection:
            job.fail_locked(connection, task.job_id, error)

    found: list[UUID] = []
    with database.begin() as connection:
        connection.execute(
            text("UPDATE job SET finished_at = now() - interval '1 s' WHERE workspace_id = :w"), {"w": payer}
        )
        place = retry_all.start(connection)
        assert (
            retry_all.list_jobs(connection, place._replace(finished_at=place.finished_at - timedelta(days=9)), 9) == []
        )
        while batch := retry_all.list_jobs(connection, place, 1):
            place = batch[-1]
            found.append(place.id)

    own = [each for each in found if each in {task.job_id for task in tasks}]
    assert sorted(own) == sorted([tasks[0].job_id, tasks[2].job_id])
    assert len(found) == len(set(found))
