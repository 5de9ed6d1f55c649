"""Of which changes a caller hears."""

from __future__ import annotations

from decimal import Decimal

import pytest

from extraction.changes.change import Change
from extraction.changes.conditions import Condition, evaluate
from extraction.changes.version import FieldValue, Version

CHANGED = Change("changed", "", share=0.2)


def priced(price: object) -> Version:
    return Version(json={"offers.price": FieldValue(price)}, price=None if price is None else str(price))


@pytest.mark.parametrize(
    ("condition", "old", "new", "met"),
    [
        (Condition("below", "price", Decimal(50)), "50", "49.99", True),
        (Condition("below", "price", Decimal(50)), "49", "48", False),
        (Condition("below", "price", Decimal(50)), None, "48", True),
        (Condition("below", "price", Decimal(50)), "60", None, False),
        (Condition("above", "offers.price", Decimal(50)), 50, 50.01, True),
        (Condition("above", "offers.price", Decimal(50)), 51, 60, False),
        (Condition("above", "offers.price", Decimal(1000)), "999,00 €", "1.299,00 €", True),
        (Condition("increases", "price", Decimal(5)), "10", "15", True),
        (Condition("increases", "price", Decimal(5)), "10", "14.99", False),
        (Condition("increases", "price"), "10", "10.01", True),
        (Condition("decreases", "price", Decimal(10), percent=True), "200", "180", True),
        (Condition("decreases", "price", Decimal(10), percent=True), "200", "181", False),
        (Condition("decreases", "price"), None, "5", False),
        (Condition("increases", "offers.price"), True, 5, False),
        (Condition("increases", "unknown"), 1, 5, False),
        (Condition("share", number=Decimal("0.2")), 1, 1, True),
        (Condition("share", number=Decimal("0.21")), 1, 1, False),
    ],
)
def test_numbers(condition: Condition, old: object, new: object, met: bool) -> None:
    assert evaluate([condition], priced(old), priced(new), CHANGED) is met


@pytest.mark.parametrize(
    ("kind", "old", "new", "met"),
    [
        ("contains", "Sold out", "Now  AVAILABLE", True),
        ("contains", "available", "still available", False),
        ("contains_not", "available", "Sold out", True),
        ("contains_not", "Sold out", "Gone", False),
    ],
)
def test_texts(kind: str, old: str, new: str, met: bool) -> None:
    condition = Condition(kind, "markdown", text="Ávailable")  # type: ignore[arg-type]

    assert evaluate([condition], Version(markdown=old), Version(markdown=new), CHANGED) is met


def test_one_condition_is_enough_and_no_condition_is_met_by_every_change() -> None:
    conditions = [Condition("contains", text="never"), Condition("share", number=Decimal("0.1"))]

    assert evaluate(conditions, Version(), Version(), CHANGED)
    assert evaluate([], None, Version(), CHANGED)
