"""The heartbeat of an API process does not wait for its other work."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import OperationalError

from api import state, threads
from api.app import create_app
from contract.environment import Environment
from models.jobs.waiting_process import WaitingProcess


@pytest.fixture
def own_app(isolated: Environment) -> Iterator[Flask]:
    made = create_app(isolated)
    yield made
    shared: state.State = made.extensions[state.KEY]
    shared.database.dispose()
    shared.heartbeat_database.dispose()


def test_process_whose_connections_are_all_busy_stays_alive(own_app: Flask, database: Engine) -> None:
    shared: state.State = own_app.extensions[state.KEY]
    busy = [shared.database.connect() for _ in range(threads.DATABASE_CONNECTIONS)]
    started = time.monotonic()

    shared.beat()
    shared.free_waiting_jobs()

    assert time.monotonic() - started < 10
    with database.connect() as connection:
        age = select(func.now() - WaitingProcess.beat_at).where(WaitingProcess.id == shared.name)
        assert connection.execute(age).scalar_one().total_seconds() < 10
    shared.leave()
    for connection in busy:
        connection.close()


def test_heartbeat_that_waits_for_a_lock_is_given_up(own_app: Flask, database: Engine) -> None:
    """The next one uses a new connection, before the process counts as dead."""
    shared: state.State = own_app.extensions[state.KEY]
    shared.beat()
    with database.connect() as connection:
        connection.execute(select(WaitingProcess.id).where(WaitingProcess.id == shared.name).with_for_update())
        started = time.monotonic()

        with pytest.raises(OperationalError, match="no answer"):
            shared.beat()

    assert time.monotonic() - started < 15
    shared.beat()
    shared.leave()
