"""Idempotency keys in storage: one job per key, given up when its caller got neither a result nor a charge."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import Engine, text

from contract.errors import IdempotencyKeyReused, NotFound, RequestTimeout, ServiceError, UpstreamUnreachable
from models import retention
from models.accounts import credits, workspace
from models.base import new_id
from models.jobs import idempotency, job, new_job, waiting_process
from models.jobs.idempotency import IdempotencyKey
from tests.models.claims import claim_job
from tests.models.desk import Desk, new

KEY = IdempotencyKey("key", b"digest")
ME, OTHER = "my process", "another process"


@pytest.fixture
def payer(database: Engine) -> UUID:
    with database.begin() as connection:
        made = workspace.create(connection, "keys")
        credits.grant(connection, made, 10, key="first")
    return made


@pytest.fixture
def start(database: Engine, payer: UUID) -> Callable[..., UUID]:
    """`start(key)`: the job of a call with that key."""

    def make(key: IdempotencyKey = KEY, *, in_background: bool = False, process: str = ME) -> UUID:
        with database.begin() as connection:
            idempotency.lock(connection, payer, key)
            first = idempotency.adopt(connection, payer, key, process)
            if first is not None:
                return first
            made = new_job.create(
                connection, workspace_id=payer, operation="scrape", options={}, path="/", in_background=in_background, price=1,
                waiting_process=None if in_background else process,
            )  # fmt: skip
            assert made is not None
            idempotency.store(connection, key, made)
            return made

    return make


def claim(database: Engine, job_id: UUID) -> job.Task:
    with database.begin() as connection:
        task = claim_job(connection, job_id, "worker")
    assert task is not None
    return task


def complete(database: Engine, job_id: UUID) -> None:
    task = claim(database, job_id)
    with database.begin() as connection:
        assert job.lock(connection, task)
        credits.capture(connection, str(job_id), 1)
        job.complete(connection, task, "{}")


def balance(database: Engine, payer: UUID) -> tuple[int, int]:
    with database.connect() as connection:
        row = workspace.require(connection, payer)
        return row.balance, row.reserved


def age(database: Engine, hours: int) -> None:
    with database.begin() as connection:
        connection.execute(
            text("UPDATE job SET created_at = created_at - :age, finished_at = finished_at - :age"),
            {"age": timedelta(hours=hours)},
        )


def test_same_key_gives_the_same_job_and_holds_once(database: Engine, payer: UUID, start: Callable[..., UUID]) -> None:
    first = start()

    assert start() == first and balance(database, payer) == (10, 1)
    complete(database, first)
    assert start() == first and balance(database, payer) == (9, 0)


def test_same_key_with_another_request_is_an_error(start: Callable[..., UUID]) -> None:
    start()

    with pytest.raises(IdempotencyKeyReused) as raised:
        start(IdempotencyKey(KEY.value, b"another"))

    assert (raised.value.status, raised.value.code) == (409, "VALIDATION_ERROR")
    assert "Idempotency-Key" in raised.value.message


def test_starts_at_the_same_time_make_one_job(database: Engine, payer: UUID, start: Callable[..., UUID]) -> None:
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: start(), range(8)))

    assert len(set(made)) == 1 and balance(database, payer) == (10, 1)


def test_expired_key_starts_a_new_job(database: Engine, start: Callable[..., UUID]) -> None:
    first = start(in_background=True)
    age(database, 23)
    assert start(in_background=True) == first

    age(database, 1)
    second = start(IdempotencyKey(KEY.value, b"another"), in_background=True)

    assert second != first and start(IdempotencyKey(KEY.value, b"another"), in_background=True) == second


@pytest.mark.parametrize(
    ("error", "in_background", "is_new"),
    [
        (UpstreamUnreachable("The host is away."), False, True),
        (RequestTimeout("Too slow."), False, True),
        (NotFound("No cached copy."), False, False),
        (UpstreamUnreachable("The host is away."), True, False),
    ],
)
def test_failure_that_may_pass_gives_the_key_up(
    database: Engine, start: Callable[..., UUID], error: ServiceError, in_background: bool, is_new: bool
) -> None:
    first = start(in_background=in_background)
    task = claim(database, first)
    with database.begin() as connection:
        job.fail(connection, task, error)

    assert (start(in_background=in_background) != first) is is_new


def test_job_without_a_caller_gives_its_key_up(database: Engine, payer: UUID, start: Callable[..., UUID]) -> None:
    for free in (waiting_process.waive, waiting_process.make_free):
        first = start()
        with database.begin() as connection:
            free(connection, first, ME)

        assert start() != first and balance(database, payer) == (10, 1)
        with database.begin() as connection:
            waiting_process.make_free(connection, start(), ME)


def test_job_that_another_process_must_answer_is_not_made_free(
    database: Engine, payer: UUID, start: Callable[..., UUID]
) -> None:
    first = start()
    assert start(process=OTHER) == first

    with database.begin() as connection:
        waiting_process.make_free(connection, first, ME)
        assert waiting_process.waive(connection, first, ME)

    assert balance(database, payer) == (10, 1)
    complete(database, first)
    assert balance(database, payer) == (9, 0) and start() == first


def test_answered_job_is_not_refunded_when_a_repeated_call_is_given_up(
    database: Engine, payer: UUID, start: Callable[..., UUID]
) -> None:
    first = start()
    complete(database, first)
    with database.begin() as connection:
        assert waiting_process.collect(connection, first)

    assert start(process=OTHER) == first
    with database.begin() as connection:
        waiting_process.make_free(connection, first, OTHER)

    assert balance(database, payer) == (9, 0)


def test_dead_process_gives_the_keys_of_its_jobs_up_unless_they_were_taken_over(
    database: Engine, payer: UUID, start: Callable[..., UUID]
) -> None:
    other = IdempotencyKey("another", b"digest")
    kept, lost = start(), start(other)
    with database.begin() as connection:
        waiting_process.beat(connection, OTHER)
    start(process=OTHER)
    complete(database, kept)

    with database.begin() as connection:
        for workspace_id in waiting_process.list_unanswered(connection):
            waiting_process.settle_dead(connection, workspace_id)

    assert start() == kept and start(other) != lost
    assert balance(database, payer) == (9, 1)


def test_result_of_a_call_with_a_key_is_kept_for_a_day(database: Engine, start: Callable[..., UUID]) -> None:
    first = start()
    complete(database, first)
    with database.begin() as connection:
        waiting_process.collect(connection, first)

    def is_kept() -> bool:
        with database.begin() as connection:
            retention.delete_inline_jobs(connection)
            return bool(connection.execute(text("SELECT id FROM job WHERE id = :id"), {"id": first}).one_or_none())

    age(database, 23)
    assert is_kept()
    age(database, 2)
    assert not is_kept()


def test_key_of_a_crawl_is_stored_with_it(database: Engine, desk: Desk) -> None:
    job_id = desk.job(new("/"))
    with database.begin() as connection:
        idempotency.store(connection, KEY, job_id)

    with database.begin() as connection:
        assert idempotency.adopt(connection, desk.workspace_id, KEY, ME) == job_id
        assert idempotency.adopt(connection, new_id(), KEY, ME) is None


def test_result_that_was_refunded_meanwhile_is_known_to_be_free(
    database: Engine, payer: UUID, start: Callable[..., UUID]
) -> None:
    refunded, kept = start(), start(IdempotencyKey("kept", b"digest"))
    for job_id in (refunded, kept):
        complete(database, job_id)

    with database.begin() as connection:
        waiting_process.make_free(connection, refunded, ME)
        outcomes = [waiting_process.collect(connection, job_id) for job_id in (refunded, kept)]

    assert [outcome and outcome.is_refunded for outcome in outcomes] == [True, False]
