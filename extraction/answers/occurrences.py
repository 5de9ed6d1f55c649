"""Where in the lines of a text a value is: as the same text, or as a number, a day or a telephone number in another notation."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Any

from extraction.answers.values import numbers
from extraction.declared.text import days

# Occurrences of one text that are looked at.
_LOOKED_AT_MAX = 2_000
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-")
_QUOTES = {
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032\u00b4`"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"), '"'),
}
_FOLDS = {**_DASHES, **_QUOTES, 0xAD: None, 0x200B: None}
_ISO_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})(?:$|T\d{2}:\d{2}.{0,20}$)")
_PHONE = re.compile(r"\+?\(?\d[\d\s()/.\-\u2010-\u2013]{5,24}\d")

# Line, last line and text of an occurrence.
Position = tuple[int, int, str]


def folded(text: str) -> str:
    """The text for comparison: NFKC, lower case, straight quotes and dashes, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().translate(_FOLDS).split())


class Occurrences:
    """Finds values in lines. Its indexes are built at first use."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    @property
    def folded_text(self) -> str:
        """The folded lines as one text."""
        return self._folded[0]

    def of(self, value: Any) -> Iterator[Position]:
        """Where a string or a number is, a number, a day or a telephone number in any notation."""
        if isinstance(value, (int, float)):
            yield from self._numbers.get(_decimal(str(value)), ())
        elif isinstance(value, str) and value.strip():
            yield from self.of_text(folded(value))
            if day := _ISO_DAY.match(value.strip()):
                yield from self.by_day.get(day[1], ())
            elif re.fullmatch(r"-?\d{1,15}(?:\.\d{1,6})?", value.strip()):
                yield from self._numbers.get(_decimal(value.strip()), ())
            elif (digits := numbers.digits(value)) and _PHONE.fullmatch(value.strip()):
                yield from self.by_phone.get(digits, ())

    @cached_property
    def _folded(self) -> tuple[str, list[int]]:
        """The folded lines as one text, and where each line starts in it."""
        starts, pieces, position = [], [], 0
        for line in self._lines:
            piece = folded(line)
            starts.append(position)
            pieces.append(piece)
            position += len(piece) + 1
        return " ".join(pieces), starts

    def of_text(self, asked: str) -> Iterator[Position]:
        """The occurrences of a folded text as whole words."""
        text, starts = self._folded
        position = text.find(asked) if asked else -1
        for _ in range(_LOOKED_AT_MAX):
            if position < 0:
                return
            end = position + len(asked)
            if _is_border(text, position) and _is_border(text, end):
                yield bisect_right(starts, position) - 1, bisect_right(starts, end - 1) - 1, asked
            position = text.find(asked, position + 1)

    @cached_property
    def _numbers(self) -> dict[Decimal, list[Position]]:
        found: dict[Decimal, list[Position]] = defaultdict(list)
        for position, line in enumerate(self._lines):
            for start, end, readings in numbers.tokens(line):
                for number in readings:
                    found[number.normalize()].append((position, position, line[start:end]))
        return dict(found)

    @cached_property
    def by_day(self) -> dict[str, list[Position]]:
        """The occurrences of each day, by its ISO date."""
        found: dict[str, list[Position]] = defaultdict(list)
        for position, line in enumerate(self._lines):
            for start, end, day in days.find(line):
                found[day.isoformat()].append((position, position, line[start:end]))
        return dict(found)

    @cached_property
    def by_phone(self) -> dict[str, list[Position]]:
        """The occurrences of each telephone number, by its digits."""
        found: dict[str, list[Position]] = defaultdict(list)
        for position, line in enumerate(self._lines):
            for phone in _PHONE.findall(line):
                found[numbers.digits(phone)].append((position, position, phone))
        return dict(found)


def _is_border(text: str, position: int) -> bool:
    """Whether no word runs through a position. Scripts without spaces have a border everywhere."""
    if position == 0 or position >= len(text):
        return True
    before, after = text[position - 1], text[position]
    return not (before.isalnum() and after.isalnum()) or max(ord(before), ord(after)) > 0x2E80


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text).normalize()
    except InvalidOperation:
        return Decimal("NaN")
