"""The times of `orbweaver watch`: one check after a sleep, pauses after failures, clocks that are set."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import click
import pytest

from contract.options.watch import WatchSchedule
from orbweaver.local.watch.times import Duration, Times, wait_until

NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("text", "seconds"), [("30s", 30), ("10m", 600), ("1h30m", 5_400), ("1d", 86_400), ("2w", 1_209_600), ("1H", 3_600)]
)
def test_durations(text: str, seconds: int) -> None:
    assert Duration().convert(text, None, None) == timedelta(seconds=seconds)


@pytest.mark.parametrize("text", ["", "1", "h", "1.5h", "-1h", "0s", "366d", "1h 30m", "٣h"])
def test_other_durations_are_refused(text: str) -> None:
    with pytest.raises(click.BadParameter):
        Duration().convert(text, None, None)


def test_a_check_that_comes_late_is_made_once() -> None:
    times = Times(every=HOUR)

    assert times.after(NOON, NOON + timedelta(seconds=5), 0) == NOON + HOUR
    assert times.after(NOON, NOON + 7 * HOUR, 0) == NOON + 7 * HOUR


def test_failures_double_the_pause_up_to_a_day() -> None:
    times, minutes = Times(every=timedelta(minutes=10)), timedelta(minutes=1)

    pauses = [times.after(NOON, NOON, failures) - NOON for failures in (0, 1, 2, 3, 30)]
    assert pauses == [10 * minutes, 20 * minutes, 40 * minutes, 80 * minutes, timedelta(days=1)]
    assert Times(every=timedelta(days=7)).after(NOON, NOON, 5) == NOON + timedelta(days=7)


def test_cron_follows_the_time_zone_into_summer_time() -> None:
    times = Times(cron=WatchSchedule(cron="0 9 * * *", time_zone="Europe/Berlin"))

    assert times.after(NOON, NOON, 0) == datetime(2026, 3, 29, 7, tzinfo=UTC)
    assert times.after(NOON, datetime(2026, 3, 28, 7, 30, tzinfo=UTC), 0) == datetime(2026, 3, 28, 8, tzinfo=UTC)


class Clock:
    """A clock whose `sleep` can be interrupted by jumps: (after this many pauses, by this much)."""

    def __init__(self, *jumps: tuple[int, timedelta]) -> None:
        self.time, self.pauses, self.jumps = NOON, 0, dict(jumps)

    def now(self) -> datetime:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.pauses += 1
        self.time += timedelta(seconds=seconds) + self.jumps.get(self.pauses, timedelta())


def test_waiting_ends_when_the_computer_wakes_up_late() -> None:
    clock = Clock((3, 9 * HOUR))

    wait_until(NOON + HOUR, clock.now, clock.sleep)

    assert clock.pauses == 3


def test_waiting_ends_when_the_clock_is_set_back() -> None:
    clock = Clock((3, -48 * HOUR))

    wait_until(NOON + HOUR, clock.now, clock.sleep)

    assert clock.pauses == 3


def test_waiting_reads_the_clock_often() -> None:
    clock = Clock()

    wait_until(NOON + HOUR, clock.now, clock.sleep)

    assert clock.pauses == 360 and clock.time == NOON + HOUR
