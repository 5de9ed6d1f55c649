"""Slices of a worker on a real database, with an event loop in its own thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID

import pytest
from sqlalchemy import Engine, func, select

from crawler.jobs.pages_in_hand import PagesInHand
from crawler.jobs.slice_run import SliceRun
from models.session import AdvisoryLocks
from tests.models.desk import Desk, new
from tests.service import wait_until
from tests.workers.conftest import Posts
from workers import slices
from workers.mailbox import Mailbox
from workers.slices import Slices


class Mail(Posts):
    """A mailbox that keeps what it is given, and can send everything."""

    def post(self, slices: Any) -> Any:
        super().post(slices)
        return ()


@pytest.fixture
def mail() -> Mail:
    return Mail()


@pytest.fixture
def worker(database: Engine, mail: Mail) -> Iterator[Slices]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    with ThreadPoolExecutor(4) as threads:
        made = Slices(
            owner="me",
            database=database,
            mailbox=cast(Mailbox, mail),
            loop=loop,
            threads=threads,
        )
        made.pages = cast(PagesInHand, SimpleNamespace())
        yield made
    loop.call_soon_threadsafe(loop.stop)
    thread.join(60)
    loop.close()


def test_a_turn_that_hangs_is_given_up_and_its_lease_is_no_longer_renewed(
    database: Engine, worker: Slices, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    desk = Desk(database)
    job_id = desk.job(new("/a"))
    [posted] = desk.runs()
    began = threading.Event()

    async def hang(self: SliceRun) -> None:
        assert self.slice.job_id == job_id and posted.id in worker.running
        began.set()
        await asyncio.sleep(60)

    monkeypatch.setattr(SliceRun, "run", hang)
    monkeypatch.setattr(slices, "RUN_SECONDS_MAX", 1.0)

    worker.run(posted)

    assert began.is_set() and "did not end within" in caplog.text
    wait_until(lambda: not worker.running, seconds=10, what="the end of the run")


def test_slices_of_a_workspace_do_not_wait_for_the_lock_of_another(
    database: Engine, worker: Slices, mail: Mail
) -> None:
    blocked, free = Desk(database), Desk(database)
    waits, posted = (desk.job(new("/a")) for desk in (blocked, free))

    def is_posted(job_id: UUID) -> bool:
        return job_id in {one.job_id for one in mail.slices}

    with database.begin() as connection:
        share = func.pg_advisory_xact_lock(AdvisoryLocks.SLICES_OF_WORKSPACE, func.hashtext(str(blocked.workspace_id)))
        connection.execute(select(share))
        worker._loop.call_soon_threadsafe(worker.post_due, [blocked.workspace_id, free.workspace_id])
        wait_until(lambda: is_posted(posted), seconds=90, what="the slice of the other workspace")
        assert not is_posted(waits)

    wait_until(lambda: is_posted(waits), seconds=90, what="the slice after the lock")
