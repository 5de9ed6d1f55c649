"""What a page declares answers a schema: the right entity, the right type, with evidence, and nothing guessed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from extraction.answers import answered_page
from extraction.answers.facts import visible_text
from extraction.answers.schema_answer import SchemaAnswer
from extraction.document.document import open_page

Answer = Callable[..., SchemaAnswer]
TEXT, NUMBER, INTEGER, FLAG = ({"type": kind} for kind in ("string", "number", "integer", "boolean"))
DAY, MOMENT, URL = ({"type": "string", "format": form} for form in ("date", "date-time", "uri"))


def page(
    *entities: dict[str, Any], title: str = "Blue Widget", body: str = "", head: str = "", lang: str = "en"
) -> str:
    scripts = "".join(f'<script type="application/ld+json">{json.dumps(entity)}</script>' for entity in entities)
    return (
        f'<html lang="{lang}"><head><title>{title} | Shop</title>{head}{scripts}</head><body>'
        f"<h1>{title}</h1>{body}</body></html>"
    )


def product(**more: Any) -> dict[str, Any]:
    return {"@type": "Product", "name": "Blue Widget", **more}


@pytest.mark.parametrize(
    ("entity", "requested", "expected"),
    [
        (product(offers={"price": "1.299,00", "priceCurrency": "EUR"}), {"price": NUMBER}, 1299),
        (product(offers={"price": "$1,299.50"}), {"price": NUMBER}, 1299.5),
        (product(offers={"price": 1299.5}), {"price": INTEGER}, None),
        (product(offers=[{"price": "10"}, {"price": "12"}]), {"price": NUMBER}, None),
        (product(offers=[{"price": "10"}, {"price": "10.00"}]), {"price": NUMBER}, 10),
        (product(offers={"@type": "AggregateOffer", "lowPrice": 5, "highPrice": 9}), {"price": NUMBER}, None),
        (product(offers={"@type": "AggregateOffer", "lowPrice": 5, "highPrice": 5}), {"price": NUMBER}, 5),
        (product(offers={"availability": "http://schema.org/OutOfStock"}), {"inStock": FLAG}, False),
        (product(offers={"availability": "InStock"}), {"availability": {"enum": ["In stock", "Sold out"]}}, "In stock"),
        (product(offers={"availability": "InStock"}), {"availability": {"enum": ["yes", "no"]}}, None),
        (product(sku=12345), {"sku": TEXT}, "12345"),
        (product(brand="Acme"), {"brand": {"type": ["string", "null"]}}, "Acme"),
        (product(brand={"@type": "Brand", "name": "Acme"}), {"brand": {"type": "object", "properties": {"name": TEXT}}}, {
        "name": "Acme"}),
        (product(brand="Acme"), {"brand": {"type": "object", "properties": {"name": TEXT}}}, {"name": "Acme"}),
        (product(image="/a.png"), {"images": {"type": "array", "items": URL}}, ["https://www.example.com/a.png"]),
        (product(image=["/a.png", {"@type": "ImageObject", "url": "/b.png"}]), {"image": URL}, "https://www.example.com/a.png"),
        (product(image="javascript:alert(1)"), {"image": URL}, None),
        (product(aggregateRating={"ratingValue": "4,5", "reviewCount": "1,204"}), {"rating": NUMBER}, 4.5),
        (product(aggregateRating={"ratingValue": "4,5", "reviewCount": "1,204"}), {"numberOfReviews": INTEGER}, 1204),
        (product(description="<p>Blue &amp; round.</p>"), {"description": TEXT}, "Blue & round."),
        (product(sku="A-1"), {"sku": {"type": "string", "pattern": "^B"}}, None),
        (product(sku="A-1"), {"sku": {"type": "string", "pattern": "(a|a)*$("}}, None),
        (product(name={"@value": "Blue Widget"}), {"name": TEXT}, "Blue Widget"),
        (product(sku="A-1"), {"name.with.dots": {"type": "string", "title": "SKU"}}, "A-1"),
        (product(sku="A-1"), {"x": {"type": "string", "description": "The SKU of the product."}}, "A-1"),
        (product(sku="A-1"), {"x": {"type": "string", "description": "Name of the item"}}, "Blue Widget"),
        (product(sku="A-1"), {"designer": {"type": "string", "description": "Name of the designer"}}, None),
        (product(sku="A-1"), {"x": {"type": "string", "description": "Name of the related product"}}, None),
        (product(sku="A-1"), {"x": {"type": "string", "description": "Title of the book that it is in"}}, None),
        (product(sku="A-1"), {"x": {"type": "string", "description": "The name of person who reviewed it"}}, None),
        (product(offers={"price": "5", "priceCurrency": "EUR"}), {"x": {"type": "number", "description": "Price in euros"}}, 5),
        (product(offers={"price": "5"}), {"x": {"type": "number", "description": "Price in euros"}}, None),
        (product(offers={"price": "5", "priceCurrency": "EUR"}), {"price_usd": NUMBER}, None),
        (product(offers={"price": "5", "priceCurrency": "KZT"}), {"currency": TEXT}, "KZT"),
        (product(offers={"price": "1.799", "priceCurrency": "EUR"}), {"price": NUMBER}, 1.799),
        (product(offers={"price": "5"}), {"unit_price": NUMBER}, None),
        (product(offers={"price": "5"}), {"store_name": TEXT}, None),
        (product(weight={"value": 1.2, "unitCode": "KGM"}), {"weight_grams": NUMBER}, 1200),
        (product(weight={"value": 1.2}), {"weight_grams": NUMBER}, None),
        (product(review={"name": "5 stars"}), {"reviews": INTEGER}, None),
        (product(size="42,5"), {"size": {"type": "array", "items": TEXT}}, ["42,5"]),
        (product(description="&lt;p&gt;Great lamp&lt;/p&gt;"), {"description": TEXT}, "Great lamp"),
        (product(offers={"availability": "LimitedAvailability"}), {"in_stock": FLAG}, True),
        (product(sku=24.0), {"sku": TEXT}, "24"),
        (product(model="X"), {"related_products": {"type": "array", "items": {"type": "object", "properties": {"name": TEXT}}}},
         None),
        (product(offers={"price": "5"}), {"x": {"type": "number", "description": "Price per month of the plan"}}, None),
        (product(offers={"price": "5"}), {"x": {"type": "number", "description": "Price for shipping"}}, None),
        ({"@type": "Organization", "name": "Blue Widget"}, {"ceo": {"type": "string", "description": "Name of the CEO"}}, None),
        ({"@type": "Organization", "name": "Blue Widget"}, {"x": {"type": "string", "description": "Name of the company"}},
         "Blue Widget"),
        (product(color="red"), {"colour": TEXT}, "red"),
        (product(award="Best of 2020"), {"award": TEXT}, "Best of 2020"),
        (product(releaseDate="12. März 2024"), {"releaseDate": DAY}, "2024-03-12"),
        (product(releaseDate="03/04/2024"), {"releaseDate": DAY}, None),
        (product(releaseDate="2024-03-12"), {"releaseDate": MOMENT}, None),
        (product(releaseDate="2024-03-12T00:30:00+02:00"), {"releaseDate": DAY}, "2024-03-12"),
        (product(releaseDate="2024-03-12T00:30:00+02:00"), {"releaseDate": MOMENT}, "2024-03-12T00:30:00+02:00"),
        (product(weight={"value": 2.5, "unitText": "kg"}), {"weight": NUMBER}, 2.5),
        (product(isFamilyFriendly=True), {"isFamilyFriendly": FLAG}, True),
        (product(sku="A-1"), {"unknown": TEXT}, None),
    ],
)  # fmt: skip
def test_a_declared_value_is_converted_or_left_out(answer: Answer, entity: Any, requested: Any, expected: Any) -> None:
    name = next(iter(requested))

    found = answer(page(entity), requested)

    assert found.data.get(name) == expected
    assert found.missing == (() if expected is not None else (name.replace(".", "\\."),))


@pytest.mark.parametrize(
    ("html", "requested", "expected"),
    [
        ("<dl><dt>Preis</dt><dd>1.299,00 €</dd></dl>", {"price": NUMBER, "currency": TEXT, "name": TEXT}, {"price": 1299,
        "currency": "EUR", "name": "Blue Widget"}),
        ("<p>Material: Steel</p><aside><p>Material: Gold</p></aside>", {"material": TEXT, "sku": TEXT}, {"material": "Steel"}),
        ("<p>Price: $5</p><p>Price: $7</p>", {"price": NUMBER, "sku": TEXT}, {}),
        ("<p>The price is high: very high</p>", {"price": NUMBER}, {}),
        ('<a href="tel:+4940123456">Call</a>', {"phone": TEXT, "openingHours": TEXT}, {"phone": "+4940123456"}),
        ('<a href="tel:1234567">a</a><a href="tel:7654321">b</a>', {"phone": TEXT, "openingHours": TEXT}, {}),
        ("<div><b>SKU</b> 77-A</div>", {"sku": TEXT, "price": NUMBER}, {"sku": "77-A", "name": "Blue Widget"}),
    ],
)  # fmt: skip
def test_labelled_values_answer_without_markup(answer: Answer, html: str, requested: Any, expected: Any) -> None:
    found = answer(page(body=html), requested)

    assert found.data == {name: value for name, value in expected.items() if name in requested}


@pytest.mark.parametrize(
    ("entities", "requested", "expected"),
    [
        # A related product, of which the title says nothing.
        ([{"@type": "Product", "name": "Other", "sku": "O"}, {"@type": "Product", "name": "Third", "sku": "T"}], {
        "sku": TEXT, "price": NUMBER}, {}),
        ([{"@type": "Product", "name": "Other", "sku": "O"}, product(sku="B")], {"sku": TEXT}, {"sku": "B"}),
        # An article about a product is not the product.
        ([{"@type": "NewsArticle", "headline": "Blue Widget"}, {"@type": "Product", "name": "Other", "sku": "O"}], {
        "sku": TEXT, "price": NUMBER}, {}),
        # The rating of a review is not the product's.
        ([product(review={"reviewRating": {"ratingValue": 1}, "author": "Eve"})], {"rating": NUMBER, "author": TEXT}, {}),
        # A reference by id.
        ([{"@graph": [product(brand={"@id": "#b"}), {"@type": "Brand", "@id": "#b", "name": "Acme"}]}], {"brand": TEXT}, {
        "brand": "Acme"}),
    ],
)  # fmt: skip
def test_only_the_main_entity_answers(answer: Answer, entities: Any, requested: Any, expected: Any) -> None:
    assert answer(page(*entities), requested).data == expected


def test_every_value_has_a_passage_of_the_page(answer: Answer, capture: Callable[..., PageCapture]) -> None:
    html = page(
        product(sku="B/1", offers={"price": "1299.00", "priceCurrency": "EUR"}), body="<p>Only 1.299,00 € today</p>"
    )
    found = answer(html, {"name": TEXT, "sku": TEXT, "price": NUMBER, "currency": TEXT})

    assert {name: each.evidence for name, each in found.fields.items()} == {
        "name": "Blue Widget", "sku": '"sku": "B/1"', "price": "Only 1.299,00 € today", "currency": '"priceCurrency": "EUR"',
    }  # fmt: skip
    assert all(0.5 < each.confidence <= 1 for each in found.fields.values())


def test_a_value_without_a_passage_is_uncertain(answer: Answer) -> None:
    hours = {
        "@type": "OpeningHoursSpecification",
        "dayOfWeek": "https://schema.org/Monday",
        "opens": "09:00",
        "closes": "17:00",
    }
    shop = {"@type": "Store", "name": "Blue Widget", "openingHoursSpecification": [hours]}

    found = answer(page(shop), {"openingHours": TEXT})

    assert found.data == {"openingHours": "Monday 09:00-17:00"}
    assert (found.fields["openingHours"].evidence, found.fields["openingHours"].confidence) == (None, 0.5)


def test_byline_answers_where_no_person_is_declared(answer: Answer) -> None:
    schema = {"author": TEXT, "publish_date": DAY}
    byline = "<p>By Jane Doe</p><p>3 May 2021</p>"
    press = {"@type": "Article", "headline": "Blue Widget", "author": {"@type": "Organization", "name": "Gale Press"}}
    person = {"@type": "Article", "headline": "Blue Widget", "author": "Max Roe", "datePublished": "2021-05-03"}

    undeclared, organized, declared = (
        answer(page(*entities, body=byline), schema) for entities in ((), (press,), (person,))
    )

    assert undeclared.data == organized.data == {"author": "Jane Doe", "publish_date": "2021-05-03"}
    assert "By Jane Doe" in (undeclared.fields["author"].evidence or "")
    assert declared.data == {"author": "Max Roe", "publish_date": "2021-05-03"}


def test_contradicting_sources_lower_the_confidence(answer: Answer) -> None:
    social = '<meta property="og:type" content="product"><meta property="product:price:amount" content="12">'
    agreeing, contradicted = (
        answer(page(product(offers={"price": price}), head=social), {"price": NUMBER}) for price in ("12", "10")
    )

    assert contradicted.data == {"price": 10}
    assert contradicted.fields["price"].confidence < agreeing.fields["price"].confidence


def test_joined_schemas_and_alternatives(answer: Answer) -> None:
    schema = {
        "type": "object",
        "allOf": [{"properties": {"name": TEXT}}],
        "properties": {
            "offer": {"type": "object", "properties": {"price": NUMBER}}, "sku": {"anyOf": [TEXT, {"type": "null"}]},
            "brand": {"oneOf": [{"type": "object", "properties": {"name": TEXT}}, TEXT]},
        },
    }  # fmt: skip
    found = answer(page(product(sku="A1", brand="Acme", offers={"price": 3})), schema)

    assert found.data == {"name": "Blue Widget", "offer": {"price": 3}, "sku": "A1", "brand": {"name": "Acme"}}


def test_completeness_follows_required(answer: Answer) -> None:
    found = answer(page(product(sku="A1")), {"name": TEXT, "sku": TEXT, "weight": TEXT})
    schema = {"type": "object", "properties": {"name": TEXT, "sku": TEXT, "weight": TEXT}}

    assert not found.is_complete(schema)
    assert found.is_complete({**schema, "required": ["sku"]})
    assert not found.is_complete({**schema, "required": ["weight"]})
    assert not SchemaAnswer().is_complete({"type": "object", "required": []})


HOSTILE = {
    "deep JSON-LD": '<script type="application/ld+json">'
    + '{"@type":"Product","name":"Blue Widget","offers":' * 5_000 + "1" + "}" * 5_000 + "</script>",
    "wide JSON-LD": '<script type="application/ld+json">' + json.dumps([product(sku=str(number)) for number in range(
    20_000)]) + "</script>",
    "loop of ids": page({"@graph": [product(**{"@id": "#a", "brand": {"@id": "#b"}}), {"@id": "#b", "@type": "Brand",
    "brand": {"@id": "#a"}}]}),
    "many rows": "<table>" + "<tr><th>Price</th><td>1</td></tr>" * 20_000 + "</table>",
    "deep divs": "<div><b>Price</b>" * 3_000,
    "deep text": "<div>" * 1_900 + "<b>Price</b> " + "word " * 100_000,
    "nested tables": "<table><tr><th>a</th><th>b</th></tr><tr><td>" * 600,
    "nested details": "<details><summary>Why?</summary>" * 1_500 + "answer " * 50_000,
    "one long word": "<title>aaaa</title><p>" + "a" * 1_000_000 + "</p>",
    "lists in lists": page(product(offers=[{"seller": [{"name": "x"}] * 300, "price": "5"}] * 300)),
    "long digits": "<p>Price: " + "1" * 200_000 + "</p><p>" + "1.111." * 50_000 + "</p>",
    "long line": "<p>" + "Price: 5 " * 50_000 + "</p>",
    "wrong types": page(product(offers=[[[{"price": [[1]]}]], None, 7], brand=[None, 3, []], image={"url": {"url": 1}},
    name=["Blue Widget"])),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_are_bounded_and_quoted_verbatim(name: str, capture: Callable[..., PageCapture]) -> None:
    taken = capture(HOSTILE[name])
    properties = {
        "name": TEXT,
        "price": NUMBER,
        "brand": TEXT,
        "offers": {"type": "array", "items": {"type": "object", "properties": {"price": NUMBER}}},
    }
    started = time.process_time()

    found = answered_page.read(taken, {"type": "object", "properties": properties}, ReadingOptions())

    assert time.process_time() - started < 20
    document = open_page(taken)
    text = visible_text.read(document)
    assert all(
        each.evidence is None or each.evidence in text or each.evidence in document.text
        for each in found.answered.fields.values()
    )


def test_a_huge_schema_is_bounded(answer: Answer) -> None:
    nested: dict[str, Any] = {"type": "object", "properties": {"price": NUMBER}}
    for _ in range(200):
        nested = {"type": "object", "properties": {"details": nested}}
    wide = {f'naïve."{number}"': TEXT for number in range(5_000)}

    assert answer(page(product(sku="A1")), nested).data == {}
    assert answer(page(product(sku="A1")), {**wide, "sku": TEXT}).missing


@pytest.mark.parametrize("row", ["<td>a{}b</td>", "<li>{}Size{}</li>", "<li>Size <b>x</b>{}y</li>"])
def test_blanks_of_a_row_take_no_time(answer: Answer, row: str) -> None:
    began = time.process_time()

    answer(page(body=f"<table><tr>{row.replace('{}', chr(160) * 60_000)}</tr></table>"), {"material": TEXT})

    assert time.process_time() - began < 8


@pytest.mark.parametrize("unit", ["<dl><dt>a<dd>b", "<details><summary>s</summary>", "<table><tr><td>a<td>"])
def test_lists_inside_one_another_take_no_time(answer: Answer, unit: str) -> None:
    began = time.process_time()

    answer(page(body=unit * 4_000), {"material": TEXT, "questions": {"type": "array", "items": {"type": "string"}}})

    assert time.process_time() - began < 8
