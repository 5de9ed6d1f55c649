"""What is reserved agrees with the work in progress, also after processes of an earlier version ended pages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import Engine, text

from models import books
from models.accounts import workspace
from models.page_jobs import job_end
from tests.models.desk import Desk, new

# Slots of hosts that other tests have in use do not matter.
OWN = "https://books.example"


def reserved(desk: Desk) -> int:
    with desk.database.connect() as connection:
        return workspace.require(connection, desk.workspace_id).reserved


def reserve_without_work(desk: Desk, amount: int) -> None:
    """What remains if an earlier version ends pages that this version has claimed."""
    with desk.database.begin() as connection:
        connection.execute(
            text("UPDATE workspace SET reserved = reserved + :amount WHERE id = :id"),
            {"amount": amount, "id": desk.workspace_id},
        )


def correct(database: Engine) -> None:
    with database.begin() as connection:
        books.correct_reserves(connection)


@pytest.fixture
def desk(isolated_database: Engine) -> Desk:
    return Desk(isolated_database, balance=10)


def test_a_running_page_holds_its_price_until_it_ends(desk: Desk) -> None:
    desk.job(*(new(path, site=OWN) for path in ("/a", "/b", "/c")), operation="batch", price=3)

    first, *others = desk.claim()
    assert len(others) == 2 and desk.balance() == (10, 9)

    desk.end(first)
    desk.end(others[0], "delayed", delay_seconds=60)
    assert desk.balance() == (7, 3)
    desk.end(others[1], "failed", error="HTTP 404")
    assert desk.balance() == (7, 0)


def test_what_no_work_holds_is_freed_while_other_work_runs(desk: Desk) -> None:
    job_id = desk.job(new("/a", site=OWN), operation="batch")
    [task] = desk.claim_of(job_id).tasks
    reserve_without_work(desk, 2)

    correct(desk.database)
    assert reserved(desk) == 1

    desk.end(task)
    assert desk.balance() == (9, 0)


def test_lost_and_cancelled_pages_hold_nothing(desk: Desk, expire: Callable[[], None]) -> None:
    job_id = desk.job(*(new(f"/{number}", site=OWN) for number in range(4)), operation="batch", price=2)
    assert len(desk.claim_of(job_id).tasks) == 4 and desk.balance() == (10, 8)

    expire()
    assert desk.balance() == (10, 0)
    first, *_ = desk.claim_of(job_id).tasks
    assert desk.balance() == (10, 8)
    desk.end(first)
    with desk.database.begin() as connection:
        assert job_end.cancel(connection, job_id, desk.workspace_id, "batch")
    assert desk.balance() == (8, 0)


def test_hold_that_an_earlier_version_wrote_for_a_lost_page_can_be_held_again(
    desk: Desk, expire: Callable[[], None]
) -> None:
    job_id = desk.job(new("/a", site=OWN), operation="batch")
    [task] = desk.claim_of(job_id).tasks
    hold = {"key": f"{job_id}:{task.number}", "id": desk.workspace_id}
    with desk.database.begin() as connection:
        connection.execute(text("INSERT INTO hold (key, workspace_id, amount) VALUES (:key, :id, 1)"), hold)

    expire()

    with desk.database.connect() as connection:
        state = connection.execute(text("SELECT state FROM hold WHERE key = :key"), hold).scalar_one()
    assert state == "released" and desk.balance() == (10, 0)
