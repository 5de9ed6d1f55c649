"""Delivered logos are added per workspace and month. The end of the allowance is stored once."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, text

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


AMOUNTS = st.sampled_from([0, 1, 17, limits.LOGO_ALLOWANCE - 1, limits.LOGO_ALLOWANCE])
STEPS = st.one_of(st.dictionaries(st.integers(0, 2), AMOUNTS), st.just("a month passes"))


@settings(deadline=None, database=None, derandomize=True, max_examples=40, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(STEPS, max_size=10))
def test_any_sequence_of_deliveries_and_months_is_what_a_model_says(connection: Connection, steps: list[Any]) -> None:
    made = [workspace.create(connection, f"{number}") for number in range(3)]
    model = [0, 0, 0]
    for step in steps:
        if step == "a month passes":
            connection.execute(text("UPDATE logo_use SET cycle = cycle - interval '1 month'"))
            connection.execute(text("DELETE FROM logo_use WHERE cycle < now() - interval '40 days'"))
            model = [0, 0, 0]
            continue
        uses = allowance.add(connection, {made[number]: amount for number, amount in step.items()})
        for number, amount in step.items():
            model[number] += amount
            is_used_up = uses[made[number]].exceeded_seconds is not None
            assert (uses[made[number]].delivered, is_used_up) == (model[number], model[number] >= limits.LOGO_ALLOWANCE)

    assert [allowance.current(connection, each).delivered for each in made] == model


def test_processes_that_add_at_once_lose_no_count_and_do_not_block_each_other(database: Engine) -> None:
    with database.begin() as connection:
        made = [workspace.create(connection, f"{number}") for number in range(4)]

    def process(seed: int) -> None:
        for _ in range(15):
            chosen = random.Random(seed).sample(made, 4)
            with database.begin() as connection:
                allowance.add(connection, dict.fromkeys(chosen, 1))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(process, range(6)))

    with database.connect() as connection:
        assert [allowance.current(connection, each).delivered for each in made] == [90] * 4


@pytest.mark.parametrize(
    ("now", "end"),
    [("2026-11-23T10:00:00", "2026-12-01"), ("2026-12-31T23:59:59", "2027-01-01"), ("2026-01-31", "2026-02-01")],
)
def test_cycle_ends_with_the_month(now: str, end: str) -> None:
    moment = datetime.fromisoformat(now).replace(tzinfo=UTC)

    assert allowance.cycle_end(moment) == datetime.fromisoformat(end).replace(tzinfo=UTC)
