"""Background scrapes take turns by workspace."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from sqlalchemy import Engine, text

from models.accounts import credits, workspace
from models.jobs import background, new_job
from models.jobs.background import POSTED_MAX


@pytest.fixture
def payer(database: Engine) -> UUID:
    with database.begin() as connection:
        made = workspace.create(connection, "background")
        credits.grant(connection, made, 1_000, key=f"first:{made}")
    return made


def post(database: Engine, payer: UUID, *, in_background: bool = True) -> UUID:
    with database.begin() as connection:
        made = new_job.create(
            connection, workspace_id=payer, operation="scrape", options={}, path="/", in_background=in_background, price=1
        )  # fmt: skip
    assert made is not None
    return made


def post_next(database: Engine, payer: UUID) -> list[UUID]:
    with database.begin() as connection:
        return [posted.id for posted in background.post_next(connection, payer)]


def test_a_workspace_fills_the_queue_with_its_share_and_continues_as_its_jobs_end(
    database: Engine, payer: UUID
) -> None:
    jobs = [post(database, payer) for _ in range(POSTED_MAX + 3)]
    with ThreadPoolExecutor(4) as pool:
        posted = [job_id for part in pool.map(lambda _: post_next(database, payer), range(8)) for job_id in part]

    assert posted == jobs[:POSTED_MAX]
    with database.begin() as connection:
        assert payer in background.list_waiting(connection)
        connection.execute(text("UPDATE job SET status = 'completed' WHERE id = :id"), {"id": jobs[0]})
    assert post_next(database, payer) == [jobs[POSTED_MAX]] and post_next(database, payer) == []


def test_a_call_that_is_waited_for_takes_no_turn(database: Engine, payer: UUID) -> None:
    inline = post(database, payer, in_background=False)

    assert post_next(database, payer) == []
    with database.connect() as connection:
        query = text("SELECT posted_at IS NOT NULL FROM job WHERE id = :id")
        assert connection.execute(query, {"id": inline}).scalar_one()
