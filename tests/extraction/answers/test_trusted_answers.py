"""Right or left out: what a page does not answer is not answered, and values that pages have in usual forms are found."""

# ruff: noqa: E501 - pages, one a line
from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from contract.capture import PageCapture
from extraction.answers import declared_answer
from extraction.document.document import open_page

TEXT, NUMBER, INTEGER = {"type": "string"}, {"type": "number"}, {"type": "integer"}
NAMED = {"type": "array", "items": {"type": "object", "properties": {"name": TEXT, "price": NUMBER}}}
TITLED = {"type": "array", "items": {"type": "object", "properties": {"title": TEXT, "url": TEXT}}}
TEXTS = {"type": "array", "items": TEXT}
NORTHWIND = {
    "@type": "Organization", "name": "Northwind", "telephone": "+1 555 0100", "foundingDate": "1999", "numberOfEmployees": 50,
    "address": {"@type": "PostalAddress", "addressLocality": "London"},
}  # fmt: skip
CHAIR = {
    "@type": "Product", "name": "Oak Chair Classic", "sku": "OC-1", "description": "A chair of oak.", "brand": "Kern",
    "offers": {"@type": "Offer", "price": "129.50", "priceCurrency": "EUR"},
    "aggregateRating": {"@type": "AggregateRating", "ratingValue": "4.5", "reviewCount": "12"},
}  # fmt: skip


def page(entities: Any, body: str, title: str, *, language: str = "en", path: str = "item/1") -> PageCapture:
    script = f'<script type="application/ld+json">{json.dumps(entities)}</script>' if entities else ""
    html = f'<html lang="{language}"><head><title>{title}</title>{script}</head><body>{body}</body></html>'
    url = f"https://site.example/{path}"
    return PageCapture(
        url=url, final_url=url, status=200, headers=(("content-type", "text/html; charset=utf-8"),), body=html.encode(),
        captured_at=datetime(2026, 11, 23, tzinfo=UTC),
    )  # fmt: skip


PAGES = {
    "product": (
        page([CHAIR, NORTHWIND], "<h1>Oak Chair Classic</h1><p>129,50 €</p><p>A chair of oak.</p><h2>Related products</h2><ul><li>Pine Stool 49 €</li></ul>", "Oak Chair Classic | Northwind"),
        {"name": TEXT, "price": NUMBER, "sku": TEXT},
    ),
    "article": (
        page([{"@type": "NewsArticle", "headline": "Gelbo opens a factory in Riga", "author": {"@type": "Person", "name": "Ann Lee"}, "datePublished": "2026-01-02", "publisher": NORTHWIND, "description": "The maker expands."}, NORTHWIND], "<h1>Gelbo opens a factory in Riga</h1><p>By Ann Lee</p><p>The maker of lamps opens a factory.</p>", "Gelbo opens a factory in Riga - TechNews"),
        {"headline": TEXT, "author": TEXT, "published": TEXT},
    ),
    "job": (
        page([{"@type": "JobPosting", "title": "Cook", "description": "You cook meals.", "hiringOrganization": {"@type": "Organization", "name": "Hotel Sun"}, "baseSalary": {"@type": "MonetaryAmount", "currency": "EUR", "value": {"@type": "QuantitativeValue", "value": 2500, "unitText": "MONTH"}}}], "<h1>Cook</h1><p>Hotel Sun, Graz</p><p>You cook meals.</p>", "Cook - Jobs"),
        {"title": TEXT, "company": TEXT, "salary": NUMBER},
    ),
    "event": (
        page([{"@type": "Event", "name": "Jazz Night", "startDate": "2026-05-01T20:00:00+02:00", "location": {"@type": "Place", "name": "Blue Hall"}, "offers": {"@type": "Offer", "price": "20", "priceCurrency": "EUR"}}], "<h1>Jazz Night</h1><p>Blue Hall, Bonn</p>", "Jazz Night"),
        {"name": TEXT, "start_date": TEXT, "venue": TEXT},
    ),
    "recipe": (
        page([{"@type": "Recipe", "name": "Bean Soup", "recipeIngredient": ["200 g beans", "1 onion"], "recipeYield": "4", "author": {"@type": "Person", "name": "Eva"}, "nutrition": {"@type": "NutritionInformation", "calories": "300 kcal"}}], "<h1>Bean Soup</h1><p>200 g beans</p>", "Bean Soup"),
        {"name": TEXT, "servings": TEXT, "calories": NUMBER},
    ),
}  # fmt: skip
UNANSWERED: dict[str, Any] = {
    **dict.fromkeys(
        ("competitors", "related_products", "similar_products", "accessories", "features", "price_history", "tools"),
        NAMED,
    ),
    **dict.fromkeys(
        ("related_articles", "similar_jobs", "past_events", "sponsors", "winners", "modules", "sessions"), TITLED
    ),
    **dict.fromkeys(("names", "titles", "descriptions", "links", "emails", "key_points"), TEXTS),
    **dict.fromkeys(("competitor", "related_product", "cheaper_product"), NAMED["items"]),
    **dict.fromkeys(
        (
            "price_usd",
            "unit_price",
            "former_price",
            "shipping_price",
            "weight_grams",
            "company_founded",
            "venue_capacity",
        ),
        NUMBER,
    ),
    **dict.fromkeys(
        "store_name store_phone company_city company_description review_title course_name hotel_name restaurant_name person_name"
        " book_title designer ceo author_email seller_phone winner customer_name reviewer_name manager_name contact_person".split(),
        TEXT,
    ),
}


@pytest.mark.parametrize("kind", PAGES)
def test_what_a_page_does_not_answer_is_left_out_beside_what_it_answers(kind: str) -> None:
    capture, ordinary = PAGES[kind]
    document = open_page(capture)
    others = {"product": "product", "article": "article", "job": "job", "event": "event", "recipe": "recipe"}

    for name, asked in {**UNANSWERED, **{f"{other}_name": TEXT for other in others if other != kind}}.items():
        found = declared_answer.answer(document, {"type": "object", "properties": {**ordinary, name: asked}})

        assert name not in found.data, f"{name}: {found.data.get(name)}"
        assert set(ordinary) <= set(found.data), name


HEAD = "<h1>Aeron Chair</h1>"


@pytest.mark.parametrize(
    ("entities", "body", "properties", "expected"),
    [
        # Other entities on the page
        (
            None,
            f"{HEAD}<p>Price: $499.00</p><section><h2>Accessories</h2><p>SKU: DL-1</p><p>Weight: 2 kg</p></section>",
            {"price": NUMBER, "sku": TEXT, "weight": TEXT},
            {"price": 499},
        ),
        (
            None,
            f"{HEAD}<p>SKU: AC-1</p><div class='review'><p>Rating: 2/5</p><p>Author: Bob</p></div>",
            {"sku": TEXT, "rating": NUMBER},
            {"sku": "AC-1"},
        ),
        (
            {"@type": "Product", "name": "Desk Lamp Mini", "offers": {"price": "49", "priceCurrency": "USD"}},
            f"{HEAD}<p>Text</p>",
            {"name": TEXT, "price": NUMBER},
            {"name": "Aeron Chair"},
        ),
        # Qualified amounts
        (None, f"{HEAD}<p>SKU: A-1</p><p>Price: from $10</p>", {"sku": TEXT, "price": NUMBER}, {"sku": "A-1"}),
        (None, f"{HEAD}<p>SKU: A-1</p><p>Price: $5/month</p>", {"sku": TEXT, "price": NUMBER}, {"sku": "A-1"}),
        (
            None,
            f"{HEAD}<p>SKU: A-1</p><p>Price: <del>$20</del> $15</p>",
            {"sku": TEXT, "price": NUMBER},
            {"sku": "A-1", "price": 15},
        ),
        (None, f"{HEAD}<p>SKU: A-1</p><p>Portion: 1/2</p>", {"sku": TEXT, "portion": NUMBER}, {"sku": "A-1"}),
        (None, f"{HEAD}<p>SKU: A-1</p><p>Memory: up to 512 GB</p>", {"sku": TEXT, "memory": NUMBER}, {"sku": "A-1"}),
        # Values in usual forms
        (
            None,
            f"<main>{HEAD}<div class='p'><span>$499.00</span></div></main>",
            {"name": TEXT, "price": NUMBER, "sku": TEXT},
            {"name": "Aeron Chair", "price": 499},
        ),
        (
            None,
            f"<main>{HEAD}<div><span class='was'>$599.00</span><span>$499.00</span></div></main>",
            {"name": TEXT, "price": NUMBER},
            {"name": "Aeron Chair", "price": 499},
        ),
        (None, f"<main>{HEAD}<div><b>$599.00</b><b>$499.00</b></div></main>", {"price": NUMBER, "sku": TEXT}, {}),
        (
            None,
            f"{HEAD}<p>商品番号：AB-12</p><p>価格：1,980円</p>",
            {"sku": TEXT, "price": NUMBER},
            {"sku": "AB-12", "price": 1980},
        ),
        (
            None,
            f"{HEAD}<p>Colours: Grey, Navy</p><p>SKU: A-1</p>",
            {"sku": TEXT, "colours": TEXTS},
            {"sku": "A-1", "colours": ["Grey", "Navy"]},
        ),
        (
            {
                **CHAIR,
                "name": "Aeron Chair",
                "offers": {
                    "@type": "Offer",
                    "priceCurrency": "EUR",
                    "priceSpecification": [
                        {"@type": "UnitPriceSpecification", "price": "79.00"},
                        {
                            "@type": "UnitPriceSpecification",
                            "price": "99.00",
                            "priceType": "https://schema.org/ListPrice",
                        },
                    ],
                },
            },
            HEAD,
            {"price": NUMBER},
            {"price": 79},
        ),
        (
            {
                **CHAIR,
                "name": "Aeron Chair",
                "additionalProperty": [
                    {"@type": "PropertyValue", "name": "Seat height", "value": 45, "unitText": "cm"}
                ],
            },
            HEAD,
            {"seat_height": TEXT, "seat_height_mm": NUMBER},
            {"seat_height": "45 cm", "seat_height_mm": 450},
        ),
        (
            {**CHAIR, "name": "Aeron Chair"},
            f"{HEAD}<p>129 customers bought this</p><p>$119.00</p>",
            {"name": TEXT, "sku": TEXT},
            {"name": "Aeron Chair", "sku": "OC-1"},
        ),
        (
            {**CHAIR, "name": "Aeron Chair", "weight": {"value": "1.250", "unitCode": "KGM"}},
            HEAD,
            {"weight_grams": NUMBER},
            {"weight_grams": 1250},
        ),
        (
            {**CHAIR, "name": "Aeron Chair"},
            HEAD,
            {"state": {"oneOf": [{"const": "InStock"}, {"const": "OutOfStock"}]}, "brand": TEXT},
            {"brand": "Kern"},
        ),
        (
            {
                "@type": "VideoObject",
                "name": "Aeron Chair",
                "interactionStatistic": {
                    "@type": "InteractionCounter",
                    "interactionType": {"@type": "WatchAction"},
                    "userInteractionCount": 1200,
                },
            },
            HEAD,
            {"title": TEXT, "views": INTEGER},
            {"title": "Aeron Chair", "views": 1200},
        ),
        (
            {
                "@type": "DiscussionForumPosting",
                "headline": "Aeron Chair",
                "comment": [
                    {"@type": "Comment", "text": "Nice.", "author": {"name": "joe"}},
                    {"@type": "Comment", "text": "Old.", "author": {"name": "ann"}},
                ],
            },
            HEAD,
            {"comments": {"type": "array", "items": {"type": "object", "properties": {"text": TEXT, "author": TEXT}}}},
            {"comments": [{"text": "Nice.", "author": "joe"}, {"text": "Old.", "author": "ann"}]},
        ),
    ],
)
def test_values_are_right_or_left_out(
    entities: Any, body: str, properties: dict[str, Any], expected: dict[str, Any]
) -> None:
    found = declared_answer.answer(
        open_page(page(entities, body, "Aeron Chair")), {"type": "object", "properties": properties}
    )

    assert found.data == expected


def test_shown_price_is_the_answer_if_none_is_declared_like_it_but_never_sure() -> None:
    asked = {"type": "object", "properties": {"price": NUMBER}}
    equal, other = (f"<main><h1>Oak Chair Classic</h1><p>{shown} €</p></main>" for shown in ("129,50", "119,00"))

    sure = declared_answer.answer(open_page(page(CHAIR, equal, "Oak Chair Classic", language="de")), asked)
    unsure = declared_answer.answer(open_page(page(CHAIR, other, "Oak Chair Classic", language="de")), asked)

    assert (sure.data, unsure.data) == ({"price": 129.5}, {"price": 119})
    assert unsure.fields["price"].confidence < 0.7 < sure.fields["price"].confidence


def test_declared_price_that_is_shown_rounded_is_not_contradicted() -> None:
    chair = {**CHAIR, "offers": {"@type": "Offer", "price": "59.415", "priceCurrency": "EUR"}}
    shown = page(chair, "<main><h1>Oak Chair Classic</h1><p>59,42 €</p></main>", "Oak Chair Classic", language="de")

    found = declared_answer.answer(open_page(shown), {"type": "object", "properties": {"price": NUMBER}})

    assert found.data == {"price": 59.415}


@pytest.mark.parametrize(
    ("path", "title", "is_answered"),
    [("impressum", "Impressum", True), ("", "Northwind", True), ("firma/mueller-bau", "Müller Bau", False)],
)
def test_owner_of_the_site_answers_on_its_own_pages_only(path: str, title: str, is_answered: bool) -> None:
    body = f"<h1>{title}</h1><p>Northwind Ltd<br>Managing director: Eva Stern<br>Register: HRB 12</p>"
    asked = {
        "type": "object",
        "properties": {"company_name": TEXT, "phone": TEXT, "founded": INTEGER, "register": TEXT},
    }

    found = declared_answer.answer(open_page(page(NORTHWIND, body, title, path=path)), asked).data

    assert found.get("register") == "HRB 12"
    assert ("company_name" in found, "founded" in found) == (is_answered, is_answered)
