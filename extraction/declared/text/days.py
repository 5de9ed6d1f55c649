"""Days in the notations of many languages: `2024-03-12`, `12. März 2024`, `March 12th, 2024`, `12 de marzo de 2024`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from extraction.document.known_texts import remembered
from extraction.document.months import month_of

_DIGIT = re.compile(r"\d")
_WORD = r"([^\W\d_]{3,12})\.?"
_YEAR = r"((?:19|20)\d{2})"
_ISO = re.compile(rf"(?<!\d){_YEAR}-(\d{{2}})-(\d{{2}})(?!\d)")
_YEAR_FIRST = re.compile(rf"(?<!\d){_YEAR}[./](\d{{1,2}})[./](\d{{1,2}})(?!\d)")
_CJK = re.compile(rf"{_YEAR}\s?[年년]\s?(\d{{1,2}})\s?[月월]\s?(\d{{1,2}})\s?[日일]")
_DAY_FIRST = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|er|\.|º|ª)?[\s\-]{{1,3}}(?:de\s|of\s|d')?{_WORD},?[\s\-]{{1,3}}(?:de\s|del\s)?{_YEAR}(?!\d)"
)
_MONTH_FIRST = re.compile(rf"(?<!\w){_WORD}\s{{1,3}}(\d{{1,2}})(?:st|nd|rd|th)?,?\s{{1,3}}{_YEAR}(?!\d)")
_NUMERIC = re.compile(rf"(?<![\d.])(\d{{1,2}})([./-])(\d{{1,2}})\2{_YEAR}(?!\d)")


def find(text: str) -> tuple[tuple[int, int, date], ...]:
    """Every unambiguous day of a text with its start and end. `03/04/2024` may be in March or April and is left out."""
    return _known(text) if _DIGIT.search(text) else ()  # Most lines of a page have none.


@remembered(500_000)
def _known(text: str) -> tuple[tuple[int, int, date], ...]:
    return tuple(_find(text))


def _find(text: str) -> Iterator[tuple[int, int, date]]:
    for pattern, order in (
        (_ISO, (1, 2, 3)),
        (_YEAR_FIRST, (1, 2, 3)),
        (_CJK, (1, 2, 3)),
        (_DAY_FIRST, (3, 2, 1)),
        (_MONTH_FIRST, (3, 1, 2)),
    ):
        for found in pattern.finditer(text):
            day = _date(*(found[index] for index in order))
            if day:
                yield found.start(), found.end(), day
    for found in _NUMERIC.finditer(text):
        day = _numeric(int(found[1]), found[2], int(found[3]), found[4])
        if day:
            yield found.start(), found.end(), day


def of_text(text: str) -> date | None:
    """The day of a text that names exactly one."""
    days = {day for _, _, day in find(text[:300])}
    return days.pop() if len(days) == 1 else None


def _numeric(first: int, separator: str, second: int, year: str) -> date | None:
    """A day in numbers. Dots mean that the day comes first; otherwise one of both must be above 12, or both equal."""
    if separator == "." or first > 12 or first == second:
        return _date(year, str(second), str(first))
    return _date(year, str(first), str(second)) if second > 12 else None


def _date(year: str, month: str, day: str) -> date | None:
    number = int(month) if month.isdigit() else month_of(month) or 0
    try:
        return date(int(year), number, int(day))
    except ValueError:
        return None
