"""The block about a seller."""

from __future__ import annotations

import pytest

from extraction.answers.facts import areas, parties
from extraction.document.document import open_page
from extraction.document.tree import Tree
from tests.extraction.answers.test_trusted_answers import page

SELLER = '<div class="seller-info"><p class="name">Ada Example</p><a href="tel:+4930123">030 123</a></div>'


def test_work_on_a_page_of_many_sellers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is looked at after the last block that is read, and what is inside of a block is not a block."""
    looked: list[Tree] = []
    read: list[Tree] = []
    names_party, entity = areas.names_party, parties._entity

    def name(element: Tree) -> bool:
        looked.append(element)
        return names_party(element)

    def of(block: Tree) -> parties.EntityObject | None:
        read.append(block)
        return entity(block)

    monkeypatch.setattr(areas, "names_party", name)
    monkeypatch.setattr(parties, "_entity", of)
    deep = '<div class="seller-info">' * 100 + "</div>" * 100
    document = open_page(page(None, "<h1>Chair</h1>" + deep + SELLER * 3_000, "Chair"))

    assert parties.read(document) is None
    assert len(read) == 20 and len(looked) == 20


def test_only_seller_is_read() -> None:
    found = parties.read(open_page(page(None, f"<h1>Chair</h1>{SELLER}", "Chair")))

    assert found is not None and (found["name"], found["telephone"]) == ("Ada Example", "030 123")


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("<p class=person>Ada Example</p><p class=note>Ring us</p>", "Ada Example"),
        ("<p class=firm>Acme Ltd</p><p class=note>Ring us</p>", "Acme Ltd"),
        # Two names, and nothing says which one is meant
        ("<p class=person>Ada Example</p><p class=firm>Acme Ltd</p>", None),
        ("<p class=person>Ada Example</p><p class=firm>Acme Ltd</p><p class=name>Acme Homes</p>", "Acme Homes"),
    ],
)
def test_name_is_the_one_that_the_classes_name(content: str, name: str | None) -> None:
    block = f'<div class="seller-info">{content}<a href="tel:+4930123">030 123</a><a href="mailto:a@acme.example">Mail</a></div>'
    found = parties.read(open_page(page(None, f"<h1>Chair</h1>{block}", "Chair")))

    assert found is not None and found.get("name") == name


def test_address_is_read_once_though_each_element_around_it_has_its_text() -> None:
    block = f'<div class="seller-info"><div><p>31 Mill Lane, 41100 Modena</p></div>{SELLER}</div>'
    found = parties.read(open_page(page(None, f"<h1>Chair</h1>{block}", "Chair")))

    assert found is not None
    assert (found["address"]["streetAddress"], found["address"]["postalCode"]) == ("31 Mill Lane", "41100")
