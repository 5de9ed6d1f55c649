"""Styleguides are stored per host, expire, and are rendered by one process at a time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import Connection, Engine, text

from contract.declare import dump
from contract.errors import NotFound
from contract.results.brands.styleguide import (
    Buttons,
    Radius,
    Spacing,
    StyleColors,
    Styleguide,
    StyleguideViewport,
    Typography,
)
from models.brands import styleguide

HOST = "acme.test"


def made(status: int = 200) -> Styleguide:
    return Styleguide(
        domain=HOST, url=f"https://{HOST}/", final_url=f"https://{HOST}/", status=status,
        captured_at="2026-11-22T00:00:00Z", viewport=StyleguideViewport(width=1440, height=900), colors=StyleColors(),
        typography=Typography(), radius=Radius(), spacing=Spacing(), buttons=Buttons(),
    )  # fmt: skip


@pytest.fixture
def connection(database: Engine) -> Iterator[Connection]:
    """A transaction that is rolled back. It begins without styleguides."""
    with database.connect() as opened:
        opened.execute(text("DELETE FROM styleguide"))
        yield opened
        opened.rollback()


def test_record_is_found_until_it_expires(connection: Connection) -> None:
    styleguide.store(connection, made())

    held = styleguide.find(connection, HOST)

    assert held is not None and dump(held.styleguide) == dump(made()) and held.age < timedelta(minutes=1)
    assert styleguide.find(connection, HOST, timedelta()) is None and styleguide.find(connection, "other.test") is None
    connection.execute(text("UPDATE styleguide SET captured_at = captured_at - interval '21 days'"))
    assert styleguide.find(connection, HOST) is None


def test_one_process_renders_a_host_at_a_time(connection: Connection) -> None:
    assert styleguide.claim(connection, HOST) and not styleguide.claim(connection, HOST)
    assert styleguide.is_running(connection, HOST) and styleguide.find(connection, HOST) is None

    styleguide.release(connection, HOST)

    assert not styleguide.is_running(connection, HOST) and styleguide.claim(connection, HOST)


def test_claim_of_a_dead_process_expires(connection: Connection) -> None:
    styleguide.claim(connection, HOST)
    connection.execute(text("UPDATE styleguide SET lease_until = now() - interval '1 second'"))

    assert styleguide.claim(connection, HOST)


def test_stored_record_is_served_while_another_process_renders(connection: Connection) -> None:
    styleguide.store(connection, made())
    styleguide.claim(connection, HOST)

    assert styleguide.find(connection, HOST) is not None
    styleguide.store(connection, made(status=203))
    found = styleguide.find(connection, HOST)
    assert found is not None and found.styleguide.status == 203 and not styleguide.is_running(connection, HOST)


def test_failure_is_remembered_for_a_minute(connection: Connection) -> None:
    styleguide.claim(connection, HOST)
    styleguide.fail(connection, HOST, NotFound("HTTP 404"))

    found = styleguide.recent_failure(connection, HOST)

    assert isinstance(found, NotFound) and found.message == "HTTP 404"
    assert styleguide.find(connection, HOST) is None and not styleguide.is_running(connection, HOST)
    assert styleguide.recent_failure(connection, HOST, timedelta()) is None
    connection.execute(text("UPDATE styleguide SET captured_at = captured_at - interval '1 minute'"))
    assert styleguide.recent_failure(connection, HOST) is None
    styleguide.delete_stale(connection)
    assert connection.execute(text("SELECT count(*) FROM styleguide")).scalar_one() == 0


def test_failure_does_not_replace_a_valid_record(connection: Connection) -> None:
    styleguide.store(connection, made())
    styleguide.claim(connection, HOST)

    styleguide.fail(connection, HOST, NotFound("HTTP 404"))

    assert styleguide.find(connection, HOST) is not None and styleguide.recent_failure(connection, HOST) is None


def test_only_what_expired_is_deleted(connection: Connection) -> None:
    styleguide.store(connection, made())
    styleguide.claim(connection, "running.test")
    styleguide.claim(connection, "given-up.test")
    styleguide.release(connection, "given-up.test")

    styleguide.delete_stale(connection)

    assert set(connection.execute(text("SELECT host FROM styleguide")).scalars()) == {HOST, "running.test"}
