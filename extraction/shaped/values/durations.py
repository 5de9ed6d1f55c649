"""Durations: `PT1H30M`, `1 hr 30 min`, `90 Minuten`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from extraction.shaped.schema.names import words

_ISO = re.compile(r"^P(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})(?:\.\d{1,6})?S)?)?$", re.I)
_PART = re.compile(r"(\d{1,5})\s*(d|h|m|s)[^\W\d_]{0,10}\.?", re.I)
_SECONDS = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}
_UNITS = {
    "minutes": 60, "minute": 60, "mins": 60, "min": 60, "minuten": 60, "hours": 3_600, "hour": 3_600, "stunden": 3_600,
    "seconds": 1, "second": 1, "secs": 1, "sec": 1, "sekunden": 1, "days": 86_400, "tage": 86_400,
}  # fmt: skip


def seconds(text: str) -> int | None:
    """The seconds of an ISO 8601 duration without months and years, or of a text such as `1 hr 30 min`."""
    text = text.strip()[:100]
    if found := _ISO.match(text):
        counts = [int(part or 0) for part in found.groups()]
        return (
            sum(count * unit for count, unit in zip(counts, _SECONDS.values(), strict=True))
            if any(found.groups())
            else None
        )
    parts = _PART.findall(text)
    if not parts or text[:1] in "Pp" or re.search(r"\d", _PART.sub("", text)):
        return None
    return sum(int(count) * _SECONDS[unit.casefold()] for count, unit in parts)


def in_unit(text: str, names: Iterable[str]) -> Decimal | None:
    """The duration in the unit that one of the names mentions, for example `cookTimeMinutes`. None without a unit."""
    unit = next((_UNITS[word] for name in names for word in words(name) if word in _UNITS), None)
    length = seconds(text)
    if length is None or unit is None:
        return None
    return Decimal(length) / unit
