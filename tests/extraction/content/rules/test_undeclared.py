"""Facts that a page does not declare are found by what they are: days, labelled values, phone numbers, the maker of a product."""

from __future__ import annotations

import pytest

from extraction.content.blocks import Block, Outline
from extraction.content.rules import dated_lines
from extraction.content.rules.contacts import with_phone
from extraction.content.rules.heading_facts import maker_beside_heading
from extraction.content.rules.properties import with_properties
from extraction.document.document import parse

TEXT = "<p data-in>The lamp has a shade of linen and a foot of oak.</p>"


def blocks_of(body: str) -> tuple[list[Block], list[Block], Block]:
    """All blocks, those that are kept, and the main heading."""
    blocks = Outline(parse(f"<body>{body}</body>").find("body")).blocks
    retained = [block for block in blocks if block.container.tag == "h1" or "data-in" in block.container.element.attrib]
    return blocks, retained, next(block for block in blocks if block.container.tag == "h1")


def added(body: str, rule: object) -> list[str]:
    blocks, retained, anchor = blocks_of(body)
    found = rule(blocks, retained, anchor)  # type: ignore[operator]
    return [block.text for block in found if block not in retained]


@pytest.mark.parametrize(
    "phone",
    [
        "+420 700 555 021",
        "Tel. 01904 555 023",
        "Telefon: (0)431 555 01 20",
        "266 555 041",
        "<a href='tel:1'>0571 555 011</a>",
    ],
)
def test_container_of_a_seller_beside_the_offer_stays_with_its_phone(phone: str) -> None:
    card = f"<aside><p>Anna Berg</p><p>Mill Lane 3</p><p>{phone}</p><a href='/all'>All offers</a></aside>"

    texts = added(f"<main><div><h1>House</h1>{TEXT}</div>{card}</main>", with_phone)

    assert texts[:2] == ["Anna Berg", "Mill Lane 3"] and len(texts) == 3


@pytest.mark.parametrize(
    "body",
    [
        f"<header>0571 555 011</header><main><h1>House</h1>{TEXT}</main>",
        f"<main><h1>House</h1>{TEXT}<footer>0571 555 011</footer></main>",
        f"<main><h1>House</h1>{TEXT}</main><p>0571 555 011</p>",
        f"<main><p>0571 555 011</p><h1>House</h1>{TEXT}</main>",
        f"<main><h1>House</h1>{TEXT}<p data-in>+49 30 555 012</p><p>0571 555 011</p></main>",
        f"<main><h1>House</h1>{TEXT}<p>07.01.2025</p><p>08:00 - 12:00</p><p>978-952-00-0000-4 is a number</p></main>",
    ],
    ids=["header", "footer", "outside", "above the heading", "another phone", "other numbers"],
)
def test_other_phones_and_numbers_do_not_come_back(body: str) -> None:
    assert added(body, with_phone) == []


def test_loan_beside_a_phone_is_not_part_of_its_container() -> None:
    card = "<aside><div><p>Anna Berg</p><p>0571 555 011</p></div><p>Loan: 39 812 Kč</p></aside>"

    assert added(f"<main><h1>House</h1>{TEXT}{card}</main>", with_phone) == ["Anna Berg", "0571 555 011"]


PAIRS = "<h2>Licence</h2><p>Open 2.0</p><h2>Updated</h2><p>14 March 2026</p><h2>Contact</h2><p>data@kalm.example</p>"


@pytest.mark.parametrize(
    "pairs", [PAIRS, "<dl>" + PAIRS.replace("h2", "dt").replace("p>", "dd>") + "</dl>"], ids=["headings", "definitions"]
)
def test_labels_with_one_value_each_stay(pairs: str) -> None:
    texts = added(f"<main><h1>Counts</h1>{TEXT}<aside>{pairs}</aside></main>", with_properties)

    assert texts == ["Licence", "Open 2.0", "Updated", "14 March 2026", "Contact", "data@kalm.example"]


CELLS = "".join(f"<p class=label>{label}</p><p class=value>{value}</p>" for label, value in (
    ("Licence", "Open 2.0"), ("Fee", "12 €"), ("Updated", "14 March 2026"), ("Contact", "data@kalm.example"),
))  # fmt: skip


def test_labels_that_only_a_style_sheet_tells_stay() -> None:
    texts = added(
        f"<main><h1>Counts</h1>{TEXT}<aside>{CELLS}<h2>Used by</h2><p>Anna</p></aside></main>", with_properties
    )

    assert texts[:4] == ["Licence", "Open 2.0", "Fee", "12 €"] and texts[-1] == "data@kalm.example"


@pytest.mark.parametrize(
    "pairs",
    [
        PAIRS.replace("<p>", "<p><a href='/x'>").replace("</p>", "</a></p>"),
        PAIRS.replace("Open 2.0", "12 €").replace("14 March 2026", "14 €"),
        PAIRS.replace("Open 2.0", "Updated"),
        f"<footer>{PAIRS}</footer>",
        "<h2>Licence</h2><p>Open 2.0</p><h2>Updated</h2><p>14 March 2026</p>",
        f"<div class='related-items'>{PAIRS}</div>",
        PAIRS.replace("Licence", "section_bg_color").replace("Open 2.0", "https://cdn.example/1.jpg"),
    ],
    ids=["links", "prices", "labels", "footer", "two", "named as others", "values of a theme"],
)
def test_other_titles_with_texts_do_not_come_back(pairs: str) -> None:
    assert added(f"<main><h1>Counts</h1>{TEXT}<div>{pairs}</div></main>", with_properties) == []


def test_day_of_a_review_stays_beside_its_text() -> None:
    review = "<div><div><span>Anna</span> 12 May 2026</div><p data-in>The lamp is very good.</p></div>"

    texts = added(
        f"<main><div><h1>Lamp</h1>{TEXT}</div>{review}<div>1 June 2026</div></main>", dated_lines.beside_texts
    )

    assert texts == ["Anna 12 May 2026"]


def test_line_with_a_day_in_the_container_of_the_heading_stays() -> None:
    head = "<header><h1>Cook</h1><ul><li>Full time</li></ul><p>Published on 9 November 2026 · Ref. EL-71</p></header>"
    page = f"<div><p>Closed on 6.12.2026</p></div><main>{head}{TEXT}<p>Start: 1 May 2027</p></main>"

    assert added(page, dated_lines.beside_heading) == ["Published on 9 November 2026 · Ref. EL-71"]


@pytest.mark.parametrize(
    ("beside", "expected"),
    [
        ("<a href='/brand'>Tidewrack</a>", ["Tidewrack"]),
        ("<p>Add to the list of wishes</p>", []),
        ("<p>12 left</p>", []),
        ("<button>Share</button>", []),
        ("<p>Colour:</p>", []),
    ],
)
def test_maker_above_the_heading_of_a_product_stays(beside: str, expected: list[str]) -> None:
    blocks, retained, anchor = blocks_of(f"<main><div>{beside}<h1>Lamp</h1><p>4.2</p></div>{TEXT}</main>")
    unkept = [block for block in blocks if block not in retained and block.container.tag != "button"]

    assert [block.text for block in maker_beside_heading(blocks, unkept, anchor)] == expected
