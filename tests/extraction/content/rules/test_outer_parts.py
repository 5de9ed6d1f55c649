"""What is outside of a page's main part is left out, unless it is a text, or what people say about the entity."""

from __future__ import annotations

import pytest

from extraction.content.blocks import Outline
from extraction.content.rules.other_entities import without_other_entities
from extraction.document.document import parse
from tests.extraction.content.rules.limits import words

TEXT = "".join(
    f"<p>The office number {number} is open for all who live in the town of Kalm.</p>" for number in range(9)
)
SHOP = "".join(f"<div class=media><h5>Pen {number}</h5>{number}90 Kč</div>" for number in range(1, 4))
LIST = "".join(f"<li><h3>House {number}</h3><p>{number} rooms, {number}00.000 €</p></li>" for number in range(1, 25))


def retained(body: str, kind: str) -> str:
    """The texts that stay of a page of which all is kept."""
    blocks = Outline(parse(f"<body>{body}</body>").find("body")).blocks
    return "\n".join(block.text for block in without_other_entities(blocks, blocks, kind))


@pytest.mark.parametrize(
    "part",
    [
        f"<aside><h3>On the bench</h3>{SHOP}</aside>",
        f"<div class=col><h3>On the bench</h3>{SHOP}</div>",
        "<section><figure><blockquote>“Our Pen 2 was never so tidy.”</blockquote></figure></section>",
        "<section><h2>In use</h2><p>A map, by Pen 2</p></section>",
    ],
    ids=["side column", "column", "praise", "titled entry"],
)
@pytest.mark.parametrize("kind", ["service", "article", ""])
def test_parts_beside_the_main_part_are_left_out(part: str, kind: str) -> None:
    text = retained(f"<main><h1>Office</h1>{TEXT}</main>{part}", kind)

    assert "Pen 2" not in text and "bench" not in text and "number 8" in text


@pytest.mark.parametrize(
    "part",
    [
        "<section><h2>How to find us</h2><p>The bus stops at Pen 2, 150 metres away, and cars park in the yard.</p></section>",
        "<section><h2>Reviews</h2><p>Anna, 12 May 2026</p><p>The Pen 2 is good.</p></section>",
        "<section><h2>Reviews</h2><p>Pen 2: 4.6 of 5, 38 reviews</p></section>",
        "<div><h3>How to find us</h3><h4>By bus</h4><p>Line 4 stops at Pen 2, 150 metres away, on all days of the week.</p></div>",
        "<section><h2>行き方</h2><p>バスはPen 2の前に止まります。駐車場は庭にあり、三十分まで無料です。</p></section>",
    ],
    ids=["text", "dated text", "rating", "title above a title", "East Asian text"],
)
def test_texts_and_reviews_beside_the_main_part_stay(part: str) -> None:
    text = retained(f"<main><h1>Office</h1>{TEXT}</main>{part}", "service")

    assert "Pen 2" in text and len(text.splitlines()) == part.count("<h") + part.count("<p") + 10


def test_strips_above_the_main_part_are_left_out_and_dates_stay() -> None:
    page = f"<div>{{}}</div><main><h1>Office</h1>{TEXT}</main>"

    assert "licence" not in retained(page.format("<p>Buy a licence: 58,50 €</p>"), "article")
    assert "May" in retained(page.format("<p>12 May 2026</p>"), "article")


def test_priced_parts_beside_a_product_are_left_out_if_its_own_price_is_in_the_main_part() -> None:
    page = f"<main><h1>Wine</h1>{{}}{TEXT}</main><section><h2>Lately</h2><p>Red wine</p><p>5 150 Ft</p></section>"

    assert "Red wine" not in retained(page.format("<p>2 990 Ft</p>"), "product")
    assert "Red wine" in retained(page.format(""), "product")


@pytest.mark.parametrize("kind", ["listing", "collection"])
def test_titled_parts_below_a_list_and_page_numbers_are_left_out(kind: str) -> None:
    part = "<section><h2>What does it cost?</h2><p>On average: 6.874 €</p></section>"
    text = "<section><h2>About Kalm</h2><p>Kalm is a town of two rivers with a school, a market and many old houses.</p></section>"

    found = retained(f"<main><h1>Houses</h1><ul>{LIST}</ul><a href='?2'>2</a><div>{part}{text}</div></main>", kind)

    assert "average" not in found and "2" not in found.splitlines()
    assert "two rivers" in found and "House 8" in found


@pytest.mark.parametrize("kind", ["documentation", "forum"])
def test_reference_texts_and_threads_stay_whole(kind: str) -> None:
    assert "Pen 2" in retained(f"<main><h1>Office</h1>{TEXT}</main><div><h2>Usage</h2><p>Pen 2</p></div>", kind)


FIELDS = "<label>Name<input></label><label>Message<textarea></textarea></label><p>Files: pdf, doc</p>"


def test_forms_with_several_fields_are_left_out_with_their_headings() -> None:
    text = retained(f"<main><h1>Office</h1><div><h2>Apply</h2><form>{FIELDS}</form></div>{TEXT}</main>", "article")

    assert "pdf" not in text and "Apply" not in text and "number 8" in text


@pytest.mark.parametrize(
    "page",
    [
        f"<form><h1>Office</h1>{TEXT}{FIELDS}</form>",
        f"<h1>Office</h1>{TEXT}<form><input name=quantity><p>Files: pdf, doc</p></form>",
    ],
    ids=["around the page", "one field"],
)
def test_other_forms_stay(page: str) -> None:
    assert "pdf" in retained(page, "product")


@pytest.mark.parametrize(("count", "stays"), [(15, True), (16, False)])
def test_page_of_few_words_has_no_main_part(count: int, stays: bool) -> None:
    text = retained(
        f"<main><h1>Office</h1><p>{words(count)}</p></main><div><h3>Bench</h3><p>Pen 2</p></div>", "article"
    )

    assert ("Pen 2" in text) == stays


def test_heading_alone_is_not_a_main_part() -> None:
    assert "Water." in retained("<h1>The river rose in the night</h1><p>Water.</p>", "article")


def test_second_list_of_a_page_stays() -> None:
    other = LIST.replace("House", "Flat")

    assert "Flat 8" in retained(f"<main><h1>Houses</h1><ul>{LIST}</ul><h2>Flats</h2><ul>{other}</ul></main>", "listing")
