"""What a text states: amounts of money, numbers, days, durations, phone numbers. Each is read once, for any number of facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import islice
from typing import Protocol

from extraction.content.rules.amounts import (
    NUMBER,
    NUMBERS,
    days_of,
    has_digit,
    minutes_of,
    money_in,
    values_of,
)

# What follows the number of people who rated something.
_VOTES = (
    r"(?:\w{0,20}rezension|\w{0,20}bewertung|ratings?\b|reviews?\b|votes?\b|avis\b|évaluation|note[s]?\b|opini|valoraci|reseña|recension|"
    r"recenzj|ocen|beoordeling|recensies?\b|avaliaç|отзыв|оцен|değerlendirme|yorum|件|レビュー|评价|評價|评论|리뷰|후기|تقييم|مراجع)"
)
_AMOUNTS_MAX = 2_000
COUNTED = re.compile(rf"({NUMBER})\W{{0,3}}(?:[^\W\d]{{1,20}}\s)?{_VOTES}", re.I)


class Fact(Protocol):
    """A fact that the page declares about its main entity."""

    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def amount(self) -> Decimal | None: ...


class Stated:
    """The facts in a text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def shows(self, fact: Fact) -> bool:
        """Whether the text shows a fact: a price with its currency, a phone by its digits, a number in any notation, words."""
        if fact.kind == "price":
            return fact.amount in self._prices
        if fact.kind == "day":
            return tuple(map(int, fact.text.split("-"))) in self._days
        if fact.kind == "minutes":
            return fact.amount in self._minutes
        if fact.kind == "votes":
            return fact.amount in self._votes
        if fact.kind == "phone":
            return fact.text in self._digits
        if fact.amount is not None:
            return fact.amount in self._numbers
        # Most texts do not have the words, which a plain search finds much faster.
        may = not fact.text.isascii() or fact.text.lower() in self._plain
        return may and _words_of(fact.text).search(self.text) is not None

    @cached_property
    def _plain(self) -> str:
        """The text in lower case, with the ASCII letters that `re.I` takes others for."""
        return self.text.lower().replace("i\u0307", "i").replace("ı", "i").replace("ſ", "s")

    @cached_property
    def _digits(self) -> str:
        return re.sub(r"\D", "", self.text)

    @cached_property
    def _prices(self) -> set[Decimal]:
        amounts = islice(money_in(self.text), _AMOUNTS_MAX)
        return _values(number for amount in amounts for number in NUMBERS.findall(amount))

    @cached_property
    def _numbers(self) -> set[Decimal]:
        return _values(found[0] for found in self._found(NUMBERS))

    @cached_property
    def _votes(self) -> set[Decimal]:
        return _values(found[1] for found in self._found(COUNTED))

    @cached_property
    def _days(self) -> set[tuple[int, int, int]]:
        return set(islice(days_of(self.text), _AMOUNTS_MAX)) if has_digit(self.text) else set()

    @cached_property
    def _minutes(self) -> set[Decimal]:
        return set(islice(minutes_of(self.text), _AMOUNTS_MAX)) if has_digit(self.text) else set()

    def _found(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        return islice(pattern.finditer(self.text), _AMOUNTS_MAX) if has_digit(self.text) else iter(())


@lru_cache(maxsize=64)
def _words_of(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.I)


def _values(numbers: Iterable[str]) -> set[Decimal]:
    return {value for number in numbers for value in values_of(number)}
