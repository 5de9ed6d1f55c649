"""The page cache: what keeps two captures apart, and how long one is served."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Engine

from contract.capture import CaptureRequest, PageCapture
from extraction.links.normal_form import normalise
from models import capture, packing
from models.accounts import workspace
from tests.models.conftest import written_days_ago

BASE = CaptureRequest(url="https://example.com/page?a=1", workspace_id="0193-one", max_age_ms=1)
DAY_MS = 86_400_000

# Each differs from all others in something that may change what the origin answers, or whose answer it is.
APART = {
    "plain": BASE,
    "other page": replace(BASE, url="https://example.com/page?a=2"),
    "other scheme": replace(BASE, url="http://example.com/page?a=1"),
    "post": replace(BASE, method="POST"),
    "post of another workspace": replace(BASE, method="POST", workspace_id="0193-two"),
    "post with a body": replace(BASE, method="POST", body=b"a=1"),
    "post with another body": replace(BASE, method="POST", body=b"a=2"),
    "header": replace(BASE, headers=(("Cookie", "a"),)),
    "other header value": replace(BASE, headers=(("Cookie", "b"),)),
    "header of another workspace": replace(BASE, headers=(("Cookie", "a"),), workspace_id="0193-two"),
    "country": replace(BASE, country="DE"),
    "languages": replace(BASE, languages=("de", "en")),
    "languages in another order": replace(BASE, languages=("en", "de")),
    "rendered": replace(BASE, render=True),
    "never rendered": replace(BASE, render=False),
    "screenshot": replace(BASE, render=True, view="screenshot 1440x900"),
    "screenshot of the full page": replace(BASE, render=True, view="screenshot 1440x900 full page"),
    "rendered and waited for": replace(BASE, render=True, wait_for_ms=500),
}
TOGETHER = {
    "another workspace": replace(BASE, workspace_id="0193-two"),
    "another maxAge": replace(BASE, max_age_ms=9),
    "cache only": replace(BASE, cache_only=True),
    "a timeout": replace(BASE, timeout_ms=5_000),
    "a fragment": replace(BASE, url="https://example.com/page?a=1#part"),
    "host in capitals and the default port": replace(BASE, url="https://EXAMPLE.com:443/page?a=1"),
}


def key_of(request: CaptureRequest) -> str:
    return capture.key_of(request, normalise(request.url))


@pytest.mark.parametrize(("one", "other"), list(combinations(APART, 2)), ids=str)
def test_captures_never_mix(one: str, other: str) -> None:
    assert key_of(APART[one]) != key_of(APART[other])


@pytest.mark.parametrize("what", TOGETHER)
def test_capture_serves_every_caller_who_asks_the_same(what: str) -> None:
    assert key_of(TOGETHER[what]) == key_of(BASE)


def test_case_and_order_of_header_names_do_not_matter() -> None:
    one = replace(BASE, headers=(("Cookie", "a"), ("X-A", "1")))
    other = replace(BASE, headers=(("x-a", "1"), ("cookie", "a")))

    assert key_of(one) == key_of(other)


def page(ago: timedelta = timedelta(), body: bytes = b"<p>Words</p>") -> PageCapture:
    return PageCapture(
        url="https://example.com/",
        final_url="https://example.com/end",
        status=200,
        headers=(("content-type", "text/html"), ("link", "<a>"), ("link", "<b>")),
        body=body,
        rendered=True,
        captured_at=datetime.now(UTC) - ago,
    )


def keep(database: Engine, kept: PageCapture, *, owner: UUID | None = None) -> str:
    key = uuid4().hex
    with database.begin() as connection:
        capture.store(connection, [capture.NewCapture(key, kept, packing.pack(kept.body), owner)])
    return key


def test_stored_page_comes_back_as_it_was(database: Engine) -> None:
    kept = page(body=bytes(range(256)) * 40)
    key = keep(database, kept)

    with database.connect() as connection:
        found = capture.find(connection, key, DAY_MS)

    assert found is not None and replace(found, captured_at=kept.captured_at) == replace(kept, cached=True)
    assert abs(found.captured_at - kept.captured_at) < timedelta(seconds=1), "the database's clock, on one machine"


@pytest.mark.parametrize(("max_age_ms", "found"), [(0, False), (59_000, False), (120_000, True), (DAY_MS, True)])
def test_page_is_served_while_younger_than_asked(database: Engine, max_age_ms: int, found: bool) -> None:
    key = keep(database, page(timedelta(minutes=1)))

    with database.connect() as connection:
        assert (capture.find(connection, key, max_age_ms) is not None) is found


def test_newer_capture_takes_the_older_ones_place(database: Engine) -> None:
    key = keep(database, page(timedelta(hours=1), b"old"))
    with database.begin() as connection:
        capture.store(connection, [capture.NewCapture(key, page(body=b"new"), packing.pack(b"new"), None)])

        found = capture.find(connection, key, 60_000)

    assert found is not None and found.body == b"new"


def test_the_youngest_of_several_captures_with_the_same_key_is_stored(database: Engine) -> None:
    key, other = uuid4().hex, uuid4().hex
    captures = [
        capture.NewCapture(key, page(timedelta(minutes=minutes), body), packing.pack(body), None)
        for minutes, body in [(5, b"older"), (1, b"youngest"), (3, b"old")]
    ]
    with database.begin() as connection:
        capture.store(connection, [*captures, capture.NewCapture(other, page(body=b"-"), packing.pack(b"-"), None)])

        found = [capture.find(connection, each, DAY_MS) for each in (key, other)]

    assert [each and each.body for each in found] == [b"youngest", b"-"]


def test_captures_are_deleted_after_a_week(database: Engine) -> None:
    old, young = keep(database, page(timedelta(days=8))), keep(database, page(timedelta(days=6, hours=23)))
    written_days_ago(database, "stored_capture", old, 8)
    written_days_ago(database, "stored_capture", young, 7)
    with database.begin() as connection:
        capture.SLOTS.empty(connection)

        assert capture.find(connection, old, 30 * DAY_MS) is None
        assert capture.find(connection, young, 30 * DAY_MS) is not None


def test_the_newest_of_several_days_is_served(database: Engine) -> None:
    key = keep(database, page(timedelta(hours=30), b"old"))
    written_days_ago(database, "stored_capture", key, 1)
    with database.begin() as connection:
        capture.store(
            connection, [capture.NewCapture(key, page(timedelta(hours=1), b"new"), packing.pack(b"new"), None)]
        )

        found = capture.find(connection, key, 7 * DAY_MS)

    assert found is not None and found.body == b"new"


def test_only_the_partitions_of_young_captures_are_opened(database: Engine) -> None:
    """A partition that is not opened can be emptied while captures are read."""
    with database.begin() as connection:
        capture.find(connection, "any", DAY_MS)
        locked = connection.exec_driver_sql(
            "SELECT count(*) FROM pg_locks JOIN pg_class ON pg_class.oid = relation WHERE pid = pg_backend_pid()"
            r" AND relname ~ '^stored_capture_\d+$'"
        ).scalar_one()

    assert locked <= 3


def test_private_captures_go_with_their_workspace(database: Engine) -> None:
    with database.begin() as connection:
        owner = workspace.create(connection, "goes")
    key = keep(database, page(), owner=owner)

    with database.begin() as connection:
        connection.exec_driver_sql("DELETE FROM workspace WHERE id = %s", (str(owner),))

        assert capture.find(connection, key, DAY_MS) is None
