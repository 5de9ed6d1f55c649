"""Runs of slices and the pages in hand, on a real database; the downloads are canned."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from scrapy.exceptions import DropItem
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import OperationalError

from contract.declare import stored
from contract.environment import Environment
from contract.options.batch import JobOptions
from contract.process.interruptions import Interruptions
from crawler.jobs import pages_in_hand, slice_run
from crawler.jobs.pages_in_hand import PagesInHand
from crawler.jobs.slice_run import SliceRun
from crawler.jobs.stored_frontier import StoredFrontier
from crawler.meta import PAGES as PAGES_OF
from crawler.meta import TASK
from crawler.politeness.robots import Robots
from extraction.links.scope import listed_links
from models import books, session
from models.accounts import credits, workspace
from models.base import new_id
from models.page_jobs import lost_page, page_job
from models.pages.page import start_pages
from models.schedule import slice
from tests.models.claims import claim_slice

PAGES = 5


def make_batch(database: Engine, size: int = PAGES) -> UUID:
    """A batch of pages on as many hosts, in a workspace of its own."""
    made = new_id()
    pages = start_pages(listed_links(f"http://{number}.example/" for number in range(size)))
    with database.begin() as connection:
        payer = workspace.create(connection, "loop")
        credits.grant(connection, payer, 100, key=f"first:{payer}")
        assert page_job.create(
            connection, job_id=made, workspace_id=payer, operation="batch", options=stored(JobOptions()), path="/",
            price=1, pages_max=size, pages=pages,
        )  # fmt: skip
    return made


@pytest.fixture
def job_id(isolated_database: Engine) -> UUID:
    return make_batch(isolated_database)


def rows_of(database: Engine, job_id: UUID) -> list[Any]:
    query = text(
        "SELECT page.status, lapses, page.lease_owner, issued FROM page JOIN job ON job.id = job_id WHERE job_id = :id"
    )
    return session.ask(database, lambda connection: list(connection.execute(query, {"id": str(job_id)})))


async def statuses(database: Engine, job_id: UUID, requested: list[str]) -> None:
    """Wait until the pages of the job have these statuses."""
    async with asyncio.timeout(50):
        while [row.status for row in await asyncio.to_thread(rows_of, database, job_id)] != requested:
            await asyncio.sleep(0.05)


class Runs:
    """A worker that runs the slices of one job, one after another."""

    def __init__(self, database: Engine, job_id: UUID, pages: PagesInHand) -> None:
        self.pages = pages
        self.frontier = pages.frontier
        self.work = pages.work
        self.stopping = False
        self.current: SliceRun | None = None
        self._database = database
        self._job_id = job_id
        self._running = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        while not self.stopping:
            claimed = await asyncio.to_thread(session.transact, self._database, self._next)
            if claimed is None:
                await asyncio.sleep(0.02)
                continue
            self.current = SliceRun(claimed, self.pages, stopping=lambda: self.stopping, on_due=lambda *due: None)
            await self.current.run()

    def _next(self, connection: Connection) -> slice.ClaimedSlice | None:
        payers = connection.execute(text("SELECT workspace_id FROM job WHERE id = :id"), {"id": self._job_id}).scalars()
        for posted in [posted for payer in payers for posted in slice.post_due(connection, payer)]:
            return claim_slice(connection, posted.id, "me")
        return None

    async def stop(self, grace_seconds: float) -> None:
        self.stopping = True
        if self.current is not None:
            self.current.wake()
        await self._running
        await self.pages.stop(grace_seconds)


def run(
    database: Engine,
    job_id: UUID,
    visit: Callable[[Runs], Awaitable[None]],
    download: Any,
    kind: type[StoredFrontier] = StoredFrontier,
) -> None:
    """Let a worker whose engine downloads like that work on the job while `visit` lasts."""

    async def live() -> None:
        shared = SimpleNamespace(environment=Environment(), robots=Robots(), interruptions=Interruptions())
        with ThreadPoolExecutor(4) as threads:
            pages = PagesInHand(SimpleNamespace(resources=shared, page=download), kind(database, threads, "me"))  # type: ignore[arg-type]
            pages.start()
            await visit(Runs(database, job_id, pages))

    asyncio.run(live())


async def endless(request: Any, fetched: Any) -> None:
    await asyncio.sleep(60)


async def in_hand(loop: Runs, number: int) -> None:
    async with asyncio.timeout(50):
        while len(loop.frontier.claimed) < number:
            await asyncio.sleep(0.01)


def test_who_stops_gives_its_pages_back_at_once(isolated_database: Engine, job_id: UUID) -> None:
    async def visit(loop: Runs) -> None:
        await in_hand(loop, PAGES)
        await loop.stop(grace_seconds=0.1)

    run(isolated_database, job_id, visit, endless)

    assert rows_of(isolated_database, job_id) == [("queued", 0, None, 0)] * PAGES
    assert session.snapshot(isolated_database, books.drift) == []


def test_what_is_being_claimed_by_who_stops_is_given_back_too(isolated_database: Engine, job_id: UUID) -> None:
    async def visit(loop: Runs) -> None:
        while loop.current is None:
            await asyncio.sleep(0)  # The first claim is on its way to the database.
        await loop.stop(grace_seconds=5)

    run(isolated_database, job_id, visit, endless)

    assert rows_of(isolated_database, job_id) == [("queued", 0, None, 0)] * PAGES


def test_a_page_whose_charset_is_unknown_fails_and_is_not_tried_again(isolated_database: Engine, job_id: UUID) -> None:
    """It once passed for a job that is gone: nothing was recorded, and the page seemed to kill its workers."""

    async def visit(loop: Runs) -> None:
        await statuses(isolated_database, job_id, ["failed"] * PAGES)
        await loop.stop(grace_seconds=1)

    async def misread(request: Any, fetched: Any) -> None:
        "".encode("x-unknown")

    run(isolated_database, job_id, visit, misread)

    assert [row.lapses for row in rows_of(isolated_database, job_id)] == [0] * PAGES


def test_pages_of_a_job_that_was_deleted_are_dropped_and_the_worker_continues(
    isolated_database: Engine, job_id: UUID, caplog: pytest.LogCaptureFixture
) -> None:
    async def visit(loop: Runs) -> None:
        await in_hand(loop, PAGES)
        await asyncio.to_thread(delete, isolated_database, job_id)
        loop.work.jobs.forget(job_id)
        gate.set()
        async with asyncio.timeout(50):
            while loop.frontier.claimed:
                await asyncio.sleep(0.01)
        await loop.stop(grace_seconds=1)

    async def record(request: Any, fetched: Any) -> None:
        await gate.wait()
        await request.meta[PAGES_OF].jobs.of(request.meta[TASK])

    gate = asyncio.Event()
    run(isolated_database, job_id, visit, record)

    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


def test_claiming_continues_after_the_database_was_away(
    isolated_database: Engine, job_id: UUID, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(slice_run, "DATABASE_RETRY_SECONDS", 0.05)
    errors = [OperationalError("claim", None, Exception("away")) for _ in range(2)]

    async def visit(loop: Runs) -> None:
        await statuses(isolated_database, job_id, ["running"] * PAGES)
        await loop.stop(grace_seconds=0.1)

    class Failing(StoredFrontier):
        async def claim_of(self, *arguments: Any, **more: Any) -> Any:
            if errors:
                raise errors.pop()
            return await super().claim_of(*arguments, **more)

    run(isolated_database, job_id, visit, endless, Failing)

    assert len([record for record in caplog.records if "Pages could not be claimed" in record.message]) == 2


def test_a_page_claimed_anew_outlives_the_end_of_its_first_run(isolated_database: Engine, job_id: UUID) -> None:
    """The first run was stopped past its lease; when it ends, the second one's lease must still be renewed."""
    gate = asyncio.Event()

    async def first_waits(request: Any, fetched: Any) -> None:
        if request.meta[TASK].token == 1:
            await gate.wait()
            raise DropItem("somebody else's by now")
        await asyncio.sleep(60)

    async def visit(loop: Runs) -> None:
        await in_hand(loop, PAGES)
        await asyncio.to_thread(expire_leases, isolated_database, job_id)
        async with asyncio.timeout(50):
            while {task.token for task in loop.frontier.claimed.values()} != {2}:
                await asyncio.sleep(0.01)
        gate.set()
        await asyncio.sleep(0.1)
        assert len(loop.frontier.claimed) == PAGES
        await loop.stop(grace_seconds=0)

    run(isolated_database, job_id, visit, first_waits)


class SlowClaims(StoredFrontier):
    """Claims overlap."""

    async def claim_of(self, *arguments: Any, **more: Any) -> Any:
        await asyncio.sleep(0.3)
        return await super().claim_of(*arguments, **more)


def test_claims_at_the_same_time_take_no_more_pages_than_the_worker_has_capacity_for(
    isolated_database: Engine, job_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages_in_hand, "PAGES_MAX", PAGES)
    other_id = make_batch(isolated_database)
    seen: list[int] = []

    async def visit(loop: Runs) -> None:
        other = Runs(isolated_database, other_id, loop.pages)
        with loop.pages.listening(lambda job_id: seen.append(len(loop.frontier.claimed))):
            await in_hand(loop, PAGES)
            await asyncio.sleep(0.5)
            seen.append(len(loop.frontier.claimed))
        await asyncio.gather(loop.stop(grace_seconds=0.1), other.stop(grace_seconds=0.1))

    run(isolated_database, job_id, visit, endless, SlowClaims)

    assert max(seen) == PAGES


def test_a_turn_without_capacity_claims_as_soon_as_a_page_of_another_job_ends(
    isolated_database: Engine, job_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It once waited for the end of its run."""
    monkeypatch.setattr(pages_in_hand, "PAGES_MAX", PAGES)
    for seconds in ("RUN_SECONDS", "CROWDED_SECONDS"):
        monkeypatch.setattr(slice_run, seconds, 60.0)
    other_id = make_batch(isolated_database)
    gate = asyncio.Event()

    async def download(request: Any, fetched: Any) -> None:
        if request.meta[TASK].number or request.meta[TASK].job_id != job_id:
            await asyncio.sleep(60)
        await gate.wait()
        raise DropItem("ended")

    async def visit(loop: Runs) -> None:
        await in_hand(loop, PAGES)
        other = Runs(isolated_database, other_id, loop.pages)
        async with asyncio.timeout(50):
            while other.current is None:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)
        gate.set()
        async with asyncio.timeout(50):
            while not any(owner == other_id for owner, _ in loop.frontier.claimed):
                await asyncio.sleep(0.01)
        await asyncio.gather(loop.stop(grace_seconds=0.1), other.stop(grace_seconds=0.1))

    run(isolated_database, job_id, visit, download)


def delete(database: Engine, job_id: UUID) -> None:
    with database.begin() as connection:
        for table, column in (("event", "job_id"), ("page", "job_id"), ("job", "id")):
            connection.execute(text(f"DELETE FROM {table} WHERE {column} = :id"), {"id": str(job_id)})
        books.correct_reserves(connection)  # Other tests look at the books of all workspaces.


def expire_leases(database: Engine, job_id: UUID) -> None:
    with database.begin() as connection:
        connection.execute(
            text("UPDATE page SET lease_until = now() - interval '1 s' WHERE job_id = :id"), {"id": str(job_id)}
        )
        lost_page.recover(connection, job_id)
