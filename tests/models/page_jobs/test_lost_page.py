"""Pages whose worker was lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

from sqlalchemy import Engine

from models.page_jobs import lost_page, page_claim, page_job
from models.page_jobs.page_choice import Worker
from models.pages.page import PageTask
from tests.models.desk import Desk, new


def suspect(desk: Desk, job_id: UUID) -> PageTask | None:
    """A claim by a process that processes such pages only."""
    with desk.database.begin() as connection:
        tasks = page_claim.claim_suspect(connection, job_id, Worker(owner="alone")).tasks
    return tasks[0] if tasks else None


def test_a_page_whose_workers_are_lost_is_claimed_alone_then_fails(desk: Desk, expire: Callable[[], None]) -> None:
    job_id = desk.job(new("/poison"), new("/good"), operation="batch")
    for _ in range(2):
        assert len(desk.claim()) == 2
        expire()

    assert desk.claim() == []
    with desk.database.connect() as connection:
        assert page_claim.list_jobs_with_suspects(connection) == [(desk.workspace_id, job_id)]
    alone = suspect(desk, job_id)
    assert alone is not None and alone.url.endswith("/poison")
    expire()
    good = suspect(desk, job_id)
    assert good is not None and desk.end(good).job_status == "completed"
    assert desk.entries(job_id) == [("/poison", "failed", lost_page.LOST), ("/good", "completed", None)]
    assert desk.balance() == (999, 0)


def test_an_entry_that_repeats_a_page_whose_workers_are_lost_has_an_event(
    desk: Desk, expire: Callable[[], None]
) -> None:
    hook = {"url": "https://me.example/hook", "events": ["page"]}
    pages = [new("/poison"), replace(new("/again"), duplicate_of=0)]
    job_id = desk.job(*pages, operation="batch", webhook=hook)
    for _ in range(2):
        desk.claim()
        expire()
    assert suspect(desk, job_id) is not None
    expire()
    desk.claim()

    assert desk.row(job_id).status == "completed" and desk.events(job_id) == ["batch.page", "batch.page"]


def test_a_page_to_be_claimed_alone_keeps_to_the_limit_and_holds_up_no_other(
    desk: Desk, expire: Callable[[], None]
) -> None:
    job_id = desk.job(*(new(f"/{number}", rank=number) for number in range(4)), most=3)
    for _ in range(2):
        assert len(desk.claim(1)) == 1
        expire()

    first, second = desk.claim()
    assert [first.number, second.number] == [1, 2], "the place of the suspected page is kept"
    desk.end(first)
    assert desk.end(second).job_status == "running" and desk.claim() == []
    alone = suspect(desk, job_id)
    assert alone is not None and alone.number == 0
    desk.end(alone)
    assert desk.row(job_id).status == "completed" and desk.counts(job_id).total == 3


def test_a_job_that_a_frozen_worker_has_locked_is_recovered_in_a_later_round(
    desk: Desk, database: Engine, expire: Callable[[], None]
) -> None:
    job_id = desk.job()
    assert len(desk.claim()) == 1
    with database.connect() as connection:
        page_job.lock(connection, job_id)
        expire()
        connection.rollback()
    expire()

    assert len(desk.claim()) == 1
