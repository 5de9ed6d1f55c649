"""`/.well-known/security.txt` and the directory of keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from api import state
from api.well_known import SECURITY_PATH
from contract.bot_key import DIRECTORY_PATH, BotKey
from tests.api.conftest import Caller
from tests.contract.test_bot_key import SEED, require_signed

BASE = "https://bots.example.com"


@pytest.fixture
def configured(app: Flask) -> Iterator[None]:
    """The service with a contact and a key."""
    before: state.State = app.extensions[state.KEY]
    environment = replace(
        before.environment, base_url=BASE, bot_key=SEED, security_contact=("mailto:a@example.com", "https://example.com/report")
    )  # fmt: skip
    app.extensions[state.KEY] = replace(before, environment=environment)
    yield
    app.extensions[state.KEY] = before


@pytest.mark.parametrize(("path", "setting"), [(SECURITY_PATH, "SECURITY_CONTACT"), (DIRECTORY_PATH, "BOT_KEY")])
def test_without_settings_nothing_is_there(caller: Caller, path: str, setting: str) -> None:
    answer = caller.send("GET", path)

    assert answer.status_code == 404 and f"ORBWEAVER_{setting}" in answer.get_data(as_text=True)


def test_security_txt_names_contacts_and_expires_within_a_year(caller: Caller, configured: None) -> None:
    answer = caller.send("GET", SECURITY_PATH)
    fields = [line.split(": ", 1) for line in answer.get_data(as_text=True).splitlines()]
    single = dict(fields)

    assert answer.content_type == "text/plain; charset=utf-8"
    assert [value for name, value in fields if name == "Contact"] == [
        "mailto:a@example.com",
        "https://example.com/report",
    ]
    expires = datetime.fromisoformat(single["Expires"])
    assert timedelta(days=30) < expires - datetime.now(UTC) < timedelta(days=365)
    assert single["Canonical"] == f"{BASE}{SECURITY_PATH}" and len(fields) == 5


def test_directory_has_the_key_and_is_signed(caller: Caller, configured: None) -> None:
    answer = caller.send("GET", DIRECTORY_PATH)
    key = BotKey(SEED, BASE)

    assert answer.content_type == "application/http-message-signatures-directory+json"
    assert answer.get_json() == key.directory()
    require_signed(key, answer.headers, {'"@authority";req': "bots.example.com"})
