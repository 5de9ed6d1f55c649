"""The frontier in Postgres: ends of pages, and pages that a stopping worker gives back."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from uuid import UUID

import pytest
from sqlalchemy import Connection, Engine, text

from contract.capture import CaptureRequest, PageCapture
from contract.options.page import ReadingOptions
from crawler.items import PageItem
from crawler.jobs import stored_frontier
from crawler.jobs.stored_frontier import StoredFrontier
from models import capture as captures
from models.pages.page import SITEMAP, PageEnd, PageTask
from tests.models.desk import Desk, new


def test_pages_of_two_workspaces_are_given_back_without_holding_one_while_waiting_for_the_other(
    isolated_database: Engine,
) -> None:
    """Two workers that stop at the same time would wait for each other."""
    desks = {}
    for _ in range(2):
        desk = Desk(isolated_database)
        desks[desk.job(new("/a"), new("/b"), operation="batch")] = desk
    one, other = desks.values()
    tasks = [*one.claim(), *other.claim()]
    lockable = text("SELECT balance FROM workspace WHERE id = :id FOR UPDATE")

    def release() -> None:
        asyncio.run(StoredFrontier(isolated_database, None, "me").release(tasks))

    with (
        isolated_database.connect() as blocker, isolated_database.connect() as observer, ThreadPoolExecutor(1) as pool
    ):  # fmt: skip
        for waits_for, free in ((one, other), (other, one)):
            blocker.execute(lockable, {"id": waits_for.workspace_id})
            released = pool.submit(release)
            time.sleep(0.4)
            try:
                # On a slow machine, the pages of the free workspace may be released just now.
                observer.execute(text("SET LOCAL lock_timeout = '5s'"))
                assert observer.execute(lockable, {"id": free.workspace_id}).scalar_one()
            finally:
                observer.rollback()
                blocker.rollback()
                released.result(60)
            tasks = [*one.claim(), *other.claim()]

    release()
    assert [desks[job_id].row(job_id).issued for job_id in desks] == [0, 0]


def test_captures_are_stored_in_one_order(isolated_database: Engine) -> None:
    """Otherwise jobs of two workspaces that record the same pages would each wait for the other."""
    desk = Desk(isolated_database)
    desk.job(new("/a"), new("/b"), operation="batch")
    ends = [PageEnd(task=task, verdict="completed", result=lambda used, left: "{}") for task in desk.claim()]
    requests = sorted((CaptureRequest(url=end.task.url) for end in ends), key=lambda request: request.url)
    first, second = sorted(requests, key=lambda request: captures.key_of(request, request.url))
    made = {
        request.url: PageItem(request=request, capture=capture_of(request), options=ReadingOptions(), packed=b"")
        for request in requests
    }

    async def record() -> None:
        frontier = StoredFrontier(isolated_database, None, "me")
        ordered = sorted(ends, key=lambda end: end.task.url == first.url)
        await asyncio.gather(*(frontier.record(end, made[end.task.url]) for end in ordered))

    def store(connection: Connection, request: CaptureRequest) -> None:
        key = captures.key_of(request, request.url)
        captures.store(connection, [captures.NewCapture(key, capture_of(request), b"", None)])

    with (
        isolated_database.connect() as blocker, isolated_database.connect() as other, ThreadPoolExecutor(1) as pool
    ):  # fmt: skip
        store(blocker, first)
        recorded = pool.submit(lambda: asyncio.run(record()))
        time.sleep(0.5)  # It waits for the first capture.
        try:
            other.execute(text("SET LOCAL lock_timeout = '200ms'"))
            store(other, second)
        finally:
            other.rollback()
            blocker.rollback()
            recorded.result(60)


def capture_of(request: CaptureRequest) -> PageCapture:
    return PageCapture(
        url=request.url, final_url=request.url, status=200, headers=(), body=b"", rendered=False,
        captured_at=datetime.now(UTC), cached=False,
    )  # fmt: skip


def test_ends_of_a_workspace_do_not_wait_for_the_locked_rows_of_another(isolated_database: Engine) -> None:
    desks = [Desk(isolated_database) for _ in range(2)]
    for desk in desks:
        desk.job(new("/a"), operation="batch")
    blocked, free = (desk.claim()[0] for desk in desks)
    locked = text("SELECT balance FROM workspace WHERE id = :id FOR UPDATE NOWAIT")

    async def record() -> None:
        frontier = StoredFrontier(isolated_database, None, "me")
        waiting = asyncio.ensure_future(frontier.record(PageEnd(task=blocked, verdict="failed", error="-"), None))
        await asyncio.sleep(0.3)
        is_written = await asyncio.wait_for(
            frontier.record(PageEnd(task=free, verdict="failed", error="-"), None), timeout=30
        )
        assert is_written and not waiting.done()
        blocker.rollback()
        assert await asyncio.wait_for(waiting, timeout=30)

    with isolated_database.connect() as blocker:
        blocker.execute(locked, {"id": blocked.workspace_id})
        asyncio.run(record())


def test_ends_of_pages_that_are_read_at_the_same_time_are_recorded_in_one_transaction(
    isolated_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_frontier, "COLLECT_SECONDS", 600)
    desk = Desk(isolated_database)
    job_id = desk.job(*(new(f"/{name}") for name in "abcd"), operation="batch")
    *read, fetching = desk.claim()

    async def record() -> None:
        frontier = StoredFrontier(isolated_database, None, "me")
        frontier.claimed = {(task.job_id, task.number): task for task in (*read, fetching)}
        frontier.fetched.update((task.job_id, task.number) for task in read)
        ends = [asyncio.ensure_future(frontier.record(failed(task), None)) for task in read[:-1]]
        await asyncio.sleep(0.1)
        assert not any(end.done() for end in ends)
        async with asyncio.timeout(60):  # It does not wait for the page that is still being fetched.
            await frontier.record(failed(read[-1]), None)
            await asyncio.gather(*ends)

    asyncio.run(record())

    with isolated_database.connect() as connection:
        written = text("SELECT xmin::text FROM page WHERE job_id = :job AND status = 'failed'")
        transactions = list(connection.execute(written, {"job": job_id}).scalars())
    assert len(transactions) == len(read) and len(set(transactions)) == 1


def failed(task: PageTask) -> PageEnd:
    return PageEnd(task=task, verdict="failed", error="-")


def test_ends_wait_a_short_time_for_a_page_that_is_being_read(isolated_database: Engine) -> None:
    desk = Desk(isolated_database)
    desk.job(new("/a"), new("/b"), operation="batch")
    done, reading = desk.claim()

    async def record() -> None:
        frontier = StoredFrontier(isolated_database, None, "me")
        frontier.claimed = {(task.job_id, task.number): task for task in (done, reading)}
        frontier.fetched.update(frontier.claimed)
        assert await asyncio.wait_for(frontier.record(failed(done), None), timeout=60)

    asyncio.run(record())


def test_a_page_that_postgres_rejects_does_not_fail_those_recorded_with_it(isolated_database: Engine) -> None:
    desk = Desk(isolated_database)
    desk.job(*(new(f"/{name}") for name in "abc"), operation="batch")
    good, bad, other = desk.claim()

    async def record() -> list[bool | BaseException]:
        frontier = StoredFrontier(isolated_database, None, "me")
        ends = [failed(good), PageEnd(task=bad, verdict="failed", error="NUL \0"), failed(other)]
        return await asyncio.gather(*(frontier.record(end, None) for end in ends), return_exceptions=True)

    first, second, third = asyncio.run(record())

    assert first is third is True
    assert isinstance(second, ValueError)


def test_a_workspace_leaves_a_traversal_of_sitemaps_to_others(isolated_database: Engine) -> None:
    large, small = Desk(isolated_database), Desk(isolated_database)
    for name in "abc":
        large.job(new(f"/{name}"), new(f"/{name}/", kind=SITEMAP))
    small.job(new("/d"), new("/d/", kind=SITEMAP))

    async def claim() -> Counter[UUID]:
        frontier = StoredFrontier(isolated_database, None, "me")
        for desk in (large, small):
            for run in desk.runs():
                await frontier.claim_of(run.job_id, 4, run=run)
        return Counter(task.workspace_id for task in frontier.claimed.values() if task.kind == SITEMAP)

    assert asyncio.run(claim()) == {large.workspace_id: 2, small.workspace_id: 1}


def test_workspaces_take_turns_with_pages_that_may_have_stopped_their_workers(
    isolated_database: Engine, unique: str
) -> None:
    desks = [Desk(isolated_database) for _ in range(2)]
    jobs = [
        desk.job(
            *(new(f"/{name}{number}", site=f"https://{name}.{unique}.example") for number in range(3)),
            operation="batch",
        )
        for desk in desks
        for name in "ab"
    ]
    with isolated_database.begin() as connection:
        connection.execute(text("UPDATE page SET lapses = 0"))  # Other tests may have left some.
        connection.execute(text("UPDATE page SET lapses = 2 WHERE job_id = ANY(:jobs)"), {"jobs": jobs})

    async def claim() -> list[UUID]:
        frontier = StoredFrontier(isolated_database, None, "me")
        tasks = [await frontier.claim_suspect() for _ in range(6)]
        return [task.workspace_id for task in tasks if task is not None]

    claimed = asyncio.run(claim())
    mine = {desk.workspace_id for desk in desks}

    assert [set(claimed[place : place + 2]) for place in (0, 2, 4)] == [mine] * 3
