"""Schedules in words."""

from __future__ import annotations

from typing import Any

import pytest

from api.firecrawl.failures import Refused
from api.firecrawl.schedule_text import schedule_of, shown
from contract.declare import load
from contract.options.watch import WatchSchedule


@pytest.mark.parametrize(
    ("text", "schedule"),
    [
        ("every 30 minutes", {"cron": "*/30 * * * *"}),
        ("Every 5 min", {"cron": "*/5 * * * *"}),
        ("hourly", {"cron": "0 * * * *"}),
        ("every hour", {"cron": "0 * * * *"}),
        ("every 6 hours", {"cron": "0 */6 * * *"}),
        ("every 45 minutes", {"everyMinutes": 45}),
        ("every 5 hours", {"everyMinutes": 300}),
        ("every 3 days", {"everyMinutes": 4_320}),
        ("daily", {"cron": "0 0 * * *"}),
        ("every 24 hours", {"cron": "0 0 * * *"}),
        ("weekly", {"cron": "0 0 * * 0"}),
        ("daily at 9:00", {"cron": "0 9 * * *"}),
        ("every day at 9am", {"cron": "0 9 * * *"}),
        ("Every day, at 12:30 pm", {"cron": "30 12 * * *"}),
        ("every day at 12am", {"cron": "0 0 * * *"}),
        ("every monday at 8:15", {"cron": "15 8 * * 1"}),
        ("weekly on friday at 5 pm", {"cron": "0 17 * * 5"}),
        ("every wednesday", {"cron": "0 0 * * 3"}),
        ("weekdays at 09:05", {"cron": "5 9 * * 1-5"}),
        ("every weekday at 9", {"cron": "0 9 * * 1-5"}),
        ("monthly", {"cron": "0 0 1 * *"}),
        ("every month at 7:00", {"cron": "0 7 1 * *"}),
    ],
)
def test_words_become_a_schedule(text: str, schedule: dict[str, Any]) -> None:
    assert schedule_of(text) == schedule
    load(WatchSchedule, schedule)


@pytest.mark.parametrize(
    "text",
    ["", "soon", "every", "every x minutes", "daily at 25:00", "daily at 9:60", "daily at 13pm", "daily at 0am", "at 9:00",
     "every 2 hours at 9:00", "every 30 minutes and daily", "monddday", "every 999999 minutes"],
)  # fmt: skip
def test_other_words_are_refused_by_name(text: str) -> None:
    with pytest.raises(Refused) as raised:
        schedule_of(text)

    assert raised.value.status == 400 and raised.value.error.startswith("schedule: text ")


@pytest.mark.parametrize(
    ("schedule", "expected"),
    [
        ({"cron": "0 9 * * 1", "timeZone": "Europe/Berlin"}, {"cron": "0 9 * * 1", "timezone": "Europe/Berlin"}),
        ({"everyMinutes": 60}, {"cron": "0 * * * *", "timezone": "UTC"}),
        ({"everyMinutes": 45}, {"cron": None, "text": "every 45 minutes", "timezone": "UTC"}),
        ({"everyMinutes": 43_200}, {"cron": None, "text": "every 43200 minutes", "timezone": "UTC"}),
    ],
)
def test_schedules_are_shown_as_cron_where_possible(schedule: dict[str, Any], expected: dict[str, Any]) -> None:
    assert shown(schedule) == expected
