"""Deleting a watch: its running check is stopped, what has ended stays charged, and the books are right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from sqlalchemy import Engine

from models import books, session
from models.accounts import workspace
from models.base import new_id
from models.watches import watch
from models.watches.deletion import Deleted, delete_watch
from tests.conftest import Account
from workers.watches.starting import start_next

URLS = ["https://a.example/1", "https://a.example/2", "https://b.example/3"]
PAGES = {"urls": URLS, "schedule": {"everyMinutes": 60}}
SEARCH = {"query": "solar", "schedule": {"everyMinutes": 60}}


def started(database: Engine, account: Account, options: dict[str, Any]) -> UUID:
    """The id of a watch whose first check runs."""
    watch_id = new_id()
    with database.begin() as connection:
        watch.create(connection, watch_id, account.workspace_id, options)
    session.transact(database, start_next)
    return watch_id


def deleted(database: Engine, watch_id: UUID, account: Account) -> Deleted | None:
    return session.transact(database, lambda connection: delete_watch(connection, watch_id, account.workspace_id))


def books_of(database: Engine, account: Account) -> tuple[int, int]:
    """The credits and the held credits of a workspace, whose ledger and work agree with them."""
    with database.connect() as connection:
        assert account.workspace_id not in {drifting for drifting, _, _ in books.drift(connection)}
        row = workspace.require(connection, account.workspace_id)
        return int(row.balance), int(row.reserved)


def test_running_batch_is_cancelled_and_its_holds_are_released(database: Engine, account: Account, run: Any) -> None:
    watch_id = started(database, account, PAGES)
    [(job_id,)] = run("SELECT job_id FROM watch_check WHERE watch_id = :watch", watch=watch_id)
    balance, _ = books_of(database, account)

    found = deleted(database, watch_id, account)

    assert found == Deleted(cancelled=job_id) and books_of(database, account) == (balance, 0)
    assert run("SELECT status FROM job WHERE id = :job", job=job_id) == [("cancelled",)]
    assert run("SELECT DISTINCT status, error FROM page WHERE job_id = :job", job=job_id) == [("failed", "CANCELLED")]
    assert run("SELECT count(*) FROM slice WHERE job_id = :job", job=job_id) == [(0,)]
    assert run("SELECT count(*) FROM watch_check WHERE watch_id = :watch", watch=watch_id) == [(0,)]


def test_search_that_waits_or_runs_is_ended_and_free(database: Engine, account: Account, run: Any) -> None:
    balance, _ = books_of(database, account)
    for is_claimed in (False, True):
        watch_id = started(database, account, SEARCH)
        [(job_id,)] = run("SELECT job_id FROM watch_check WHERE watch_id = :watch", watch=watch_id)
        if is_claimed:
            run(
                "UPDATE job SET status = 'active', lease_owner = 'w', lease_until = now() + interval '1 min' WHERE id = :job",
                job=job_id,
            )

        found = deleted(database, watch_id, account)

        assert found == Deleted() and books_of(database, account) == (balance, 0)
        assert run("SELECT status, error->>'message' FROM job WHERE id = :job", job=job_id) == [
            ("failed", "The watch of the job was deleted.")
        ]


def test_jobs_of_screenshots_are_ended_too(database: Engine, account: Account, run: Any) -> None:
    balance, _ = books_of(database, account)
    watch_id = started(database, account, {**PAGES, "compare": ["markdown", "screenshot"]})
    assert books_of(database, account)[1] == len(URLS)  # Pages hold theirs when they are fetched.

    assert deleted(database, watch_id, account) is not None

    assert books_of(database, account) == (balance, 0)
    found = run(
        "SELECT operation, status, count(*) FROM job WHERE watch_id = :watch GROUP BY 1, 2 ORDER BY 1", watch=watch_id
    )
    assert [tuple(each) for each in found] == [("batch", "cancelled", 1), ("screenshot", "failed", len(URLS))]


def test_job_that_has_ended_is_not_changed(database: Engine, account: Account, run: Any) -> None:
    watch_id = started(database, account, PAGES)
    [(job_id,)] = run("SELECT job_id FROM watch_check WHERE watch_id = :watch", watch=watch_id)
    run("UPDATE job SET status = 'completed', issued = 0 WHERE id = :job", job=job_id)
    run("UPDATE workspace SET reserved = 0 WHERE id = :workspace", workspace=account.workspace_id)

    assert deleted(database, watch_id, account) == Deleted()
    assert run("SELECT status FROM job WHERE id = :job", job=job_id) == [("completed",)]


def test_watch_of_another_workspace_stays_with_its_job(
    database: Engine, account: Account, make_account: Callable[..., Account], run: Any
) -> None:
    watch_id = started(database, account, PAGES)

    assert deleted(database, watch_id, make_account()) is None
    assert run("SELECT status FROM job WHERE watch_id = :watch", watch=watch_id) == [("running",)]
    assert deleted(database, watch_id, account) is not None and deleted(database, watch_id, account) is None


def test_check_that_has_not_started_goes_with_its_watch(database: Engine, account: Account, run: Any) -> None:
    watch_id = new_id()
    with database.begin() as connection:
        watch.create(connection, watch_id, account.workspace_id, PAGES)

    assert deleted(database, watch_id, account) == Deleted()
    assert session.transact(database, start_next) is None
