"""The runner: whatever a page does, its job ends, and nobody runs it twice at a time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID

import pytest
from sqlalchemy import Engine, create_engine, select, text

from contract.errors import RequestTimeout, UpstreamUnreachable
from contract.options.scrape import ScrapeOptions
from contract.process import log_context
from contract.process.interruptions import Interruptions
from contract.queues import SCRAPE_QUEUE
from crawler import runner
from crawler.failures import LeaseLost
from models import session
from models.accounts import credits, workspace
from models.jobs import job
from models.jobs.job import Job, Task
from models.jobs.next_job import Slots
from tests.conftest import Account
from tests.models.claims import claim_job
from tests.workers.conftest import Posts
from workers.mailbox import Mailbox
from workers.queue import Work
from workers.run import Runner, options_of, perform


@pytest.fixture
def run(database: Engine, posts: Posts) -> Callable[..., Runner]:
    """`run(perform, *job_ids)`: a runner after it has claimed and run those jobs."""

    def make(
        perform: Callable[[Task], None],
        *job_ids: UUID,
        interruptions: Interruptions | None = None,
    ) -> Runner:
        runner = Runner(
            owner="test", database=database, mailbox=cast(Mailbox, posts), perform=perform,
            may_recover=lambda connection: True, interruptions=interruptions or Interruptions(),
        )  # fmt: skip
        for job_id in job_ids:
            with database.begin() as connection:
                task = claim_job(connection, job_id, "test")
            if task is not None:
                runner.run(task)
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
    leases: list[set[UUID]] = [set()]

    def perform(task: Task) -> None:
        seen.append(set(leases[0]))

    runner = run(perform)
    leases[0] = runner.leases
    [work] = claimed(runner, {job_id})
    work.run()

    assert seen == [{job_id}] and not runner.leases


def claimed(runner: Runner, job_ids: Collection[UUID], *, with_lost: bool = False) -> list[Work]:
    """What the runner claims of these jobs; it claims those of other tests too."""
    found = runner.claim(SCRAPE_QUEUE, Slots(1_000, 0), with_lost)
    assert found is not None
    return [work for work in found.work if work.id in job_ids]


def test_jobs_are_claimed_by_one_worker_and_given_back_without_an_attempt(
    database: Engine, post: Callable[[], UUID], posts: Posts, run: Callable[..., Runner]
) -> None:
    job_ids = {post(), post()}
    runner = run(recording(database))

    first = claimed(runner, job_ids)
    assert {work.id for work in first} == job_ids and claimed(runner, job_ids) == []
    first[0].give_back()
    first[1].run()

    assert (row_of(database, first[0].id).status, row_of(database, first[0].id).attempts) == ("waiting", 0)
    assert row_of(database, first[1].id).status == "completed" and posts.posted == [first[0].id]
    [again] = claimed(runner, job_ids)
    again.run()
    assert row_of(database, again.id).status == "completed"


def test_jobs_of_lost_workers_are_claimed_at_a_regular_look(
    database: Engine, post: Callable[[], UUID], run: Callable[..., Runner]
) -> None:
    job_id, runner = post(), run(recording(database))
    with database.begin() as connection:
        assert claim_job(connection, job_id, "dead")
        connection.execute(text("UPDATE job SET lease_until = now() - interval '1 s' WHERE id = :id"), {"id": job_id})

    assert claimed(runner, {job_id}) == []
    assert [work.id for work in claimed(runner, {job_id}, with_lost=True)] == [job_id]


def test_lines_of_a_job_have_the_id_of_the_request_that_started_it(
    database: Engine, post: Callable[[], UUID], run: Callable[..., Runner]
) -> None:
    job_id, seen = post(), []
    with database.begin() as connection:
        connection.execute(text("UPDATE job SET request_id = 'r' WHERE id = :id"), {"id": job_id})

    run(lambda task: seen.append(log_context.current()), job_id)

    assert [(ids.request_id, ids.job_id) for ids in seen] == [("r", str(job_id))]
    assert log_context.current() == log_context.NONE


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


def test_worker_reads_the_options_that_the_door_wrote(post: Callable[[], UUID], run: Callable[..., Runner]) -> None:
    seen = []

    run(lambda task: seen.append(options_of(task)), post())

    assert seen == [ScrapeOptions(url="http://127.0.0.1:4/", wait_for=5)]
