"""Schedules and conditions in words."""

from __future__ import annotations

from typing import Any

import pytest

from api.console.watches import words
from contract.options.watch import ASPECTS, CONDITIONS, WatchCondition, WatchSchedule


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"every_minutes": 5}, "Every 5 minutes"),
        ({"every_minutes": 60}, "Every hour"),
        ({"every_minutes": 90}, "Every 90 minutes"),
        ({"every_minutes": 1_440}, "Every day"),
        ({"every_minutes": 43_200}, "Every 30 days"),
        ({"cron": "0 9 * * 1-5", "time_zone": "Europe/Berlin"}, "At 09:00 on Monday through Friday, Europe/Berlin"),
        ({"cron": "*/15 * * * *"}, "Every 15th minute of every hour, UTC"),
        ({"cron": "0 0 L * *"}, "At 00:00 on the last day of every month, UTC"),
    ],
)
def test_schedule(given: dict[str, Any], expected: str) -> None:
    assert words.schedule(WatchSchedule(**given)) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"kind": "below", "field": "price", "number": 30.0}, "price falls below 30"),
        ({"kind": "increases", "field": "price"}, "price increases"),
        ({"kind": "decreases", "field": "price", "number": 2.5, "percent": True}, "price decreases by at least 2.5%"),
        ({"kind": "contains", "text": "sold {out}"}, "markdown contains “sold {out}”"),
        ({"kind": "share", "number": 0.2}, "at least 20% of the words change"),
    ],
)
def test_condition(given: dict[str, Any], expected: str) -> None:
    assert words.condition(WatchCondition(**given)) == expected


def test_every_aspect_and_every_kind_of_condition_has_words() -> None:
    assert set(words.COMPARED) == set(ASPECTS)
    assert {kind for kind, _ in words.KINDS} == {"", *CONDITIONS}
