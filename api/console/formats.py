"""Texts for numbers, times and ids on pages. Templates see this module as `format`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from contract.results.page_entry import error_sentence

_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


def number(value: int) -> str:
    """A number with separators: `12,345`."""
    return f"{value:,}"


def counted(value: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 job`, `12,345 jobs`."""
    return f"{value:,} {one if value == 1 else many or one + 's'}"


def signed(value: int) -> str:
    """A change with its sign: `+100`, `−5`."""
    return f"+{value:,}" if value > 0 else f"−{-value:,}" if value < 0 else "0"


def day(moment: datetime) -> str:
    """`22 Nov 2026`, in UTC."""
    at = moment.astimezone(UTC)
    return f"{at.day} {at:%b %Y}"


def instant(moment: datetime) -> str:
    """`2026-11-22 07:04 UTC`."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def second(text: str) -> str:
    """`2026-11-22 07:04:09 UTC`, from ISO 8601."""
    return f"{datetime.fromisoformat(text).astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def milliseconds(number: int) -> str:
    """`34 ms`, `2.5 s`."""
    return f"{number} ms" if number < 1_000 else f"{number / 1_000:.1f} s"


def page_error(recorded: str) -> str:
    """Why a page or job failed, without the code that the recorded error starts with."""
    return error_sentence(recorded)


def iso(moment: datetime) -> str:
    """The value of a `time` element."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def duration(seconds: float | None) -> str:
    """`4 s`, `3 min`, `2 h`; `–` for None."""
    if seconds is None:
        return "–"
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7_200 else f"{seconds / 3_600:.0f} h"


def between(begun: datetime, ended: datetime | None) -> str:
    """The time from one moment to another, or until now."""
    return duration(((ended or datetime.now(UTC)) - begun).total_seconds())


def megabytes(number: int) -> str:
    """`257 MB`, from bytes."""
    return f"{number / 1_000_000:,.0f} MB"


def ago(moment: datetime | None, now: datetime | None = None) -> str:
    """`5 minutes ago`; `never` for None; the day when it is more than a month ago."""
    if moment is None:
        return "never"
    seconds = ((now or datetime.now(UTC)) - moment).total_seconds()
    if seconds > 30 * 86_400:
        return day(moment)
    for unit, name in _UNITS:
        if seconds >= unit:
            count = int(seconds // unit)
            return f"{count} {name}{'' if count == 1 else 's'} ago"
    return "just now"


def until(moment: datetime | None, now: datetime | None = None) -> str:
    """`in 5 minutes`; `now` when it is over; `–` for None."""
    if moment is None:
        return "–"
    seconds = (moment - (now or datetime.now(UTC))).total_seconds()
    for unit, name in _UNITS:
        if seconds >= unit:
            return f"in {counted(int(seconds // unit), name)}"
    return "in a minute" if seconds > 0 else "now"


def is_recent(moment: datetime, days: int, now: datetime | None = None) -> bool:
    """Whether a moment is at most this many days ago."""
    return (now or datetime.now(UTC)) - moment <= timedelta(days=days)
