"""Jobs of many pages: exact limits, fair and polite claims, one end, exact money; whatever the number of workers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Engine, text

from extraction.links.scope import key_of
from models import credits, event, frontier, host, job_end, lost_page, page, page_end, page_entry, page_job, workspace
from models.base import new_id
from models.page import NewPage, PageEnd, PageTask

SITE = "https://site.example"


def new(path: str, *, depth: int = 0, rank: int | None = None, site: str = SITE, kind: str = page.PAGE) -> NewPage:
    url = f"{site}{path}"
    own = depth if rank is None else rank
    return NewPage(url=url, key=key_of(url), host=site.split("//")[1], depth=depth, rank=own, kind=kind)


class Desk:
    """A workspace with its jobs, and a worker's hands."""

    def __init__(self, database: Engine, balance: int = 1_000) -> None:
        self.database = database
        with database.begin() as connection:
            self.workspace_id = workspace.create(connection, "pages")
            if balance:
                credits.grant(connection, self.workspace_id, balance, key="first")

    def job(
        self, *pages: NewPage, operation: str = "crawl", most: int = 100, webhook: Any = None, price: int = 1
    ) -> UUID:
        job_id = new_id()
        with self.database.begin() as connection:
            assert page_job.create(
                connection, job_id=job_id, workspace_id=self.workspace_id, operation=operation,
                options={"webhook": webhook}, path="/", price=price, pages_max=most, pages=pages or [new("/")],
            )  # fmt: skip
        return job_id

    def claim(
        self, room: int = 10, *, busy: bool = False, only: UUID | None = None, owner: str = "me"
    ) -> list[PageTask]:
        with self.database.begin() as connection:
            claimed = frontier.claim(connection, owner, room, busy=busy, only=only)
            for job_id in claimed.unpaid:
                job_end.fail_unpaid(connection, job_id)
            return [task for task in claimed.tasks if task.workspace_id == self.workspace_id]

    def end(self, task: PageTask, verdict: Any = "completed", **more: Any) -> page_end.Ended:
        with self.database.begin() as connection:
            made = PageEnd(task=task, verdict=verdict, result=lambda used, left: f'{{"used": {used}}}', **more)
            return page_end.end(connection, task.job_id, [made])

    def row(self, job_id: UUID) -> Any:
        with self.database.connect() as connection:
            return connection.execute(text("SELECT * FROM job WHERE id = :id"), {"id": str(job_id)}).one()

    def counts(self, job_id: UUID) -> page_entry.Counts:
        with self.database.connect() as connection:
            return page_entry.count(connection, job_id, self.row(job_id).pages_max)

    def entries(self, job_id: UUID) -> list[tuple[str, str, str | None]]:
        with self.database.connect() as connection:
            rows = page_entry.list_entries(connection, job_id, queued=self.counts(job_id).queued)
            return [(row.url.removeprefix(SITE), row.status, row.error) for row in rows]

    def balance(self) -> tuple[int, int]:
        with self.database.connect() as connection:
            assert credits.drift(connection) == []
            row = workspace.require(connection, self.workspace_id)
            return row.balance, row.reserved

    def events(self, job_id: UUID) -> list[str]:
        with self.database.connect() as connection:
            return [row.type for row in event.list_deliveries(connection, job_id)]


@pytest.fixture
def desk(database: Engine) -> Desk:
    with database.begin() as connection:
        connection.execute(text("UPDATE job SET status = 'cancelled' WHERE status = 'running'"))
        connection.execute(text("DELETE FROM page"))
        connection.execute(text("DELETE FROM host"))
        connection.execute(text("UPDATE hold SET state = 'released' WHERE state = 'active'"))
        connection.execute(text("UPDATE workspace SET reserved = 0"))
    return Desk(database)


@pytest.fixture
def expire(database: Engine) -> Callable[[], None]:
    """Let every lease lapse, and recover what is lost."""

    def lapse() -> None:
        with database.begin() as connection:
            connection.execute(
                text("UPDATE page SET lease_until = now() - interval '1 second' WHERE status = 'running'")
            )
            for job_id in lost_page.list_jobs(connection):
                lost_page.recover(connection, job_id)

    return lapse


def test_a_job_is_there_at_once_and_ends_with_its_last_page(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    assert desk.row(job_id).status == "running" and desk.counts(job_id).total == 1

    [start] = desk.claim()
    assert desk.end(start, found=(new("/a", depth=1), new("/b", depth=1))).job_status == "running"
    one, other = desk.claim()
    desk.end(one)
    ended = desk.end(other, "failed", error="HTTP 404")

    assert ended.job_status == desk.row(job_id).status == "completed"
    assert desk.entries(job_id) == [("/", "completed", None), ("/a", "completed", None), ("/b", "failed", "HTTP 404")]
    assert desk.counts(job_id).credits == 2 and desk.balance() == (998, 0)


def test_written_twice_it_is_one_job(desk: Desk) -> None:
    job_id = new_id()
    for _ in range(2):
        with desk.database.begin() as connection:
            assert page_job.create(
                connection, job_id=job_id, workspace_id=desk.workspace_id, operation="batch", options={}, path="/", price=1,
                pages_max=1, pages=[new("/")],
            )  # fmt: skip

    assert desk.counts(job_id).total == 1


def test_who_cannot_pay_for_one_page_starts_nothing(database: Engine) -> None:
    poor = Desk(database, balance=0)
    with database.begin() as connection:
        assert not page_job.create(
            connection, job_id=new_id(), workspace_id=poor.workspace_id, operation="crawl", options={}, path="/", price=1,
            pages_max=1, pages=[new("/")],
        )  # fmt: skip


def test_the_limit_is_exact_and_candidates_are_not_shown(desk: Desk) -> None:
    job_id = desk.job(new("/"), most=4)
    [start] = desk.claim()
    desk.end(start, found=tuple(new(f"/{number}", depth=1) for number in range(50)))

    assert desk.counts(job_id).total == 4 and len(desk.entries(job_id)) == 4
    for task in desk.claim(50):
        desk.end(task)
    assert desk.row(job_id).status == "completed"
    assert desk.counts(job_id).completed == len(desk.entries(job_id)) == 4


def test_near_pages_come_first(desk: Desk) -> None:
    desk.job(new("/far", depth=3), new("/near", depth=1), new("/counted", depth=1, rank=9))

    assert [task.url.removeprefix(SITE) for task in desk.claim(3)] == ["/near", "/far", "/counted"]


def test_a_page_met_again_nearer_comes_nearer(desk: Desk) -> None:
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


def test_a_busy_host_holds_no_other_up(desk: Desk) -> None:
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


def test_a_crawl_delay_lets_one_page_through_at_a_time(desk: Desk) -> None:
    desk.job(*(new(f"/{number}") for number in range(9)), operation="batch")
    with desk.database.begin() as connection:
        host.set_delay(connection, "site.example", 60_000)
    [only] = desk.claim()
    desk.end(only)

    assert desk.claim() == []
    with desk.database.begin() as connection:
        connection.execute(text("UPDATE host SET not_before = now()"))
    assert len(desk.claim()) == 1


def test_a_file_that_is_no_page_takes_its_turn_among_the_pages(desk: Desk) -> None:
    def turn() -> float:
        with desk.database.begin() as connection:
            return host.claim_visit(connection, "site.example")

    def pass_time() -> None:
        with desk.database.begin() as connection:
            connection.execute(text("UPDATE host SET not_before = now()"))

    desk.job(new("/a"), new("/b"), operation="batch")
    assert turn() == 0  # a host without a pause is asked at once
    with desk.database.begin() as connection:
        host.set_delay(connection, "site.example", 60_000)
    assert turn() == 0
    assert 50 < turn() <= 60 and desk.claim() == []

    pass_time()
    [only] = desk.claim()
    pass_time()

    assert 0 < turn() < 1  # the page is still under way
    desk.end(only)
    assert turn() > 50


def test_a_pause_does_not_cut_a_complaint_short(desk: Desk, database: Engine) -> None:
    with database.begin() as connection:
        host.set_delay(connection, "site.example", 1_000)
        host.slow_down(connection, "site.example", 300)
        host.start_pause(connection, ["site.example"])
        left = connection.execute(text("SELECT not_before - now() > interval '200 s' FROM host")).scalar_one()

    assert left


def test_a_worker_takes_few_walks_and_pages_beside_them(desk: Desk, database: Engine) -> None:
    for number in range(3):
        walk = new("/sitemap.xml", site=f"https://w{number}.example", kind=page.SITEMAP)
        desk.job(new("/", site=f"https://w{number}.example"), walk)
    with database.begin() as connection:
        claimed = frontier.claim(connection, "me", 10, busy=False, walks=2)

    assert Counter(task.kind for task in claimed.tasks) == {page.PAGE: 3, page.SITEMAP: 2}


def test_a_complaint_halves_the_width_and_calm_widens_it_again(desk: Desk) -> None:
    with desk.database.begin() as connection:
        host.slow_down(connection, "site.example", 0)
        assert host.list_paces(connection)["site.example"].width == 4
        host.slow_down(connection, "site.example", 0)
        assert host.list_paces(connection)["site.example"].width == 4, "complaints of one moment are one"
        connection.execute(text("UPDATE host SET complained_at = now() - interval '5 seconds'"))
        host.slow_down(connection, "site.example", 0)
        assert host.list_paces(connection)["site.example"].width == 2
        connection.execute(text("UPDATE host SET complained_at = now() - interval '31 seconds'"))
        assert host.list_paces(connection)["site.example"].width == 5
        host.slow_down(connection, "site.example", 100)
        assert host.list_paces(connection)["site.example"].at_a_time == 0


def test_a_delayed_page_waits_and_costs_nothing_meanwhile(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    [task] = desk.claim()
    desk.end(task, "delayed", delay_seconds=60)

    assert desk.claim() == [] and desk.balance() == (1_000, 0)
    assert desk.row(job_id).issued == 0 and desk.counts(job_id).queued == 1
    with desk.database.begin() as connection:
        connection.execute(text("UPDATE page SET not_before = now()"))
    [again] = desk.claim()
    assert again.delays == 1
    desk.end(again)
    assert desk.balance() == (999, 0)


def test_only_the_holder_of_the_lease_writes(desk: Desk, expire: Callable[[], None]) -> None:
    job_id = desk.job(new("/"))
    [late] = desk.claim(owner="stopped")
    expire()
    [task] = desk.claim(owner="next")

    assert desk.end(late).written == ()
    assert desk.end(task).job_status == "completed"
    assert desk.end(late).written == ()
    assert desk.counts(job_id).credits == 1 and desk.balance() == (999, 0)


def test_a_page_that_takes_its_workers_down_goes_alone_then_fails(desk: Desk, expire: Callable[[], None]) -> None:
    job_id = desk.job(new("/poison"), new("/good"), operation="batch")
    for _ in range(2):
        assert len(desk.claim()) == 2
        expire()

    assert desk.claim(busy=True) == []
    [alone] = desk.claim()
    assert alone.url.endswith("/poison")
    expire()
    [good] = desk.claim()
    assert desk.end(good).job_status == "completed"
    assert desk.entries(job_id) == [("/poison", "failed", lost_page.LOST), ("/good", "completed", None)]
    assert desk.balance() == (999, 0)


def test_a_page_that_goes_alone_keeps_to_the_limit_and_is_not_passed_over(
    desk: Desk, expire: Callable[[], None]
) -> None:
    job_id = desk.job(*(new(f"/{number}", rank=number) for number in range(4)), most=3)
    for _ in range(2):
        assert len(desk.claim(1)) == 1
        expire()

    assert desk.claim(busy=True) == []  # nothing more until the worker is idle
    [alone] = desk.claim()
    first, second = desk.claim(busy=True)
    assert desk.claim() == []
    for task in (alone, first, second):
        desk.end(task)
    assert desk.row(job_id).status == "completed" and desk.counts(job_id).total == 3


def test_jobs_that_wait_for_their_hosts_keep_nobody_out(database: Engine, desk: Desk) -> None:
    for number in range(frontier.JOBS_LOOKED_AT + 5):
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
        claimed = frontier.claim(connection, "me", 9, busy=True, shares={desk.workspace_id: 2}, share=6)

    assert len(claimed.tasks) == 4


def test_a_job_that_runs_dry_pays_for_what_it_got(database: Engine, desk: Desk) -> None:
    poor = Desk(database, balance=3)
    job_id = poor.job(*(new(f"/{number}", site=f"https://h{number}.example") for number in range(8)), operation="batch")
    tasks = poor.claim(8)
    assert len(tasks) == 3 and poor.claim() == []
    poor.end(tasks[0])
    poor.end(tasks[1], "failed", error="HTTP 404")
    poor.end(tasks[2])
    [last] = poor.claim()
    assert poor.end(last).job_status == "running"
    assert poor.claim() == [] and poor.row(job_id).status == "completed"

    statuses = Counter((status, error) for _, status, error in poor.entries(job_id))
    assert statuses == {("completed", None): 3, ("failed", "HTTP 404"): 1, ("failed", job_end.OUT_OF_CREDITS): 4}
    assert poor.balance() == (0, 0)


def test_a_redirect_to_a_known_page_is_that_page(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/old", depth=1), new("/new", depth=1)))
    old, fresh = desk.claim()
    desk.end(fresh)
    desk.end(old, aliases=(key_of(f"{SITE}/new"),))

    assert desk.row(job_id).status == "completed"
    assert [url for url, _, _ in desk.entries(job_id)] == ["/", "/new"]
    assert desk.balance() == (998, 0)


def test_a_page_that_is_known_by_its_redirect_is_not_fetched_again(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/old", depth=1), new("/new", depth=1, rank=5)))
    [old] = desk.claim(1)
    desk.end(old, aliases=(key_of(f"{SITE}/new"), key_of(f"{SITE}/canonical")), found=(new("/canonical", depth=2),))

    assert desk.claim() == [] and desk.row(job_id).status == "completed"
    assert [url for url, _, _ in desk.entries(job_id)] == ["/", "/old"]


@pytest.mark.parametrize("together", [False, True])
def test_of_two_spellings_under_way_the_first_that_is_done_stands(desk: Desk, database: Engine, together: bool) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/foo", depth=1), new("/foo/", depth=1)))
    bare, slashed = desk.claim()
    ends = [
        PageEnd(task=bare, verdict="completed", result=lambda *_: "{}", aliases=(slashed.key,)),
        PageEnd(task=slashed, verdict="completed", result=lambda *_: "{}", aliases=(bare.key,)),
    ]

    for some in [ends] if together else [ends[:1], ends[1:]]:
        with database.begin() as connection:
            page_end.end(connection, job_id, some)

    assert desk.row(job_id).status == "completed" and desk.row(job_id).issued == 2
    assert [url for url, _, _ in desk.entries(job_id)] == ["/", "/foo"]
    assert desk.balance() == (998, 0)


def test_a_page_is_not_lost_to_another_spelling_that_fails(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/foo", depth=1), new("/bar", depth=1)))
    foo, bar = desk.claim()
    desk.end(bar, "failed", error="HTTP 500")
    desk.end(foo, aliases=(bar.key,))

    assert [(url, status) for url, status, _ in desk.entries(job_id)] == [
        ("/", "completed"), ("/foo", "completed"), ("/bar", "failed"),
    ]  # fmt: skip


def test_a_copy_that_waits_for_its_host_is_dropped(desk: Desk, database: Engine) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/foo", depth=1), new("/bar", depth=1)))
    foo, bar = desk.claim()
    with database.begin() as connection:
        late = PageEnd(task=bar, verdict="delayed", delay_seconds=1)
        page_end.end(connection, job_id, [late, PageEnd(task=foo, verdict="completed", aliases=(bar.key,))])

    assert desk.row(job_id).status == "completed" and desk.counts(job_id).total == 2


def test_a_copy_leads_on_although_it_is_no_entry(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/list", depth=1), new("/list?p=2", depth=1)))
    listed, second = desk.claim()
    desk.end(listed)
    desk.end(second, aliases=(listed.key,), found=(new("/article-9", depth=2),))
    [article] = desk.claim()

    assert desk.end(article).job_status == "completed"
    assert [url for url, _, _ in desk.entries(job_id)] == ["/", "/list", "/article-9"]


def test_a_page_that_leads_outside_is_no_entry_and_costs_nothing(desk: Desk) -> None:
    job_id = desk.job(new("/"), most=2)
    [start] = desk.claim()
    desk.end(start, found=(new("/go", depth=1), new("/stay", depth=1, rank=2)))
    [go] = desk.claim()
    desk.end(go, "outside")
    [stay] = desk.claim()

    assert desk.end(stay).job_status == "completed"
    assert [url for url, _, _ in desk.entries(job_id)] == ["/", "/stay"] and desk.balance() == (998, 0)


def test_merged_pages_make_room_for_others(desk: Desk) -> None:
    job_id = desk.job(new("/"), most=2)
    [start] = desk.claim()
    desk.end(start, found=(new("/again", depth=1), new("/other", depth=1, rank=2)))
    [again] = desk.claim()
    desk.end(again, aliases=(key_of(f"{SITE}/"),))
    [other] = desk.claim()

    assert desk.end(other).job_status == "completed"
    assert [url for url, _, _ in desk.entries(job_id)] == ["/", "/other"]


def test_a_sitemap_walk_is_no_page(desk: Desk) -> None:
    job_id = desk.job(new("/"), most=2)
    [start] = desk.claim()
    desk.end(start, found=(new("/sitemap.xml", kind=page.SITEMAP),))
    assert desk.counts(job_id).total == 1
    [walk] = desk.claim()
    assert desk.end(walk, found=(new("/a", depth=1),)).job_status == "running"
    [only] = desk.claim()

    assert desk.end(only).job_status == "completed"
    assert desk.balance() == (998, 0) and len(desk.entries(job_id)) == 2


def test_a_full_job_does_not_wait_for_its_sitemap(desk: Desk) -> None:
    job_id = desk.job(new("/"), most=1)
    [start] = desk.claim()

    assert desk.end(start, found=(new("/sitemap.xml", kind=page.SITEMAP),)).job_status == "completed"
    assert desk.claim() == [] and len(desk.entries(job_id)) == 1


def test_a_crawl_whose_start_gives_nothing_has_failed(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()

    assert desk.end(start, "failed", error="HTTP 404").job_status == "failed"
    assert desk.row(job_id).error == {"message": "HTTP 404"} and desk.balance() == (1_000, 0)


def test_a_batch_that_gets_nothing_is_completed(desk: Desk) -> None:
    desk.job(new("/"), operation="batch")
    [only] = desk.claim()

    assert desk.end(only, "failed", error="HTTP 404").job_status == "completed"


def test_cancelling_ends_everything_once(desk: Desk) -> None:
    hook = {"url": "https://me.example/hook", "events": ["page", "completed"]}
    job_id = desk.job(*(new(f"/{number}") for number in range(20)), operation="batch", most=20, webhook=hook)
    tasks = desk.claim()
    desk.end(tasks[0])
    with desk.database.begin() as connection:
        assert job_end.cancel(connection, job_id, desk.workspace_id, "crawl") is None
        assert job_end.cancel(connection, job_id, new_id(), "batch") is None
        assert job_end.cancel(connection, job_id, desk.workspace_id, "batch") is True
        assert job_end.cancel(connection, job_id, desk.workspace_id, "batch") is False
        assert page_job.list_ended(connection, [job_id]) == {job_id}

    assert desk.end(tasks[1]).written == ()
    done = desk.counts(job_id)
    assert (done.total, done.completed, done.failed) == (20, 1, 19) and desk.balance() == (999, 0)
    assert desk.events(job_id).count("batch.cancelled") == 1 and desk.events(job_id).count("batch.page") == 20


def test_events_are_written_for_those_who_listen(desk: Desk) -> None:
    hook = {"url": "https://me.example/hook", "events": ["completed"]}
    quiet, told = desk.job(new("/a"), operation="batch"), desk.job(new("/b"), operation="batch", webhook=hook)
    for task in desk.claim():
        desk.end(task)

    assert desk.events(quiet) == [] and desk.events(told) == ["batch.completed"]


def test_a_suspended_workspace_pauses(desk: Desk) -> None:
    desk.job(new("/"))
    with desk.database.begin() as connection:
        workspace.set_suspended(connection, desk.workspace_id, True)
    assert desk.claim() == []
    with desk.database.begin() as connection:
        workspace.set_suspended(connection, desk.workspace_id, False)
    assert len(desk.claim()) == 1


def test_pages_given_back_are_taken_at_once(desk: Desk) -> None:
    job_id = desk.job(new("/a"), new("/b"), operation="batch")
    tasks = desk.claim()
    with desk.database.begin() as connection:
        page_end.release(connection, tasks)

    assert desk.balance() == (1_000, 0) and desk.row(job_id).issued == 0
    assert [task.delays for task in desk.claim(owner="next")] == [0, 0]


def test_a_job_of_its_own_worker_is_left_to_it(desk: Desk) -> None:
    job_id = new_id()
    with desk.database.begin() as connection:
        page_job.create(
            connection, job_id=job_id, workspace_id=desk.workspace_id, operation="batch", options={}, path="/", price=1,
            pages_max=1, pages=[new("/")], owner="spider",
        )  # fmt: skip

    assert desk.claim(owner="other") == []
    assert len(desk.claim(owner="spider", only=job_id)) == 1


def test_many_hands_at_once_keep_the_books(desk: Desk) -> None:
    job_id = desk.job(new("/"), most=120)
    [start] = desk.claim()
    sites = [f"https://s{number}.example" for number in range(40)]
    desk.end(start, found=tuple(new(f"/{number}", depth=1, site=sites[number % 40]) for number in range(300)))

    def work(owner: int) -> None:
        while desk.row(job_id).status == "running":
            for task in desk.claim(7, owner=str(owner)):
                verdict = ("completed", "failed", "delayed")[task.number % 3 if task.delays == 0 else 0]
                aliases = (key_of(f"https://alias.example/{task.number % 50}"),) if task.number % 5 == 0 else ()
                desk.end(task, verdict, aliases=aliases, delay_seconds=0.01)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(6)))
    done = desk.counts(job_id)

    assert done.total == done.completed + done.failed == len(desk.entries(job_id)) == 120
    assert desk.balance() == (1_000 - done.completed, 0) and desk.row(job_id).issued == 120
