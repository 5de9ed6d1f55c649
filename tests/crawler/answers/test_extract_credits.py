"""The credits that an extract holds while it finds pages."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Engine, update

from crawler.answers.extract.run import _extend
from models.accounts import credits, workspace
from models.jobs import job, new_job
from models.jobs.job import Job, Task
from tests.models.claims import claim_job


@pytest.fixture
def task(database: Engine) -> Task:
    with database.begin() as connection:
        payer: UUID = workspace.create(connection, "extracts")
        credits.grant(connection, payer, 40, key=str(uuid4()))
        made = new_job.create(
            connection, workspace_id=payer, operation="extract", options={}, path="/v1/web/extract", in_background=False, price=5
        )  # fmt: skip
        assert made is not None
        claimed = claim_job(connection, made, "worker")
        assert claimed is not None
    return claimed


def test_a_worker_without_the_lease_holds_nothing_more(database: Engine, task: Task) -> None:
    with database.begin() as connection:
        assert _extend(connection, replace(task, token=task.token - 1), 20) == 0
        assert _extend(connection, task, 20) == 20


def test_extend_and_sweeper_lock_in_one_order(database: Engine, task: Task) -> None:
    """The sweeper has the workspace and the job when it releases the hold."""

    def extend() -> int:
        with database.begin() as connection:
            return _extend(connection, task, 20)

    with ThreadPoolExecutor(1) as pool, database.begin() as sweeper:
        assert workspace.try_lock(sweeper, task.workspace_id) and job.lock(sweeper, task)
        extended = pool.submit(extend)
        # Time to reach its first lock. Without the right order it has the hold by now, and the release ends one of both.
        with pytest.raises(TimeoutError):
            extended.result(0.3)
        credits.release(sweeper, str(task.job_id))
        sweeper.execute(update(Job).where(Job.id == task.job_id).values({Job.status: "failed"}))
        sweeper.commit()
        assert extended.result(5) == 0
