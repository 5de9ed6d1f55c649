"""The frontier in Postgres: pages that a stopping worker gives back."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Engine, text

from crawler.jobs.stored_frontier import StoredFrontier
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
    locked = text("SELECT balance FROM workspace WHERE id = :id FOR UPDATE NOWAIT")

    def release() -> None:
        asyncio.run(StoredFrontier(isolated_database, None, "me").release(tasks))

    with (
        isolated_database.connect() as blocker, isolated_database.connect() as observer, ThreadPoolExecutor(1) as pool
    ):  # fmt: skip
        for waits_for, free in ((one, other), (other, one)):
            blocker.execute(locked, {"id": waits_for.workspace_id})
            released = pool.submit(release)
            time.sleep(0.4)
            try:
                assert observer.execute(locked, {"id": free.workspace_id}).scalar_one()
            finally:
                observer.rollback()
                blocker.rollback()
                released.result(10)
            tasks = [*one.claim(), *other.claim()]

    release()
    assert [desks[job_id].row(job_id).issued for job_id in desks] == [0, 0]
