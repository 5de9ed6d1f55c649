"""Declared dates in ISO 8601."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from extraction.declared.text import days
from extraction.document.months import month_of

_HALF, _ZONE = r"([ap]\.?m\b\.?)?", r"((?:Z|UTC|GMT)\b|[+-]\d{2}:?\d{2}|[+-]\d{2})?"
_ISO_DAY = re.compile(r"(?:(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)|(\d{4})-?(\d{2})-?(\d{2}))")
_ISO_CLOCK = re.compile(rf"[T\s]+(\d{{1,2}}):(\d{{2}})(?::(\d{{2}}))?(?:[.,]\d+)?\s*{_HALF}\s*{_ZONE}", re.I)
_DAY_FIRST = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?[\s.\-]+([A-Za-z]{3,})\.?,?[\s\-]+(\d{4})\b")
_MONTH_FIRST = re.compile(r"\b([A-Za-z]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b")
# A month of a language that `months` does not have, such as `Octombrie`, is recognised by its beginning.
_BEGINNINGS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
_YEAR_FIRST = re.compile(r"\b(\d{4})[./](\d{1,2})[./](\d{1,2})\b")
_YEAR_MONTH_DAY = re.compile(r"\b(\d{4})\s+([A-Za-z]{3,})\.?\s+(\d{1,2})\b")
_CJK = re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]")
# Two digits alone are not accepted as a zone: `10:00-12` is a time range.
_CLOCK = re.compile(
    rf"\b(\d{{1,2}}):(\d{{2}})(?::(\d{{2}}))?\s*{_HALF}\s*((?:Z|UTC|GMT)\b|[+-]\d{{2}}:?\d{{2}})?", re.I
)
_EPOCH = re.compile(r"^\s*(1[0-9]{9})(\d{3})?\s*$")
_YEARS = range(1970, 2101)


def iso(text: str | None) -> str | None:
    """The date in ISO 8601: with the declared zone, local time if there is none, only the day if no time is given.

    The zone does not change, so that the day is the one that the page shows.

    None if the date is incomplete, for example a year alone.
    """
    if not text:
        return None
    epoch = _EPOCH.match(text)
    if epoch:
        return _utc(datetime.fromtimestamp(int(epoch.group(1)), UTC))
    text = text.strip()[:200]
    if found := _ISO_DAY.match(text):
        digits = tuple(part for part in found.groups() if part is not None)
        return _with_clock(digits, _ISO_CLOCK.match(text, found.end()))
    day = _day(text)
    if not day:
        other = days.of_text(text)
        return other.isoformat() if other else None
    return _with_clock(day, _CLOCK.search(text))


def in_utc(date: str | None) -> str | None:
    """A result of `iso` as it is returned to callers: in UTC if it has a zone, only the day if its zone is unknown."""
    if date is None or "T" not in date:
        return date
    moment = datetime.fromisoformat(date)
    return _utc(moment) if moment.tzinfo else date[:10]


def _with_clock(day: tuple[str, ...], clock: re.Match[str] | None) -> str | None:
    if clock is None:
        return _written(day, (None, None, None), None)
    hour, minute, second, half, zone = clock.groups()
    if half:
        hour = str(int(hour) % 12 + (12 if half[0] in "Pp" else 0))
    return _written(day, (hour, minute, second), zone)


def _day(text: str) -> tuple[str, ...] | None:
    """The day of a date that is not ISO 8601: RFC 2822, `May 1, 2024`, `1 May 2024`, `2024年5月1日`."""
    for pattern, order in (
        (_YEAR_FIRST, (0, 1, 2)),
        (_CJK, (0, 1, 2)),
        (_YEAR_MONTH_DAY, (0, 1, 2)),
        (_DAY_FIRST, (2, 1, 0)),
        (_MONTH_FIRST, (2, 0, 1)),
    ):
        found = pattern.search(text)
        if not found:
            continue
        year, month, day = (found.group(index + 1) for index in order)
        if not month.isdigit():
            month = str(_month(month))
        return year, month, day
    return None


def _month(name: str) -> int:
    beginning = name[:3].lower()
    return month_of(name) or (beginning in _BEGINNINGS and month_of(beginning)) or 0


def _written(day: tuple[str, ...], clock: tuple[str | None, ...], zone: str | None) -> str | None:
    hour, minute, second = (int(part or 0) for part in clock)
    try:
        moment = datetime(int(day[0]), int(day[1]), int(day[2]), 0 if hour == 24 else hour, minute, min(second, 59))
    except ValueError:
        return None
    if moment.year not in _YEARS:
        return None
    if clock[0] is None:
        return moment.strftime("%Y-%m-%d")
    if zone is None:
        return moment.strftime("%Y-%m-%dT%H:%M:%S")
    if zone.upper() in ("Z", "UTC", "GMT"):
        return _utc(moment.replace(tzinfo=UTC))
    digits = zone[1:].replace(":", "").ljust(4, "0")
    try:
        found = datetime.fromisoformat(f"{moment.isoformat()}{zone[0]}{digits[:2]}:{digits[2:]}")
    except ValueError:  # The offset is out of range.
        return _utc(moment.replace(tzinfo=UTC))
    return found.isoformat() if found.utcoffset() else _utc(found)


def _utc(moment: datetime) -> str | None:
    try:
        return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError):
        return None
