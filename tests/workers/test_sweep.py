"""The sweeper: what a lost message or a dead worker left lying goes round again."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID, uuid4

import pytest
import redis
from sqlalchemy import Connection, Engine, select, text

from contract.environment import Environment
from extraction.links.scope import listed_links
from models import session, worker
from models.accounts import credits, workspace
from models.base import new_id
from models.jobs import job, new_job, waiting_process
from models.jobs.job import Job
from models.page_jobs import page_claim, page_job
from models.page_jobs.page_choice import Worker
from models.pages.page import start_pages
from models.session import AdvisoryLocks
from tests.conftest import Account
from tests.models.claims import claim_job
from tests.models.desk import counted
from tests.service import wait_until
from tests.workers.conftest import Posts
from workers import sweep as sweep_module
from workers.mailbox import Mailbox
from workers.sweep import Heartbeat, Sweeper


@pytest.fixture
def sweep(database: Engine, posts: Posts) -> Callable[..., str]:
    """`sweep(leases)`: one round of a heartbeat and a sweeper; their owner's name."""

    def once(leases: Collection[UUID] = (), owner: str | None = None, until: Callable[[], object] | None = None) -> str:
        name = owner or uuid4().hex
        Heartbeat(
            owner=name,
            leases=leases,
            pages={},
            slices=(),
            database=database,
            about=lambda: {"egressGuard": True},
            set_paused=lambda names: None,
            stalled=answers,
        ).round()
        sweeper_of(database, posts).round()
        return name

    return once


def sweeper_of(
    database: Engine, posts: Posts, kind: type[Sweeper] = Sweeper,
    may_recover: Callable[[Connection], bool] = lambda connection: True,
) -> Sweeper:  # fmt: skip
    return kind(
        database, cast(Mailbox, posts), post_next=lambda workspace: None, start_suspects=lambda: None,
        may_recover=may_recover,
    )  # fmt: skip


def answers() -> bool:
    """The event loop is not stalled."""
    return False


def expire_leases(database: Engine, job_id: UUID) -> None:
    with database.begin() as connection:
        connection.execute(text("UPDATE job SET lease_until = now() - interval '1 s' WHERE id = :id"), {"id": job_id})


def test_leases_of_running_jobs_are_renewed(
    database: Engine, post: Callable[[], UUID], sweep: Callable[..., str]
) -> None:
    job_id = post()
    with database.begin() as connection:
        assert claim_job(connection, job_id, "alive")
    expire_leases(database, job_id)

    sweep({job_id}, owner="alive")

    with database.connect() as connection:
        assert claim_job(connection, job_id, "other") is None


def test_heartbeat_waits_for_no_lock_and_for_no_connection(
    isolated: Environment, database: Engine, post: Callable[[], UUID]
) -> None:
    """One job is being recorded by a slow transaction, and the pool of the process is exhausted."""
    recorded, other = post(), post()
    with database.begin() as connection:
        tasks = [claim_job(connection, job_id, "alive") for job_id in (recorded, other)]
    for job_id in (recorded, other):
        expire_leases(database, job_id)
    own = session.create_for_heartbeats(isolated.database_url)
    beating = Heartbeat(
        owner="alive",
        leases={recorded, other},
        pages={},
        slices=(),
        database=own,
        about=dict,
        set_paused=lambda names: None,
        stalled=lambda: False,
    )
    with database.connect() as connection:
        assert tasks[0] and job.lock(connection, tasks[0])
        started = time.monotonic()
        beating.round()

        assert time.monotonic() - started < 10
    with database.connect() as connection:
        assert "alive" in {live.id for live in worker.list_live(connection)}
        assert claim_job(connection, other, "else") is None
    own.dispose()


def test_nothing_counts_as_lost_until_the_workers_could_renew_their_leases(
    database: Engine, post: Callable[[], UUID], posts: Posts, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, owner, job_id = [1_000.0], uuid4().hex, post()
    monkeypatch.setattr(sweep_module, "time", SimpleNamespace(monotonic=lambda: now[0]))
    heartbeat = Heartbeat(
        owner=owner, leases=(), pages={}, slices=(), database=database, about=dict, set_paused=lambda names: None,
        stalled=answers,
    )  # fmt: skip

    def may_recover() -> bool:
        with database.begin() as connection:
            return heartbeat.may_recover(connection)

    assert not may_recover(), "without a heartbeat nothing is known"

    def beats_and_may_recover() -> bool:
        heartbeat.round()
        return may_recover()

    wait_until(beats_and_may_recover, seconds=90, what="the first seconds of Postgres")
    with database.begin() as connection:
        assert claim_job(connection, job_id, "dead")
        connection.execute(text("UPDATE worker SET beat_at = now() - interval '10 s' WHERE id = :id"), {"id": owner})
        connection.execute(text("UPDATE job SET attempts = 3 WHERE id = :id"), {"id": job_id})
    expire_leases(database, job_id)
    assert not may_recover(), "Postgres is back, and no heartbeat has come"
    now[0] += 10
    heartbeat.round()
    assert not may_recover(), "those of other workers may come later"
    sweeper_of(database, posts, may_recover=heartbeat.may_recover).round()
    assert statuses(database, [job_id]) == ["active"]
    for _ in range(4):
        now[0] += 5
        heartbeat.round()
    assert may_recover()
    sweeper_of(database, posts, may_recover=heartbeat.may_recover).round()
    assert statuses(database, [job_id]) == ["failed"]


def test_one_sweeper_at_a_time(
    database: Engine, account: Account, sweep: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_process, "ALIVE", timedelta())
    lost = unanswered(database, account)
    with database.begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": AdvisoryLocks.SWEEP})

        sweep()
        assert statuses(database, [lost]) == ["waiting"]

    sweep()
    assert statuses(database, [lost]) == ["failed"]


def test_a_locked_workspace_delays_the_jobs_of_no_other(
    database: Engine, make_account: Callable[..., Account], posts: Posts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_process, "ALIVE", timedelta())
    accounts = [make_account() for _ in range(3)]
    jobs = [(unanswered(database, account), spent(database, account)) for account in accounts]
    sweeper = sweeper_of(database, posts)

    with database.begin() as blocker, ThreadPoolExecutor(1) as pool:
        workspace.require(blocker, accounts[1].workspace_id, lock=True)
        pool.submit(sweeper.round).result(20)
        assert [statuses(database, pair) for pair in jobs] == [["failed"] * 2, ["waiting", "active"], ["failed"] * 2]
        blocker.rollback()

    sweeper.round()
    assert [statuses(database, pair) for pair in jobs] == [["failed"] * 2] * 3


def unanswered(database: Engine, account: Account) -> UUID:
    """A job whose API process is dead."""
    values: dict[str, Any] = {"operation": "scrape", "options": {}, "path": "/", "in_background": False, "price": 1}
    with database.begin() as connection:
        made = new_job.create(connection, workspace_id=account.workspace_id, waiting_process="dead", **values)
    assert made is not None
    return made


def spent(database: Engine, account: Account) -> UUID:
    """A job that has stopped three workers."""
    made = unanswered(database, account)
    with database.begin() as connection:
        connection.execute(
            text(
                "UPDATE job SET status = 'active', attempts = 3, answerer = NULL, lease_until = now() - interval '1 s' "
                "WHERE id = :id"
            ),
            {"id": made},
        )
    return made


def statuses(database: Engine, job_ids: Iterable[UUID]) -> list[str]:
    with database.connect() as connection:
        return [connection.execute(select(Job.status).where(Job.id == made)).scalar_one() for made in job_ids]


def test_pages_of_a_lost_worker_are_queued_again(database: Engine, posts: Posts) -> None:
    job_id = new_id()
    with database.begin() as connection:
        payer = workspace.create(connection, "sweep")
        credits.grant(connection, payer, 1, key=f"first:{payer}")
        pages = start_pages(listed_links(["http://sweep.example/"]))
        assert page_job.create(
            connection, job_id=job_id, workspace_id=payer, operation="batch", options={}, path="/", price=1, pages_max=1,
            pages=pages,
        )  # fmt: skip
        assert page_claim.claim(connection, job_id, Worker(owner="dead"), 1).tasks
        connection.execute(
            text("UPDATE page SET lease_until = now() - interval '1 s' WHERE job_id = :id"), {"id": job_id}
        )

    sweeper_of(database, posts).round()

    with database.connect() as connection:
        counts = counted(connection, job_id)
    assert (counts.queued, counts.issued) == (1, 0)


def test_rounds_continue_without_a_server_and_a_stopped_heartbeat_removes_its_worker(
    database: Engine, posts: Posts
) -> None:
    rounds = []

    class Failing(Sweeper):
        def round(self) -> None:
            rounds.append(1)
            raise redis.ConnectionError("away")

    owner = uuid4().hex
    heartbeat = Heartbeat(
        owner=owner,
        leases=(),
        pages={},
        slices=(),
        database=database,
        about=dict,
        set_paused=lambda names: None,
        stalled=answers,
    )
    sweeper = sweeper_of(database, posts, Failing)

    def alive() -> bool:
        with database.connect() as connection:
            return owner in {live.id for live in worker.list_live(connection)}

    heartbeat.start()
    sweeper.start()
    wait_until(lambda: rounds and alive(), seconds=90, what="a beat")
    assert sweeper.is_alive()
    sweeper.stop()
    heartbeat.stop()

    assert not alive()


def test_due_slices_are_posted_once_and_slices_of_dead_workers_get_a_turn(
    database: Engine, posts: Posts, sweep: Callable[..., str]
) -> None:
    job_id = new_id()
    with database.begin() as connection:
        payer = workspace.create(connection, "sweep")
        credits.grant(connection, payer, 1, key=f"first:{payer}")
        pages = start_pages(listed_links(["http://sweep.example/slice"]))
        assert page_job.create(
            connection, job_id=job_id, workspace_id=payer, operation="batch", options={}, path="/", price=1, pages_max=1,
            pages=pages,
        )  # fmt: skip

    def posted() -> int:
        sweep()
        return sum(one.job_id == job_id for one in posts.slices)

    def change(values: str) -> None:
        with database.begin() as connection:
            connection.execute(text(f"UPDATE slice SET {values} WHERE job_id = :id"), {"id": job_id})

    assert (posted(), posted()) == (1, 1), "it was due, and workers find it"
    change("status = 'running', lease_owner = 'dead', lease_until = now() - interval '1 s'")
    assert posted() == 2
    with database.begin() as connection:
        connection.execute(text("UPDATE job SET status = 'cancelled' WHERE id = :id"), {"id": job_id})
        connection.execute(text("DELETE FROM slice WHERE job_id = :id"), {"id": job_id})


def test_rows_that_contradict_each_other_stop_the_recovery_of_their_own_job_only(
    database: Engine, posts: Posts, sweep: Callable[..., str]
) -> None:
    jobs = sorted(new_id() for _ in range(3))
    payers = {}
    with database.begin() as connection:
        for job_id in jobs:
            payers[job_id] = workspace.create(connection, "sweep")
            credits.grant(connection, payers[job_id], 1, key="first")
            pages = start_pages(listed_links(["http://sweep.example/"]))
            assert page_job.create(
                connection, job_id=job_id, workspace_id=payers[job_id], operation="batch", options={}, path="/", price=1,
                pages_max=1, pages=pages,
            )  # fmt: skip
            assert page_claim.claim(connection, job_id, Worker(owner="dead"), 1).tasks
        connection.execute(
            text("UPDATE page SET lease_until = now() - interval '1 s' WHERE job_id = ANY(:jobs)"), {"jobs": jobs}
        )
        # The hold of the second job's page cannot be released.
        connection.execute(text("UPDATE workspace SET reserved = 0 WHERE id = :id"), {"id": payers[jobs[1]]})

    sweep()

    with database.begin() as connection:
        queued = [counted(connection, job_id).queued for job_id in jobs]
        connection.execute(text("UPDATE workspace SET reserved = 1 WHERE id = :id"), {"id": payers[jobs[1]]})
    assert queued == [1, 0, 1]
    assert {one.job_id for one in posts.slices} >= {jobs[0], jobs[2]}
    sweep()
    with database.connect() as connection:
        assert counted(connection, jobs[1]).queued == 1
