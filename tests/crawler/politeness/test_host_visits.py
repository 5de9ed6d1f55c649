"""Slots of a host in one process: those that a workspace gives back serve its next requests for a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from uuid import uuid4

import pytest
from sqlalchemy import Engine, select

from contract import limits
from contract.process.interruptions import Interruptions
from crawler.politeness import host_visits
from crawler.politeness.host_visits import HostVisits
from models.schedule.visit import Visit

ONE, TWO = str(uuid4()), str(uuid4())


@pytest.fixture
def host() -> str:
    return f"{uuid4().hex}.example"


def run(database: Engine, work: Callable[[HostVisits], Awaitable[None]]) -> None:
    async def main() -> None:
        visits = HostVisits(database, threads, Interruptions())
        try:
            await asyncio.wait_for(work(visits), 60)
        finally:
            await visits.close()

    with ThreadPoolExecutor(4) as threads:
        asyncio.run(main())


def stored(database: Engine, host: str) -> list[int]:
    with database.connect() as connection:
        return list(connection.execute(select(Visit.id).where(Visit.host == host).order_by(Visit.id)).scalars())


def test_requests_one_after_the_other_use_one_slot_which_ends_soon(
    database: Engine, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_visits, "SPARE_SECONDS", 0.3)  # A busy machine needs longer from one to the next.
    monkeypatch.setattr(host_visits, "REUSE_SECONDS", 60.0)

    async def work(visits: HostVisits) -> None:
        used = set()
        for _ in range(5):
            slot = await visits.take(host, ONE)
            visits.end(host, slot)
            used.add(slot)
        assert len(used) == 1 and stored(database, host) == [*used]
        while stored(database, host):
            await asyncio.sleep(0.02)

    run(database, work)


def test_other_workspace_gets_the_slots_that_are_not_in_use(database: Engine, host: str) -> None:
    async def work(visits: HostVisits) -> None:
        mine = [await visits.take(host, ONE) for _ in range(limits.HOST_REQUESTS_MAX)]
        for slot in mine:
            visits.end(host, slot)
        theirs = [await visits.take(host, TWO) for _ in range(limits.HOST_REQUESTS_MAX)]
        assert not {*mine} & {*theirs} and stored(database, host) == theirs

    run(database, work)


def test_slot_goes_back_when_its_time_is_over(database: Engine, host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_visits, "REUSE_SECONDS", 0.0)

    async def work(visits: HostVisits) -> None:
        first = await visits.take(host, ONE)
        visits.end(host, first)
        assert await visits.take(host, ONE) != first

    run(database, work)


def test_lease_of_a_slot_is_renewed_for_its_next_request_too(
    database: Engine, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_visits, "RENEW_SECONDS", 0.02)
    monkeypatch.setattr(host_visits, "SPARE_SECONDS", 30.0)
    monkeypatch.setattr(host_visits, "REUSE_SECONDS", 60.0)

    def until() -> datetime:
        with database.connect() as connection:
            return connection.execute(select(Visit.until).where(Visit.host == host)).scalar_one()

    async def work(visits: HostVisits) -> None:
        first = await visits.take(host, ONE)
        visits.end(host, first)
        await asyncio.sleep(0.2)  # No slot is in use when the leases are renewed.
        assert await visits.take(host, ONE) == first
        taken = until()
        async with asyncio.timeout(10):
            while until() == taken:
                await asyncio.sleep(0.02)

    run(database, work)


def test_slot_in_use_is_not_given_twice(database: Engine, host: str) -> None:
    async def work(visits: HostVisits) -> None:
        for _ in range(3):
            used = await asyncio.gather(*(visits.take(host, ONE) for _ in range(limits.HOST_REQUESTS_MAX)))
            assert len({*used}) == limits.HOST_REQUESTS_MAX == len(stored(database, host))
            for slot in used:
                visits.end(host, slot)

    run(database, work)
