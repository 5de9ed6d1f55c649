"""Whose value it is, which property, and that it is there: the weakest of the three decides how sure a value is."""

# ruff: noqa: E501 - pages, one a line
from __future__ import annotations

from typing import Any

import pytest

from extraction.answers import confidence, declared_answer
from extraction.answers.confidence import SURE_MIN, WHICH, WHOSE, Grounds
from extraction.answers.evidence import Found
from extraction.document.document import open_page
from tests.extraction.answers.test_trusted_answers import CHAIR, INTEGER, NUMBER, TEXT, TEXTS, page

CHAIRS = {"type": "array", "items": {"type": "object", "properties": {"name": TEXT, "price": NUMBER}}}
DATE = {"type": "string", "format": "date"}


def test_the_weakest_ground_decides() -> None:
    shown = Found("SKU: A-1", 0.95)

    sure = confidence.of_value(Grounds("json-ld"), shown, None)

    assert sure > 0.9
    assert confidence.of_value(Grounds("json-ld", is_contradicted=True), shown, None) < SURE_MIN
    assert confidence.of_value(Grounds("json-ld", is_often_old=True), None, '"price": 1') < SURE_MIN
    assert confidence.of_value(Grounds("json-ld"), None, None) == confidence.WITHOUT_EVIDENCE_MAX


def test_markup_and_a_label_that_agree_are_surer_than_either() -> None:
    labelled, unlabelled = Found("SKU: A-1", 0.95), Found("A-1", 0.85)
    declared, shown = Grounds("json-ld"), Grounds("label", "shown", "label")

    agreed = confidence.of_value(declared, labelled, None)

    assert agreed > max(confidence.of_value(declared, unlabelled, None), confidence.of_value(shown, labelled, None))
    assert confidence.of_value(Grounds("json-ld", is_contradicted=True), labelled, None) < SURE_MIN
    assert confidence.of_value(Grounds("json-ld", "alike"), unlabelled, None) >= SURE_MIN
    assert confidence.of_value(Grounds("json-ld", "alike"), None, '"sku": "A-1"') < SURE_MIN
    assert confidence.of_value(Grounds("json-ld", "alike", is_often_old=True), labelled, None) < SURE_MIN


def test_only_these_names_of_the_tables_are_not_sure() -> None:
    shown = Found("SKU: A-1", 0.85)

    whose = {name for name in WHOSE if confidence.of_value(Grounds("json-ld", whose=name), shown, None) < SURE_MIN}
    which = {name for name in WHICH if confidence.of_value(Grounds("json-ld", which=name), shown, None) < SURE_MIN}

    assert whose == {"a party", "not shown", "the site"}
    assert which == {"class", "part of a heading", "one of several"}


HEAD = "<h1>Aeron Chair</h1>"
JOINED = "".join(
    f"<li><a href='/{position}'><h2><span>Chair {position}</span> <span>in Leeds</span></h2></a><p>$ {position}0.00</p></li>"
    for position in range(1, 10)
)
TITLED = JOINED.replace("<a ", "<a title='Chair 1' ", 1)
OLD_LIST = {
    "@type": "ItemList",
    "itemListElement": [
        {"@type": "ListItem", "position": position, "item": {"@type": "Product", "name": f"Old {position}", "offers": {"price": "1"}}}
        for position in (1, 2)
    ],
}  # fmt: skip
STOOLS = {
    f"{wood} Stool": 10 + position for position, wood in enumerate("Oak Ash Pine Elm Fir Yew Teak Beech Birch".split())
}
NEW_BLOCKS = "<h1>Chairs</h1><ul>" + "".join(
    f"<li class='p'><h2><a href='/{name}'>{name}</a></h2><p>${price}.00</p></li>" for name, price in STOOLS.items()
)


@pytest.mark.parametrize(
    ("entities", "body", "properties", "expected"),
    [
        # A number of units is an amount, not a label with its value
        (None, f"{HEAD}<p>SKU: A</p><p><b>15</b> minutes</p>", {"sku": TEXT, "baking_minutes": INTEGER}, {"sku": "A"}),
        # What is struck out is not there
        (None, f"{HEAD}<h2>Amenities</h2><ul><li>Wifi</li><li>Balcony</li><li><del>Pool</del> not available</li></ul>", {"amenities": TEXTS}, {"amenities": ["Wifi", "Balcony"]}),
        # Several links are several values
        (None, f"{HEAD}<p>SKU: A</p><div><span>Tags:</span> <a href='/a'>oak</a> <a href='/b'>office chair</a></div>", {"sku": TEXT, "tags": TEXTS}, {"sku": "A", "tags": ["oak", "office chair"]}),
        # A row of labels over a row of values is not a label with its value
        (None, f"{HEAD}<p>SKU: A</p><div class='r'><div>Material</div><div>Weight</div></div><div class='r'><div>Oak</div><div>12 kg</div></div>", {"sku": TEXT, "material": TEXT}, {"sku": "A"}),
        # Blocks about who offers it
        (None, f"{HEAD}<p>Bedrooms: 3</p><div class='agent-card'><p>Address: Hull</p><p>Phone: 0123 456789</p></div>", {"bedrooms": INTEGER, "address": TEXT}, {"bedrooms": 3}),
        # A number in a text is not the number of such texts
        ({"@type": "Question", "name": "Aeron Chair", "acceptedAnswer": {"text": "Use 5 screws."}}, HEAD, {"question": TEXT, "answers": INTEGER}, {"question": "Aeron Chair"}),
        # A former price that is the current one
        ({**CHAIR, "name": "Aeron Chair", "offers": {"price": "129.50", "priceCurrency": "EUR"}}, f"<main>{HEAD}<p>€129.50</p><p>Regular price: €129.50</p></main>", {"name": TEXT, "regular_price": NUMBER}, {"name": "Aeron Chair"}),
        # A declared list of which the page shows other items
        (OLD_LIST, NEW_BLOCKS, {"products": CHAIRS}, {"products": [{"name": name, "price": price} for name, price in STOOLS.items()]}),
    ],
)  # fmt: skip
def test_values_are_right_or_left_out(
    entities: Any, body: str, properties: dict[str, Any], expected: dict[str, Any]
) -> None:
    title = "Chairs" if body is NEW_BLOCKS else "Aeron Chair"

    found = declared_answer.answer(open_page(page(entities, body, title)), {"type": "object", "properties": properties})

    assert found.data == expected


@pytest.mark.parametrize(
    ("entities", "body", "properties", "expected"),
    [
        # The page shows another article number
        ({**CHAIR, "name": "Aeron Chair", "sku": "3317"}, f"{HEAD}<p>SKU: AC-77</p>", {"sku": TEXT}, {"sku": "AC-77"}),
        # The site as its own author
        ({"@type": "NewsArticle", "headline": "Aeron Chair", "author": {"@type": "Organization", "name": "Daily Post"}}, f"{HEAD}<p>Daily Post</p>", {"author": {"type": "object", "properties": {"name": TEXT}}}, {"author": {"name": "Daily Post"}}),
        # An event that was moved
        ({"@type": "Event", "name": "Aeron Chair", "startDate": "2026-11-12"}, f"{HEAD}<p>18 March 2027</p><p>Planned for 12 November 2026 at first.</p>", {"date": DATE}, {"date": "2026-11-12"}),
        # Names of blocks that are joined with a place
        (None, f"<h1>Aeron Chair</h1><ul>{JOINED}</ul>", {"items": CHAIRS}, {"items": [{"name": f"Chair {position} in Leeds", "price": 10 * position} for position in range(1, 10)]}),
    ],
)  # fmt: skip
def test_what_may_be_another_value_is_never_sure(
    entities: Any, body: str, properties: dict[str, Any], expected: Any
) -> None:
    capture = page(entities, body, "Aeron Chair | Daily Post")

    found = declared_answer.answer(open_page(capture), {"type": "object", "properties": properties})

    assert found.data == expected
    names = [name for name in found.fields if not name.endswith("price")]
    assert names and all(found.fields[name].confidence < SURE_MIN for name in names), found.fields


def test_title_of_a_link_says_where_a_name_ends() -> None:
    asked = {"type": "object", "properties": {"items": CHAIRS}}

    found = declared_answer.answer(open_page(page(None, f"<h1>Chairs</h1><ul>{TITLED}</ul>", "Chairs")), asked)

    assert found.data["items"][0]["name"] == "Chair 1"
    assert found.fields["items.0.name"].confidence > SURE_MIN
