"""Pages that may have stopped their workers, processed alone, on a real database. The downloads are canned."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Engine, text

from contract.environment import Environment
from contract.process.interruptions import Interruptions
from crawler.jobs.pages_in_hand import PagesInHand
from crawler.jobs.stored_frontier import StoredFrontier
from crawler.politeness.robots import Robots
from tests.models.desk import Desk, new
from workers import suspects


def test_a_page_that_does_not_end_is_given_up_and_the_next_one_is_processed(
    database: Engine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(suspects, "PAGE_SECONDS", 1.0)
    desk = Desk(database)
    jobs = [desk.job(new("/a", site=f"https://{name}.example"), operation="batch") for name in "ab"]
    with database.begin() as connection:
        # Other tests leave such pages in this database.
        connection.execute(text("UPDATE page SET lapses = 0 WHERE lapses > 0"))
        connection.execute(text("UPDATE page SET lapses = 2 WHERE job_id = ANY(:jobs)"), {"jobs": jobs})
    stopping, begun = threading.Event(), []

    async def hang(request: Any, fetched: Any) -> None:
        begun.append(request.url)
        if len(begun) == 2:
            stopping.set()
        await asyncio.sleep(60)

    async def process() -> None:
        shared = SimpleNamespace(environment=Environment(), robots=Robots(), interruptions=Interruptions())
        with ThreadPoolExecutor(4) as threads:
            engine: Any = SimpleNamespace(resources=shared, page=hang)
            pages = PagesInHand(engine, StoredFrontier(database, threads, "me"))
            await asyncio.wait_for(suspects._one_after_another(pages, stopping, lambda: False), 60)

    asyncio.run(process())

    assert len(set(begun)) == 2 and caplog.text.count("did not end within") == 1
    with database.connect() as connection:
        query = text("SELECT status, lapses FROM page WHERE job_id = ANY(:jobs) ORDER BY status")
        rows = [tuple(row) for row in connection.execute(query, {"jobs": jobs})]
    # The first keeps its lease until it expires, which counts as a lost worker. The second was released at the stop.
    assert rows == [("queued", 2), ("running", 2)]


def test_no_page_begins_while_its_queue_is_paused() -> None:
    async def stop(grace_seconds: float) -> None:
        pass

    pages: Any = SimpleNamespace(start=lambda: None, stop=stop)  # It has no pages to claim: a claim would fail.

    asyncio.run(suspects._one_after_another(pages, threading.Event(), lambda: True))
