"""Converts a declared or shown value to what the schema wants. A value that does not fit is not converted: it is missing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import re2

from contract.patterns import compile_pattern
from extraction.answers.schema import units
from extraction.answers.schema.clock_times import CLOCK
from extraction.answers.schema.names import letters, words
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.values import durations, numbers, terms, weekdays
from extraction.declared.text.days import of_text as day_of
from extraction.document.addresses import http_address

TEXT_MAX_CHARS = 20_000
_TAGS = re.compile(r"<(?:/?[a-zA-Z][^<>]{0,2000}|!--[^<>]{0,2000}--)>")
_BREAKS = re.compile(r"<(?:br|/p|/li|/div|/h[1-6])\b[^<>]{0,100}>", re.I)
_ESCAPED_TAG = re.compile(r"&(?:amp;)?lt;/?(?:p|br|ul|ol|li|div|span|b|strong|em|i|a|h[1-6]|table)\b", re.I)
_SPACES = re.compile(r"[^\S\n]+")
_LINES = re.compile(r"\s*\n\s*")
_EMAIL = re.compile(r"[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
_INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$", re.I)
_ZONED = re.compile(r"(?:Z|[+-]\d{2}:?\d{2})$", re.I)
_ISO_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})(?=$|[T\s])")
_YEAR = re.compile(r"([12]\d{3})(?:$|-\d{2}(?:$|-\d{2}))")
_PHONE = re.compile(r"\+?\(?\d[\d\s()/.\-\u2010-\u2013]{4,24}\d")
# A time of day with its word. Callers want the time.
_CLOCK = re.compile(r"(\d{1,2}:\d{2})\s?(?:uhr|h|hrs)\.?", re.I)
_TIME = re.compile(r"(?<![\d.,:/+])(?<!\d-)((?:[01]?\d|2[0-3]):[0-5]\d)(?=$|:\d\d(?!\d)|[^\d:])")
# A day counted from today. A caller without a format gets it as the page has it.
_RELATIVE = re.compile(
    r"\b(?:today|yesterday|ago|heute|gestern|vor \d+|aujourd.hui|hier|il y a|hoy|ayer|hace|hoje|ontem|há \d+|oggi|ieri|\d+ \w+ fa|vandaag"
    r"|gisteren|geleden|dziś|dzisiaj|wczoraj|temu|bugün|dün|önce|i dag|igår|i går|sedan|сегодня|вчера|назад)\b|今日|昨日|前$|오늘|어제|전$|今天|昨天",
    re.I,
)
_RELATIVE_MAX_CHARS = 40
_WEB_ADDRESS = re.compile(r"https?://\S+$", re.I)
# Words before a code that a page does not separate from it: `Item FW-2201`.
_CODE_WORDS = re.compile(
    r"^(?:(?:item|sku|ref(?:erence|erencia)?|réf(?:érence)?|art(?:icle|ikel)?(?:\.?\s?-?\s?(?:no|nr|nummer|number))?|product|model"
    r"|code|cod|código|codice|kod|mpn|no|nr)\.?(?:\s*[:#№]\s*|\s+))+(?=\S*\d)",
    re.I,
)
_PERSON_WORDS = frozenset("person name author owner manager director nombre nom nome naam ansprechpartner".split())
_SCHEMA_ORG = re.compile(r"^https?://(?:www\.)?schema\.org/(\w+)$", re.I)
_ADDRESS_KEYS = ("url", "contentUrl", "@id", "@value")
_VALUE_KEYS = ("@value", "name", "headline", "text", "value", "contentUrl", "url", "@id")


@dataclass(frozen=True)
class Meaning:
    """What kind of value a property holds, from the vocabulary, and how the page writes values.

    Attributes:
        comma: shown decimals have a comma.
        is_declared: the value is from markup, where a dot is a decimal point in every language.
        unit: the unit of measure that the property asks for, or an empty text.
        language: the page's language tag, or an empty text.
        is_exact: the caller wants only what the page has in the asked unit.
        years: those that the page shows, for days without a year.
    """

    holds: str = ""
    base_url: str = ""
    comma: bool = False
    is_declared: bool = False
    unit: str = ""
    language: str = ""
    is_exact: bool = False
    years: tuple[int, ...] = ()


def convert(raw: Any, asked: SchemaField, meaning: Meaning) -> Any:
    """The value as the schema wants it, or None if it does not fit.

    Args:
        raw: a string, number or boolean, or an object that holds one under a usual key.
    """
    plain = plain_value(raw, meaning.holds)
    if plain is None or plain == "":
        return None
    found = _converted(plain, asked, meaning)
    return found if found is not None and _fits(found, asked) else None


def plain_value(raw: Any, holds: str = "") -> Any:
    """The scalar in a declared value: itself, or the name, text or URL of an object."""
    if isinstance(raw, Mapping):
        key = value_key(raw, holds)
        return raw[key] if key else None
    return raw if isinstance(raw, (str, int, float, bool)) else None


def value_key(entity: Mapping[str, Any], holds: str) -> str | None:
    """The property under which an object holds its name, text or URL."""
    keys = _ADDRESS_KEYS if holds == "url" else _VALUE_KEYS
    return next((key for key in keys if isinstance(entity.get(key), (str, int, float))), None)


def text_of(raw: str | int | float, *, lines: bool = False) -> str:
    """The value as text without markup, on one line unless `lines`."""
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    text = str(raw)[: 2 * TEXT_MAX_CHARS]
    if _ESCAPED_TAG.search(text):
        text = unescape(text)  # Some sites escape their markup.
    if "<" in text:
        text = _TAGS.sub("", _BREAKS.sub("\n", text))
    for _ in range(2):  # Some sites escape twice.
        text = unescape(text) if "&" in text else text
    text = _LINES.sub("\n", _SPACES.sub(" ", text)).strip()
    return (text if lines else text.replace("\n", " "))[:TEXT_MAX_CHARS]


def _converted(plain: Any, asked: SchemaField, meaning: Meaning) -> Any:
    kinds = asked.kinds - {"array", "object"}
    if asked.enum:
        return terms.member(text_of(plain), asked.enum)
    for kind in ("boolean", "integer", "number"):
        if kind in kinds:
            found = _boolean(plain, meaning) if kind == "boolean" else _number(plain, asked, meaning, kind)
            if found is not None:
                return found
    return _text(plain, asked, meaning) if "string" in kinds or not asked.kinds else None


def _boolean(plain: Any, meaning: Meaning) -> bool | None:
    if isinstance(plain, bool):
        return plain
    if meaning.holds == "free" and (price := numbers.of_declared(text_of(plain))) is not None:
        return price == 0
    if meaning.holds == "unavailability":
        available = terms.truth(text_of(plain), "term")
        return None if available is None else not available
    return terms.truth(text_of(plain), meaning.holds)


def _number(plain: Any, asked: SchemaField, meaning: Meaning, kind: str) -> int | float | None:
    if isinstance(plain, bool):
        return None
    if isinstance(plain, (int, float)):
        number: Decimal | None = None if meaning.unit and meaning.unit != "calories" else Decimal(str(plain))
    elif meaning.holds == "duration":
        number = durations.in_unit(text_of(plain), (asked.name, *asked.texts))
    elif durations.asked_unit(asked.name) and durations.has_unit(text_of(plain)):
        number = durations.in_unit(text_of(plain), (asked.name,))
    elif meaning.holds == "year":
        found = _YEAR.match(text_of(plain))
        number = Decimal(found[1]) if found else None
    elif meaning.holds in ("date", "url", "phone", "code"):
        number = Decimal(plain) if meaning.holds == "code" and re.fullmatch(r"[1-9]\d{0,14}", plain.strip()) else None
    elif meaning.unit:
        number = units.measured(
            text_of(plain),
            meaning.unit,
            partial(_of_text, meaning=meaning),
            is_limited=numbers.is_limited,
            is_exact=meaning.is_exact,
        )
    else:
        number = _of_text(text_of(plain), meaning)
    if number is None or not number.is_finite() or abs(number) > Decimal(10) ** 18:
        return None
    if number == number.to_integral_value():
        return int(number)
    return None if kind == "integer" else float(number)


def _of_text(text: str, meaning: Meaning) -> Decimal | None:
    if meaning.is_declared:
        return numbers.of_declared(text)
    return numbers.of_text(text, money=meaning.holds == "money", comma=meaning.comma)


def _text(plain: Any, asked: SchemaField, meaning: Meaning) -> str | None:
    if isinstance(plain, bool):
        return None
    text = text_of(plain, lines=meaning.holds == "prose")
    if not text.strip("-–—―./ "):
        return None  # A dash stands for nothing.
    if asked.format in ("uri", "url", "iri", "uri-reference") or meaning.holds == "url":
        return _address(text, meaning.base_url)
    if asked.format == "email" or meaning.holds == "email":
        found = _EMAIL.search(text.removeprefix("mailto:"))
        return found[0] if found else None
    if asked.format == CLOCK:
        return _time_of_day(text)
    if asked.format in ("date", "date-time", "time") or meaning.holds == "date":
        relative = None if asked.format or len(text) > _RELATIVE_MAX_CHARS else _RELATIVE.search(text)
        return _moment(text, asked.format, meaning.years) or (text if relative else None)
    if meaning.holds == "names" and _WEB_ADDRESS.match(text):
        return None  # Some markup has the address of a brand in place of its name.
    if meaning.holds == "code":
        text = _CODE_WORDS.sub("", text)
    if _EMAIL.fullmatch(text) and (meaning.holds == "names" or set(words(asked.name)) & _PERSON_WORDS):
        return None  # Whom to write to is not who it is.
    if meaning.holds == "phone":
        return _phone(text.removeprefix("tel:"))
    if clock := _CLOCK.fullmatch(text):
        return clock[1]
    if meaning.holds == "currency":
        return terms.currency(text, meaning.language)
    if meaning.holds == "term" and (named := _SCHEMA_ORG.match(text)):
        return named[1]
    return text or None


def _phone(text: str) -> str | None:
    """The number of a text that has one, without words before or after it: `Reservas 956 555 071`."""
    if not 5 <= sum(map(str.isdigit, text)) <= 20:
        return None
    found = _PHONE.findall(text) if re.search(r"[^\W\d_]{3}", text) else []
    return found[0].strip() if len(found) == 1 else text


def _address(text: str, base_url: str) -> str | None:
    if not text or re.search(r"\s", text) or len(text) > 4_096:
        return None
    if text.casefold().startswith("www."):
        text = f"https://{text}"
    found = http_address(base_url, text)
    try:
        return found if found and urlsplit(found).hostname else None
    except ValueError:
        return None


def _time_of_day(text: str) -> str | None:
    """Hours and minutes of a moment, or of a text that has only one time."""
    found = set(_TIME.findall(text[:100]))
    return found.pop().zfill(5) if len(found) == 1 else None


def _moment(text: str, asked_format: str, years: tuple[int, ...]) -> str | None:
    """The moment in ISO 8601. The day is the declared one, never moved to another time zone."""
    if asked_format == "time":
        return None
    if _INSTANT.match(text) and day_of(text[:10]):
        if asked_format == "date":
            return text[:10]
        return text if asked_format != "date-time" or _ZONED.search(text) else None
    if asked_format == "date-time":
        return None  # A day alone is not a moment.
    start = _ISO_DAY.match(text)
    day = day_of(start[1] if start else text) or weekdays.day_of(text, years)
    return day.isoformat() if day else None


def _fits(value: Any, asked: SchemaField) -> bool:
    bounds = asked.bounds
    if isinstance(value, str):
        return (
            len(value) >= _number_of(bounds.get("minLength"), 0)
            and len(value) <= _number_of(bounds.get("maxLength"), TEXT_MAX_CHARS)
            and _matches(bounds.get("pattern"), value)
        )
    if isinstance(value, bool):
        return True
    low, high = bounds.get("minimum"), bounds.get("maximum")
    above, below = bounds.get("exclusiveMinimum"), bounds.get("exclusiveMaximum")
    return not (
        (_is_number(low) and value < low)
        or (_is_number(high) and value > high)
        or (_is_number(above) and value <= above)
        or (_is_number(below) and value >= below)
    )


def _matches(pattern: Any, text: str) -> bool:
    """Whether the text matches the caller's pattern. RE2 needs linear time; a pattern that it rejects matches nothing."""
    if not isinstance(pattern, str):
        return True
    try:
        return compile_pattern(pattern).search(text) is not None
    except re2.error:
        return False


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _number_of(value: Any, default: int) -> float:
    return value if _is_number(value) else default


def same(one: Any, other: Any) -> bool:
    """Whether two converted values mean the same."""
    if isinstance(one, str) and isinstance(other, str):
        return letters(one[:500]) == letters(other[:500])
    return bool(one == other)
