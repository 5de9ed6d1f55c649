"""The log of calls: one row per call, of the own workspace only, without bodies and keys."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Engine, text

from api import state
from api.call_log import REFUSED_MAX, CallLog
from contract.environment import Environment
from models import retention
from models.accounts import call_log
from models.accounts.call_log import Filter
from tests.api.conftest import Caller
from tests.api.console.conftest import MakePerson, Person

BODY = b'{"url": "https://example.com/tea", "headers": {"X-Secret": "sesame"}}'


@pytest.fixture
def called(app: Flask, owner: Person) -> list[int]:
    """The statuses of calls of the owner's workspace: by key, as MCP does, and by a session."""
    by_key = Caller(app, owner.account.key, "10.8.1.1")
    answers = [
        by_key.post(BODY),  # No worker runs: 504.
        by_key.post(b'{"url": 5}'),
        by_key.post(b'{"url": "https://example.com/"}', "/v1/web/crawl"),
        by_key.send("GET", "/v1/account"),  # Not logged.
    ]
    answers.append(owner.rest("POST", "/v1/web/map"))  # type: ignore[arg-type]
    app.extensions[state.KEY].calls.write()
    return [answer.status_code for answer in answers]


def test_every_call_is_a_row_with_what_it_was(owner: Person, called: list[int], database: Engine) -> None:
    with database.connect() as connection:
        rows = call_log.list_calls(connection, owner.workspace_id, 10, Filter())[::-1]
        whole = str(connection.execute(text("SELECT * FROM call")).all())

    assert called == [504, 400, 201, 200, 400]
    assert [(row.operation, row.status, row.error) for row in rows] == [
        ("scrape", 504, "REQUEST_TIMEOUT"), ("scrape", 400, "VALIDATION_ERROR"), ("crawl", 201, None),
        ("map", 400, "VALIDATION_ERROR"),
    ]  # fmt: skip
    assert rows[0].subject == "https://example.com/tea" and rows[0].duration_ms >= 150 and rows[0].credits == 0
    assert rows[0].key_id and rows[3].key_id is None and rows[2].job_id and rows[2].in_background
    assert "sesame" not in whole and owner.account.key not in whole


def test_calls_are_shown_filtered_searched_and_opened(
    owner: Person, called: list[int], make_person: MakePerson, database: Engine
) -> None:
    page = owner.get("…/calls").text
    assert "https://example.com/tea" in page and "REQUEST_TIMEOUT" in page
    assert "REQUEST_TIMEOUT" not in owner.get("…/calls?outcome=succeeded").text
    assert "example.com/tea" not in owner.get("…/calls?operation=crawl").text
    assert "example.com/tea" in owner.get("…/calls?q=COM/TEA").text and "No calls" in owner.get("…/calls?q=%25").text
    with database.connect() as connection:
        row = call_log.list_calls(connection, owner.workspace_id, 10, Filter())[-1]

    shown = owner.get(f"…/calls/{row.id}").text

    assert row.request_id in shown and "operation=scrape&amp;url=https" in shown
    other = make_person()
    assert other.get(f"…/calls/{row.id}").status_code == 404 and "com/tea" not in other.get("…/calls").text


def test_calls_are_kept_as_long_as_the_setting_says(
    owner: Person, called: list[int], database: Engine, make_account: Callable[..., Any]
) -> None:
    with database.begin() as connection:
        assert connection.execute(text("SELECT max(kept_until - created_at) FROM call")).scalar_one() == timedelta(
            days=7
        )
        connection.execute(text("UPDATE call SET kept_until = now() WHERE status = 504"))
        assert not retention.delete_calls(connection)
        assert len(call_log.list_calls(connection, owner.workspace_id, 10, Filter())) == 3


def test_flood_of_refused_calls_is_not_logged(
    owner: Person, environment: Environment, database: Engine, called: list[int]
) -> None:
    calls = CallLog(environment, database)
    with database.connect() as connection:
        known = call_log.list_calls(connection, owner.workspace_id, 10, Filter())
    call = {
        "workspace_id": owner.workspace_id, "key_id": None, "operation": "scrape", "method": "POST", "path": "/",
        "subject": None, "error": None, "duration_ms": 1, "job_id": None, "in_background": False, "request_id": "flood",
        "created_at": datetime.now(UTC),
    }  # fmt: skip
    for status in [429] * 50 + [200]:
        calls.add(call | {"status": status})
    calls.write()

    with database.connect() as connection:
        rows = call_log.list_calls(connection, owner.workspace_id, 100, Filter())
    assert len(rows) == len(known) + REFUSED_MAX + 1


def test_newest_calls_are_searched_and_counted(
    owner: Person, database: Engine, called: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def count() -> tuple[int, int]:
        with database.connect() as connection:
            found = call_log.list_calls(connection, owner.workspace_id, 10, Filter(text="e"))
            return len(found), sum(call_log.per_key(connection, owner.workspace_id, 1).values())

    found, counted = count()
    assert (found, counted) == (2, 3)
    monkeypatch.setattr(call_log, "SEARCHED_MAX", 3)
    assert count() < (2, 3)


def test_operations_that_share_a_path_are_distinguished(app: Flask, owner: Person, database: Engine) -> None:
    by_key = Caller(app, owner.account.key, "10.8.1.2")
    by_key.send("GET", "/v1/web/brand?domain=nothing")
    by_key.post(b'{"domains": 5}', "/v1/web/brand")
    app.extensions[state.KEY].calls.write()

    with database.connect() as connection:
        rows = call_log.list_calls(connection, owner.workspace_id, 10, Filter())[::-1]
    assert [row.operation for row in rows] == ["brand", "brand-batch"]
