"""Numbers in the notations of many languages: `1,299.00`, `1.299,00`, `1 299`, `1'299.-`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

_GAP = "[ \u00a0\u2009\u202f'\u2019]"
# Chinese, Japanese and Korean write no blank before a number.
# Possessive quantifiers keep the time linear on long runs of digits.
TOKEN = re.compile(
    rf"(?<![^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?<![.,])[-\u2212]?(?:\d{{1,3}}(?:{_GAP}\d{{3}})+(?!\d)|\d{{1,3}}(?:[.,]\d{{3}})+(?!\d)|\d{{1,30}}+)(?:[.,]\d{{1,12}}+)?+(?!\d)"
)
# What may follow a rating: `4.5 / 5`, `4,5 von 5`.
_OUT_OF = re.compile(r"^\s*(?:/|out of|of|von|sur|de|su|van|av|aus)\s*(?:5|6|10|20|100)(?:[.,]0)?(?![\d.,])", re.I)
# Words that make a number a limit, a range or a price for a time, not the value itself.
_LIMITS = (
    r"from|starting(?: at| from)?|as low as|up to|less than|more than|under|over|below|above|at least|at most|between"
    r"|ab|bis(?: zu)?|unter|uber|über|mindestens|maximal|höchstens|mehr als|weniger als"
    r"|à partir de|a partir de|dès|jusqu'?à?|plus de|moins de|desde|hasta|más de|menos de|fino a|oltre|meno di|più di"
    r"|mais de|até|vanaf|meer dan|minder dan|från|fra|upp till"
)
_QUALIFIED_BEFORE = re.compile(
    rf"(?:\b(?:{_LIMITS}|about|approx\w*|circa|ca|around|rund|etwa|da|tot|od|do|was|reg(?:ular)?|rrp|msrp|"
    r"uvp|statt|instead of|save|spare|not yet)\b|[<>≤≥~≈±])\W*(?:[$€£¥₹]|[A-Z]{3})?\s*$",
    re.I,
)
_LIMITED_BEFORE = re.compile(rf"(?:\b(?:{_LIMITS})\b|[<>≤≥])\W*$", re.I)
_QUALIFIED_AFTER = re.compile(
    r"^\s*(?:[$€£¥₹%]|[A-Za-zł]{1,3}\b\.?)?\s*(?:/|per\b|pro\b|par\b|por\b|je\b|al\b|a\b|p\.)\s*(?:\d{0,4}\s*)?(?:month|mo\b|week|"
    r"wk\b|day|night|hour|hr\b|h\b|year|yr\b|a\b|annum|monat|woche|tag|nacht|stunde|jahr|mois|semaine|jour|nuit|heure|an\b|mes\b|"
    r"semana|día|dia|noche|hora|año|mese|notte|ora|anno|maand|nacht|uur|jaar|kg|g\b|l\b|ml|m2|m²|sqm|qm|unit|piece|stück|person|"
    r"user|seat)|^\s?(?:lakh|lac|crore)\b|^\s*(?:\+|or more|and up|and more|oder mehr|et plus|o más)",
    re.I,
)
# An entity without ratings has no rating of 0.
_NONE_YET = re.compile(
    r"\b(?:not (?:yet )?rated|no (?:ratings?|reviews?|votes?)|unrated|noch (?:nicht|keine)|pas encore|sin valorac)",
    re.I,
)
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
    if found is None or _NONE_YET.search(text):
        return None
    rest = _OUT_OF.sub("", text[found.end() :])
    if _QUALIFIED_BEFORE.search(text[: found.start()]) or _QUALIFIED_AFTER.match(rest):
        return None
    if TOKEN.search(rest) or re.search(r"\d", rest) or re.search(r"\d", text[: found.start()]) or _SCALED.match(rest):
        return None
    return reading(found[0], money=money, comma=comma)


def is_limited(before: str) -> bool:
    """Whether a text ends in words that make the number after it a limit: `less than`, `up to`."""
    return _LIMITED_BEFORE.search(before[-40:]) is not None


def of_declared(text: str) -> Decimal | None:
    """The number of a declared value. By schema.org a dot is a decimal point, whatever the page's language."""
    text = text.strip()[:_TEXT_MAX_CHARS]
    if re.fullmatch(r"[-+]?\d{1,30}(?:\.\d{1,12})?", text):
        return Decimal(text)
    found = TOKEN.search(text)
    if found is None or re.search(r"\d", text[: found.start()] + _OUT_OF.sub("", text[found.end() :])):
        return None
    both = readings(found[0])
    if len(both) == 1:
        return both[0]
    return both[0] if "," in found[0] else both[1]


def reading(token: str, *, money: bool = False, comma: bool = False) -> Decimal | None:
    """The number of one token. None if it can be read in two ways."""
    both = readings(token)
    if len(both) == 1:
        return both[0]
    thousands, decimals = both
    if money:
        return thousands
    separator = "," if "," in token else "."
    if (separator == ",") != comma:
        return thousands
    # `45.300` in English may be written by someone who uses dots for thousands.
    return None if token.endswith("0") else decimals


def readings(token: str) -> list[Decimal]:
    """The numbers that a token can mean. Two (thousands, then decimals) for `1.299` and `1,299`; otherwise one."""
    bare = re.sub(_GAP, "", token).replace("\u2212", "-")
    marks = [character for character in bare if character in ".,"]
    if not marks:
        return [Decimal(bare)]
    if len(set(marks)) == 2 or (len(marks) == 1 and not re.search(r"^-?[1-9]\d{0,2}[.,]\d{3}$", bare)):
        whole, _, decimals = bare.rpartition(marks[-1])
        return [Decimal(f"{re.sub('[.,]', '', whole) or '0'}.{decimals}")]
    thousands = Decimal(re.sub("[.,]", "", bare))
    return [thousands, Decimal(bare.replace(",", "."))] if len(marks) == 1 else [thousands]


def digits(text: str) -> str:
    """The digits of a text."""
    return "".join(filter(str.isdigit, text))


def tokens(text: str) -> Iterator[tuple[int, int, list[Decimal]]]:
    """Every number of a text: its start, its end, and the numbers that it can mean."""
    for found in TOKEN.finditer(text):
        yield found.start(), found.end(), readings(found[0])
