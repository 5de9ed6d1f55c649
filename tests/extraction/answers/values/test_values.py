"""Numbers, days, durations and terms in the notations of many languages."""

from __future__ import annotations

from decimal import Decimal

import pytest

from extraction.answers.values import durations, numbers, terms
from extraction.declared.text import days


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1.299,00 €", "1299.00"), ("$1,299.00", "1299.00"), ("1 299 kr", "1299"), ("1\u202f299,50", "1299.50"),
        ("CHF 1'299.-", "1299"), ("4.5 out of 5", "4.5"), ("4,5 von 5 Sternen", "4.5"), ("4.5/5", "4.5"), ("(123)", "123"),
        ("-5", "-5"), ("\u22125", "-5"), ("1,299,000.5", "1299000.5"), ("12,5", "12.5"), ("0.125", "0.125"), ("1.2k", None),
        ("3 million", None),
        ("12-15", None), ("$10 - $20", None), ("v2", None), ("", None), ("none", None), ("1.2.3", None), ("9" * 60, None),
    ],
)  # fmt: skip
def test_numbers(text: str, number: str | None) -> None:
    assert numbers.of_text(text) == (Decimal(number) if number else None)


@pytest.mark.parametrize(
    ("text", "money", "comma", "number"),
    [("1.299", True, False, "1299"), ("1.299", False, False, "1.299"), ("1.299", False, True, "1299"),
     ("1,299", False, False, "1299"), ("1,299", False, True, "1.299"), ("1,299", True, True, "1299")],
)  # fmt: skip
def test_one_separator_before_three_digits(text: str, money: bool, comma: bool, number: str) -> None:
    assert numbers.of_text(text, money=money, comma=comma) == Decimal(number)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("12. März 2024", "2024-03-12"), ("March 12th, 2024", "2024-03-12"), ("12 de marzo de 2024", "2024-03-12"), (
        "1er août 2023", "2023-08-01"),
        ("Tuesday, 12 mars 2024 at 10:00", "2024-03-12"), ("12.03.2024", "2024-03-12"), ("13/03/2024", "2024-03-13"), (
        "03/13/2024", "2024-03-13"),
        ("03/04/2024", None), ("2024/03/12", "2024-03-12"), ("2024年3月12日", "2024-03-12"), ("12 marketing 2024", None), (
        "31 February 2024", None),
        ("1 May 2024 to 3 May 2024", None), ("March 2024", None), ("2024", None), ("5 lipca 2021", "2021-07-05"), (
        "3 ottobre 2020", "2020-10-03"),
    ],
)  # fmt: skip
def test_days(text: str, day: str | None) -> None:
    found = days.of_text(text)

    assert (found.isoformat() if found else None) == day


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("PT1H30M", "minutes", 90), ("PT90M", "totalTimeHours", Decimal("1.5")), ("1 hr 10 min", "cook_minutes", 70), (
        "45 Minuten", "minuten", 45),
        ("PT1H", "duration", None), ("P1M", "minutes", None), ("2 Stunden", "totalTimeMinutes", 120),
        ("6 months", "duration_hours", None), ("1:30:00", "minutes", 90), ("soon", "minutes", None), ("10-15 min", "minutes", None),
        (        "P1DT2H", "hours", 26),
    ],
)  # fmt: skip
def test_durations_need_a_unit(text: str, name: str, expected: int | Decimal | None) -> None:
    assert durations.in_unit(text, (name,)) == expected


@pytest.mark.parametrize(
    ("text", "enum", "member"),
    [
        ("https://schema.org/InStock", ("in_stock", "out_of_stock"), "in_stock"), ("FULL_TIME", ("full-time", "part-time"),
        "full-time"),
        ("Vollzeit", ("full_time", "part_time"), "full_time"), ("Ausverkauft", ("available", "sold out"), "sold out"), (
        "unknown", ("a", "b"), None),
        ("1.299 €", ("USD", "EUR"), "EUR"), ("5", (1, 5), 5), ("", ("", "a"), None), ("new", ("new", "NEW"), "new"),
    ],
)  # fmt: skip
def test_enums(text: str, enum: tuple[object, ...], member: object) -> None:
    assert terms.member(text, enum) == member


@pytest.mark.parametrize(
    ("text", "code"),
    [("EUR", "EUR"), ("12,50 €", "EUR"), ("£9", "GBP"), ("$9", None), ("US$ 9", "USD"), ("EUR or USD", None), ("THE", None),
    ("usd", "USD")],
)  # fmt: skip
def test_currencies(text: str, code: str | None) -> None:
    assert terms.currency(text) == code


@pytest.mark.parametrize(
    ("language", "code"),
    [("ja", "JPY"), ("ja_JP", "JPY"), ("zh-CN", "CNY"), ("JA-jp", "JPY"), ("fr", None), ("", None)],
)
def test_symbol_of_several_currencies_is_that_of_the_language(language: str, code: str | None) -> None:
    assert terms.currency("¥ 900", language) == code
