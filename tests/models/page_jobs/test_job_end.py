"""The end of a crawl or batch: exact limits, one end, one event for it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from sqlalchemy import Engine

from models.base import new_id
from models.page_jobs import job_end, page_job
from models.pages import page
from tests.models.desk import Desk, new


def test_the_limit_is_exact_and_candidates_are_not_shown(desk: Desk) -> None:
    job_id = desk.job(new("/"), most=4)
    [start] = desk.claim()
    desk.end(start, found=tuple(new(f"/{number}", depth=1) for number in range(50)))

    assert desk.counts(job_id).total == 4 and len(desk.entries(job_id)) == 4
    for task in desk.claim(50):
        desk.end(task)
    assert desk.row(job_id).status == "completed"
    assert desk.counts(job_id).completed == len(desk.entries(job_id)) == 4


def test_a_job_without_credits_fails_the_pages_that_are_left(database: Engine, desk: Desk) -> None:
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


@pytest.mark.parametrize("is_unpaid", [False, True])
def test_entries_that_repeat_an_address_have_an_event_when_a_job_ends_early(desk: Desk, is_unpaid: bool) -> None:
    hook = {"url": "https://me.example/hook", "events": ["page", "completed"]}
    pages = [new("/"), replace(new("/again"), duplicate_of=0)]
    job_id = desk.job(*pages, operation="batch", webhook=hook)

    with desk.database.begin() as connection:
        if is_unpaid:
            assert job_end.fail_unpaid(connection, job_id) == "completed"
        else:
            assert job_end.cancel(connection, job_id, desk.workspace_id, "batch")

    assert desk.events(job_id).count("batch.page") == 2 and desk.counts(job_id).failed == 1


def test_events_are_written_only_for_a_webhook_that_wants_them(desk: Desk) -> None:
    hook = {"url": "https://me.example/hook", "events": ["completed"]}
    quiet, subscribed = desk.job(new("/a"), operation="batch"), desk.job(new("/b"), operation="batch", webhook=hook)
    for task in desk.claim():
        desk.end(task)

    assert desk.events(quiet) == [] and desk.events(subscribed) == ["batch.completed"]
