"""The end of a page: charge, links, release, and only by the worker with the lease."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import text

from extraction.links.scope import key_of
from models.page_jobs import page_end, page_job
from models.pages import page
from models.pages.page import PageEnd
from tests.models.desk import Desk, new


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


def test_a_delayed_page_knows_how_late_it_is(desk: Desk) -> None:
    desk.job(new("/"))
    [task] = desk.claim()
    assert task.late_seconds == 0
    desk.end(task, "delayed", delay_seconds=60, delays=3)
    with desk.database.begin() as connection:
        connection.execute(text("UPDATE page SET not_before = now() - interval '20 s'"))
    [again] = desk.claim()

    assert again.delays == 3 and 20 <= again.late_seconds < 80


def test_a_page_that_was_given_back_is_not_late(desk: Desk) -> None:
    """Otherwise the time that it waited would count as its back-off, and its first 503 could be its last."""
    job_id = desk.job(new("/"))
    with desk.database.begin() as connection:
        page_end.release(connection, job_id, desk.claim())
        connection.execute(text("UPDATE page SET not_before = not_before - interval '60 s'"))

    assert [task.late_seconds for task in desk.claim()] == [0]


def test_only_the_worker_with_the_lease_writes(desk: Desk, expire: Callable[[], None]) -> None:
    job_id = desk.job(new("/"))
    [late] = desk.claim(owner="stopped")
    expire()
    [task] = desk.claim(owner="next")

    assert desk.end(late).written == ()
    assert desk.end(task).job_status == "completed"
    assert desk.end(late).written == ()
    assert desk.counts(job_id).credits == 1 and desk.balance() == (999, 0)


def test_a_page_that_leads_outside_is_not_an_entry_and_costs_nothing(desk: Desk) -> None:
    job_id = desk.job(new("/"), most=2)
    [start] = desk.claim()
    desk.end(start, found=(new("/go", depth=1), new("/stay", depth=1, rank=2)))
    [go] = desk.claim()
    desk.end(go, "outside")
    [stay] = desk.claim()

    assert desk.end(stay).job_status == "completed"
    assert [url for url, _, _ in desk.entries(job_id)] == ["/", "/stay"] and desk.balance() == (998, 0)


def test_a_sitemap_task_is_not_a_page(desk: Desk) -> None:
    job_id = desk.job(new("/"), most=2)
    [start] = desk.claim()
    desk.end(start, found=(new("/sitemap.xml", kind=page.SITEMAP),))
    assert desk.counts(job_id).total == 1
    [sitemaps] = desk.claim()
    assert desk.end(sitemaps, found=(new("/a", depth=1),)).job_status == "running"
    [only] = desk.claim()

    assert desk.end(only).job_status == "completed"
    assert desk.balance() == (998, 0) and len(desk.entries(job_id)) == 2


def test_released_pages_are_claimed_again_at_once(desk: Desk) -> None:
    job_id = desk.job(new("/a"), new("/b"), operation="batch")
    tasks = desk.claim()
    with desk.database.begin() as connection:
        page_end.release(connection, job_id, tasks)

    assert desk.balance() == (1_000, 0) and desk.row(job_id).issued == 0
    assert [task.delays for task in desk.claim(owner="next")] == [0, 0]


def test_many_workers_at_once_keep_limits_and_credits_exact(desk: Desk) -> None:
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


def test_releasing_pages_and_ending_one_of_the_job_does_not_deadlock(desk: Desk) -> None:
    """A worker stops while another one records a page of the same job. Both need the credits of one workspace."""
    job_id = desk.job(new("/a"), new("/b"), new("/c"), operation="batch")
    ending, *releasing = desk.claim(10)

    def release() -> None:
        with desk.database.begin() as connection:
            page_end.release(connection, job_id, releasing)

    with desk.database.connect() as recorder, ThreadPoolExecutor(1) as pool:
        page_job.lock(recorder, job_id)
        released = pool.submit(release)
        time.sleep(0.3)  # It has locked what it can.
        page_end.end(recorder, job_id, [PageEnd(task=ending, verdict="completed", result=lambda used, left: "{}")])
        recorder.commit()
        released.result(60)

    assert (desk.counts(job_id).queued, desk.counts(job_id).completed) == (2, 1)
