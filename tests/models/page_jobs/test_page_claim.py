"""Claims: each page once, within the limits of jobs and hosts; whatever the number of workers."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Engine

from models.accounts import workspace
from models.base import new_id
from models.page_jobs import lost_page, page_choice, page_claim, page_end, page_job
from models.page_jobs.page_choice import Worker
from models.pages import frontier, page, page_entry
from models.pages.page import PageEnd
from tests.models.desk import SITE, Desk, new


def test_near_pages_come_first(desk: Desk) -> None:
    desk.job(new("/far", depth=3), new("/near", depth=1), new("/counted", depth=1, rank=9))

    assert [task.url.removeprefix(SITE) for task in desk.claim(3)] == ["/near", "/far", "/counted"]


def test_a_page_found_again_nearer_to_the_start_moves_nearer(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/x", depth=3), new("/y", depth=2)))
    [one] = desk.claim(1)
    desk.end(one, found=(new("/x", depth=1),))

    with desk.database.connect() as connection:
        depths = {
            row.url.removeprefix(SITE): row.depth for row in page_entry.list_entries(connection, job_id, queued=10)
        }
    assert depths["/x"] == 1


def test_two_workers_never_hold_one_page(desk: Desk) -> None:
    job_id = desk.job(
        *(new(f"/{number}", site=f"https://h{number}.example") for number in range(60)), operation="batch"
    )
    with ThreadPoolExecutor(6) as pool:
        hands = list(pool.map(lambda owner: desk.claim_of(job_id, 10, owner=str(owner)).tasks, range(6)))
    taken = [task.number for tasks in hands for task in tasks]

    assert len(taken) == len(set(taken)) == 60 == desk.counts(job_id).running
    assert desk.balance() == (1_000, 60)


def test_a_host_gets_eight_requests_at_a_time_over_all_jobs(desk: Desk) -> None:
    desk.job(*(new(f"/a{number}") for number in range(30)), operation="batch")
    desk.job(*(new(f"/b{number}") for number in range(30)), operation="batch")
    first = desk.claim(50)

    assert len(first) == 8 and not desk.claim(50)
    desk.end(first[0])
    assert len(desk.claim(50)) == 1


def test_a_busy_host_does_not_hold_up_others(desk: Desk) -> None:
    slow = [new(f"/{number}", rank=0) for number in range(100)]
    desk.job(*slow, new("/quick", rank=5, site="https://other.example"), operation="batch", most=200)
    desk.claim(8)

    assert [task.host for task in desk.claim(8)] == ["other.example"]


def test_a_full_host_does_not_hide_others_after_its_pages(desk: Desk) -> None:
    """More pages wait for the full host than a claim looks at in the order of the queue."""
    slow = [new(f"/{number}", rank=0) for number in range(3 * page_choice.WINDOW)]
    others = [new(f"/{number}", rank=5, site=f"https://h{number}.example") for number in range(3)]
    job_id = desk.job(*slow, *others, operation="batch", most=500)
    assert {task.host for task in desk.claim_of(job_id, 8).tasks} == {"site.example"}

    assert sorted(task.host for task in desk.claim_of(job_id, 8).tasks) == ["h0.example", "h1.example", "h2.example"]


def test_pages_that_are_being_read_take_no_slot_at_their_host(desk: Desk) -> None:
    job_id = desk.job(*(new(f"/{number}") for number in range(20)), operation="batch")
    first = desk.claim_of(job_id, 20).tasks
    read = {(task.job_id, task.number) for task in first[:3]}

    assert len(first) == 8 and len(desk.claim_of(job_id, 20, fetched=read).tasks) == 3


def test_a_job_gets_no_more_pages_than_it_may_issue(desk: Desk) -> None:
    job_id = desk.job(*(new(f"/{number}", site=f"https://h{number}.example") for number in range(9)), most=5)

    assert len(desk.claim_of(job_id, 9).tasks) == 5 and desk.claim_of(job_id, 9).tasks == ()


def test_a_worker_takes_few_traversals_and_pages_beside_them(desk: Desk) -> None:
    sitemaps = [new("/sitemap.xml", site=f"https://w{number}.example", kind=page.SITEMAP) for number in range(3)]
    job_id = desk.job(new("/"), *sitemaps)

    assert Counter(task.kind for task in desk.claim_of(job_id, sitemap_tasks=2).tasks) == {
        page.PAGE: 1,
        page.SITEMAP: 2,
    }


def test_claims_on_one_host_at_the_same_time_keep_to_its_limit(desk: Desk) -> None:
    jobs = [desk.job(*(new(f"/{job}-{number}") for number in range(10)), operation="batch") for job in range(6)]
    with ThreadPoolExecutor(6) as pool:
        hands = list(pool.map(lambda job_id: desk.claim_of(job_id, 3).tasks, jobs * 3))

    assert sum(map(len, hands)) <= 8
    while any(more := [desk.claim_of(job_id, 3).tasks for job_id in jobs]):
        hands += more
    assert sum(map(len, hands)) == 8


def test_a_worker_frozen_inside_a_claim_or_a_record_stops_no_other_job(desk: Desk, database: Engine) -> None:
    frozen = desk.job(*(new(f"/{number}") for number in range(9)), operation="batch")
    neighbour = Desk(database)
    same_host = neighbour.job(*(new(f"/{number}") for number in range(9)), operation="batch")
    elsewhere = neighbour.job(new("/", site="https://other.example"), operation="batch")
    [task] = desk.claim_of(frozen, 1).tasks
    with database.connect() as connection:  # A transaction that stays open.
        page_claim.claim(connection, frozen, Worker(owner="frozen"), 2)
        page_end.end(connection, frozen, [PageEnd(task=task, verdict="completed")])

        started = time.monotonic()
        assert len(neighbour.claim_of(elsewhere).tasks) == 1
        assert neighbour.claim_of(same_host).tasks == ()  # The frozen worker has locked this host.
        with database.begin() as other:
            assert lost_page.list_jobs(other) == []
            frontier.renew(other, [task])
        assert time.monotonic() - started < 5
        connection.rollback()
    assert len(neighbour.claim_of(same_host).tasks) == 7


def test_a_suspended_workspace_pauses(desk: Desk) -> None:
    desk.job(new("/"))
    with desk.database.begin() as connection:
        workspace.set_suspended(connection, desk.workspace_id, True)
    assert desk.claim() == []
    with desk.database.begin() as connection:
        workspace.set_suspended(connection, desk.workspace_id, False)
    assert len(desk.claim()) == 1


def test_a_job_with_an_owner_is_claimed_by_its_owner_only(desk: Desk) -> None:
    job_id = new_id()
    with desk.database.begin() as connection:
        page_job.create(
            connection, job_id=job_id, workspace_id=desk.workspace_id, operation="batch", options={}, path="/", price=1,
            pages_max=1, pages=[new("/")], owner="spider",
        )  # fmt: skip

    assert desk.claim(owner="other") == [] and desk.slices() == []
    assert len(desk.claim(owner="spider")) == 1
