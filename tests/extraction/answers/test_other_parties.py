"""An object about another party is not answered from the labels of the page's own entity."""

from __future__ import annotations

from typing import Any

import pytest

from extraction.answers import declared_answer
from extraction.answers.schema.party_words import SOMEONE_ELSE
from extraction.document.document import open_page
from tests.extraction.answers.test_trusted_answers import TEXT, page

FLAT = "<h1>Flat in Mill Lane</h1><dl><dt>Rating level</dt><dd>Gold</dd></dl><p>Three rooms.</p>"
RATED = {"type": "object", "properties": {"rating_level": TEXT}}
# `contact` groups the contact data of the page's own entity.
PARTIES = sorted(SOMEONE_ELSE - {"contact"})


def answered(properties: dict[str, Any], body: str = FLAT, title: str = "Flat") -> dict[str, Any]:
    document = open_page(page(None, body, title))
    return declared_answer.answer(document, {"type": "object", "properties": properties}).data


@pytest.mark.parametrize("name", PARTIES)
def test_labels_of_the_page_do_not_answer_another_party(name: str) -> None:
    assert answered({name: RATED}) == {}
    assert answered({f"{name}_info": RATED}) == {}
    assert answered({name: {"type": "object", "properties": {"details": RATED}}}) == {}
    assert answered({name: RATED, "rating_level": TEXT}) == {"rating_level": "Gold"}
    assert answered({"property": {"type": "object", "properties": {name: RATED}}}) == {}


def test_block_of_the_party_answers_it() -> None:
    block = "<div class='seller-card'><h2>Seller</h2><p class='name'>Hill Homes</p><a href='tel:+441134960000'>Call</a></div>"

    found = answered(
        {"seller": {"type": "object", "properties": {"name": TEXT, "phone": TEXT, "rating_level": TEXT}}}, FLAT + block
    )

    assert found == {"seller": {"name": "Hill Homes", "phone": "+441134960000"}}


def test_page_of_the_owner_answers_a_company() -> None:
    imprint = "<h1>Imprint</h1><dl><dt>VAT ID</dt><dd>DE123456789</dd></dl>"

    found = answered({"company": {"type": "object", "properties": {"vat_id": TEXT}}}, imprint, "Imprint")

    assert found == {"company": {"vat_id": "DE123456789"}}
