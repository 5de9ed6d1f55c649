"""What a text states, in the notations of many languages."""

from __future__ import annotations

from decimal import Decimal

import pytest

from extraction.content.rules.amounts import MONEY, has_money
from extraction.content.rules.stated import Stated
from extraction.declared.main_facts import Fact

VOTES, DAY, PRICE, MINUTES = (
    Fact("votes", "1234", Decimal(1234)), Fact("day", "2026-03-12"), Fact("price", "1299.9", Decimal("1299.9")),
    Fact("minutes", "PT1H20M", Decimal(80)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("4.7 (1,234 reviews)", VOTES),
        ("4,7 (1.234 Produktbewertungen)", VOTES),
        ("4,7 (1234 verified ratings)", VOTES),
        ("12. März 2026", DAY),
        ("March 12th, 2026", DAY),
        ("12 de marzo de 2026", DAY),
        ("2026年3月12日", DAY),
        ("12/03/26", DAY),
        ("12 maaliskuuta 2026", DAY),  # A month in a word that is not known.
        ("5 joulukuuta 2026", Fact("day", "2026-12-05")),
        ("31.01.99", Fact("day", "2099-01-31")),
        ("jetzt 1.299,90 €", PRICE),
        ("$1,299.90", PRICE),
        ("1 Std. 20 Min.", MINUTES),
        ("1 h 20 minutes", MINUTES),
        ("80 min", MINUTES),
    ],
)
def test_fact_is_found_in_any_notation(text: str, fact: Fact) -> None:
    assert Stated(text).shows(fact)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("1,234 in stock", VOTES),
        ("12,345 reviews", VOTES),
        ("12. Mai 2026", DAY),
        ("April 12, 2026", DAY),
        ("12 March 2025", DAY),
        ("1.299,90", PRICE),
        ("11.299,90 €", PRICE),
        ("1 h 30 min", MINUTES),
    ],
)
def test_another_number_is_not_the_fact(text: str, fact: Fact) -> None:
    assert not Stated(text).shows(fact)


@pytest.mark.parametrize(
    ("fact", "shown", "other"),
    [
        (Fact("number", "777", Decimal(777)), "777", "1"),
        (VOTES, "1234 votes", "1 vote"),
        (DAY, "2026-03-12", "2026-03-11"),
        (MINUTES, "80 min", "1 min"),
        (PRICE, "1299.90 €", "1 €"),
    ],
    ids=lambda value: value.kind if isinstance(value, Fact) else "",
)
def test_facts_after_two_thousand_others_are_not_looked_for(fact: Fact, shown: str, other: str) -> None:
    assert Stated("; ".join([other] * 1_999 + [shown])).shows(fact)
    assert not Stated("; ".join([other] * 2_000 + [shown])).shows(fact)


@pytest.mark.parametrize(
    "amount",
    [
        "$5", "5$", "US $ 5", "NT$5", "5 €", "5,- €", "₺5", "5 円", "٥ ر.س", "5 درهم", "5 zł", "5 ZŁ", "5 Kč", "5 KČ",
        "kr 5", "5.-kr", "5 FT", "lei 5", "5 tl", "Rs. 5", "rs5", "eur 5", "5 Usd", "5\u00a0GBP", "CHF 5", "5 cny", "\u212aRW 5",
        "5 İNR", "uſd 5",
    ],
)  # fmt: skip
@pytest.mark.parametrize("text", ["{}", "Now {} only", "Für {}, größer"])
def test_the_quick_test_for_amounts_of_money_finds_all_of_them(amount: str, text: str) -> None:
    assert MONEY.search(text.format(amount)) and has_money(text.format(amount))


@pytest.mark.parametrize("text", ["5 apples", "Euro", "no amount", "May 5, 2026", "$", "kr"])
def test_texts_without_an_amount_of_money_have_none(text: str) -> None:
    assert not has_money(text)
