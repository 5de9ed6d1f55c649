"""Labels whose words mean what the words of a property's name mean, in any language."""

# ruff: noqa: E501 - pages, one a line
from __future__ import annotations

from typing import Any

import pytest

from extraction.answers.schema.word_meanings import likeness
from tests.extraction.answers.conftest import Answer

TEXT, NUMBER = {"type": "string"}, {"type": "number"}


@pytest.mark.parametrize(
    "name, label",
    [
        ("offerCode", "Codice offerta"),
        ("Angebotsnummer", "Codice offerta"),
        ("customsNumber", "Zolltarifnummer"),
        ("tower_height_m", "Wysokość wieży"),
        ("servingTemperature", "Fogyasztási hőmérséklet"),
        ("closed_days", "定休日"),
        ("code", "상품코드"),
        ("voltage", "الجهد"),
    ],
)
def test_names_and_labels_of_the_same_words_are_alike(name: str, label: str) -> None:
    assert likeness(name, label) > 1


@pytest.mark.parametrize(
    "name, label",
    [
        ("product", "Product number"),
        ("headMaterial", "Material"),
        ("warranty", "Price"),
        ("shelf_height", "Height of the desk"),
    ],
)
def test_labels_that_lack_or_change_a_word_are_not_alike(name: str, label: str) -> None:
    assert likeness(name, label) == 0


def shown(rows: dict[str, str], language: str = "en") -> str:
    cells = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in rows.items())
    return f'<!doctype html><html lang="{language}"><head><title>Item Q</title></head><body><h1>Item Q</h1><table>{cells}</table></body></html>'


@pytest.mark.parametrize(
    "rows, asked, found",
    [
        ({"Altezza gambo": "14 cm", "Suola": "Gripalta"}, {"shaft_height_cm": NUMBER}, {"shaft_height_cm": 14}),
        ({"Numer seryjny": "7804", "Numer oferty": "99"}, {"serialNumber": TEXT}, {"serialNumber": "7804"}),
        # Two labels are as alike, or the label is that of another property.
        ({"Height of tower": "3 m", "Height of gate": "2 m"}, {"height_m": NUMBER}, {}),
        ({"Tower height": "3 m"}, {"height_m": NUMBER, "tower_height_m": NUMBER}, {"tower_height_m": 3}),
        # A price is not a text about a delivery.
        ({"Delivery fee": "€12.00"}, {"dispatch": TEXT}, {}),
    ],
)
def test_the_most_alike_label_answers(
    answer: Answer, rows: dict[str, str], asked: dict[str, Any], found: dict[str, Any]
) -> None:
    assert answer(shown(rows), asked).data == found
