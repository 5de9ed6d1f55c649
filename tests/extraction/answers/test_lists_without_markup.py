"""Lists that pages show without markup: what people wrote, chapters, tables, blocks that test ids name, and names in other languages."""

# ruff: noqa: E501 - pages, one a line
from __future__ import annotations

from typing import Any

import pytest

from extraction.answers import confidence, declared_answer
from extraction.answers.schema import glossary, vocabulary
from extraction.document.document import open_page
from tests.extraction.answers.test_trusted_answers import INTEGER, NUMBER, TEXT, page

DATE = {"type": "string", "format": "date"}
HEAD = "<h1>Aeron Chair</h1>"


def rows(**properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "object", "properties": properties}}


COMMENTS = "".join(
    f"<div class='c'><b>{name}</b> <i>{day}.11.2026 11:20</i><p>I liked chair number {day}.</p><span class='likes'>{day}</span></div>"
    for name, day in (("Ann Lee", 12), ("Bo K.", 13))
)
REVIEWS = "".join(
    f"<li class='review'><h4>Title {day}</h4><span class='review-author'>by {name}</span> <time datetime='2026-11-{day}'>{day} Nov</time><span aria-label='{stars} stars'></span><div class='review-body'><p>Fine to sit on for {day} hours.</p></div></li>"
    for name, day, stars in (("Ann Lee", 12, 4), ("Bo", 13, 5))
)
TABLE = "<table><tr><th>Length mm</th><th>Price/piece, net</th><th>From</th></tr><tr><td>20</td><td>$1.50</td><td>1 May 2026</td></tr><tr><td>30</td><td>$2.50</td><td>2 May 2026</td></tr></table>"


@pytest.mark.parametrize(
    ("body", "properties", "expected"),
    [
        (f"{HEAD}<div id='comments'><h3>Comments (2)</h3>{COMMENTS}</div>", {"comments": rows(author=TEXT, date=DATE, text=TEXT, likes=INTEGER, town=TEXT)},
         {"comments": [{"author": name, "date": f"2026-11-{day}", "text": f"I liked chair number {day}.", "likes": day} for name, day in (("Ann Lee", 12), ("Bo K.", 13))]}),
        (f"{HEAD}<ul>{REVIEWS}</ul>", {"reviews": rows(author=TEXT, title=TEXT, stars=NUMBER, date=DATE, text=TEXT)},
         {"reviews": [{"author": name, "title": f"Title {day}", "stars": stars, "date": f"2026-11-{day}", "text": f"Fine to sit on for {day} hours."} for name, day, stars in (("Ann Lee", 12, 4), ("Bo", 13, 5))]}),
        # Two authors in one block are two contributions, and a list of other names asks for none
        (f"{HEAD}<div id='comments'>{COMMENTS}</div>", {"quotes": rows(author=TEXT, text=TEXT)}, {}),
        (f"{HEAD}<ul><li><span>0:00</span> <span>Cold open</span></li><li><span>3:15</span> <span>A cliff</span></li></ul>", {"chapters": rows(start=TEXT, title=TEXT)},
         {"chapters": [{"start": "0:00", "title": "Cold open"}, {"start": "3:15", "title": "A cliff"}]}),
        (f"{HEAD}<ul><li>9:00 Breakfast</li><li>12:15 Lunch</li></ul>", {"chapters": rows(start=TEXT, title=TEXT)}, {}),
        # The unit of a header, a header that says more than the label, and the only column of dates
        (f"{HEAD}{TABLE}", {"variants": rows(length_mm=INTEGER, price=NUMBER, valid_date=DATE)},
         {"variants": [{"length_mm": 20, "price": 1.5, "valid_date": "2026-05-01"}, {"length_mm": 30, "price": 2.5, "valid_date": "2026-05-02"}]}),
    ],
)  # fmt: skip
def test_lists(body: str, properties: dict[str, Any], expected: dict[str, Any]) -> None:
    found = declared_answer.answer(
        open_page(page(None, body, "Aeron Chair")), {"type": "object", "properties": properties}
    )

    assert found.data == expected


def test_column_that_only_its_type_speaks_for_is_less_sure() -> None:
    asked = {"type": "object", "properties": {"variants": rows(length_mm=INTEGER, price=NUMBER, valid_date=DATE)}}

    fields = declared_answer.answer(open_page(page(None, f"{HEAD}{TABLE}", "Aeron Chair")), asked).fields

    assert fields["variants.0.valid_date"].confidence < fields["variants.0.price"].confidence


def test_long_list_without_a_rival_gives_its_names_and_what_test_ids_name() -> None:
    blocks = "".join(
        f"<li><h2><a href='/{position}'>House {position}</a></h2><p data-testid='card-street-txt'>Mill Lane {position}</p><p>Nice</p></li>"
        for position in range(1, 10)
    )
    asked = {
        "type": "object",
        "properties": {"ads": rows(title=TEXT, street=TEXT, seller=TEXT, condition=TEXT, color=TEXT)},
    }

    found = declared_answer.answer(open_page(page(None, f"<h1>Houses</h1><ul>{blocks}</ul>", "Houses")), asked)

    assert found.data["ads"][0] == {"title": "House 1", "street": "Mill Lane 1"} and len(found.data["ads"]) == 9


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("eredeti_ar", "offers.priceSpecification:ListPrice.price"),
        ("prix_barre", "offers.priceSpecification:ListPrice.price"),
        ("hinta", "offers.price"),
        ("valmistaja", "manufacturer"),
        ("titulek", "name"),
        ("fiyat", "offers.price"),
    ],
)
def test_names_in_the_language_of_the_page_mean_the_english_ones(name: str, path: str) -> None:
    term = vocabulary.term_of(name, (), "product")

    assert term is not None and path in term.paths


def test_label_of_several_properties_means_none() -> None:
    several = [name for name in ("classe", "type", "notafield", "") if glossary.english_for(name)]

    assert not several


@pytest.mark.parametrize(
    ("body", "title", "properties", "expected"),
    [
        ("<h1>Bags</h1>", "Collection: Bags", {"collection_name": TEXT}, {"collection_name": "Bags"}),
        ("<h1>Night Jazz</h1><p>12 May 2026</p>", "Night Jazz | Tickets", {"event": TEXT}, {"event": "Night Jazz"}),
        ("<h1>Co-op exports fish</h1><p>Text.</p>", "Co-op exports fish - Daily", {"product": TEXT}, {}),
        ("<h1>Bags</h1>", "Bags", {"category": {"type": "object", "properties": {"title": TEXT, "rating": NUMBER}}}, {"category": {"title": "Bags"}}),
        ("<h1>Bags</h1>", "Bags", {"company": {"type": "object", "properties": {"name": TEXT}}}, {}),
    ],
)  # fmt: skip
def test_main_heading_is_the_name_of_what_the_page_is_about(
    body: str, title: str, properties: dict[str, Any], expected: dict[str, Any]
) -> None:
    found = declared_answer.answer(
        open_page(page(None, body, title, path="list")), {"type": "object", "properties": properties}
    )

    assert found.data == expected


BLOCK = "<h2>Dealer</h2><p class='dealer-name'>Kern Motors</p><p>31 Mill Lane, 41100 Modena</p><a href='tel:+390595550144'>+39 059 5550144</a><p>4.6 out of 5 (203 reviews)</p>"


@pytest.mark.parametrize(
    ("body", "properties", "expected"),
    [
        (f"<section class='dealer-box'>{BLOCK}</section>", {"name": TEXT, "phone": TEXT, "street": TEXT, "city": TEXT, "rating": NUMBER, "email": TEXT},
         {"name": "Kern Motors", "phone": "+39 059 5550144", "street": "31 Mill Lane", "city": "Modena", "rating": 4.6}),
        # Two of them, and one about similar entities
        (f"<section class='dealer-box'>{BLOCK}</section><section class='dealer-box'>{BLOCK}</section>", {"name": TEXT, "phone": TEXT}, None),
        (f"<section><h2>Similar cars</h2><div class='dealer-box'>{BLOCK}</div></section>", {"name": TEXT, "phone": TEXT}, None),
    ],
)  # fmt: skip
def test_block_about_who_offers_a_entity_answers_for_it_only(
    body: str, properties: dict[str, Any], expected: Any
) -> None:
    asked = {"seller": {"type": "object", "properties": properties}, "phone": TEXT, "brand": TEXT}

    found = declared_answer.answer(
        open_page(page(None, f"{HEAD}<p>Brand: Kern</p>{body}", "Aeron Chair")), {"type": "object", "properties": asked}
    )

    assert found.data.get("seller") == expected and found.data["brand"] == "Kern"
    assert all(
        found.fields[name].confidence < confidence.SURE_MIN for name in found.fields if name.startswith("seller")
    )


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("12 products", "productCount", 12),
        ("1-30 of 8,614 adverts", "total", 8614),
        ("Ihre Suche ergab 46 Stellen", "anzahl_treffer", 46),
        ("12 products</p><p>14 items", "total", None),
        ("12 products", "employee_count", None),
    ],
)
def test_number_of_all_listed_entities(text: str, name: str, expected: int | None) -> None:
    asked = {"type": "object", "properties": {name: INTEGER, "title": TEXT}}

    found = declared_answer.answer(open_page(page(None, f"<h1>Chairs</h1><p>{text}</p>", "Chairs", path="list")), asked)

    assert found.data.get(name) == expected
