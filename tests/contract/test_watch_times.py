"""When a watch checks: spread by its id, exact over changes of summer time, and once however late it is."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from uuid import UUID

import pytest

from contract.options.watch import WatchSchedule
from contract.watch_times import CRON_SPREAD, next_time, pause_after
from models.base import new_id

NOW = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
HOURLY = WatchSchedule(every_minutes=60)
# Its delay is 0 for every spread.
FIRST = UUID(int=0)


def times(schedule: WatchSchedule, start: datetime, number: int, watch_id: UUID = FIRST) -> list[datetime]:
    found = [start]
    for _ in range(number):
        found.append(next_time(schedule, watch_id, found[-1]))
    return found[1:]


def test_a_thousand_watches_of_every_hour_do_not_start_together() -> None:
    minutes = Counter(next_time(HOURLY, new_id(), NOW).replace(second=0) for _ in range(1000))

    assert len(minutes) >= 55 and max(minutes.values()) < 50
    assert all(NOW < minute + timedelta(minutes=1) <= NOW + timedelta(minutes=61) for minute in minutes)


def test_a_watch_keeps_its_moment_and_its_interval() -> None:
    watch_id = new_id()

    found = times(HOURLY, NOW, 50, watch_id)

    assert {later - earlier for earlier, later in pairwise(found)} == {timedelta(hours=1)}
    assert next_time(HOURLY, watch_id, found[0] + timedelta(minutes=59)) == found[1]


def test_a_week_of_missed_times_is_one_time() -> None:
    late = next_time(HOURLY, FIRST, NOW + timedelta(days=7))

    assert NOW + timedelta(days=7) < late <= NOW + timedelta(days=7, hours=1)


@pytest.mark.parametrize(
    ("cron", "zone", "start", "expected"),
    [
        # Summer time ends on 25 October 2026 and begins on 28 March 2027.
        ("0 9 * * *", "Europe/Berlin", "2026-10-24T00:00Z", ["10-24T07:00", "10-25T08:00", "10-26T08:00"]),
        ("0 9 * * *", "Europe/Berlin", "2027-03-27T00:00Z", ["03-27T08:00", "03-28T07:00", "03-29T07:00"]),
        # 02:30 is missing on that day, and happens twice on the other one: one check each.
        ("30 2 * * *", "Europe/Berlin", "2027-03-27T12:00Z", ["03-28T01:00", "03-29T00:30"]),
        ("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", ["10-25T00:30", "10-26T01:30"]),
        ("0 9 * * 1-5", "UTC", "2026-11-27T10:00Z", ["11-30T09:00", "12-01T09:00"]),
        ("0 0 29 2 *", "UTC", "2026-11-27T10:00Z", ["02-29T00:00"]),
    ],
)
def test_cron_follows_the_clock_of_its_zone(cron: str, zone: str, start: str, expected: list[str]) -> None:
    schedule = WatchSchedule(cron=cron, time_zone=zone)

    found = times(schedule, datetime.fromisoformat(start), len(expected))

    assert [each.strftime("%m-%dT%H:%M") for each in found] == expected


def test_watches_of_one_cron_time_are_spread_over_five_minutes() -> None:
    schedule = WatchSchedule(cron="0 * * * *")

    found = [next_time(schedule, new_id(), NOW) for _ in range(300)]

    assert len(set(found)) > 100
    assert all(NOW < each <= NOW + timedelta(hours=1) + CRON_SPREAD for each in found)


def test_a_watch_that_fails_waits_longer_each_time() -> None:
    pauses = [pause_after(failures).total_seconds() / 60 for failures in range(6)]

    assert pauses == [0, 5, 10, 20, 40, 80] and pause_after(1_000) == timedelta(days=1)
    assert next_time(HOURLY, FIRST, NOW, failures=8) > NOW + timedelta(hours=10)
