"""Values in the forms that real pages have: right, or left out."""

# ruff: noqa: E501 - pages, one a line
from __future__ import annotations

from typing import Any

import pytest

from extraction.answers import declared_answer
from extraction.document.document import open_page
from tests.extraction.answers.test_trusted_answers import INTEGER, NUMBER, TEXT, page

BOOLEAN = {"type": "boolean"}
MAP = {"type": "object", "additionalProperties": {"type": "string"}}
HEAD = "<h1>Aeron Chair</h1>"
REVIEW = {
    "@type": "Review", "itemReviewed": {"@type": "Product", "name": "Aeron Chair", "brand": "Kern", "offers": {"@type": "Offer", "price": "499", "priceCurrency": "EUR"}},
    "reviewRating": {"@type": "Rating", "ratingValue": 4}, "author": {"@type": "Person", "name": "Jo Ray"},
}  # fmt: skip


def chair(**more: Any) -> dict[str, Any]:
    return {"@type": "Product", "name": "Aeron Chair", **more}


def offer(price: str, **more: Any) -> dict[str, Any]:
    return {"@type": "Offer", "price": price, "priceCurrency": "EUR", **more}


def answered(entities: Any, body: str, properties: dict[str, Any], *, language: str = "en", prompt: str = "") -> Any:
    schema = {"type": "object", "properties": properties}
    return declared_answer.answer(
        open_page(page(entities, body, "Aeron Chair", language=language)), schema, prompt=prompt
    ).data


@pytest.mark.parametrize(
    ("body", "properties", "expected"),
    [
        # A number for machines has a decimal point, a shown one a dot for thousands.
        ('<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Aeron Chair</h1><p itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="1.799"></p></div>', {"price": NUMBER}, {"price": 1.799}),
        ('<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Aeron Chair</h1><p itemprop="offers" itemscope itemtype="https://schema.org/Offer"><b itemprop="price">1.799</b></p></div>', {"price": NUMBER}, {"price": 1799}),
        # Struck out, and nothing rated yet
        (f"{HEAD}<p>SKU: A</p><p>Price: <span style='text-decoration: line-through'>$20</span></p>", {"sku": TEXT, "price": NUMBER}, {"sku": "A"}),
        (f"{HEAD}<p>SKU: A</p><p>Rating: not yet rated (0 of 5)</p>", {"sku": TEXT, "rating": NUMBER}, {"sku": "A"}),
        # The byline of a review is not the author of a product.
        (f"{HEAD}<p>SKU: A</p><div class='r1'><p>Author: Bob</p><p>Fine.</p></div><div class='r1'><p>Author: Ann</p><p>Bad.</p></div>", {"sku": TEXT, "brand": TEXT, "author": TEXT}, {"sku": "A"}),
        # Around the main heading: a rating, a former price, and a group of prices
        (f"<main>{HEAD}<i class='rating' aria-label='4.5 stars'></i><a>12 Bewertungen</a><p><s>25,00 €</s> <b>19,00 €</b></p></main>", {"sku": TEXT, "rating": NUMBER, "review_count": INTEGER, "price": NUMBER, "list_price": NUMBER}, {"rating": 4.5, "review_count": 12, "price": 19, "list_price": 25}),
        (f"<main>{HEAD}<p><s>25,00 €</s> <b>19,00 €</b></p><p>SKU: A</p></main>", {"sku": TEXT, "preis": {"type": "object", "properties": {"current": NUMBER, "before": NUMBER}}}, {"sku": "A", "preis": {"current": 19, "before": 25}}),
        # A page inside a form, and the price of what others viewed
        (f"<form>{HEAD}<p>SKU: A</p><p>19,00 €</p></form>", {"sku": TEXT, "price": NUMBER}, {"sku": "A", "price": 19}),
        (f"{HEAD}<p>SKU: A</p><div><h2>People who viewed this item also viewed</h2><p>Lamp</p><span>$9.00</span></div>", {"sku": TEXT, "price": NUMBER}, {"sku": "A"}),
        # Specifications as pairs, a label that is not a name of the page's entity
        (f"{HEAD}<dl><dt>Farbe</dt><dd>rot</dd><dt>Garantie</dt><dd>2 Jahre</dd></dl>", {"specs": {"type": "array", "items": {"type": "object", "properties": {"label": TEXT, "value": TEXT}}}, "warranty_months": INTEGER}, {"specs": [{"label": "Farbe", "value": "rot"}, {"label": "Garantie", "value": "2 Jahre"}], "warranty_months": 24}),
        (f"{HEAD}<dl><dt>Name</dt><dd>Zwiebel</dd><dt>SKU</dt><dd>A</dd></dl>", {"name": TEXT, "sku": TEXT}, {"name": "Aeron Chair", "sku": "A"}),
        # Names: not what a page is for, not a verb before it, not the headline beside it, not that of a contact
        (f"{HEAD}<p>SKU: A</p><p>Telefon: Reservas 956 555 071</p>", {"sku": TEXT, "phone": TEXT}, {"sku": "A", "phone": "956 555 071"}),
        (f"{HEAD}<p>SKU: A</p><p>Uhrzeit: 20:00 Uhr</p>", {"sku": TEXT, "uhrzeit": TEXT}, {"sku": "A", "uhrzeit": "20:00"}),
        (f"<main>{HEAD}<p>SKU: A</p><p>19,00 €</p></main>", {"sku": TEXT, "book_price": NUMBER}, {"sku": "A"}),
        (f"<main>{HEAD}<p>SKU: A</p><h2>Bücher</h2><p>19,00 €</p></main>", {"sku": TEXT, "price": NUMBER}, {"sku": "A"}),
        (f"{HEAD}<p>SKU: A</p><p>Tel.: 030 123456</p>", {"sku": TEXT, "contact": {"type": "object", "properties": {"name": TEXT, "tel": TEXT}}}, {"sku": "A", "contact": {"tel": "030 123456"}}),
        # A company's register and its people
        ("<h1>Aeron Chair</h1><p>Telefon: 030 123456<br>USt-IdNr.: DE123456789<br>Geschäftsführer: Eva Stern<br>Handelsregister: HRB 12</p>", {"phone": TEXT, "vat_id": TEXT, "managing_director": TEXT, "register_number": TEXT}, {"phone": "030 123456", "vat_id": "DE123456789", "managing_director": "Eva Stern", "register_number": "HRB 12"}),
        ("<h1>Aeron Chair</h1><table><tr><th>Höhe</th><td>45 cm</td></tr><tr><th>Farbe</th><td>rot</td></tr></table>", {"hoehe_mm": NUMBER, "technical_data": MAP}, {"hoehe_mm": 450, "technical_data": {"Höhe": "45 cm", "Farbe": "rot"}}),
    ],
)  # fmt: skip
def test_shown_values(body: str, properties: dict[str, Any], expected: dict[str, Any]) -> None:
    assert answered(None, body, properties, language="de") == expected


@pytest.mark.parametrize(
    ("language", "body", "expected"),
    [
        ("ja", "<p>価格:1,980円</p>", {"price": 1980, "currency": "JPY"}),
        ("ja", "<p>価格：¥1,980</p>", {"price": 1980, "currency": "JPY"}),
        ("zh-CN", "<p>价格：¥1,980</p>", {"price": 1980, "currency": "CNY"}),
        ("en", "<p>Price: ¥1,980</p>", {"price": 1980}),
        ("en", "<p>Price: $19</p>", {"price": 19}),
        ("en-US", "<p>Price: $19</p>", {"price": 19, "currency": "USD"}),
        ("sv", "<p>Pris: 199 kr</p>", {"price": 199, "currency": "SEK"}),
    ],
)
def test_symbols_of_several_currencies_are_read_by_the_language(language: str, body: str, expected: Any) -> None:
    assert answered(None, HEAD + body, {"price": NUMBER, "currency": TEXT, "sku": TEXT}, language=language) == expected


@pytest.mark.parametrize(
    ("entities", "properties", "expected"),
    [
        (chair(offers=offer("9")), {"waehrung": TEXT}, {"waehrung": "EUR"}),
        (chair(offers=offer("0")), {"is_free": BOOLEAN}, {"is_free": True}),
        (chair(offers={"@type": "AggregateOffer", "lowPrice": "10", "highPrice": "20", "offerCount": 3}), {"offer_count": INTEGER, "price": NUMBER}, {"offer_count": 3}),
        (chair(offers={"@type": "Offer", "priceSpecification": [{"price": "79"}, {"price": "99", "priceType": "https://schema.org/ListPrice"}]}), {"price": NUMBER, "list_price": NUMBER}, {"price": 79, "list_price": 99}),
        (chair(additionalProperty=[{"@type": "PropertyValue", "name": "Load", "value": 120, "unitCode": "KGM"}]), {"load_kg": NUMBER, "load": TEXT, "specs": MAP}, {"load_kg": 120, "load": "120 kg", "specs": {"Load": "120 kg"}}),
        ({"@type": "Movie", "name": "Aeron Chair", "datePublished": "1995-12-15"}, {"title": TEXT, "year": INTEGER}, {"title": "Aeron Chair", "year": 1995}),
        ({"@type": "QAPage", "mainEntity": {"@type": "Question", "name": "Why?", "acceptedAnswer": {"text": "Because."}, "suggestedAnswer": [{"text": "Dunno."}]}}, {"question": TEXT, "answers": {"type": "array", "items": {"type": "object", "properties": {"text": TEXT}}}}, {"question": "Why?", "answers": [{"text": "Because."}, {"text": "Dunno."}]}),
        ({"@type": "DiscussionForumPosting", "headline": "Aeron Chair", "interactionStatistic": {"interactionType": "https://schema.org/CommentAction", "userInteractionCount": 3}}, {"comment_count": INTEGER}, {"comment_count": 3}),
        # What a review is about, alone and beside the review
        (REVIEW, {"name": TEXT, "price": NUMBER, "brand": TEXT}, {"name": "Aeron Chair", "price": 499, "brand": "Kern"}),
        (REVIEW, {"product_name": TEXT, "price": NUMBER, "rating": NUMBER, "reviewer": TEXT}, {"product_name": "Aeron Chair", "price": 499, "rating": 4, "reviewer": "Jo Ray"}),
        (REVIEW, {"sku": TEXT, "price": NUMBER, "rating": NUMBER}, {"price": 499}),
    ],
)  # fmt: skip
def test_declared_values(entities: Any, properties: dict[str, Any], expected: dict[str, Any]) -> None:
    assert answered(entities, HEAD, properties) == expected


@pytest.mark.parametrize(
    ("text", "prompt", "is_answered"),
    [
        ("", "", True),
        ("The description of the product", "", True),
        ("The description in English", "", True),
        ("Two short sentences about how it is made", "", False),
        ("Beschreibung auf Deutsch", "", False),
        ("Translate the description", "", False),
        ("", "Summarise how it is made", False),
        ("", "Read the product", True),
    ],
)
def test_text_that_must_be_written_is_not_the_declared_description(text: str, prompt: str, is_answered: bool) -> None:
    entities = chair(description="A chair of oak.", sku="A-1")
    asked = {"description": {**TEXT, **({"description": text} if text else {})}, "sku": TEXT}

    found = answered(entities, HEAD, asked, prompt=prompt)

    assert found == {**({"description": "A chair of oak."} if is_answered else {}), "sku": "A-1"}
