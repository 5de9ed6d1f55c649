"""Right or left out: limits, units of time, blocks about others, lists in sections, alternatives."""

# ruff: noqa: E501 - pages, one a line
from __future__ import annotations

import json
from typing import Any

import pytest

from tests.extraction.answers.conftest import Answer

TEXT, NUMBER, INTEGER = {"type": "string"}, {"type": "number"}, {"type": "integer"}


def page(body: str, title: str, entity: Any = None, *, language: str = "en") -> str:
    script = f'<script type="application/ld+json">{json.dumps(entity)}</script>' if entity else ""
    return (
        f'<!doctype html><html lang="{language}"><head><title>{title}</title>{script}</head><body>{body}</body></html>'
    )


def objects(**properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "object", "properties": properties}}


@pytest.mark.parametrize(
    "text", ["less than 2 kg", "up to 2 kg", "mehr als 2 kg", "moins de 2 kg", "2 kg per box", "2 kg/m²"]
)
def test_limit_of_a_measure_is_not_its_amount(answer: Answer, text: str) -> None:
    html = page(f"<h1>Rope Uno</h1><p>SKU: R-1</p><p>Weight: {text}</p>", "Rope Uno")

    assert answer(html, {"sku": TEXT, "weight_kg": NUMBER}).data == {"sku": "R-1"}


def test_unit_of_time_in_a_name_is_asked_for_in_every_language(answer: Answer) -> None:
    html = page("<h1>Führung</h1><p>Dauer: 2 Stunden</p>", "Führung", language="de")

    assert answer(html, {"dauer_minuten": NUMBER, "dauer_sekunden": NUMBER}).data == {
        "dauer_minuten": 120,
        "dauer_sekunden": 7200,
    }


def test_limited_availability_is_in_stock(answer: Answer) -> None:
    offer = {"price": "5", "priceCurrency": "USD", "availability": "https://schema.org/LimitedAvailability"}
    html = page("<h1>Item Q</h1>", "Item Q", {"@type": "Product", "name": "Item Q", "offers": offer})

    assert answer(html, {"availability": {"enum": ["in_stock", "out_of_stock"]}}).data == {"availability": "in_stock"}


def test_address_below_whom_to_contact_is_not_that_of_the_house(answer: Answer) -> None:
    box = "<div class='side'><h3>Your contact</h3><p>Berg Ltd</p><p>Address: Main St 9, 8010 Graz</p><p>City: Graz</p><p>Phone: 0316 2255</p></div>"
    html = page(f"<h1>Brick House, 4 rooms</h1><p>Price: €310,000</p><p>Area: 120 m²</p>{box}", "Brick House, 4 rooms")

    found = answer(
        html, {"title": TEXT, "price": NUMBER, "area": NUMBER, "rooms": INTEGER, "address": TEXT, "city": TEXT}
    ).data

    assert found["price"] == 310_000 and found["area"] == 120 and not {"address", "city"} & found.keys()


def test_author_and_rating_of_one_block_are_those_of_a_review(answer: Answer) -> None:
    box = "<div><h2>What people think</h2><div><p>Author: Jo</p><p>Rating: 1/5</p><p>Bad.</p></div></div>"

    assert answer(
        page(f"<h1>Aero Lamp</h1><p>$88.00</p>{box}", "Aero Lamp"), {"price": NUMBER, "rating": NUMBER, "author": TEXT}
    ).data == {"price": 88}


def test_labels_in_one_of_several_blocks_are_about_its_heading(answer: Answer) -> None:
    others = "".join(
        f"<div><h3>{name}</h3><p>SKU: {name[0]}-1</p><p>Weight: 9 kg</p></div>" for name in ("Bulb", "Shade")
    )
    html = page(
        f"<h1>Aero Lamp</h1><p>SKU: AL-7</p><p>$88.00</p><div><h2>Frequently paired</h2>{others}</div>", "Aero Lamp"
    )

    assert answer(html, {"sku": TEXT, "price": NUMBER}).data == {"sku": "AL-7", "price": 88}


def test_address_of_mail_is_not_a_person(answer: Answer) -> None:
    html = page(
        "<h1>River levels</h1><table><tr><th>Contact</th><td><a href='mailto:water@city.example'>water@city.example</a></td></tr></table>",
        "River levels",
    )

    assert answer(html, {"contactEmail": TEXT, "contactPerson": TEXT}).data == {"contactEmail": "water@city.example"}


def test_main_entity_of_another_type_answers(answer: Answer) -> None:
    levels = {
        "@type": "Dataset", "name": "River levels 2024", "identifier": "rl-24", "license": "https://licence.example/by", "temporalCoverage": "2024-01-01/2024-12-31",
        "distribution": [{"@type": "DataDownload", "name": f"Levels {kind}", "encodingFormat": kind, "contentUrl": f"https://d.example/{kind}"} for kind in ("CSV", "XML")],
    }  # fmt: skip
    html = page(
        "<h1>River levels 2024</h1><ul><li>Levels CSV</li><li>Levels XML</li></ul>", "River levels 2024", levels
    )
    schema = {
        "title": TEXT,
        "identifier": TEXT,
        "licenseUrl": TEXT,
        "coverageStart": TEXT,
        "coverageEnd": TEXT,
        "resources": objects(name=TEXT, format=TEXT, url=TEXT),
    }

    assert answer(html, schema).data == {
        "title": "River levels 2024", "identifier": "rl-24", "licenseUrl": "https://licence.example/by", "coverageStart": "2024-01-01", "coverageEnd": "2024-12-31",
        "resources": [{"name": f"Levels {kind}", "format": kind, "url": f"https://d.example/{kind}"} for kind in ("CSV", "XML")],
    }  # fmt: skip


def test_heading_that_names_the_page_is_not_the_name_of_the_house(answer: Answer) -> None:
    assert (
        answer(
            page("<h1>Speisekarte</h1><p>Suppe</p>", "Speisekarte - Gasthof Linde", language="de"),
            {"restaurant": TEXT, "name": TEXT},
        ).data
        == {}
    )


def test_time_of_arrival_is_a_time(answer: Answer) -> None:
    html = page(
        "<h1>Linde</h1><dl><dt>Check-in</dt><dd>from 15:00</dd><dt>Check-out</dt><dd>until 10:30</dd></dl>", "Linde"
    )

    assert answer(html, {"checkIn": TEXT, "check_out": TEXT}).data == {"checkIn": "15:00", "check_out": "10:30"}


def test_site_of_one_business_answers_for_it(answer: Answer) -> None:
    inn = {
        "@type": "Hotel",
        "name": "Inn Linde",
        "url": "https://linde.example/",
        "telephone": "+43 316 22",
        "address": {"@type": "PostalAddress", "addressLocality": "Graz"},
    }
    html = page("<h1>Rooms and prices</h1><p>Ask us: +43 316 22, Graz</p>", "Rooms and prices", inn)
    schema = {"name": TEXT, "phone": TEXT, "city": TEXT}

    assert answer(html, schema, url="https://linde.example/rooms").data == {
        "name": "Inn Linde",
        "phone": "+43 316 22",
        "city": "Graz",
    }
    assert not answer(html, schema, url="https://portal.example/rooms").data


def test_instalments_are_not_the_price(answer: Answer) -> None:
    html = page(
        "<h1>Bicicleta dobrável</h1><h2>R$ 1.150</h2><p>Marca: Rodavento</p>", "Bicicleta dobrável", language="pt-BR"
    )
    part = {"type": "object", "properties": {"quantidade": INTEGER, "valor": NUMBER}}

    assert answer(html, {"marca": TEXT, "parcelas": part}).data == {"marca": "Rodavento"}


def test_table_under_another_heading_is_not_the_list(answer: Answer) -> None:
    table = "<h2>Options</h2><table><thead><tr><th>Option</th><th>Meaning</th><th>Since</th></tr></thead><tr><td>--in</td><td>Input folder.</td><td>1</td></tr><tr><td>--out</td><td>Output folder.</td><td>2</td></tr></table>"
    codes = "<h2>Exit codes</h2><dl><dt>0</dt><dd>All is well.</dd><dt>3</dt><dd>No input.</dd></dl>"
    schema = {"exitCodes": objects(code=INTEGER, meaning=TEXT, retry={"type": "boolean"})}

    assert answer(page(f"<h1>brew</h1>{table}{codes}", "brew"), schema).data == {
        "exitCodes": [{"code": 0, "meaning": "All is well."}, {"code": 3, "meaning": "No input."}]
    }
    assert not answer(page(f"<h1>brew</h1>{table}", "brew"), schema).data


def test_list_in_sections_of_one_shape(answer: Answer) -> None:
    sections = (
        ("Starters", (("Soup", "4,50"), ("Salad", "6,00"))),
        ("Mains", (("Trout", "17,80"), ("Goulash", "14,20"))),
    )
    body = "".join(
        f"<section class='k'><h2>{title}</h2>"
        + "".join(f"<div class='g'><h3>{name}</h3><div class='r'>{price}</div></div>" for name, price in dishes)
        + "</section>"
        for title, dishes in sections
    )
    html = page(f"<h1>Menu</h1>{body}", "Menu - Gasthof Linde", language="de")

    assert answer(html, {"dishes": objects(section=TEXT, name=TEXT, price=NUMBER)}).data == {
        "dishes": [
            {"section": title, "name": name, "price": float(price.replace(",", "."))}
            for title, dishes in sections
            for name, price in dishes
        ]
    }


def test_text_that_says_a_word_of_the_property_answers_it(answer: Answer) -> None:
    rooms = "".join(
        f"<article class='room'><h2>{name}</h2><ul><li>{size} m²</li><li>Sleeps {guests} guests</li></ul><p>{price},00 € nightly</p></article>"
        for name, size, guests, price in (("Larch", 20, 2, 90), ("Oak", 31, 4, 140), ("Elm", 25, 3, 110))
    )
    found = answer(
        page(f"<h1>Rooms</h1>{rooms}", "Rooms", language="de"),
        {"rooms": objects(name=TEXT, guests=INTEGER, size_m2=NUMBER, nightly_price=NUMBER)},
    )

    assert found.data["rooms"][0] == {"name": "Larch", "guests": 2, "size_m2": 20, "nightly_price": 90}
    assert found.fields["rooms.0.guests"].confidence < 0.95


def test_only_the_alternative_that_the_page_follows_is_answered(answer: Answer) -> None:
    offer = {"price": "5", "priceCurrency": "USD"}
    article = {"type": "object", "properties": {"headline": TEXT, "author": TEXT}}
    product = {"type": "object", "properties": {"name": TEXT, "price": NUMBER}}

    found = answer(
        page("<h1>Item Q</h1>", "Item Q", {"@type": "Product", "name": "Item Q", "offers": offer}),
        {"type": "object", "oneOf": [article, product]},
    )

    assert found.data == {"name": "Item Q", "price": 5} and not found.missing


@pytest.mark.parametrize(
    ("shown", "sku"), [("Item FW-2201", "FW-2201"), ("ART-123", "ART-123"), ("REF: 123 A", "123 A")]
)
def test_word_before_a_code_is_not_part_of_it(answer: Answer, shown: str, sku: str) -> None:
    goods = "".join(f"<li><h3>Saw {letter}</h3><p class='sku'>{shown}</p><b>$9.5{letter}</b></li>" for letter in "123")

    found = answer(
        page(f"<h1>Saws</h1><ul>{goods}</ul>", "Saws"), {"products": objects(name=TEXT, sku=TEXT, price=NUMBER)}
    ).data

    assert [one["sku"] for one in found["products"]] == [sku] * 3


def test_rent_is_not_the_price_of_a_sale(answer: Answer) -> None:
    html = page("<h1>Mill House, Leeds</h1><p>£435,000</p><p>Bedrooms: 3</p>", "Mill House, Leeds")

    assert answer(html, {"bedrooms": INTEGER, "price": NUMBER, "monthlyRent": NUMBER}).data == {
        "bedrooms": 3,
        "price": 435_000,
    }


def test_fee_beside_a_price_is_another_amount(answer: Answer) -> None:
    offers = [
        {"@type": "Offer", "name": name, "price": price, "priceCurrency": "EUR"}
        for name, price in (("Stalls", "35"), ("Circle", "28"))
    ]
    event = {"@type": "Event", "name": "Winter Concert", "startDate": "2026-12-01T19:00", "offers": offers}
    html = page("<h1>Winter Concert</h1><p>Stalls 35 €, Circle 28 €</p>", "Winter Concert", event)

    found = answer(html, {"name": TEXT, "tickets": objects(name=TEXT, price=NUMBER, fee=NUMBER)}).data

    assert found["tickets"] == [{"name": "Stalls", "price": 35}, {"name": "Circle", "price": 28}]


def test_names_are_not_addresses_of_the_web_and_end_before_the_next_credit(answer: Answer) -> None:
    brand = {"@type": "Product", "name": "Loom Uno", "brand": "https://shop.example/brand/4-monge"}

    assert answer(page("<h1>Loom Uno</h1>", "Loom Uno", brand), {"name": TEXT, "brand": TEXT}).data == {
        "name": "Loom Uno"
    }
    credited = page(
        "<article><h1>How to oil a deck</h1><p>Text: Ann Lee Photo: Bo Ek</p><p>Oil it in May.</p></article>",
        "How to oil a deck",
    )
    assert answer(credited, {"author": TEXT}).data == {"author": "Ann Lee"}


def test_an_amount_in_two_notations_is_read_in_the_asked_one(answer: Answer) -> None:
    html = page("<h1>Oil</h1><table><tr><td>Energy</td><td>3389 kJ / 824 kcal</td></tr></table>", "Oil")

    assert answer(html, {"energy_kcal": NUMBER}).data == {"energy_kcal": 824}


def test_stars_out_of_five_are_those_before_the_five(answer: Answer) -> None:
    review = '<div class="review"><span class="a-profile-name">{}</span><i><span>{} out of 5 stars</span></i> <b>Title</b><p>Text of it.</p></div>'
    html = page(f"<h1>Cup</h1><div>{review.format('Ann Lee', '4.0')}{review.format('Bo Ek', '2.0')}</div>", "Cup")

    assert answer(html, {"reviews": objects(author=TEXT, stars=NUMBER)}).data == {
        "reviews": [{"author": "Ann Lee", "stars": 4}, {"author": "Bo Ek", "stars": 2}]
    }


def test_what_a_page_shows_under_the_name_counts_more_than_a_constant(answer: Answer) -> None:
    job = {"@type": "JobPosting", "title": "Nurse", "employmentType": "PART_TIME"}
    html = page("<h1>Nurse</h1><ul><li><b>Contract</b> Permanent</li></ul>", "Nurse", job)

    assert answer(html, {"title": TEXT, "contract_type": TEXT}).data == {"title": "Nurse", "contract_type": "Permanent"}
    assert answer(html, {"title": TEXT, "employment_type": TEXT}).data["employment_type"] == "PART_TIME"


def test_titles_of_a_page_are_not_a_list_that_it_does_not_name(answer: Answer) -> None:
    parts = "".join(
        f'<section class="part"><h2>{one}</h2><p>Some text.</p></section>'
        for one in ("Prices", "About", "Questions", "Places")
    )

    assert answer(page(f"<h1>Dr Lee</h1>{parts}", "Dr Lee"), {"awards": objects(name=TEXT)}).data == {}


def test_authors_in_one_text_are_several(answer: Answer) -> None:
    html = page(
        "<h1>Eelgrass</h1>",
        "Eelgrass",
        {"@type": "ScholarlyArticle", "headline": "Eelgrass", "author": "Ines Albrecht, Kwame Boateng"},
    )

    assert answer(html, {"title": TEXT, "authors": {"type": "array", "items": TEXT}}).data["authors"] == [
        "Ines Albrecht",
        "Kwame Boateng",
    ]


def test_sections_of_a_page_are_not_the_items_of_a_list(answer: Answer) -> None:
    hours = "<section class='part'><h2>Hours</h2><table class='h'><tr><td>Mon</td><td>8-12</td></tr><tr><td>Tue</td><td>8-12</td></tr></table></section>"
    prices = "<section class='part'><h2>Prices</h2><ul class='p'><li><b>Check</b> <i>40 €</i></li></ul></section>"
    contact = (
        "<section class='part'><h2>Contact</h2><p class='c'>Main street 1</p><p><a href='tel:1'>Call</a></p></section>"
    )
    html = page(f"<h1>Surgery</h1>{hours}{prices}{contact}", "Surgery")

    assert answer(html, {"doctors": objects(name=TEXT, room=TEXT), "persons": objects(name=TEXT)}).data == {}


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Town Catalogue › Details for: A book", {}),
        ("Leaking injector - Steam friends", {}),
        ("Leaking injector", {"title": "Leaking injector"}),
    ],
)
def test_a_title_of_several_parts_that_the_page_does_not_show_is_left_out(
    answer: Answer, title: str, expected: dict[str, str]
) -> None:
    assert answer(page("<p>Text of the page.</p>", title), {"title": TEXT}).data == expected
