"""The actor: whatever a page does, its job ends, and a message more or less changes nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Engine, create_engine, select

from contract.errors import RequestTimeout, UpstreamUnreachable
from contract.options.scrape import ScrapeOptions
from contract.process.interruptions import Interruptions
from crawler import runner
from crawler.failures import LeaseLost
from models import session
from models.accounts import credits, workspace
from models.jobs import job
from models.jobs.job import Job, Task
from tests.conftest import Account
from tests.workers.conftest import Posts
from workers.queue import Mailbox
from workers.run import Runner, options_of, perform


@pytest.fixture
def run(database: Engine, posts: Posts) -> Callable[..., Runner]:
    """`run(perform, *job_ids)`: a runner after it got those messages."""

    def make(
        perform: Callable[[Task], None],
        *job_ids: UUID,
        stalled: bool = False,
        interruptions: Interruptions | None = None,
    ) -> Runner:
        runner = Runner(
            owner="test", database=database, mailbox=cast(Mailbox, posts), perform=perform, stalled=lambda: stalled,
            interruptions=interruptions or Interruptions(),
        )  # fmt: skip
        for job_id in job_ids:
            runner.run(str(job_id))
        return runner

    return make


@contextmanager
def loop_in_thread() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join(60)
    loop.close()


def row_of(database: Engine, job_id: UUID) -> Any:
    with database.connect() as connection:
        return connection.execute(select(Job.__table__).where(Job.id == job_id)).one()


def held(database: Engine, account: Account) -> tuple[int, int]:
    with database.connect() as connection:
        row = workspace.require(connection, account.workspace_id)
        return row.balance, row.reserved


def recording(database: Engine) -> Callable[[Task], None]:
    """What the record pipeline does with a good page."""

    def perform(task: Task) -> None:
        with database.begin() as connection:
            assert job.lock(connection, task)
            credits.capture(connection, str(task.job_id), 1)
            job.complete(connection, task, "{}")

    return perform


def test_worker_whose_event_loop_hangs_leaves_jobs_to_the_others(
    database: Engine, post: Callable[[], UUID], posts: Posts, run: Callable[..., Runner]
) -> None:
    job_id = post()

    run(recording(database), job_id, stalled=True)

    assert row_of(database, job_id).status == "waiting" and job_id not in posts.announced


def test_job_that_could_not_be_recorded_because_postgres_was_away_is_posted_again_and_no_attempt_counts(
    database: Engine, post: Callable[[], UUID], posts: Posts, run: Callable[..., Runner]
) -> None:
    job_id = post()
    away = create_engine("postgresql+psycopg2://127.0.0.1:1/nobody")

    for _ in range(4):
        run(lambda task: session.transact(away, lambda connection: None, retry_seconds=0), job_id)
        assert (row_of(database, job_id).status, row_of(database, job_id).attempts) == ("waiting", 0)
    run(recording(database), job_id)

    assert posts.posted == [job_id] * 4 and row_of(database, job_id).status == "completed"


def test_job_that_failed_in_an_interrupted_process_is_posted_again_until_its_last_attempt(
    database: Engine, post: Callable[[], UUID], posts: Posts, run: Callable[..., Runner]
) -> None:
    job_id = post()

    def interrupted(task: Task) -> None:
        raise RequestTimeout("The time limit passed.")

    states = []
    for _ in range(3):
        run(interrupted, job_id, interruptions=cast(Interruptions, SimpleNamespace(since=lambda begun: True)))
        states.append((row_of(database, job_id).status, row_of(database, job_id).attempts))

    assert states == [("waiting", 1), ("waiting", 2), ("failed", 3)] and posts.posted == [job_id] * 2


def test_job_is_performed_and_its_waiter_woken(
    database: Engine, account: Account, post: Callable[[], UUID], posts: Posts, run: Callable[..., Runner]
) -> None:
    job_id = post()

    runner = run(recording(database), job_id)

    assert row_of(database, job_id).status == "completed" and posts.announced == [job_id]
    assert held(database, account) == (999, 0) and not runner.leases


def test_an_operation_that_ignores_its_own_limits_is_cancelled_and_its_job_fails_uncharged(
    database: Engine, account: Account, post: Callable[[], UUID], run: Callable[..., Runner],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(runner, "perform_seconds", lambda operation, options: 0.5)
    cancelled = threading.Event()

    async def hang(*given: Any) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            cancelled.set()

    with loop_in_thread() as loop:
        reactor = SimpleNamespace(
            call=lambda work, timeout: runner.result_within(asyncio.run_coroutine_threadsafe(work, loop), timeout)
        )
        job_id = post()
        run(partial(perform, cast(Any, reactor), cast(Any, SimpleNamespace(perform=hang))), job_id)
        assert cancelled.wait(20)

    row = row_of(database, job_id)
    assert row.status == "failed" and row.error["code"] == "INTERNAL_SERVER_ERROR"
    assert held(database, account) == (1_000, 0)


def test_lease_is_kept_while_the_work_lasts(post: Callable[[], UUID], run: Callable[..., Runner]) -> None:
    job_id, seen = post(), []
    runner = run(lambda task: seen.append(set(runner.leases)))

    runner.run(str(job_id))

    assert seen == [{job_id}] and not runner.leases


def test_failure_is_written_for_the_caller(
    database: Engine, account: Account, post: Callable[[], UUID], posts: Posts, run: Callable[..., Runner]
) -> None:
    def perform(task: Task) -> None:
        raise UpstreamUnreachable("The host is away.")

    job_id = post()
    run(perform, job_id)

    row = row_of(database, job_id)
    assert (row.status, row.error) == ("failed", {"code": "UPSTREAM_UNREACHABLE", "message": "The host is away."})
    assert held(database, account) == (1_000, 0) and posts.announced == [job_id]


@pytest.mark.parametrize(
    "error", [KeyError("secret"), RecursionError("secret"), MemoryError("secret"), AssertionError("secret")]
)
def test_our_own_mistake_ends_the_job_and_reports_nothing(
    database: Engine,
    account: Account,
    post: Callable[[], UUID],
    posts: Posts,
    run: Callable[..., Runner],
    error: Exception,
) -> None:
    def perform(task: Task) -> None:
        raise error

    job_id = post()
    run(perform, job_id)

    row = row_of(database, job_id)
    assert row.status == "failed" and row.error["code"] == "INTERNAL_SERVER_ERROR"
    assert "secret" not in str(row.error)
    assert held(database, account) == (1_000, 0) and posts.announced == [job_id]


def test_run_that_lost_its_lease_writes_nothing(
    database: Engine, account: Account, post: Callable[[], UUID], run: Callable[..., Runner]
) -> None:
    def perform(task: Task) -> None:
        raise LeaseLost(str(task.job_id))

    job_id = post()
    run(perform, job_id)

    assert row_of(database, job_id).status == "active"
    assert held(database, account) == (1_000, 1)


def test_second_message_for_a_job_does_nothing(
    database: Engine, account: Account, post: Callable[[], UUID], run: Callable[..., Runner]
) -> None:
    performed: list[UUID] = []
    record = recording(database)

    def perform(task: Task) -> None:
        performed.append(task.job_id)
        run(perform, task.job_id)  # The duplicate comes while the job is under way …
        record(task)

    job_id = post()
    run(perform, job_id, job_id)  # … and again after it.

    assert performed == [job_id]
    assert held(database, account) == (999, 0)


def test_message_for_an_unknown_job_does_nothing(run: Callable[..., Runner], posts: Posts) -> None:
    run(lambda task: pytest.fail("performed"), uuid4())

    assert not posts.announced


def test_worker_reads_the_options_that_the_door_wrote(post: Callable[[], UUID], run: Callable[..., Runner]) -> None:
    seen = []

    run(lambda task: seen.append(options_of(task)), post())

    assert seen == [ScrapeOptions(url="http://127.0.0.1:4/", wait_for=5)]
