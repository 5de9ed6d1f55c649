"""What an operator does about one job or delivery."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Engine, text

from contract.errors import InsufficientCredits, InternalServerError, InvalidRequest, NotFound, UpstreamUnreachable
from models import books
from models.accounts import audit, credits, workspace
from models.base import new_id
from models.jobs import job, new_job, next_job
from models.jobs.job import Task
from models.jobs.next_job import Slots
from models.queues import intervention
from models.queues.intervention import Intervention
from tests.models.claims import claim_job
from tests.models.desk import Desk, new

OPERATOR = "ops@a.com"
OPTIONS = {"url": "https://site.example/", "formats": ["markdown", "summary"]}


@pytest.fixture
def payer(database: Engine) -> UUID:
    with database.begin() as connection:
        made = workspace.create(connection, "queues")
        credits.grant(connection, made, 10, key=f"first:{made}")
    return made


def start(database: Engine, payer: UUID, *, in_background: bool = True) -> Task:
    """An active job."""
    with database.begin() as connection:
        made = new_job.create(
            connection, workspace_id=payer, operation="scrape", options=OPTIONS, path="/", in_background=in_background,
            price=2,
        )  # fmt: skip
        assert made is not None
        task = claim_job(connection, made, "first worker")
    assert task is not None
    return task


def state(database: Engine, job_id: UUID) -> tuple[str, int, Any]:
    query = text("SELECT status, attempts, error FROM job WHERE id = :id")
    with database.begin() as connection:
        assert books.drift(connection) == []
        row = connection.execute(query, {"id": job_id}).one()
    return row.status, row.attempts, row.error


@pytest.fixture
def retry(database: Engine) -> Callable[[UUID], Intervention]:
    def run(work_id: UUID) -> Intervention:
        with database.begin() as connection:
            return intervention.retry(connection, work_id, OPERATOR)

    return run


@pytest.fixture
def cancel(database: Engine) -> Callable[[UUID], Intervention]:
    def run(work_id: UUID) -> Intervention:
        with database.begin() as connection:
            return intervention.cancel(connection, work_id, OPERATOR)

    return run


def test_failed_job_is_retried_with_its_credits_held_again(
    database: Engine, payer: UUID, retry: Callable[[UUID], Intervention]
) -> None:
    late = start(database, payer)
    with database.begin() as connection:
        job.fail(connection, late, InternalServerError("Internal error."))

    done = retry(late.job_id)

    assert done.done == "retried" and [one.id for one in done.jobs] == [late.job_id]
    assert state(database, late.job_id) == ("waiting", 1, None)
    with database.begin() as connection:
        assert workspace.require(connection, payer).reserved == 2
        # The late worker of the first run holds the former token: it must write nothing.
        again = claim_job(connection, late.job_id, "second worker")
        assert again is not None and again.token == 2
        assert not job.lock(connection, late) and job.lock(connection, again)
        newest = audit.newest(connection, payer)[0]
        assert (newest.actor, newest.action, newest.subject) == (OPERATOR, "job.retried", str(late.job_id))


def test_job_that_cannot_be_paid_stays_failed(
    database: Engine, payer: UUID, retry: Callable[[UUID], Intervention]
) -> None:
    failed = start(database, payer)
    with database.begin() as connection:
        job.fail(connection, failed, InternalServerError("Internal error."))
        credits.grant(connection, payer, -9, key="spent")

    with pytest.raises(InsufficientCredits):
        retry(failed.job_id)

    assert state(database, failed.job_id)[0] == "failed"


def test_only_work_that_can_run_again_is_retried(
    database: Engine, payer: UUID, retry: Callable[[UUID], Intervention]
) -> None:
    running, inline = start(database, payer), start(database, payer, in_background=False)
    with database.begin() as connection:
        job.fail(connection, inline, UpstreamUnreachable("The host is away."))

    for refused in (running, inline):
        with pytest.raises(InvalidRequest):
            retry(refused.job_id)
    with pytest.raises(NotFound):
        retry(uuid4())


def test_lost_job_is_posted_again_at_once(database: Engine, payer: UUID, retry: Callable[[UUID], Intervention]) -> None:
    lost = start(database, payer)
    with database.begin() as connection:
        connection.execute(
            text("UPDATE job SET lease_until = now() - interval '1 s', attempts = 3 WHERE id = :id"),
            {"id": lost.job_id},
        )

    done = retry(lost.job_id)

    assert done.done == "posted" and [(one.id, one.queue) for one in done.jobs] == [(lost.job_id, "scrape")]
    with database.begin() as connection:
        claimed = next_job.claim(connection, ["scrape"], "new worker", Slots(1_000, 0)).tasks
    assert [one.token for one in claimed if one.job_id == lost.job_id] == [4]


@pytest.mark.parametrize("in_background", [True, False])
def test_cancelled_job_costs_nothing_and_its_worker_writes_nothing(
    database: Engine, payer: UUID, cancel: Callable[[UUID], Intervention], in_background: bool
) -> None:
    task = start(database, payer, in_background=in_background)

    done = cancel(task.job_id)

    assert done.ended == (task.job_id,)
    status, _, error = state(database, task.job_id)
    assert status == "failed" and error["code"] == "SERVICE_UNAVAILABLE"
    with database.begin() as connection:
        assert not job.lock(connection, task)
        assert workspace.require(connection, payer).reserved == 0
    with pytest.raises(InvalidRequest):
        cancel(task.job_id)


def test_crawl_is_cancelled_or_its_slices_are_due_now(
    database: Engine, desk: Desk, retry: Callable[[UUID], Intervention], cancel: Callable[[UUID], Intervention]
) -> None:
    job_id = desk.job(new("/a"), new("/b"))
    with database.begin() as connection:
        connection.execute(text("UPDATE slice SET not_before = now() + interval '1 h'"))

    posted = retry(job_id).slices
    assert [one.job_id for one in posted] == [job_id]

    assert cancel(job_id).cancelled == (job_id,)
    assert state(database, job_id)[0] == "cancelled"


@pytest.fixture
def delivery(database: Engine, desk: Desk) -> UUID:
    """A pending event."""
    event_id = new_id()
    with database.begin() as connection:
        connection.execute(
            text("INSERT INTO event (id, job_id, type, host, attempts, next_at)"
                 " VALUES (:id, :job, 'crawl.completed', 'a.example', 6, now() + interval '1 h')"),
            {"id": event_id, "job": desk.job()},
        )  # fmt: skip
    return event_id


def test_delivery_is_given_up_and_sent_again(
    database: Engine, delivery: UUID, retry: Callable[[UUID], Intervention], cancel: Callable[[UUID], Intervention]
) -> None:
    query = text("SELECT status, attempts, next_at <= now() FROM event WHERE id = :id")

    cancel(delivery)
    with database.connect() as connection:
        assert connection.execute(query, {"id": delivery}).one()[:2] == ("failed", 6)
    with pytest.raises(InvalidRequest):
        cancel(delivery)

    retry(delivery)
    with database.connect() as connection:
        assert tuple(connection.execute(query, {"id": delivery}).one()) == ("pending", 6, True)


@pytest.mark.parametrize(
    "state",
    ["attempts = 1, next_at = now() + interval '25 s'", "attempts = 100, status = 'failed'"],
    ids=["being-sent", "all-attempts-used"],
)
def test_delivery_in_flight_or_without_attempts_is_not_sent_again(
    database: Engine, delivery: UUID, retry: Callable[[UUID], Intervention], state: str
) -> None:
    query = text("SELECT status, attempts, next_at FROM event WHERE id = :id")
    with database.begin() as connection:
        connection.execute(text(f"UPDATE event SET {state} WHERE id = :id"), {"id": delivery})
        before = connection.execute(query, {"id": delivery}).one()

    with pytest.raises(InvalidRequest):
        retry(delivery)

    with database.connect() as connection:
        assert connection.execute(query, {"id": delivery}).one() == before
