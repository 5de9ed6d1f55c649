"""Creating a crawl or batch."""

from __future__ import annotations

from sqlalchemy import Engine

from models.base import new_id
from models.page_jobs import page_job
from tests.models.desk import Desk, new


def test_a_job_created_twice_is_one_job(desk: Desk) -> None:
    job_id = new_id()
    for _ in range(2):
        with desk.database.begin() as connection:
            assert page_job.create(
                connection, job_id=job_id, workspace_id=desk.workspace_id, operation="batch", options={}, path="/", price=1,
                pages_max=1, pages=[new("/")],
            )  # fmt: skip

    assert desk.counts(job_id).total == 1


def test_a_workspace_that_cannot_pay_for_one_page_gets_no_job(database: Engine) -> None:
    poor = Desk(database, balance=0)
    with database.begin() as connection:
        assert not page_job.create(
            connection, job_id=new_id(), workspace_id=poor.workspace_id, operation="crawl", options={}, path="/", price=1,
            pages_max=1, pages=[new("/")],
        )  # fmt: skip
