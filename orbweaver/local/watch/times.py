"""When `orbweaver watch` checks, and how it waits."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import click

from contract.options.watch import WatchSchedule
from contract.watch_times import LONGEST_PAUSE, next_time

# A computer that sleeps does not count the time of a pause. So the clock is read again after this.
LOOK_SECONDS = 10.0
CLOCK_TOLERANCE = timedelta(minutes=1)
LONGEST = timedelta(days=365)
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_DURATION = re.compile(r"(?:[0-9]{1,6}[smhdw])+")
# Times of a cron expression are not spread: this is one watch, not thousands.
_NOT_SPREAD = UUID(int=0)


class Duration(click.ParamType):
    """A duration such as `30s`, `10m`, `1h` or `1d12h`."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> timedelta:
        if isinstance(value, timedelta):
            return value
        text = str(value).strip().lower()
        if not _DURATION.fullmatch(text):
            self.fail(f"{value!r} is not a duration such as 30s, 10m, 1h or 1d12h.", param, ctx)
        parts = re.findall(r"([0-9]+)([smhdw])", text)
        duration = sum((timedelta(**{_UNITS[unit]: int(number)}) for number, unit in parts), timedelta())
        if not timedelta(seconds=1) <= duration <= LONGEST:
            self.fail(f"{value!r} is not between 1s and 365d.", param, ctx)
        return duration


@dataclass(frozen=True)
class Times:
    """The times of the checks: at an interval, or at those of a cron expression."""

    every: timedelta | None = None
    cron: WatchSchedule | None = None

    def after(self, started: datetime, now: datetime, failures: int) -> datetime:
        """The time of the next check, of which the last started at `started`. However late it is, it is one time.

        With each failed check in a row, the pause doubles, up to a day.
        """
        if self.cron is not None:
            return next_time(self.cron, _NOT_SPREAD, now, failures)
        assert self.every is not None
        pause = min(self.every * 2 ** min(failures, 20), max(self.every, LONGEST_PAUSE))
        return max(now, started + pause)


def now_utc() -> datetime:
    """The time."""
    return datetime.now(UTC)


def wait_until(
    due: datetime, now: Callable[[], datetime] = now_utc, sleep: Callable[[float], None] = time.sleep
) -> None:
    """Wait until it is `due`, or until the clock was set back: then the time that was planned means nothing."""
    longest = due - now() + CLOCK_TOLERANCE
    while timedelta() < (left := due - now()) <= longest:
        sleep(min(left.total_seconds(), LOOK_SECONDS))
