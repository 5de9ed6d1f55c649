"""What makes answers right on pages of habits that no rule was made for: labels of many languages, lists, tables, blocks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from contract.capture import PageCapture
from extraction.answers import declared_answer
from extraction.answers.schema import glossary
from extraction.answers.values import ingredients
from extraction.document.document import open_page
from training.dataset import capture

TEXT, NUMBER, FLAG = {"type": "string"}, {"type": "number"}, {"type": "boolean"}
DAY = {"type": "string", "format": "date"}


def page(body: str, language: str = "en", title: str = "Oak Chair") -> PageCapture:
    return capture(f'<html lang="{language}"><head><title>{title}</title></head><body>{body}</body></html>'.encode())


def answered(body: str, properties: dict[str, Any], language: str = "en", title: str = "Oak Chair") -> dict[str, Any]:
    schema = {"type": "object", "properties": properties}
    return declared_answer.answer(open_page(page(body, language, title)), schema).data


def objects(**properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "object", "properties": properties}}


TEXTS = {"type": "array", "items": TEXT}


@pytest.mark.parametrize(
    ("language", "row", "properties", "expected"),
    [
        ("de", "<dt>Kilometerstand</dt><dd>84.300 km</dd>", {"mileage_km": NUMBER}, {"mileage_km": 84300}),
        ("de", "<dt>Leistung</dt><dd>96 kW (131 PS)</dd>", {"power_kw": NUMBER}, {"power_kw": 96}),
        ("de", "<dt>Anzahl der Türen</dt><dd>5</dd>", {"doors": NUMBER}, {"doors": 5}),
        ("de", "<dt>Kraftstoff</dt><dd>Benzin</dd>", {"fuel": {"enum": ["petrol", "diesel"]}}, {"fuel": "petrol"}),
        ("ru", "<dt>Запас хода</dt><dd>35 км</dd>", {"rangeKm": NUMBER}, {"rangeKm": 35}),
        ("fr", "<dt>Matière</dt><dd>Chêne</dd>", {"specs": {"type": "object", "properties": {"material": TEXT}}},
         {"specs": {"material": "Chêne"}}),
        ("en", "<dt>Weight</dt><dd>12–14 kg</dd>", {"weight_kg": NUMBER}, {}),
        ("en", "<dt>Weight</dt><dd>1.3 lb</dd>", {"weight_grams": {**NUMBER, "description": "only if the page gives grams"}}, {}),
        ("en", "<dt>Phone</dt><dd>555 010 2030</dd>",
         {"sku": TEXT, "dealer": {"type": "object", "properties": {"phone": TEXT}}}, {}),
    ],
)  # fmt: skip
def test_labels_of_the_page_answer(
    language: str, row: str, properties: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert answered(f"<h1>Oak Chair</h1><dl>{row}</dl>", properties, language) == expected


@pytest.mark.parametrize(
    ("body", "properties", "expected"),
    [
        ("<ul><li>4 bedrooms</li><li>2 bathrooms</li></ul>", {"bedrooms": NUMBER, "bathrooms": NUMBER},
         {"bedrooms": 4, "bathrooms": 2}),
        ("<p>213 reviews</p>", {"rating": NUMBER}, {}),
        ("<h2>Your tasks</h2><ul><li>Check cranes</li><li>Find faults</li></ul>", {"tasks": TEXTS},
         {"tasks": ["Check cranes", "Find faults"]}),
        ("<h2>Opening hours</h2><table><tr><td>Monday</td><td>8:00-12:00</td></tr><tr><td>Tuesday</td><td>closed</td></tr></table>",
         {"openingHours": objects(day=TEXT, hours=TEXT)},
         {"openingHours": [{"day": "Monday", "hours": "8:00-12:00"}, {"day": "Tuesday", "hours": "closed"}]}),
        ("<label>Size</label><select><option>Choose</option><option>S</option><option>M - Sold out</option></select>",
         {"sizes": TEXTS}, {"sizes": ["S", "M"]}),
        ("<table><tr><th></th><th>Solo</th><th>Team</th></tr><tr><th>Storage</th><td>5 GB</td><td>50 GB</td></tr>"
         "<tr><th>Support</th><td>–</td><td>E-mail</td></tr></table>",
         {"plans": objects(name=TEXT, storage=TEXT, support=TEXT)},
         {"plans": [{"name": "Solo", "storage": "5 GB"}, {"name": "Team", "storage": "50 GB", "support": "E-mail"}]}),
    ],
)  # fmt: skip
def test_lists_and_tables_answer_under_their_titles(
    body: str, properties: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert answered(f"<h1>Oak Chair</h1>{body}", properties) == expected


def test_league_tables_abbreviate_their_headers() -> None:
    rows = "<tr><td>1</td><td>Fano</td><td>9</td><td>8</td><td>1</td><td>24</td></tr>" * 2
    body = f"<table><tr><th>#</th><th>Squadra</th><th>G</th><th>V</th><th>P</th><th>Pt</th></tr>{rows}</table>"

    found = answered(
        body, {"standings": objects(team=TEXT, played=NUMBER, won=NUMBER, lost=NUMBER, points=NUMBER)}, "it"
    )

    assert found["standings"][0] == {"team": "Fano", "played": 9, "won": 8, "lost": 1, "points": 24}


def test_time_of_day_beside_a_date_is_not_a_moment() -> None:
    declared = '{"@type":"Event","name":"Oak Chair","startDate":"2025-10-18T21:30:00+02:00"}'
    event = f'<script type="application/ld+json">{declared}</script>'

    found = answered(f"<h1>Oak Chair</h1>{event}", {"event_name": TEXT, "date": DAY, "start_time": TEXT})

    assert (found["date"], found["start_time"]) == ("2025-10-18", "21:30")


def test_blocks_about_others_are_found_by_words_in_any_position_and_never_hold_the_main_heading() -> None:
    others = '<div class="SimilarAds_item"><dl><dt>Colour</dt><dd>Red</dd></dl></div>'
    other = "<section><h3>Annonces similaires</h3><dl><dt>Colour</dt><dd>Red</dd></dl></section>"
    own = '<div class="sidebar-left"><h1>Oak Chair</h1><dl><dt>Material</dt><dd>Oak</dd></dl></div>'

    assert answered(own + others + other, {"material": TEXT, "color": TEXT}) == {"material": "Oak"}


def test_cut_description_is_left_out_and_a_whole_paragraph_is_completed() -> None:
    cut = '<meta name="description" content="The quietest grinder that we have…">'
    short = '<meta name="description" content="Bags of canvas, leather and wool.">'
    shown = "<h1>Bags</h1><p>Bags of canvas, leather and wool. We repair everything.</p>"

    assert "description" not in answered(f"{cut}<h1>Bags</h1>", {"description": TEXT}, title="Bags")
    whole = answered(f"{short}{shown}", {"description": TEXT}, title="Bags")
    assert whole == {"description": "Bags of canvas, leather and wool. We repair everything."}


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("2 tbsp unsalted butter", ("2", "tbsp", "unsalted butter")),
        ("1 1/2 lb parsnips (peeled)", ("1 1/2", "lb", "parsnips")),
        ("300 g Mehl", ("300", "g", "Mehl")),
        ("salt (to taste)", ("", "", "salt")),
        ("2 eggs", ("2", "", "eggs")),
    ],
)
def test_lines_of_ingredients_are_divided(line: str, parts: tuple[str, str, str]) -> None:
    found = ingredients.read(line)

    assert found is not None and (found.quantity, found.unit, found.name) == parts


def test_labels_ignore_units_and_verbs_of_a_name() -> None:
    assert "gewicht" in glossary.labels_for("weight_kg")
    assert "aufzug" in glossary.labels_for("hasLift")
    assert glossary.labels_for("zorvath") == ()


def test_labelled_value_ends_at_the_next_label_and_a_note_is_none() -> None:
    body = (
        "<h1>Oak Chair</h1><p>Company number: 00001112, VAT: GB00001112</p><p>Former price: <s>EUR 90</s> (-14 %)</p>"
    )

    assert answered(body, {"company_number": TEXT, "former_price": NUMBER}) == {"company_number": "00001112"}


def test_amounts_before_names_are_amounts() -> None:
    rows = "".join(
        f"<li><span class=amount>{amount}</span> <span class=name>{name}</span></li>"
        for amount, name in (("300 g", "Chickpeas"), ("2", "Cloves of garlic"), ("150 ml", "Passata"))
    )
    found = answered(
        f"<h1>Soup</h1><h2>Ingredients</h2><ul>{rows}</ul>", {"ingredients": objects(name=TEXT, amount=TEXT)}
    )

    assert found["ingredients"][0] == {
        "name": "Chickpeas",
        "amount": "300 g",
    }


def test_price_and_telephone_that_the_page_does_not_show_are_not_sure() -> None:
    offer = '"offers":{"@type":"Offer","price":"49.00","priceCurrency":"EUR"}'
    product = f'<script type="application/ld+json">{{"@type":"Product","name":"Oak Chair",{offer}}}</script>'
    schema = {"type": "object", "properties": {"name": TEXT, "price": NUMBER}}

    found = declared_answer.answer(open_page(page(f"<h1>Oak Chair</h1>{product}<p>Made of oak.</p>")), schema)

    assert found.data == {"name": "Oak Chair", "price": 49} and found.fields["price"].confidence < 0.7


QUESTIONS = {"items": objects(question=TEXT, answer=TEXT)}


def test_items_of_any_name_are_the_questions_of_the_page() -> None:
    body = "<h1>Help</h1><h3>Who can apply?</h3><p>Residents.</p><h3>What does it cost?</h3><p>Nothing.</p>"

    found = answered(f"<main>{body}</main>", QUESTIONS, title="Help")

    assert found == {
        "items": [
            {"question": "Who can apply?", "answer": "Residents."},
            {"question": "What does it cost?", "answer": "Nothing."},
        ]
    }


def test_an_appeal_below_a_list_of_questions_is_not_one_of_them() -> None:
    rows = "".join(f"<dt>Question {number}?</dt><dd>Answer {number}.</dd>" for number in range(3))
    body = (
        f"<main><h1>Help</h1><dl>{rows}</dl><section><h2>Ready to start?</h2><p>Join 8,700 firms.</p></section></main>"
    )

    found = answered(body, QUESTIONS, title="Help")

    assert [one["question"] for one in found["items"]] == ["Question 0?", "Question 1?", "Question 2?"]


def test_heading_in_the_head_of_the_site_is_not_the_name_of_what_the_page_is_about() -> None:
    body = "<header><h2>Jars and Cakes</h2></header><h3>Plum jam</h3><p>Three kilos of plums.</p>"

    found = answered(body, {"title": TEXT}, title="Jars and Cakes: Plum jam")

    assert found.get("title") != "Jars and Cakes"


@pytest.mark.parametrize("block", ['<p class="h3">Vistos recientemente</p>', ""])
def test_recently_viewed_goods_are_not_what_a_page_lists(block: str) -> None:
    names = ("Red Vase", "Brass Lamp", "Wool Rug")
    viewed = "".join(
        f'<article class="mini"><p class="title">{name}</p><p>{len(name)} €</p></article>' for name in names
    )
    named = "" if block else ' class="viewed-products"'
    body = f"<h1>Textiles</h1><p>We have 23 products.</p><section{named}>{block}{viewed}</section>"

    found = answered(body, {"items": objects(name=TEXT, price=NUMBER)}, "es", title="Textiles")

    assert found == {}


def test_address_is_never_cut_to_what_the_page_shows_without_its_postal_code() -> None:
    position = {
        "@type": "PostalAddress",
        "streetAddress": "8 Canal St",
        "addressLocality": "London",
        "postalCode": "N1 7AA",
    }
    owner = {"@type": "Plumber", "name": "Marsh", "address": {**position, "addressCountry": "GB"}}
    script = f'<script type="application/ld+json">{json.dumps(owner)}</script>'

    found = answered(
        f"{script}<h1>Marsh</h1><p>8 Canal St, London</p>", {"address": TEXT, "phone": TEXT}, title="Marsh"
    )

    assert found == {"address": "8 Canal St, London, N1 7AA, GB"}


def test_time_beside_a_label_is_not_a_step_of_the_recipe() -> None:
    body = "<h1>Bean Soup</h1><div><span>Preparation</span> <span>15 minutes</span></div>"

    assert answered(body, {"steps": TEXTS, "name": TEXT}, title="Bean Soup").get("steps") is None
