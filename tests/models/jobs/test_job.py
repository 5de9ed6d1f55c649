"""Jobs: one owner at a time, nothing written by who lost the lease, a poison job ends, and its credits come back."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Connection, Engine, func, select, text, update

from contract.errors import UpstreamUnreachable
from models import retention
from models.accounts import credits, workspace
from models.accounts.credits import Hold
from models.jobs import job, lost_job, new_job, next_job, outcome, waiting_process
from models.jobs.job import Job
from models.jobs.next_job import Slots
from tests.models.claims import claim_job


@pytest.fixture
def payer(database: Engine) -> UUID:
    with database.begin() as connection:
        made = workspace.create(connection, "jobs")
        credits.grant(connection, made, 10, key="first")
    return made


@pytest.fixture
def post(database: Engine, payer: UUID) -> Callable[..., UUID]:
    """`post(price=1, in_background=False, waiting_process=None)`: the id of a new job."""

    def make(price: int = 1, *, in_background: bool = False, waiting_process: str | None = None) -> UUID:
        with database.begin() as connection:
            made = new_job.create(
                connection,
                workspace_id=payer,
                operation="scrape",
                options={"url": "http://example.com/"},
                path="/v1/web/scrape",
                in_background=in_background,
                price=price,
                waiting_process=waiting_process,
            )
        assert made is not None
        return made

    return make


def row_of(database: Engine, job_id: UUID) -> Any:
    with database.connect() as connection:
        return connection.execute(select(Job.__table__).where(Job.id == job_id)).one()


def balance(database: Engine, payer: UUID) -> tuple[int, int]:
    with database.connect() as connection:
        row = workspace.require(connection, payer)
        return row.balance, row.reserved


def expire_leases(database: Engine, job_id: UUID) -> None:
    """The worker died: its lease ran out."""
    with database.begin() as connection:
        connection.execute(text("UPDATE job SET lease_until = now() - interval '1 s' WHERE id = :id"), {"id": job_id})


def claim(database: Engine, job_id: UUID, owner: str = "one") -> job.Task | None:
    with database.begin() as connection:
        return claim_job(connection, job_id, owner)


def must_claim(database: Engine, job_id: UUID, owner: str = "one") -> job.Task:
    task = claim(database, job_id, owner)
    assert task is not None
    return task


def finish(database: Engine, task: job.Task, price: int = 1) -> bool:
    """What the record pipeline does; False when the lease is lost."""
    with database.begin() as connection:
        if not job.lock(connection, task):
            return False
        credits.capture(connection, str(task.job_id), price)
        job.complete(connection, task, "{}")
    return True


def test_new_job_waits_with_its_credits_held(database: Engine, payer: UUID, post: Callable[..., UUID]) -> None:
    made = row_of(database, post(3))

    assert (made.status, made.attempts, made.options) == ("waiting", 0, {"url": "http://example.com/"})
    assert balance(database, payer) == (10, 3)


def test_job_that_cannot_be_paid_is_not_made(database: Engine, payer: UUID, post: Callable[..., UUID]) -> None:
    post(8)
    with database.begin() as connection:
        refused = new_job.create(
            connection,
            workspace_id=payer,
            operation="scrape",
            options={},
            path="/",
            in_background=False,
            price=3,
        )

    assert refused is None
    assert balance(database, payer) == (10, 8)
    with database.connect() as connection:
        assert connection.execute(select(func.count()).where(Job.workspace_id == payer)).scalar_one() == 1


def test_jobs_made_at_once_never_overspend(database: Engine, payer: UUID) -> None:
    def make(_: int) -> bool:
        with database.begin() as connection:
            made = new_job.create(
                connection,
                workspace_id=payer,
                operation="scrape",
                options={},
                path="/",
                in_background=False,
                price=1,
            )
        return made is not None

    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(make, range(40)))

    assert sum(made) == 10
    assert balance(database, payer) == (10, 10)


class TestCreatedAgain:
    """The connection broke after the commit: the statement comes again, with the same id."""

    def make(self, database: Engine, payer: UUID, job_id: UUID, price: int = 3) -> UUID | None:
        with database.begin() as connection:
            return new_job.create(
                connection,
                workspace_id=payer,
                operation="scrape",
                options={},
                path="/",
                in_background=False,
                price=price,
                job_id=job_id,
            )

    def jobs(self, database: Engine, payer: UUID) -> int:
        with database.connect() as connection:
            return int(connection.execute(select(func.count()).where(Job.workspace_id == payer)).scalar_one())

    def test_job_and_hold_are_there_once(self, database: Engine, payer: UUID) -> None:
        job_id = uuid4()

        assert [self.make(database, payer, job_id) for _ in range(2)] == [job_id, job_id]

        assert balance(database, payer) == (10, 3)
        assert self.jobs(database, payer) == 1

    def test_who_spent_all_the_first_time_is_not_refused_the_second(self, database: Engine, payer: UUID) -> None:
        job_id = uuid4()

        assert [self.make(database, payer, job_id, 10) for _ in range(2)] == [job_id, job_id]

        assert balance(database, payer) == (10, 10)

    def test_who_is_too_poor_is_refused_each_time(self, database: Engine, payer: UUID) -> None:
        job_id = uuid4()

        assert [self.make(database, payer, job_id, 11) for _ in range(2)] == [None, None]

        assert balance(database, payer) == (10, 0)
        assert self.jobs(database, payer) == 0

    @pytest.mark.parametrize("price", [3, 10])
    def test_while_the_first_is_not_committed_yet(self, database: Engine, payer: UUID, price: int) -> None:
        job_id = uuid4()

        with ThreadPoolExecutor(16) as pool:
            made = list(pool.map(lambda _: self.make(database, payer, job_id, price), range(16)))

        assert made == [job_id] * 16
        assert balance(database, payer) == (10, price)
        assert self.jobs(database, payer) == 1


def test_one_of_many_claims_wins(database: Engine, post: Callable[..., UUID]) -> None:
    job_id = post()

    with ThreadPoolExecutor(8) as pool:
        tasks = list(pool.map(lambda number: claim(database, job_id, str(number)), range(8)))

    assert len([task for task in tasks if task]) == 1
    assert row_of(database, job_id).attempts == 1


def test_unknown_job_is_nobodys(database: Engine) -> None:
    assert claim(database, uuid4()) is None


def test_finished_job_is_not_claimed_again(database: Engine, payer: UUID, post: Callable[..., UUID]) -> None:
    job_id = post()
    assert finish(database, must_claim(database, job_id))
    expire_leases(database, job_id)

    assert claim(database, job_id) is None
    assert balance(database, payer) == (9, 0)


def test_renewed_lease_keeps_others_out(database: Engine, post: Callable[..., UUID]) -> None:
    job_id = post()
    must_claim(database, job_id, "one")
    expire_leases(database, job_id)
    with database.begin() as connection:
        job.renew(connection, "two", [job_id])
        job.renew(connection, "one", [job_id])

    assert claim(database, job_id, "two") is None


def test_who_lost_the_lease_writes_nothing(database: Engine, payer: UUID, post: Callable[..., UUID]) -> None:
    job_id = post()
    stalled = must_claim(database, job_id, "stalled")
    expire_leases(database, job_id)
    fresh = must_claim(database, job_id, "fresh")

    assert not finish(database, stalled)
    with database.begin() as connection:
        assert not job.fail(connection, stalled, UpstreamUnreachable("late"))
    assert row_of(database, job_id).status == "active"
    assert finish(database, fresh)
    assert not finish(database, stalled)
    assert balance(database, payer) == (9, 0)


def test_ended_job_has_no_file(database: Engine, post: Callable[..., UUID]) -> None:
    with database.begin() as connection:
        job_id = post()
        connection.execute(
            update(Job).where(Job.id == job_id).values({Job.options: {"file": "aGk=", "formats": ["html"]}})
        )
        task = claim_job(connection, job_id, "worker")
        assert task is not None and job.fail(connection, task, UpstreamUnreachable("No."))

    assert row_of(database, job_id).options == {"formats": ["html"]}


def test_failed_job_gives_its_credits_back(database: Engine, payer: UUID, post: Callable[..., UUID]) -> None:
    job_id = post(5)
    task = must_claim(database, job_id)
    with database.begin() as connection:
        assert job.fail(connection, task, UpstreamUnreachable("The host is away."))

    row = row_of(database, job_id)
    assert (row.status, row.error["code"], row.finished_at is not None) == ("failed", "UPSTREAM_UNREACHABLE", True)
    assert balance(database, payer) == (10, 0)


class TestExpired:
    def fail_exhausted(self, database: Engine) -> None:
        with database.begin() as connection:
            for workspace_id in lost_job.list_exhausted(connection):
                lost_job.fail_exhausted(connection, workspace_id)

    def is_lost(self, database: Engine, job_id: UUID) -> bool:
        with database.connect() as connection:
            return (
                connection.execute(select(Job.id).where(Job.id == job_id, lost_job.is_lost)).one_or_none() is not None
            )

    def test_job_that_kills_three_workers_is_given_up(
        self, database: Engine, payer: UUID, post: Callable[..., UUID]
    ) -> None:
        job_id = post(4)
        for attempt in range(1, 4):
            assert must_claim(database, job_id, f"worker {attempt}").token == attempt
            expire_leases(database, job_id)
            self.fail_exhausted(database)
            assert self.is_lost(database, job_id) is (attempt < 3)

        row = row_of(database, job_id)
        assert (row.status, row.error["code"]) == ("failed", "INTERNAL_SERVER_ERROR")
        assert balance(database, payer) == (10, 0)
        assert claim(database, job_id) is None


class TestWaive:
    def waive(self, database: Engine, job_id: UUID) -> bool:
        with database.begin() as connection:
            return waiting_process.waive(connection, job_id, "me")

    def test_waived_job_continues_for_free(self, database: Engine, payer: UUID, post: Callable[..., UUID]) -> None:
        job_id = post(waiting_process="me")
        task = must_claim(database, job_id)

        assert self.waive(database, job_id)
        assert finish(database, task)
        assert row_of(database, job_id).status == "completed"
        assert balance(database, payer) == (10, 0)

    def test_finished_job_cannot_be_waived(self, database: Engine, payer: UUID, post: Callable[..., UUID]) -> None:
        job_id = post(waiting_process="me")
        finish(database, must_claim(database, job_id))

        assert not self.waive(database, job_id)
        assert balance(database, payer) == (9, 0)

    def test_race_with_the_end_charges_exactly_who_got_the_result(
        self, database: Engine, payer: UUID, post: Callable[..., UUID]
    ) -> None:
        for _ in range(10):
            before = balance(database, payer)[0]
            task = must_claim(database, post(waiting_process="me"))
            with ThreadPoolExecutor(2) as pool:
                waived = pool.submit(self.waive, database, task.job_id)
                finished = pool.submit(finish, database, task)
                charged = 0 if waived.result() else 1
                assert finished.result()
            assert balance(database, payer) == (before - charged, 0)


class TestStatus:
    def test_background_job_is_reported_to_its_workspace_only(
        self, database: Engine, payer: UUID, post: Callable[..., UUID]
    ) -> None:
        job_id, waited_for = post(in_background=True), post()
        with database.begin() as connection:
            stranger = workspace.create(connection, "stranger")

            assert outcome.find_background(connection, job_id, payer, "scrape").status == "waiting"
            assert outcome.find_background(connection, job_id, stranger, "scrape") is None
            assert outcome.find_background(connection, job_id, payer, "crawl") is None
            assert outcome.find_background(connection, waited_for, payer, "scrape") is None


class TestExpire:
    def finished(self, database: Engine, job_id: UUID, ago: str) -> None:
        finish(database, must_claim(database, job_id))
        with database.begin() as connection:
            connection.execute(
                text("UPDATE job SET finished_at = now() - CAST(:ago AS interval) WHERE id = :id"),
                {"id": job_id, "ago": ago},
            )

    def exists(self, database: Engine, job_id: UUID) -> bool:
        with database.connect() as connection:
            return connection.execute(select(Job.id).where(Job.id == job_id)).first() is not None

    @pytest.mark.parametrize(
        ("in_background", "ago", "kept"),
        [
            (True, "6 days 23 hours", True),
            (True, "7 days 1 minute", False),
            (False, "9 minutes", True),
            (False, "11 minutes", False),
        ],
    )
    def test_results_are_kept_as_long_as_somebody_may_ask(
        self, database: Engine, post: Callable[..., UUID], in_background: bool, ago: str, kept: bool
    ) -> None:
        job_id = post(in_background=in_background)
        self.finished(database, job_id, ago)

        with database.begin() as connection:
            for step in retention.STEPS:
                step(connection)

        assert self.exists(database, job_id) is kept

    def test_open_jobs_and_active_holds_stay(self, database: Engine, payer: UUID, post: Callable[..., UUID]) -> None:
        job_id = post()
        with database.begin() as connection:
            connection.execute(
                text("UPDATE hold SET created_at = now() - interval '9 days' WHERE key = :key"), {"key": str(job_id)}
            )
            for step in retention.STEPS:
                step(connection)
            held = connection.execute(select(Hold.state).where(Hold.key == str(job_id))).scalar_one()

        assert self.exists(database, job_id) and held == "active"
        assert balance(database, payer) == (10, 1)


@pytest.mark.parametrize(("in_background", "expected"), [(False, "off"), (True, "on")])
def test_only_a_start_that_is_reported_waits_for_the_disk(
    database: Engine, payer: UUID, in_background: bool, expected: str
) -> None:
    with database.connect() as connection:
        made = new_job.create(
            connection, workspace_id=payer, operation="scrape", options={}, path="/", in_background=in_background, price=1
        )  # fmt: skip
        assert made is not None and waits_for_disk(connection) == expected
        connection.commit()
        assert waits_for_disk(connection) == "on", "the setting ends with the transaction"


def test_a_claim_and_an_answer_do_not_wait_for_the_disk_but_the_end_of_a_job_does(
    database: Engine, post: Callable[..., UUID]
) -> None:
    job_id = post()
    with database.connect() as connection:
        claimed = next_job.claim(connection, ["scrape"], "one", Slots(1_000, 0)).tasks
        [task] = [one for one in claimed if one.job_id == job_id]
        assert waits_for_disk(connection) == "off"
        connection.commit()
        assert job.lock(connection, task)
        credits.capture(connection, str(job_id), 1)
        job.complete(connection, task, "{}")
        assert waits_for_disk(connection) == "on"
        connection.commit()
        assert waiting_process.collect(connection, job_id) is not None and waits_for_disk(connection) == "off"


def waits_for_disk(connection: Connection) -> str:
    return str(connection.execute(text("SELECT current_setting('synchronous_commit')")).scalar_one())
