"""What a short text may be by its form: a day, a time, an amount, an address of mail, a telephone number, a number."""

from __future__ import annotations

import re

from extraction.answers.facts import prices
from extraction.answers.schema import units, vocabulary
from extraction.answers.schema.names import words
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.values import terms, weekdays
from extraction.declared.text import days
from extraction.document.known_texts import remembered

_TEXT_MAX_CHARS, _MONEY_MAX_CHARS = 60, 48
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
_PHONE = re.compile(r"\+?\(?\d[\d\s()/.\-\u2010-\u2013]{6,24}\d")
_CLOCK = re.compile(
    r"(?:\d{1,3}:[0-5]\d(?::[0-5]\d)?|(?:[01]?\d|2[0-3])[h.][0-5]\d)(?:\s?(?:uhr|h|uur|am|pm|hrs))?", re.I
)
_NUMBER = re.compile(r"[^\w]{0,3}\d[\d.,\u00a0\u202f']*%?")
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}(?:T|$)")
_YEAR = re.compile(r"(?:19|20)\d{2}")
_YEAR_WORDS = frozenset("year jahr baujahr annee ano anno rok jaar ar yil vuosi".split())
_DAY_SHARE_MIN = 0.5
_MONEY_WORDS = frozenset(
    "price cost fee amount salary rent preis prix precio preco prezzo prijs pris cena fiyat hinta ar kosten tarif wage".split()
)
_CLOCK_WORDS = frozenset(
    "time clock uhrzeit heure hora ora tijd godzina saat tid zeit timestamp zaman zeitpunkt".split()
)
# Moments of a recording or of a day, unless a date is asked for.
_MOMENT_WORDS = frozenset("start end begin from until von bis ende bitis inicio fin inizio fine".split())
_PHONE_WORDS = frozenset("phone telephone tel telefon telefono telephone telefone mobile fax telefoon puhelin".split())


@remembered(300_000)
def of_text(text: str) -> str:
    """`date`, `time`, `money`, `email`, `phone`, `number` or `text`. Longer texts are `prose`."""
    text = text.strip()
    if len(text) > _TEXT_MAX_CHARS:
        return "prose"
    if _EMAIL.fullmatch(text):
        return "email"
    if not any(map(str.isdigit, text)):
        return "text"
    if _MOMENT.match(text) or sum(end - start for start, end, _ in days.find(text)) >= _DAY_SHARE_MIN * len(text):
        return "date"
    if weekdays.has_day(text):
        return "date"
    if _CLOCK.fullmatch(text):
        return "time"
    if len(text) <= _MONEY_MAX_CHARS and prices.is_price(text):
        return "money"
    if _NUMBER.fullmatch(text):
        return "number"
    return "phone" if _PHONE.fullmatch(text) else "text"


def of_property(asked: SchemaField, kind: str) -> str:
    """The form that a property asks for, also `enum`, `year` or `unit` with what it measures. Empty if that is open."""
    term = vocabulary.term_of(asked.name, asked.texts, kind)
    holds = term.holds if term else ""
    named = set(words(asked.name))
    is_number = bool(asked.kinds) and asked.kinds <= {"integer", "number"}
    if asked.enum:
        return "enum"
    if asked.format == "email" or holds == "email":
        return "email"
    if holds == "phone" or named & _PHONE_WORDS:
        return "phone"
    if named & _MOMENT_WORDS and not is_number and not asked.format:
        return "time"
    if asked.format in ("date", "date-time") or (not is_number and (holds == "date" or "date" in named)):
        return "date"
    if is_number and (unit := units.asked_unit(asked.name, asked.texts)):
        return f"unit {units.quantity_of(unit)}"
    if is_number and (holds == "year" or named & _YEAR_WORDS):
        return "year"
    if holds == "money" or named & _MONEY_WORDS:
        return "money"
    if named & _CLOCK_WORDS and not is_number:
        return "time"
    return "number" if is_number else ""


def has_form(text: str, form: str, asked: SchemaField) -> bool:
    """Whether a text has the form that a property asks for."""
    if form == "enum":
        return len(text) <= _TEXT_MAX_CHARS and terms.member(text, asked.enum) is not None
    if form == "year":
        return _YEAR.fullmatch(text.strip()) is not None
    if form.startswith("unit "):
        return len(text) <= _TEXT_MAX_CHARS and form[5:] in units.quantities(text)
    return of_text(text) == form
