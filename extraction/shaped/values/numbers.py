"""Numbers in the notations of many languages: `1,299.00`, `1.299,00`, `1 299`, `1'299.-`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

_GAP = "[ \u00a0\u2009\u202f'\u2019]"
# Possessive quantifiers keep the time linear on long runs of digits.
TOKEN = re.compile(
    rf"(?<![\w.,])[-\u2212]?(?:\d{{1,3}}(?:{_GAP}\d{{3}})+(?!\d)|\d{{1,3}}(?:[.,]\d{{3}})+(?!\d)|\d{{1,30}}+)(?:[.,]\d{{1,12}}+)?+(?!\d)"
)
# What may follow a rating: `4.5 / 5`, `4,5 von 5`.
_OUT_OF = re.compile(r"^\s*(?:/|out of|of|von|sur|de|su|van|av|aus)\s*\d{1,3}(?:[.,]\d)?\b", re.I)
# A short multiplier, as in `1.2k`, makes the number approximate.
_SCALED = re.compile(r"^\s?(?:k|m|mio|mrd|bn|tsd|million|billion|thousand|mille)\b", re.I)
_COMMA_LANGUAGES = frozenset(
    "de fr es it nl pt sv da nb nn no fi pl cs sk ru uk tr el hu ro bg hr sl lt lv et id".split()
)
_TEXT_MAX_CHARS = 300


def uses_comma(language: str | None) -> bool:
    """Whether a language writes decimals with a comma."""
    return (language or "").partition("-")[0].casefold() in _COMMA_LANGUAGES


def of_text(text: str, *, money: bool = False, comma: bool = False) -> Decimal | None:
    """The number of a text with exactly one number. None if there are several, or if it is approximate.

    Args:
        money: three digits after one separator are thousands, never decimals.
        comma: the text's language writes decimals with a comma.
    """
    text = text[:_TEXT_MAX_CHARS]
    found = TOKEN.search(text)
    if found is None:
        return None
    rest = _OUT_OF.sub("", text[found.end() :])
    if TOKEN.search(rest) or re.search(r"\d", rest) or re.search(r"\d", text[: found.start()]) or _SCALED.match(rest):
        return None
    return reading(found[0], money=money, comma=comma)


def reading(token: str, *, money: bool = False, comma: bool = False) -> Decimal:
    """The most likely number of one token."""
    both = readings(token)
    if len(both) == 1:
        return both[0]
    thousands, decimals = both
    if money:
        return thousands
    separator = "," if "," in token else "."
    return decimals if (separator == ",") == comma else thousands


def readings(token: str) -> list[Decimal]:
    """The numbers that a token can mean. Two (thousands, then decimals) for `1.299` and `1,299`, else one."""
    bare = re.sub(_GAP, "", token).replace("\u2212", "-")
    marks = [character for character in bare if character in ".,"]
    if not marks:
        return [Decimal(bare)]
    if len(set(marks)) == 2 or (len(marks) == 1 and not re.search(r"^-?[1-9]\d{0,2}[.,]\d{3}$", bare)):
        whole, _, decimals = bare.rpartition(marks[-1])
        return [Decimal(f"{re.sub('[.,]', '', whole) or '0'}.{decimals}")]
    thousands = Decimal(re.sub("[.,]", "", bare))
    return [thousands, Decimal(bare.replace(",", "."))] if len(marks) == 1 else [thousands]


def tokens(text: str) -> Iterator[tuple[int, int, list[Decimal]]]:
    """Every number of a text: its start, its end, and the numbers that it can mean."""
    for found in TOKEN.finditer(text):
        yield found.start(), found.end(), readings(found[0])
