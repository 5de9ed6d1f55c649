"""A call that would wait for a paused queue is rejected at once; background jobs are accepted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from models.queues import pause
from tests.api.conftest import Caller, failure_of
from tests.service import wait_until

MAP = b'{"url": "http://127.0.0.1:4/"}'


@pytest.fixture
def paused(database: Engine, caller: Caller) -> Iterator[None]:
    """The queue of long jobs is paused, and this process knows it."""
    with database.begin() as connection:
        pause.pause(connection, "jobs", "ops@a.com")
    wait_until(lambda: is_refused(caller), seconds=90, what="a rejected call")
    yield
    with database.begin() as connection:
        pause.resume(connection, "jobs")
    wait_until(lambda: not is_refused(caller), seconds=90, what="an accepted call")


def is_refused(caller: Caller) -> bool:
    return caller.post(MAP, "/v1/web/map").status_code == 503


def test_only_calls_that_would_wait_are_rejected(caller: Caller, paused: None) -> None:
    refused = caller.post(MAP, "/v1/web/map")
    in_background = caller.post(b'{"url": "http://127.0.0.1:4/", "async": true}')

    assert failure_of(refused)["code"] == "SERVICE_UNAVAILABLE"
    assert "`jobs`" in failure_of(refused)["message"] and refused.headers["Retry-After"] == "60"
    assert in_background.status_code == 201
    assert caller.post(b'{"url": "http://127.0.0.1:4/"}').status_code == 504  # Another queue: it waits for a worker.
