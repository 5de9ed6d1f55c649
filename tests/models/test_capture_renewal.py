"""Renewal of stored captures: the row of today gets the body of the confirmed one, and never that of another."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from sqlalchemy import Engine, text

from models import capture, capture_renewal, packing
from models.capture_renewal import OldCapture, Renewal
from tests.models.conftest import written_days_ago
from tests.models.test_capture import DAY_MS, page

HEADERS = (("content-type", "text/html"), ("etag", '"new"'))
SHORT_MS = 60_000


def keep(database: Engine, ago: timedelta, body: bytes = b"<p>Words</p>", key: str | None = None) -> str:
    """The key of a capture that was stored that long ago, in the slot of its day."""
    key = key or uuid4().hex
    with database.begin() as connection:
        capture.store(connection, [capture.NewCapture(key, page(ago, body), packing.pack(body), None)])
    if ago.days:
        written_days_ago(database, "stored_capture", key, ago.days)
    return key


def find(database: Engine, key: str) -> OldCapture | None:
    with database.connect() as connection:
        return capture_renewal.find(connection, key)


def found(database: Engine, key: str) -> OldCapture:
    old = find(database, key)
    assert old is not None
    return old


def renew(database: Engine, *old: OldCapture) -> None:
    with database.begin() as connection:
        capture_renewal.renew(connection, [Renewal(each, HEADERS) for each in old])


@pytest.mark.parametrize("ago", [timedelta(minutes=5), timedelta(days=3)], ids=str)
def test_renewed_capture_is_served_as_new_with_its_new_headers(database: Engine, ago: timedelta) -> None:
    keys = [keep(database, ago, body) for body in (b"<p>one</p>", b"<p>two</p>")]

    renew(database, *(found(database, key) for key in keys))

    with database.connect() as connection:
        one, two = (capture.find(connection, key, SHORT_MS) for key in keys)
    assert one is not None and two is not None and (one.body, two.body) == (b"<p>one</p>", b"<p>two</p>")
    assert one.headers == HEADERS and one.final_url == "https://example.com/end" and one.rendered


def test_page_that_was_captured_meanwhile_stays(database: Engine) -> None:
    key = keep(database, timedelta(days=2), b"old")
    old = found(database, key)
    keep(database, timedelta(minutes=2), b"new", key)

    renew(database, old)

    with database.connect() as connection:
        assert capture.find(connection, key, SHORT_MS) is None
        newest = capture.find(connection, key, DAY_MS)
    assert newest is not None and newest.body == b"new" and newest.header("etag") is None


def test_page_that_was_deleted_meanwhile_is_not_renewed(database: Engine) -> None:
    key = keep(database, timedelta(minutes=5))
    old = found(database, key)
    with database.begin() as connection:
        connection.execute(text("DELETE FROM stored_capture WHERE key = :key"), {"key": key})

    renew(database, old)

    with database.connect() as connection:
        assert capture_renewal.body_of(connection, old) is None
    assert find(database, key) is None


def test_body_is_that_of_the_capture_that_was_found(database: Engine) -> None:
    key = keep(database, timedelta(days=6), b"old")
    old = found(database, key)
    assert old.capture.body == b"" and old.capture.status == 200

    with database.connect() as connection:
        assert capture_renewal.body_of(connection, old) == b"old"
    renew(database, old)

    with database.connect() as connection:
        assert capture_renewal.body_of(connection, found(database, key)) == b"old"


def test_unknown_page_has_no_capture(database: Engine) -> None:
    assert find(database, uuid4().hex) is None
