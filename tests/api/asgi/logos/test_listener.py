"""Notices arrive within moments of their commit. While none can arrive, nothing is trusted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, text

from api.asgi.logos.listener import Listener
from models import notices
from models.notices import Notice
from tests.service import wait_until


@pytest.fixture
def received() -> list[Notice | None]:
    return []


@pytest.fixture
def listener(database: Engine, received: list[Notice | None]) -> Iterator[Listener]:
    made = Listener(database, received.append)
    made.start()
    wait_until(lambda: made.is_trusted, seconds=90, what="the subscription")
    yield made
    made.stop()
    made.join(5)


def test_notice_is_heard_after_its_commit_only(
    listener: Listener, database: Engine, received: list[Notice | None]
) -> None:
    with database.connect() as connection:
        notices.send(connection, notices.KEYS, "rolled back")
        connection.rollback()
        notices.send(connection, notices.KEYS, "committed")
        connection.commit()

    wait_until(lambda: len(received) > 1, seconds=90, what="the notice")
    assert received == [None, Notice(notices.KEYS, "committed")]


def test_lost_connection_is_not_trusted_and_everything_is_forgotten_afterwards(
    listener: Listener, database: Engine, received: list[Notice | None]
) -> None:
    with database.begin() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT 1' AND datname = current_database()"
                " AND pid <> pg_backend_pid()"
            )
        )

    wait_until(lambda: not listener.is_trusted, seconds=90, what="the lost trust")
    wait_until(lambda: listener.is_trusted, seconds=90, what="the new subscription")
    assert received == [None, None]
