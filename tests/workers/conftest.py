"""A database and a Redis space that no worker looks into."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Engine, text

from models.jobs import new_job
from models.schedule.slice import PostedSlice
from tests.conftest import Account


@pytest.fixture(scope="session")
def database(isolated_database: Engine) -> Engine:
    return isolated_database


class Posts:
    """A mailbox that keeps what it is given."""

    def __init__(self) -> None:
        self.posted: list[UUID] = []
        self.announced: list[UUID] = []
        self.slices: list[PostedSlice] = []

    def submit(self, job_id: UUID, queue: str = "scrape") -> bool:
        self.posted.append(job_id)
        return True

    def announce(self, job_id: UUID) -> None:
        self.announced.append(job_id)

    def post(self, slices: Sequence[PostedSlice]) -> None:
        self.slices += slices

    def is_paused(self, queue: str) -> bool:
        return False


@pytest.fixture
def posts() -> Posts:
    return Posts()


@pytest.fixture
def post(database: Engine, account: Account) -> Callable[[], UUID]:
    """`post()`: the id of a new job that holds one credit."""

    def make() -> UUID:
        with database.begin() as connection:
            made = new_job.create(
                connection,
                workspace_id=account.workspace_id,
                operation="scrape",
                options={"url": "http://127.0.0.1:4/", "waitFor": 5},
                path="/v1/web/scrape",
                in_background=False,
                price=1,
            )
        assert made is not None
        return made

    return make


@pytest.fixture
def run(database: Engine) -> Callable[..., Any]:
    """`run(statement, **values)`: the rows of a SQL statement, in a transaction of its own. There are no watches at first."""

    def execute(statement: str, **values: Any) -> Any:
        with database.begin() as connection:
            answer = connection.execute(text(statement), values)
            return answer.all() if answer.returns_rows else None

    execute("DELETE FROM watch")
    execute("DELETE FROM event WHERE watch_check_id IS NOT NULL")
    return execute
