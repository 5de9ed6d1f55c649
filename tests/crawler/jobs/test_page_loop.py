"""The worker's loop over pages of jobs, on a real database; the downloads are canned."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from scrapy.exceptions import DropItem
from sqlalchemy import Engine, text

from contract.declare import stored
from contract.environment import Environment
from contract.options.batch import JobOptions
from crawler.fetching.in_flight import InFlight
from crawler.jobs.page_loop import PageLoop
from crawler.jobs.stored_frontier import StoredFrontier
from crawler.meta import TASK
from crawler.politeness.robots import Robots
from extraction.links.scope import starting_places
from models import credits, lost_page, page_job, session, workspace
from models.base import new_id
from models.page import start_pages

PAGES = 5


@pytest.fixture
def job_id(isolated_database: Engine) -> UUID:
    """A batch of five pages on as many hosts."""
    made = new_id()
    pages = start_pages(starting_places(f"http://{number}.example/" for number in range(PAGES)))
    with isolated_database.begin() as connection:
        payer = workspace.create(connection, "loop")
        credits.grant(connection, payer, 100, key=f"first:{payer}")
        assert page_job.create(
            connection, job_id=made, workspace_id=payer, operation="batch", options=stored(JobOptions()), path="/",
            price=1, pages_max=PAGES, pages=pages,
        )  # fmt: skip
    return made


def rows_of(database: Engine, job_id: UUID) -> list[Any]:
    query = text(
        "SELECT page.status, lapses, page.lease_owner, issued FROM page JOIN job ON job.id = job_id WHERE job_id = :id"
    )
    return session.ask(database, lambda connection: list(connection.execute(query, {"id": str(job_id)})))


def run(database: Engine, job_id: UUID, visit: Callable[[PageLoop], Awaitable[None]], download: Any) -> None:
    """Let a loop whose engine downloads like that work on the job while `visit` lasts."""

    async def live() -> None:
        shared = SimpleNamespace(environment=Environment(), in_flight=InFlight(), robots=Robots())
        with ThreadPoolExecutor(4) as threads:
            hands = StoredFrontier(database, threads, "me", only=job_id)
            loop = PageLoop(SimpleNamespace(resources=shared, page=download), hands)  # type: ignore[arg-type]
            loop.start()
            await visit(loop)

    asyncio.run(live())


async def endless(request: Any, fetched: Any) -> None:
    await asyncio.sleep(60)


async def in_hand(loop: PageLoop, number: int) -> None:
    async with asyncio.timeout(10):
        while len(loop.frontier.in_hand) < number:
            await asyncio.sleep(0.01)


def test_who_stops_gives_its_pages_back_at_once(isolated_database: Engine, job_id: UUID) -> None:
    async def visit(loop: PageLoop) -> None:
        await in_hand(loop, PAGES)
        await loop.stop(grace_seconds=0.1)

    run(isolated_database, job_id, visit, endless)

    assert rows_of(isolated_database, job_id) == [("queued", 0, None, 0)] * PAGES
    assert session.snapshot(isolated_database, credits.drift) == []


def test_what_is_being_claimed_by_who_stops_is_given_back_too(isolated_database: Engine, job_id: UUID) -> None:
    async def visit(loop: PageLoop) -> None:
        await asyncio.sleep(0)  # The first claim is on its way to the database.
        await loop.stop(grace_seconds=5)

    run(isolated_database, job_id, visit, endless)

    assert rows_of(isolated_database, job_id) == [("queued", 0, None, 0)] * PAGES


def test_a_page_claimed_anew_outlives_the_end_of_its_first_run(isolated_database: Engine, job_id: UUID) -> None:
    """The first run was stopped past its lease; when it ends, the second one's lease must still be renewed."""
    gate = asyncio.Event()

    async def first_waits(request: Any, fetched: Any) -> None:
        if request.meta[TASK].token == 1:
            await gate.wait()
            raise DropItem("somebody else's by now")
        await asyncio.sleep(60)

    async def visit(loop: PageLoop) -> None:
        await in_hand(loop, PAGES)
        await asyncio.to_thread(lapse, isolated_database, job_id)
        async with asyncio.timeout(10):
            while {task.token for task in loop.frontier.in_hand.values()} != {2}:
                await asyncio.sleep(0.01)
        gate.set()
        await asyncio.sleep(0.1)
        assert len(loop.frontier.in_hand) == PAGES
        await loop.stop(grace_seconds=0)

    run(isolated_database, job_id, visit, first_waits)


def lapse(database: Engine, job_id: UUID) -> None:
    with database.begin() as connection:
        connection.execute(
            text("UPDATE page SET lease_until = now() - interval '1 s' WHERE job_id = :id"), {"id": str(job_id)}
        )
        lost_page.recover(connection, job_id)
