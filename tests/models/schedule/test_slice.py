"""Slices: a workspace's share, runs of its jobs in turn, duplicates, waits, and recovery of what was lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from sqlalchemy import Engine, text

from models.page_jobs import job_end, page_end
from models.pages import page
from models.schedule import host, lost_slice, slice
from models.schedule.slice import SHARE, ClaimedSlice
from tests.models.claims import claim_slice
from tests.models.desk import Desk, new


def spread(number: int) -> list[page.NewPage]:
    """Pages on as many hosts."""
    return [new("/", site=f"https://h{place}.example") for place in range(number)]


def run_of(desk: Desk) -> ClaimedSlice:
    [run] = desk.runs()
    return run


@pytest.fixture(autouse=True)
def no_worker(database: Engine) -> None:
    with database.begin() as connection:
        connection.execute(text("DELETE FROM worker"))


def test_a_new_job_is_posted_once_and_claimed_once(desk: Desk, database: Engine) -> None:
    job_id = desk.job()
    [posted] = desk.post_due()

    assert posted.job_id == job_id and desk.post_due() == []
    with database.begin() as connection:
        assert claim_slice(connection, posted.id, "one") is not None
        assert claim_slice(connection, posted.id, "other") is None


def test_a_workspace_has_its_share_in_flight_whatever_number_of_jobs_it_has(desk: Desk, database: Engine) -> None:
    for _ in range(3 * SHARE):
        desk.job(new("/"), operation="batch")
    with ThreadPoolExecutor(6) as pool:
        assert sum(map(len, pool.map(lambda _: desk.post_due(), range(12)))) == SHARE
    with database.begin() as connection:
        for name in ("one", "two"):
            connection.execute(text("INSERT INTO worker (id, about) VALUES (:name, '{}')"), {"name": name})

    assert len(desk.post_due()) == SHARE
    assert len(Desk(database).post_due()) == 0


def test_jobs_take_turns(desk: Desk) -> None:
    jobs = [desk.job(*spread(50), operation="batch") for _ in range(2 * SHARE)]
    had: list[set[UUID]] = []
    for _ in range(4):
        runs = desk.runs()
        had.append({run.job_id for run in runs})
        assert all(desk.claim_of(run.job_id, 0, run=run, end_run=True).has_ended for run in runs)

    assert had == [set(jobs[:SHARE]), set(jobs[SHARE:])] * 2


def test_a_job_with_many_hosts_gets_more_slices_up_to_the_share(desk: Desk) -> None:
    job_id = desk.job(*spread(60), operation="batch")
    runs = desk.runs()
    for _ in range(SHARE):
        for run in list(runs):
            desk.claim_of(job_id, 2, run=run)
        runs += desk.runs()

    assert len(runs) == SHARE
    assert [row.status for row in desk.slices()].count("waiting") == 1


def test_a_job_of_one_full_host_gets_no_second_slice_and_waits_for_a_slot(desk: Desk) -> None:
    job_id = desk.job(*(new(f"/{number}") for number in range(30)), operation="batch")
    run = run_of(desk)
    tasks = desk.claim_of(job_id, 8, run=run).tasks
    assert len(tasks) == 8 and desk.runs() == []

    assert desk.claim_of(job_id, 8, run=run).has_ended is False
    assert desk.claim_of(job_id, 8, run=run, end_run=True).has_ended
    [row] = desk.slices()
    assert (row.status, row.hosts) == ("waiting", ["site.example"]) and desk.runs() == []

    assert desk.end(tasks[0]).due == {desk.workspace_id}
    assert len(desk.runs()) == 1


def test_a_free_slot_at_a_host_wakes_the_job_of_another_workspace(desk: Desk, database: Engine) -> None:
    job_id = desk.job(*(new(f"/{number}") for number in range(8)), operation="batch")
    tasks = desk.claim_of(job_id, 8).tasks
    other = Desk(database)
    theirs = other.job(operation="batch")
    assert other.claim_of(theirs, run=run_of(other), end_run=True).has_ended and other.post_due() == []

    assert other.workspace_id in desk.end(tasks[0]).due
    assert len(other.claim_of(theirs, run=run_of(other)).tasks) == 1


def test_a_workspace_leaves_slots_at_a_host_to_one_that_waits_with_fewer_pages(desk: Desk, database: Engine) -> None:
    mine = [desk.job(*(new(f"/{job}-{number}") for number in range(20)), operation="batch") for job in range(2)]
    tasks = list(desk.claim_of(mine[0], 8).tasks)
    other = Desk(database)
    theirs = other.job(*(new(f"/{number}") for number in range(9)), operation="batch")
    assert other.claim_of(theirs, run=run_of(other), end_run=True).has_ended
    for task in tasks[:2]:
        desk.end(task)
    with database.begin() as connection:  # Their slice has not been woken yet.
        connection.execute(text("UPDATE slice SET hosts = '{site.example}' WHERE job_id = :id"), {"id": theirs})

    claimed = desk.claim_of(mine[1], 8)
    assert claimed.tasks == () and claimed.due == {other.workspace_id}
    assert len(other.claim_of(theirs, run=run_of(other)).tasks) == 2


def test_a_workspace_with_many_waiting_jobs_gets_no_more_slots_than_one_with_a_single_job(
    desk: Desk, database: Engine
) -> None:
    mine = [desk.job(*(new(f"/{job}-{number}") for number in range(20)), operation="batch") for job in range(2)]
    tasks = list(desk.claim_of(mine[0], 8).tasks)
    other = Desk(database)
    for job in range(4):
        other.job(*(new(f"/{job}-{number}") for number in range(9)), operation="batch")
    assert all(other.claim_of(run.job_id, run=run, end_run=True).has_ended for run in other.runs())
    for task in tasks[:5]:
        desk.end(task)
    with database.begin() as connection:  # Their slices have not been woken yet.
        waits = (
            "UPDATE slice SET hosts = '{site.example}', not_before = now() + interval '9 s' WHERE workspace_id = :id"
        )
        connection.execute(text(waits), {"id": other.workspace_id})

    claimed = desk.claim_of(mine[1], 8)
    assert len(claimed.tasks) == 3 and claimed.due == {other.workspace_id}, "3 run and 5 are free: 2 are left"
    assert len(other.post_due()) == 2


def test_a_job_whose_host_has_a_delay_waits_for_it_and_takes_no_slot(desk: Desk, database: Engine) -> None:
    job_id = desk.job(new("/a"), new("/b"))
    with database.begin() as connection:
        host.set_delay(connection, "site.example", 60_000)
    [task] = desk.claim_of(job_id, run=(run := run_of(desk))).tasks
    desk.end(task)

    ended = desk.claim_of(job_id, run=run, end_run=True)
    assert ended.has_ended and ended.wait_seconds is not None and 30 < ended.wait_seconds <= 60
    assert desk.post_due() == []
    with database.begin() as connection:
        connection.execute(text("UPDATE host SET crawl_after = now(); UPDATE slice SET not_before = now()"))
    assert len(desk.claim_of(job_id, run=run_of(desk)).tasks) == 1


def test_a_delayed_page_is_claimed_after_its_delay(desk: Desk) -> None:
    job_id = desk.job(new("/a"), operation="batch")
    [task] = desk.claim_of(job_id, run=(run := run_of(desk))).tasks
    assert desk.slices() == [], "no page is left: the run has ended"
    desk.end(task, "delayed", delay_seconds=30)

    run = run_of(desk)
    ended = desk.claim_of(job_id, run=run, end_run=True)
    assert ended.has_ended and ended.wait_seconds is not None and 25 < ended.wait_seconds <= 30


def test_links_found_after_the_last_turn_start_another(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    run = run_of(desk)
    [start] = desk.claim_of(job_id, run=run).tasks
    assert desk.claim_of(job_id, run=run, end_run=True).has_ended and desk.slices() == []

    assert desk.end(start, found=(new("/a", depth=1),)).due == {desk.workspace_id}
    assert len(desk.claim_of(job_id, run=run_of(desk)).tasks) == 1


def test_an_ended_job_has_no_slices_and_its_turn_claims_nothing(desk: Desk, database: Engine) -> None:
    job_id = desk.job(*spread(3), operation="batch")
    run = run_of(desk)
    with database.begin() as connection:
        job_end.cancel(connection, job_id, desk.workspace_id, "batch")

    assert desk.slices() == [] and desk.claim_of(job_id, run=run).has_ended


def test_a_turn_whose_lease_was_lost_claims_nothing(desk: Desk, database: Engine) -> None:
    job_id = desk.job(*spread(9), operation="batch")
    lost = run_of(desk)
    with database.begin() as connection:
        connection.execute(text("UPDATE slice SET lease_until = now() - interval '1 s'"))
        lost_slice.recover(connection)
    again = run_of(desk)

    assert desk.claim_of(job_id, run=lost).has_ended
    assert len(desk.claim_of(job_id, 4, run=again).tasks) == 4


def test_posted_slices_are_claimed_once_the_oldest_first(desk: Desk, database: Engine) -> None:
    for _ in range(3):
        desk.job(*spread(3), operation="batch")
    posted = [one.id for one in desk.post_due()]
    with database.connect() as connection, database.connect() as other:
        [first], left = slice.claim_next(connection, "one", 1)
        second, none_left = slice.claim_next(other, "two", 5)
        assert {first.id, *(run.id for run in second)} == set(posted), "what another worker claims is skipped"
        assert (left, none_left) == (2, 1)
        connection.rollback()
        other.rollback()


def test_a_running_job_without_a_slice_gets_one(desk: Desk, database: Engine) -> None:
    """For example a job that was started before an upgrade."""
    job_id = desk.job(*spread(3))
    with database.begin() as connection:
        connection.execute(text("DELETE FROM slice"))
        lost_slice.recover(connection)
        assert lost_slice.list_due(connection) == [desk.workspace_id]

    assert [run.job_id for run in desk.runs()] == [job_id]


def test_pages_that_a_stopping_worker_gives_back_are_due_at_once(desk: Desk, database: Engine) -> None:
    job_id = desk.job(*spread(2), operation="batch")
    tasks = desk.claim_of(job_id, run=run_of(desk)).tasks
    with database.begin() as connection:
        assert page_end.release(connection, job_id, tasks) == {desk.workspace_id}

    assert len(desk.claim_of(job_id, run=run_of(desk)).tasks) == 2


def test_a_worker_that_lost_its_turn_does_not_delete_the_slice(desk: Desk, database: Engine) -> None:
    job_id = desk.job()
    frozen = run_of(desk)
    with database.begin() as connection:
        connection.execute(text("UPDATE slice SET lease_until = now() - interval '1 s'"))
        lost_slice.recover(connection)
    [again] = desk.post_due()

    assert desk.claim_of(job_id, run=frozen, end_run=True).has_ended
    with database.begin() as connection:
        slice.park(connection, frozen, 60.0)
        run = claim_slice(connection, again.id, "other")
    assert run is not None and len(desk.claim_of(job_id, run=run).tasks) == 1


def test_slices_are_counted_by_status_with_the_longest_delay(desk: Desk, database: Engine) -> None:
    for _ in range(SHARE + 2):
        desk.job()
    run, *_ = desk.runs()
    with database.begin() as connection:
        connection.execute(
            text(
                "UPDATE slice SET posted_at = now() - interval '9 s', status = 'posted' WHERE id <> :id AND status = 'running'"
            ),
            {"id": run.id},
        )
        connection.execute(text("UPDATE slice SET not_before = now() + interval '9 s' WHERE status = 'waiting'"))
        counted = {one.status: (one.number, round(one.late_seconds)) for one in lost_slice.count(connection)}

    assert counted == {"running": (1, 0), "posted": (SHARE - 1, 9), "waiting": (2, 0)}
