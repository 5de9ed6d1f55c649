"""A label and its value are one line, also where a style sheet sets them side by side."""

# ruff: noqa: E501 - a table of rows
from __future__ import annotations

import pytest

from extraction.document.document import parse
from extraction.markdown import joined_words, writer

ROWS = [
    (
        "blocks in rows",
        "<div class=r><div class=k>Year</div><div class=v>2021</div></div><div class=r><div class=k>Fuel</div><div class=v>Petrol</div></div>",
        "- Year: 2021\n- Fuel: Petrol",
    ),
    (
        "spans in rows",
        "<div class=pair><span class=k>Address</span><span class=v>Quay 1</span></div>"
        "<div class=pair><span class=k>Dogs</span><span class=v>not allowed</span></div>",
        "Address Quay 1\n\nDogs not allowed",
    ),
    (
        "spans in the items of a list",
        "<ul><li><span class=k>Rooms:</span><span class=v>3</span></li><li><span class=k>Size:</span><span class=v>94 m²</span></li></ul>",
        "- Rooms: 3\n- Size: 94 m²",
    ),
    (
        "cells that follow each other",
        "<div class=grid><div class=k>Gear</div><div class=v>Manual</div><div class=k>Doors</div><div class=v>5</div></div>",
        "- Gear: Manual\n- Doors: 5",
    ),
    ("terms without their list", "<div><dt>Licence</dt><dd>MIT</dd></div>", "Licence: MIT"),
    ("a lone row with a number", "<div><div class=k>Price</div><div class=v>€20</div></div>", "Price: €20"),
    ("a lone row in a line", "<div><span class=k>Price</span><span class=v>€20</span></div>", "Price €20"),
    ("a label with its colon", "<div><div>Weight:</div><div>two kilos</div></div>", "Weight: two kilos"),
    ("a label that is text of the row", "<div>Former price <div>€ 17.900</div></div>", "Former price € 17.900"),
    (
        "numbers before their units",
        "<div class=s><div class=n>500+</div><div>customers</div></div><div class=s><div class=n>12</div><div>shops</div></div>",
        "- 500+ customers\n- 12 shops",
    ),
    (
        "rows of alike cells with numbers",
        "<div><div>Seats</div><div>5</div></div><div><div>Doors</div><div>3</div></div>",
        "- Seats 5\n- Doors 3",
    ),
    (
        "things in a row",
        "<div class=t><span>3 rooms</span><span>94 m²</span></div><div class=t><span>2 rooms</span><span>81 m²</span></div>",
        "3 rooms 94 m²\n\n2 rooms 81 m²",
    ),
]  # fmt: skip
OTHERS = [
    ("sentences", "<div><div class=k>Note</div><div class=v>The shop was closed by its owner in 2019.</div></div>"),
    ("two columns of names", "<div><div>Berlin</div><div>Kiel</div></div><div><div>Bonn</div><div>Köln</div></div>"),
    ("a name and a day", "<div><div class=author>Anna Berg</div><div class=date>12 March 2026</div></div>"),
    ("headings", "<div><h3>Size</h3><div>94 m²</div></div><div><h3>Rooms</h3><div>3</div></div>"),
    ("a question and its answer", "<div><div class=q>Why 3?</div><div class=a>12 reasons</div></div>"),
    ("paragraphs", "<p>Year</p><p>2021</p>"),
]


def written(source: str) -> str:
    body = parse(f"<body>{source}</body>").find("body")
    joined_words.separate(body)
    return writer.write(body, "https://a.example/", keep_links=True, keep_images=False).strip()


@pytest.mark.parametrize(("source", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_label_and_value_are_one_line(source: str, expected: str) -> None:
    assert written(source) == expected


@pytest.mark.parametrize("source", [row[1] for row in OTHERS], ids=[row[0] for row in OTHERS])
def test_other_texts_stay_apart(source: str) -> None:
    text = written(source)

    assert ": " not in text and "\n\n" in text


CARD = "<div class=card><p class=name>Lamp {0}</p><p class=price>2{0} €</p><p class=state>in stock</p></div>"


def test_small_boxes_in_a_row_are_a_list() -> None:
    text = written(f"<div>{''.join(map(CARD.format, range(3)))}</div>")

    assert text == "\n\n".join(f"- Lamp {number}\n\n  2{number} €\n\n  in stock" for number in range(3))


@pytest.mark.parametrize(
    "source",
    [
        CARD.format(1) + CARD.format(2),
        3 * CARD.format(1).replace("<p class=name>Lamp 1</p>", "<h3>Lamp</h3>"),
        3 * CARD.format(1).replace("in stock", 60 * "word "),
    ],
    ids=["two", "headings", "texts"],
)
def test_other_boxes_in_a_row_are_no_list(source: str) -> None:
    assert not written(f"<div>{source}</div>").startswith("- ")


def test_linked_heading_of_a_card() -> None:
    text = written("<div><a href=/x role=heading aria-level=2>Attic</a> Kiel<div>412 €</div></div>")

    assert text.startswith("## [Attic](https://a.example/x)\n\nKiel")


def test_words_of_neighbours_are_apart() -> None:
    body = "<p><span class=a>Anna, 30 Sep 2026</span><span class=b>3/5</span></p><p><span class=a>9,3</span><span class=b>of 41 reviews</span></p>"

    assert written(body) == "Anna, 30 Sep 2026 3/5\n\n9,3 of 41 reviews"


def test_two_prices_are_apart() -> None:
    row = "<div><span class=now>248.000<b>€</b></span><span class=was>265.000 €</span></div>"

    assert written(row) == "248.000€ 265.000 €"


def test_prices_in_parts_stay_whole() -> None:
    card = "<div class=price><span class=c>$</span><span class=i>1,299</span><span class=f>.00</span></div>"

    assert written(card * 3) == "\n\n".join(["$1,299.00"] * 3)
