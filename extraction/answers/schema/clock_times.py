"""Which properties ask for a time of day, not for a day: `start_time` beside `date`, or `HH:MM` in a description."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from extraction.answers.schema.names import words
from extraction.answers.schema.schema_field import SchemaField

# The format of such a property, which no caller writes.
CLOCK = "clock"
_TIMES = frozenset("time times doors uhrzeit heure hora ora godzina saat clock checkin checkout einlass".split())
_HOTEL_TIMES = frozenset(("checkin", "checkout", "einchecken", "auschecken", "inchecken", "uitchecken"))
_DAYS = frozenset("date day datum tag jour fecha dia data giorno dag tarih".split())
_DESCRIBED = re.compile(r"\bhh[:.]?mm\b|\btime of (?:the )?day\b|\bhours? and minutes?\b|\buhrzeit\b", re.I)
_NO_TIME = frozenset(
    "prep preparation cook cooking total baking travel delivery shipping running play playing reading lead ready processing waiting"
    " full part published modified created updated posted response charge charging battery".split()
)


def marked(properties: Mapping[str, SchemaField]) -> dict[str, SchemaField]:
    """The properties, those that ask for a time of day with the format `CLOCK`."""
    has_day = any(set(words(name)) & _DAYS and not set(words(name)) & _TIMES for name in properties)
    return {
        name: replace(inner, format=CLOCK) if _asks_for_clock(inner, has_day=has_day) else inner
        for name, inner in properties.items()
    }


def _asks_for_clock(asked: SchemaField, *, has_day: bool) -> bool:
    if asked.format or asked.enum or "string" not in asked.kinds:
        return False
    if any(_DESCRIBED.search(text[:300]) for text in asked.texts):
        return True
    named = set(words(asked.name))
    if named & _HOTEL_TIMES or (named & {"check"} and named & {"in", "out"}):
        return not named & _DAYS
    return has_day and bool(named & _TIMES) and not named & (_DAYS | _NO_TIME)
