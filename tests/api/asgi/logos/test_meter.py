"""Counts are kept in memory, and added to Postgres and Redis in portions."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import Engine

from api import state
from api.asgi.logos import meter as meters
from api.asgi.logos.meter import Allowance, Meter
from contract import limits
from models import base
from models.brands import allowance
from tests.conftest import Account


@pytest.fixture
def meter(app: Flask, database: Engine, account: Account) -> Meter:
    made = Meter(database, app.extensions[state.KEY].limiter)
    made.read(account.workspace_id)
    return made


def stored(database: Engine, account: Account) -> int:
    with database.begin() as connection:
        return allowance.add(connection, {account.workspace_id: 0})[account.workspace_id].delivered


def test_delivered_logos_are_stored_together(meter: Meter, database: Engine, account: Account) -> None:
    for _ in range(7):
        meter.delivered(account.workspace_id)
    assert stored(database, account) == 0

    meter.flush()
    meter.flush()

    assert stored(database, account) == 7


def test_what_other_processes_delivered_counts_after_the_next_flush(
    meter: Meter, database: Engine, account: Account
) -> None:
    assert meter.state(account.workspace_id) is Allowance.LOGOS
    with database.begin() as connection:
        allowance.add(connection, {account.workspace_id: limits.LOGO_ALLOWANCE - 1})

    meter.flush()
    assert meter.state(account.workspace_id) is Allowance.LOGOS
    meter.delivered(account.workspace_id)

    assert meter.state(account.workspace_id) is Allowance.MONOGRAMS


def test_counts_survive_the_end_of_the_process(meter: Meter, database: Engine, account: Account) -> None:
    meter.start()
    meter.delivered(account.workspace_id)
    meter.stop()

    assert stored(database, account) == 1


def test_rate_limit_is_that_of_the_key_over_all_processes(
    app: Flask, meter: Meter, database: Engine, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LOGO_CALLS_PER_MINUTE", 10)
    monkeypatch.setattr(meters.time, "time", lambda: 1_000_000_020.0)
    other = Meter(database, app.extensions[state.KEY].limiter)
    key, other_key = base.new_id(), base.new_id()

    assert all(meter.call(key) for _ in range(6)) and all(other.call(key) for _ in range(4))
    for each in (meter, other, meter):
        each.flush()

    assert not meter.call(key) and not other.call(key)
    assert meter.call(other_key)
