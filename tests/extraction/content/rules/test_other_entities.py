"""Recommended products, newsletters and counts of stars are not content, whatever they are called."""

from __future__ import annotations

import lxml.html
import pytest

from extraction.content.blocks import Outline
from extraction.content.rules.other_entities import without_other_entities
from extraction.content.rules.other_titles import is_other_title

TEXT = "".join(
    f"<p>The lamp number {number} has a shade of linen and a foot of oak, made in a small workshop.</p>"
    for number in range(9)
)
CARDS = "".join(
    f"<li><a href='/p{number}'>Other lamp {number}</a><span>{number}9,50 €</span></li>" for number in range(1, 5)
)
TITLES = """You may also like
Customers who bought this item also bought
Related products
Recently viewed
Frequently bought together
Das könnte Ihnen auch gefallen
Ähnliche Artikel
Kunden kauften auch
Zuletzt angesehen
Vous aimerez aussi
Produits similaires
Récemment consultés
También te puede gustar
Productos relacionados
Potrebbe interessarti anche
Prodotti correlati
Você também pode gostar
Gerelateerde producten
Anderen bekeken ook
Podobne produkty
Klienci kupili także
Související produkty
Relaterade produkter
Похожие товары
С этим товаром покупают
Benzer ürünler
منتجات ذات صلة
関連商品
この商品を見た人はこんな商品も見ています
最近チェックした商品
猜你喜欢
相关商品
관련 상품
최근 본 상품
""".splitlines()


def retained(body: str, kind: str = "product", *, is_small: bool = False, left_out: str = "") -> str:
    """The texts that stay of a page of which all is kept, save one text."""
    blocks = Outline(lxml.html.fromstring(f"<body>{body}</body>")).blocks
    all_retained = [block for block in blocks if block.text != left_out]
    return "\n".join(block.text for block in without_other_entities(blocks, all_retained, kind, is_small=is_small))


@pytest.mark.parametrize("title", TITLES)
def test_recommended_goods_are_left_out(title: str) -> None:
    text = retained(
        f"<main><h1>Lamp</h1>{TEXT}<section><h2>{title}</h2><ul>{CARDS}</ul></section><h2>Care</h2><p>Wipe it.</p></main>"
    )

    assert "Other lamp" not in text and title not in text and "Wipe it." in text and "number 8" in text


@pytest.mark.parametrize(
    "part",
    [
        f"<div><div><h3>Related products</h3><p>Chosen for you</p><a href='/all'>All</a></div><ul>{CARDS}</ul></div>",
        f"<table><tr><td>Customers who bought this also bought</td></tr></table><table><tr>{CARDS}</tr></table>",
        f"<div><strong>Recently viewed</strong><ul>{CARDS}</ul></div>",
        f"<h2>Recommended products</h2>{CARDS}",
    ],
    ids=["header with a subtitle", "tables", "title without a heading", "no container of its own"],
)
def test_goods_are_left_out_in_any_markup(part: str) -> None:
    assert "Other lamp" not in retained(f"<main><h1>Lamp</h1>{TEXT}<div>{part}</div></main>")


@pytest.mark.parametrize(
    "body",
    [
        f"<main><h1>Related products</h1><ul>{CARDS}</ul></main>",
        f"<main><h1>Lamps</h1><section><h2>Bestsellers</h2><ul>{CARDS * 3}</ul></section></main>",
        f"<main><h1>Lamp</h1>{TEXT}<p>Customers who bought this lamp told us about its warm light.</p></main>",
    ],
    ids=["the page is the list", "most of the text", "a sentence"],
)
def test_the_pages_own_parts_stay(body: str) -> None:
    blocks = Outline(lxml.html.fromstring(f"<body>{body}</body>")).blocks

    assert without_other_entities(blocks, blocks, "product") == blocks


def test_a_text_about_newsletters_stays_and_goods_in_it_go() -> None:
    section = "<section><h2>Newsletter tools</h2><p>They send mail.</p><p>They count.</p><p>They stop.</p></section>"
    goods = f"<section><h2>Bestsellers</h2><ul>{CARDS}</ul></section>"

    text = retained(f"<article><h1>Mail</h1>{TEXT}{section}{goods}</article>", "article")

    assert "They count." in text and "Other lamp" not in text


@pytest.mark.parametrize(
    "label", ["{} star", "{} stars", "{} Sterne", "{} étoiles", "{} estrellas", "{}つ星", "{} звезды", "{} звёзд"]
)
def test_counts_of_reviews_by_stars_are_left_out(label: str) -> None:
    rows = "".join(
        f"<div><span>{label.format(stars)}</span><div>{stars}0%</div><div>({stars})</div></div>"
        for stars in (5, 4, 3, 2, 1)
    )

    text = retained(f"<main><h1>Lamp</h1>{TEXT}<div>4.62 out of 5</div>{rows}<p>A fine lamp.</p></main>")

    assert "50%" not in text and "(3)" not in text and "4.62 out of 5" in text and "A fine lamp." in text


def test_counts_of_several_stars_in_one_text_are_left_out() -> None:
    text = retained(f"<main><h1>Lamp</h1>{TEXT}<p>5 estrelas 68% 4 estrelas 24%</p><p>37% / 40%</p></main>")

    assert "estrelas" not in text and "37% / 40%" in text


STORIES = "".join(f"<li><a href='/{number}'>Story {number} of the town</a></li>" for number in range(4))


@pytest.mark.parametrize(
    "title",
    [
        "Related stories",
        "You might also like",
        "Ähnliche Themen",
        "Du même auteur",
        "相关新闻",
        "関連ニュース",
        "관련 기사",
    ],
)
def test_lists_about_other_entities_are_left_out_of_texts(title: str) -> None:
    section = f"<div><h3>{title}</h3><ul>{STORIES}</ul></div>"

    assert "Story" not in retained(f"<main><h1>Lamp</h1>{TEXT}{section}</main>", "article")
    assert "Story" not in retained(f"<main><h1>Lamp</h1>{TEXT}{section}</main>", "article", left_out=title)
    assert "Story" in retained(f"<main><h1>Lamp</h1>{TEXT}{section}</main>", "listing")


@pytest.mark.parametrize(
    "part",
    [
        "<section><h2>Letters from the workshop</h2><p>Monthly.</p><form><input type=email><button>Go</button></form></section>",
        "<div class=newsletter-block><h2>Letters from the workshop</h2><p>Monthly.</p></div>",
        "<ul><li><p>Sponsored</p><h3>Letters from the workshop</h3><p>3,00 €</p></li></ul>",
    ],
)
def test_forms_for_an_address_and_advertisements_are_left_out(part: str) -> None:
    text = retained(f"<main><h1>Lamp</h1>{TEXT}{part}</main>", "article")

    assert "Letters" not in text and "number 8" in text


def test_form_around_the_page_stays() -> None:
    assert "Short." in retained(f"<form><input type=email><h1>Lamp</h1><p>Short.</p></form>{TEXT}", "article")


@pytest.mark.parametrize("part", ["<div id=header>{}</div>", "<div class='site-footer'>{}</div>", "<aside>{}</aside>"])
def test_headers_and_footers_of_small_pages_are_left_out(part: str) -> None:
    page = f"{part.format('<p>Free delivery from 40 €</p>')}<div><h1>Lamp</h1>{TEXT}</div>"

    assert "Free" not in retained(page, "product", is_small=True) and "Free" in retained(page, "product")


def test_entries_that_are_named_after_a_sidebar_stay() -> None:
    entries = "".join(f"<li class='pledge-sidebar'><h3>Pledge {number}</h3></li>" for number in range(3))

    assert "Pledge 2" in retained(f"<h1>Lamp</h1>{TEXT}<ol>{entries}</ol>", "article", is_small=True)


@pytest.mark.parametrize(
    "title", ["YOU MAY ALSO LIKE", "Son bakilan ilanlar", "SON BAKILAN ILANLAR", "Ähnliche ARTIKEL"]
)
def test_titles_are_recognised_in_any_case(title: str) -> None:
    assert is_other_title(title)
