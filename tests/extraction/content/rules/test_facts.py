"""The price of a product, the place of an event and the prices of a list's items belong to the content."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import lxml.html
import pytest

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from extraction.content.blocks import Outline
from extraction.content.rules.facts import with_facts
from extraction.content.rules.heading_facts import beside_heading
from extraction.content.rules.items import with_item_facts
from extraction.declared.main_facts import Fact
from extraction.page import read

DESCRIPTION = "".join(
    f"<p>The chair number {number} is made of oak from the hills, and its seat is woven by hand in a small workshop.</p>"
    for number in range(12)
)
PRODUCT = {
    "@context": "https://schema.org", "@type": "Product", "name": "Oak chair", "sku": "OC-4711",
    "offers": {"@type": "Offer", "price": "129.00", "priceCurrency": "EUR"},
    "aggregateRating": {"@type": "AggregateRating", "ratingValue": "4.7", "reviewCount": 31},
}  # fmt: skip
RELATED = "".join(
    f"<div class='card'><a href='/p{number}'>Other thing {number}</a><span class='price'>{number}9,50 €</span></div>"
    for number in range(1, 5)
)
CART = "<div class='minicart'><span>Cart</span><span>129,00 €</span></div>"


def markdown(body: str, *, declared: Any = None, title: str = "Oak chair") -> str:
    script = f"<script type='application/ld+json'>{json.dumps(declared)}</script>" if declared else ""
    page = f"<html lang=de><head><title>{title}</title>{script}</head><body>{body}</body></html>"
    capture = PageCapture(
        url="https://shop.example/chair", final_url="https://shop.example/chair", status=200,
        headers=(("content-type", "text/html; charset=utf-8"),), body=page.encode(),
        captured_at=datetime(2026, 11, 23, tzinfo=UTC),
    )  # fmt: skip
    text = read(capture, ReadingOptions()).markdown
    assert text is not None
    return text


def product(buy: str) -> str:
    return (
        f"<header><nav><a href='/'>Home</a></nav>{CART}</header><main><div class='product'><div class='gallery'></div>"
        f"<div class='summary'><h1>Oak chair</h1>{buy}<button>Add to cart</button></div>"
        f"<div class='description'>{DESCRIPTION}</div></div>"
        f"<section class='related-products'><h2>You may also like</h2>{RELATED}</section></main>"
        "<footer>Imprint 030 1234567</footer>"
    )


@pytest.mark.parametrize(
    ("buy", "expected"),
    [
        ("<div class='price-box'><span>129,00 €</span></div>", "129,00 €"),
        ("<div class='shipping-info sticky'><div><div class='amount'>129,00 €</div></div></div>", "129,00 €"),
        ("<div><del>149,00 €</del><div class='now'>129,00 €</div></div>", "129,00 €"),
        ("<dl><dt>Article number</dt><dd>OC-4711</dd></dl>", "OC-4711"),
        ("<div class='stars'>4,7 out of 5 (31 reviews)</div>", "4,7 out of 5"),
    ],
)
def test_declared_fact_is_retained_once(buy: str, expected: str) -> None:
    text = markdown(product(buy), declared=PRODUCT)

    assert text.count(expected) == 1 and "# Oak chair" in text


def test_only_price_beside_the_main_heading_is_retained_without_markup() -> None:
    text = markdown(product("<div class='price'>129,00 €</div>"))

    assert text.count("129,00 €") == 1


@pytest.mark.parametrize("declared", [PRODUCT, None])
def test_prices_of_other_entities_do_not_come_back(declared: Any) -> None:
    text = markdown(product("<div class='price'>129,00 €</div>"), declared=declared)

    assert not any(f"{number}9,50" in text for number in range(1, 5)) and "Cart" not in text and "030" not in text


def test_former_price_that_a_class_strikes_out_is_marked() -> None:
    text = markdown(
        product("<div><div class='text-sm line-through'>149,00 €</div><div>129,00 €</div></div>"), declared=PRODUCT
    )

    assert "~~149,00 €~~" in text and "129,00 €" in text


def test_number_is_written_as_the_page_shows_it() -> None:
    text = markdown(
        product("<div class='price'>$<b>1,129</b>.00</div>"), declared={**PRODUCT, "offers": {"price": "1129.00"}}
    )

    assert "$1,129.00" in text


ENTITIES = {
    "event": (
        {"@type": "MusicEvent", "name": "Night of bells",
         "location": {"@type": "Place", "name": "Old Silo", "address": {"streetAddress": "Hafenstraße 12"}}},
        "<div class='info'><span>Place:</span> <div>Old Silo, Hafenstraße 12, Kiel</div></div>", "Hafenstraße 12",
    ),
    "job": (
        {"@type": "JobPosting", "title": "Night of bells", "hiringOrganization": {"name": "Bell works"},
         "baseSalary": {"@type": "MonetaryAmount", "currency": "EUR", "value": {"minValue": 42000, "maxValue": 48000}}},
        "<ul class='meta'><li>Salary: 42.000 € to 48.000 €</li><li>Full time</li></ul>", "42.000 €",
    ),
    "business": (
        {"@type": "Restaurant", "name": "Night of bells", "telephone": "+49 431 555 0199"},
        "<div class='contact'><p>Phone: 0431 / 555 0199</p></div>", "0431 / 555 0199",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ENTITIES)
def test_facts_of_other_entities_are_retained(name: str) -> None:
    declared, shown, expected = ENTITIES[name]
    body = f"<main><h1>Night of bells</h1>{shown}<div>{DESCRIPTION}</div></main><footer>Imprint</footer>"

    assert expected in markdown(body, declared=declared, title="Night of bells")


@pytest.mark.parametrize(
    "fact",
    [
        "4.7 (86 reviews)",
        "Low stock: 6 left",
        "Derniers articles en stock",
        "Lieferzeit: 2 Werktage",
        "SKU: AB-1234",
        "Réf. DL-1187",
        "Publisher: Harbour Press",
    ],
)
def test_fact_beside_the_main_heading_is_retained_without_markup(fact: str) -> None:
    text = markdown(product(f"<div class='price'>129,00 €</div><div class='x'>{fact}</div>"))

    assert text.count(fact) == 1 and "129,00 €" in text


@pytest.mark.parametrize(
    "part",
    [
        "<div class='badge'>Sold out</div>",
        "<fieldset><div>Colour: Peat</div></fieldset>",
        "<p class='alert'>Tell me when this is in stock again</p>",
        "<div class='related'>Publisher: Harbour Press</div>",
        "<p>Tue, Mar 04, 12:54 AM</p>",
    ],
)
def test_controls_beside_the_main_heading_are_not_facts(part: str) -> None:
    blocks = Outline(lxml.html.fromstring(f"<body><div><h1>Oak chair</h1>{part}</div>{DESCRIPTION}</body>")).blocks

    assert list(beside_heading(blocks, blocks[0])) == []


@pytest.mark.parametrize("fact", ["<div class='card__badge bottom'>Sold out</div>", "<p class='date-bottom'>22:51</p>"])
def test_fact_in_the_lower_part_of_a_card_is_retained(fact: str) -> None:
    cards = "".join(
        f"<li class=card><h3><a href='/{name}'>Chair of {name} with a seat of straw</a></h3><div>{fact}</div></li>"
        for name in ("oak", "ash", "elm", "fir", "yew", "pine")
    )
    blocks = Outline(lxml.html.fromstring(f"<body><h1>Chairs</h1><ul>{cards}</ul></body>")).blocks
    retained = with_item_facts(
        blocks, [block for block in blocks if "Sold" not in block.text and "22" not in block.text]
    )

    assert len(retained) == len(blocks)


def test_price_in_the_cart_form_is_retained() -> None:
    text = markdown(product("<form class='product-add-to-cart'><div class='amount'>129,00 €</div></form>"))

    assert "129,00 €" in text


@pytest.mark.parametrize(
    ("price", "expected"),
    [
        ("<span>129,00 €</span><span>Save 15%</span>", "129,00 € Save 15%"),
        ("<span>129,00 €</span><span><del>149,00 €</del></span>", "129,00 € ~~149,00 €~~"),
        ("<s>$149.00</s><span>$129.00</span>", "~~$149.00~~ $129.00"),
        ("<span>$129</span><span>.99</span>", "$129.99"),
    ],
)
def test_price_stands_apart_from_what_is_beside_it(price: str, expected: str) -> None:
    assert expected in markdown(product(f"<p class='price'>{price}</p>"))


def test_link_to_the_cart_beside_the_price_is_left_out() -> None:
    price = "<p class='price'>129,00 € <a class='button add_to_cart_button' href='?add=1'>Buy it</a></p>"

    text = markdown(product(price), declared=PRODUCT)

    assert "129,00 €" in text and "Buy it" not in text


@pytest.mark.parametrize(("fact", "count"), [("Item no. 4711-B", 1), ("SKU: KX-204", 1), ("4711-B", 0)])
def test_one_number_beside_the_main_heading_is_a_fact(fact: str, count: int) -> None:
    page = f"<body><main><div><h1>Chair</h1><p>{fact}</p><p>{fact}</p></div><p>{60 * 'word '}</p></main></body>"
    blocks = Outline(lxml.html.fromstring(page)).blocks
    short = [block for block in blocks if block.text == fact]

    assert len(list(beside_heading(short, blocks[0]))) == count


@pytest.mark.parametrize(("price", "count"), [("<p>129 €</p>", 1), ("<del><p>129 €</p></del>", 0)])
def test_declared_price_is_found_in_other_parts_unless_it_is_struck_out(price: str, count: int) -> None:
    page = f"<body><main><h1>Chair</h1><p>{60 * 'word '}</p></main><div class=related>{price}</div></body>"
    blocks = Outline(lxml.html.fromstring(page)).blocks
    kept = [block for block in blocks if "129" not in block.text]

    found = with_facts(blocks, kept, [Fact("price", "129", Decimal(129))], is_product=False)

    assert len(found) == len(kept) + count
