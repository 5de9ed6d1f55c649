"""Decides whether a value that is not verbatim on the page may still be returned: derived from the page, or invented.

Derived values have a confidence of at most 0.5 and no evidence. Names, numbers, dates, codes, addresses and URLs that the page
has in no notation are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Any

from extraction.answers.schema import units
from extraction.answers.schema.names import words
from extraction.answers.values import numbers
from extraction.declared.text import days
from extraction.document.letters import folded

DERIVED, COUNTED = 0.4, 0.3
_NAME_WORDS_MAX = 5
_URL = re.compile(r"^(?:https?:)?//\S+$|^www\.\S+$", re.I)
_EMAIL = re.compile(r"[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
_DATE = re.compile(r"^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ].{0,30})?$")
_PHONE = re.compile(r"^\+?[\d\s()/.\-]{7,25}$")
# Letters and digits in one word: article numbers, versions, names of vulnerabilities.
_CODE = re.compile(r"\b(?=[\w.-]*\d)(?=[\w.-]*[A-Za-z])[A-Za-z0-9][\w.-]{2,}\b")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SCALE_WORD = re.compile(r"[ \u00a0\u202f]?([^\W\d_]{1,12})")
_COUNT_NAMES = frozenset("count counts number total totals num amount quantity anzahl nombre numero how many".split())
_CONVERTED_NAMES = frozenset("percent percentage share ratio minutes hours seconds days".split())
_CODE_NAMES = frozenset("currency country language locale lang code iso nationality".split())
_FORMS_OF_TEXT = re.compile(r"translat|in english|in german|in french|in spanish|übersetz|traduc", re.I)
_SCALES = {
    Decimal(1_000): "k thousand tsd tausend mille mil mila tysiecy duizend tusen bin 千",
    Decimal(10_000): "万 萬 만",
    Decimal(100_000): "lakh lac",
    Decimal(1_000_000): "m mio million millions millionen milliones millones milioni milhoes miljoen miljon miljoner milion mln"
    " milyon",
    Decimal(10_000_000): "crore",
    Decimal(100_000_000): "億 亿",
    Decimal(1_000_000_000): "b bn billion billions mrd milliarde milliarden milliards miljard miliard mld milyar",
}  # fmt: skip
_SCALE_OF = {word: scale for scale, names in _SCALES.items() for word in names.split()}
_FACTORS = tuple(
    Decimal(text)
    for text in "1000 100 10 0.1 0.01 0.001 2.54 0.3937007874 25.4 453.59237 28.349523125 1.609344 60 3600 24 7".split()
)
# The months and weekdays that a model may write for a date of the page.
CALENDAR = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday thursday"
    " friday saturday sunday januar februar marz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag"
    " samstag sonntag".split()
)


class DerivedValues:
    """What can be derived from one page's text."""

    def __init__(self, text: str, urls: frozenset[str] = frozenset()) -> None:
        self._text = text
        self._urls = urls

    @cached_property
    def _folded(self) -> str:
        return folded(self._text)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(_stem(word) for word in _WORD.findall(self._text))

    @cached_property
    def _numbers(self) -> frozenset[Decimal]:
        """Every number of the page in each reading, also multiplied by a scale word after it."""
        found: set[Decimal] = set()
        for _, end, readings in numbers.tokens(self._text):
            after = _SCALE_WORD.match(self._text, end)
            scale = _SCALE_OF.get(folded(after[1])) if after else None
            for number in readings:
                found.add(number.normalize())
                if scale:
                    found.add((number * scale).normalize())
        return frozenset(found)

    @cached_property
    def _digits(self) -> str:
        return re.sub(r"[^\d\n]", "", re.sub(r"(?<=\d)[\s()/.\-\u2010-\u2013]+(?=\d)", "", self._text))

    @cached_property
    def _days(self) -> frozenset[tuple[int, int]]:
        """Month and day of each date on the page."""
        return frozenset((day.month, day.day) for line in self._text.splitlines() for _, _, day in days.find(line))

    def confidence(self, value: Any, schema: Any, name: str) -> float | None:
        """The confidence in a derived value, or None if it must be dropped.

        Args:
            name: the property's own name.
        """
        if isinstance(value, bool):
            return DERIVED
        if isinstance(value, (int, float)):
            return self._of_number(value, schema, name)
        if isinstance(value, str):
            return self._of_text(value.strip(), schema, name)
        return None

    def _of_number(self, value: float, schema: Any, name: str) -> float | None:
        try:
            number = Decimal(str(value)).normalize()
        except InvalidOperation:
            return None
        if number in self._numbers or -number in self._numbers:
            return DERIVED
        if set(words(name)) & _COUNT_NAMES and number == number.to_integral_value() and 0 <= number <= 1_000:
            return COUNTED
        texts = _texts(schema)
        is_converted = units.asked_unit(name, texts) or set(words(name)) & _CONVERTED_NAMES
        if is_converted and any((number / factor).normalize() in self._numbers for factor in _FACTORS):
            return DERIVED
        if 1900 <= number <= 2100 and str(int(number)) in self._text:
            return DERIVED
        return None

    def _of_text(self, text: str, schema: Any, name: str) -> float | None:
        if not text:
            return None
        if _URL.match(text):
            return DERIVED if _bare(text) in self._urls else None
        if found := _DATE.match(text):
            return self._of_date(found)
        if _PHONE.match(text):
            digits = re.sub(r"\D", "", text)
            return DERIVED if digits[-7:] in self._digits else None
        if set(words(name)) & _CODE_NAMES and len(text) <= 5 and text.isalpha():
            return DERIVED
        if any(mail.casefold() not in self._folded for mail in _EMAIL.findall(text)):
            return None
        if any(folded(code) not in self._folded for code in _CODE.findall(text)):
            return None
        if not self.has_numbers(text):
            return None
        is_translated = any(map(_FORMS_OF_TEXT.search, _texts(schema)))
        return DERIVED if is_translated or self._has_names(text) else None

    def _of_date(self, found: re.Match[str]) -> float | None:
        year, month, day = found.groups()
        if day and (int(month), int(day)) in self._days:
            return DERIVED
        if day:
            return None
        return DERIVED if year in self._text else None

    def has_numbers(self, text: str) -> bool:
        """Whether the page has every number of a text, by value. Numbers with a scale word count as their product."""
        for _, end, readings in numbers.tokens(text):
            after = _SCALE_WORD.match(text, end)
            scale = _SCALE_OF.get(folded(after[1])) if after else None
            values = [number * scale for number in readings] if scale else readings
            if not any(value.normalize() in self._numbers or self._has_digits(str(value)) for value in values):
                return False
        return True

    def _has_digits(self, text: str) -> bool:
        """Whether the digits of a number are together on the page, also within a code such as `ZU2200`, not in longer ones."""
        return text in self._text and re.search(rf"(?<![\d.,]){re.escape(text)}(?![.,]?\d)", self._text) is not None

    def _has_names(self, text: str) -> bool:
        """Whether the names in a text are on the page: all words of a text of a few capitalised words; otherwise those inside
        sentences. German writes every noun with a capital letter, so the share of capitals decides."""
        found = _WORD.findall(text)
        capitals = [word for word in found if word[0].isupper()]
        if len(found) <= _NAME_WORDS_MAX and len(capitals) == len(found):
            needed = found
        else:
            inside = [
                word for sentence in re.split(r"(?<=[.!?:])\s+", text) for word in _WORD.findall(sentence)[1:]
                if word[0].isupper()
            ]  # fmt: skip
            if len(found) > 8 and len(inside) > 0.25 * len(found):
                return True
            needed = inside
        return all(_stem(word) in self._stems or folded(word) in CALENDAR for word in needed)


def _stem(word: str) -> str:
    return folded(word).replace("'", "").replace("’", "")[:4]


def _bare(url: str) -> str:
    return url.strip().casefold().rpartition("//")[2].removeprefix("www.").partition("#")[0].rstrip("/")


def urls_of(text: str) -> frozenset[str]:
    """The URLs in a text, reduced for comparison."""
    return frozenset(_bare(url) for url in re.findall(r"https?://[^\s<>\"')\]]+", text))


def _texts(schema: Any) -> tuple[str, ...]:
    if not isinstance(schema, Mapping):
        return ()
    return tuple(text for key in ("title", "description") if isinstance(text := schema.get(key), str))
