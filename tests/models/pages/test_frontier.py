"""Claims: each page once, fair over workspaces and jobs, within the limits of hosts; whatever the number of workers."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Engine

from models.accounts import workspace
from models.base import new_id
from models.pages import frontier, page, page_entry, page_job
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
        hands = list(pool.map(lambda owner: desk.claim(10, owner=str(owner)), range(6)))
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


def test_jobs_and_workspaces_share_fairly(desk: Desk) -> None:
    neighbour = Desk(desk.database)
    for number in range(3):
        desk.job(*(new(f"/{n}", site=f"https://a{number}-{n}.example") for n in range(40)), operation="batch")
    theirs = neighbour.job(*(new(f"/{n}", site=f"https://b{n}.example") for n in range(40)), operation="batch")
    with desk.database.begin() as connection:
        tasks = frontier.claim(connection, "me", 24, busy=False).tasks
    by_workspace = Counter(task.workspace_id for task in tasks)

    assert by_workspace == {desk.workspace_id: 12, neighbour.workspace_id: 12}
    assert sorted(Counter(task.job_id for task in tasks if task.job_id != theirs).values()) == [4, 4, 4]


def test_a_worker_takes_few_walks_and_pages_beside_them(desk: Desk, database: Engine) -> None:
    for number in range(3):
        walk = new("/sitemap.xml", site=f"https://w{number}.example", kind=page.SITEMAP)
        desk.job(new("/", site=f"https://w{number}.example"), walk)
    with database.begin() as connection:
        claimed = frontier.claim(connection, "me", 10, busy=False, walks=2)

    assert Counter(task.kind for task in claimed.tasks) == {page.PAGE: 3, page.SITEMAP: 2}


def test_jobs_that_wait_for_their_hosts_do_not_hide_other_jobs(database: Engine, desk: Desk) -> None:
    for number in range(frontier.READY_JOBS_MAX + 5):
        desk.job(new("/", site=f"https://h{number}.example"), operation="batch")
    while tasks := desk.claim(50):
        for task in tasks:
            desk.end(task, "delayed", delay_seconds=300)

    other = Desk(database)
    other.job(new("/", site="https://other.example"), operation="batch")

    assert len(other.claim()) == 1


def test_a_worker_leaves_places_for_other_workspaces(database: Engine, desk: Desk) -> None:
    desk.job(*(new(f"/{number}", site=f"https://h{number}.example") for number in range(9)), operation="batch")
    with database.begin() as connection:
        claimed = frontier.claim(
            connection, "me", 9, busy=True, claimed_by_workspace={desk.workspace_id: 2}, workspace_max=6
        )

    assert len(claimed.tasks) == 4


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

    assert desk.claim(owner="other") == []
    assert len(desk.claim(owner="spider", only=job_id)) == 1
