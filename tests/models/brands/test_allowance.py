"""Delivered logos are added per workspace and month. The end of the allowance is stored once."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from sqlalchemy import Connection, text

from contract import limits
from models.accounts import workspace
from models.brands import allowance


def test_counts_of_many_processes_add_up(connection: Connection) -> None:
    one, other = workspace.create(connection, "one"), workspace.create(connection, "other")

    allowance.add(connection, {one: 3, other: 1})
    uses = allowance.add(connection, {one: 4, other: 0})

    assert (uses[one].delivered, uses[other].delivered) == (7, 1)
    assert uses[one].exceeded_seconds is None


def test_time_since_the_end_of_the_allowance_counts_from_the_first_excess(connection: Connection) -> None:
    made = workspace.create(connection, "one")
    allowance.add(connection, {made: limits.LOGO_ALLOWANCE - 1})
    assert allowance.add(connection, {made: 1})[made].exceeded_seconds == 0
    connection.execute(text("UPDATE logo_use SET exceeded_at = exceeded_at - interval '1 day'"))

    assert allowance.add(connection, {made: 5})[made].exceeded_seconds == 86_400


def test_use_of_an_earlier_month_does_not_count(connection: Connection) -> None:
    made = workspace.create(connection, f"{uuid4()}")
    allowance.add(connection, {made: limits.LOGO_ALLOWANCE})
    connection.execute(text("UPDATE logo_use SET cycle = cycle - interval '1 month'"))

    assert allowance.add(connection, {made: 1})[made] == (1, None)


@pytest.mark.parametrize(
    ("now", "end"),
    [("2026-11-23T10:00:00", "2026-12-01"), ("2026-12-31T23:59:59", "2027-01-01"), ("2026-01-31", "2026-02-01")],
)
def test_cycle_ends_with_the_month(now: str, end: str) -> None:
    moment = datetime.fromisoformat(now).replace(tzinfo=UTC)

    assert allowance.cycle_end(moment) == datetime.fromisoformat(end).replace(tzinfo=UTC)
