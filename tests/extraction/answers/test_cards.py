"""Lists of blocks without markup: goods, news, jobs. The blocks of one shape are the items, others are not."""

# ruff: noqa: E501 - blocks, one a line
from __future__ import annotations

from typing import Any

import pytest

from extraction.answers import declared_answer
from extraction.document.document import open_page
from tests.extraction.answers.test_trusted_answers import CHAIR, INTEGER, NUMBER, TEXT, page

NAMES = ("Alpha lamp", "Beta lamp", "Gamma lamp")


def items(**properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "object", "properties": properties}}


def answered(body: str, named: str, /, *, entities: Any = None, language: str = "en", **properties: Any) -> Any:
    schema = {"type": "object", "properties": {named: items(**properties)}}
    found = declared_answer.answer(open_page(page(entities, body, "Lamps", language=language, path="lamps")), schema)
    return found.data.get(named)


def goods(*more: str) -> str:
    """Three goods: one of them with a sale price, one sold out."""
    prices = ("<del>$25.00</del> <b>$19.00</b>", "<b>$29.00</b>", "<b>$39.00</b>")
    states = ("", "<i>Sold out</i>", "")
    blocks = [
        f'<li class="card n{position}"><a href="/p/{position}"><img src="/{position}.jpg"><h3>{name}</h3></a><span class="card-brand">Kern</span>'
        f'<span class="rating" aria-label="4.{position} out of 5"></span><span class="rating-count">({position}1)</span><p>{price}</p>{state}</li>'
        for position, (name, price, state) in enumerate(zip(NAMES, prices, states, strict=True), 1)
    ]  # fmt: skip
    return f"<h1>Lamps</h1><ul>{''.join([*blocks, *more])}</ul>"


@pytest.mark.parametrize("name", ["products", "items", "results", "lamps", "lamp_list"])
def test_goods_of_a_page_without_markup(name: str) -> None:
    found = answered(goods(), name, name=TEXT, price=NUMBER, oldPrice=NUMBER, brand=TEXT, url=TEXT)

    assert found == [
        {"name": "Alpha lamp", "price": 19, "oldPrice": 25, "brand": "Kern", "url": "https://site.example/p/1"},
        {"name": "Beta lamp", "price": 29, "brand": "Kern", "url": "https://site.example/p/2"},
        {"name": "Gamma lamp", "price": 39, "brand": "Kern", "url": "https://site.example/p/3"},
    ]


def test_ratings_and_what_is_sold_out() -> None:
    boolean = {"type": "boolean"}

    found = answered(
        goods(), "products", name=TEXT, rating=NUMBER, review_count=INTEGER, sold_out=boolean, in_stock=boolean
    )

    assert found == [
        {"name": name, "rating": 4 + position / 10, "review_count": 10 * position + 1, "sold_out": position == 2, "in_stock": position != 2}
        for position, name in enumerate(NAMES, 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name", ["related_products", "competitors", "reviews", "categories", "filters", "recently_viewed", "stores"]
)
def test_list_of_other_entities_is_left_out(name: str) -> None:
    assert answered(goods(), name, name=TEXT, price=NUMBER) is None


def test_list_beside_the_pages_own_entity_is_left_out() -> None:
    own = {**CHAIR, "name": "Lamps"}

    assert answered(goods(), "products", entities=own, name=TEXT, price=NUMBER) is None


def test_advertisement_between_goods_is_not_an_item() -> None:
    advertisement = '<li class="card"><h3>Free delivery from $50</h3></li>'

    assert [item["name"] for item in answered(goods(advertisement), "products", name=TEXT, price=NUMBER)] == [*NAMES]


def test_menu_is_not_a_list_of_goods() -> None:
    menu = "<ul>" + "".join(f'<li class="entry"><a href="/{name}">{name}</a></li>' for name in NAMES) + "</ul>"

    assert answered(f"<h1>Lamps</h1>{menu}", "products", name=TEXT, price=NUMBER) is None


def test_two_lists_of_equal_form_are_not_chosen_between() -> None:
    other = goods().replace("card ", "box ").replace("lamp</h3>", "chair</h3>").replace("<h1>Lamps</h1>", "")

    assert answered(goods() + other, "products", name=TEXT, price=NUMBER) is None


def test_news_with_dates_and_authors() -> None:
    blocks = "".join(
        f'<article><h2><a href="/n/{position}">{name} is here</a></h2><time datetime="2026-01-0{position}">Jan {position}</time>'
        f'<span class="post-author">Ann Lee</span><p>The {name} was shown to many people at the fair of this year.</p></article>'
        for position, name in enumerate(NAMES, 1)
    )

    found = answered(f"<h1>News</h1>{blocks}", "articles", title=TEXT, date=TEXT, author=TEXT, url=TEXT)

    assert found == [
        {"title": f"{name} is here", "date": f"2026-01-0{position}", "author": "Ann Lee", "url": f"https://site.example/n/{position}"}
        for position, name in enumerate(NAMES, 1)
    ]  # fmt: skip


def test_jobs_with_labels_and_classes() -> None:
    blocks = "".join(
        f'<div class="job-item"><h3><a href="/j/{position}">{name} fitter</a></h3><div class="job-item__location">Bonn</div>'
        f"<p>Arbeitszeit: Vollzeit</p></div>"
        for position, name in enumerate(NAMES, 1)
    )

    found = answered(
        f"<h1>Stellen</h1>{blocks}", "jobs", language="de", title=TEXT, location=TEXT, employment_type=TEXT
    )

    assert (
        found[0] == {"title": "Alpha lamp fitter", "location": "Bonn", "employment_type": "Vollzeit"}
        and len(found) == 3
    )


def test_currency_of_a_shop_is_a_condition() -> None:
    body = goods().replace("$", "€")

    assert [item.get("price_eur") for item in answered(body, "products", name=TEXT, price_eur=NUMBER)] == [19, 29, 39]
    assert not any("price_usd" in item for item in answered(body, "products", name=TEXT, price_usd=NUMBER) or ())
