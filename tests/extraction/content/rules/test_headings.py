"""Headings stay with their text and go without it."""

from __future__ import annotations

import pytest

from extraction.content.blocks import Block, Outline
from extraction.content.rules.headings import with_headings, with_section_headings, without_empty_headings
from extraction.document.document import parse

STORY = "<article><h1>Storm</h1><p>The quays were repaired.</p><p>Engineers measured the walls.</p></article>"


def blocks_of(page: str) -> list[Block]:
    return Outline(parse(f"<body>{page}</body>").find("body")).blocks


def texts(blocks: list[Block]) -> list[str]:
    return [block.text for block in blocks]


@pytest.mark.parametrize(
    ("page", "is_added"),
    [
        ("<div><h2 class=x>Costs</h2><p>Ten million</p></div>", True),
        ("<div><h2 class=x>Costs</h2><div><p>Ten million</p></div></div>", True),
        ("<div><h2 class=x>Costs</h2><h3>Walls</h3><p>Ten million</p></div>", True),
        ("<div><h2><button class=x>Costs</button></h2><div><p>Ten million</p></div></div>", True),
        ("<div><h3 class=x>Costs</h3><h2>Walls</h2><p>Ten million</p></div>", False),
        ("<div><h2 class=x>Costs</h2></div><p>Ten million</p>", False),
        ("<div><h2 class=x>Costs</h2><p class=x>Advertisement</p><p>Ten million</p></div>", False),
        (f"<div><h2 class=x>{21 * 'word '}</h2><p>Ten million</p></div>", False),
        ("<nav><h2 class=x>Costs</h2><p>Ten million</p></nav>", False),
    ],
)
def test_heading_directly_above_retained_text_of_its_part_stays(page: str, is_added: bool) -> None:
    blocks = blocks_of(STORY + page)
    retained = [block for block in blocks if block.container.element.get("class") != "x"]

    assert with_headings(blocks, retained) == (blocks if is_added else retained)


@pytest.mark.parametrize(
    ("headings", "left"),
    [
        ("<h2>Related</h2><p class=x>Other story</p>", []),
        ("<h2><button>Related</button></h2><p class=x>Other story</p>", []),
        ("<h2>More</h2><h3>Related</h3><p class=x>Other story</p>", []),
        ("<h3>Related</h3><p class=x>Other story</p><h2>Costs</h2><p>Ten million</p>", ["Costs", "Ten million"]),
        ("<h2>Costs</h2><p class=x>Other story</p><h3>Walls</h3><p>Ten million</p>", ["Costs", "Walls", "Ten million"]),
        ("<h2>Costs</h2><p class=x>Other story</p><p>Ten million</p>", ["Costs", "Ten million"]),
        ("<h2>Signed by the mayor</h2>", ["Signed by the mayor"]),
    ],
)
def test_heading_whose_text_was_not_retained_is_left_out(headings: str, left: list[str]) -> None:
    blocks = blocks_of(STORY + headings)
    retained = [block for block in blocks if block.container.element.get("class") != "x"]

    assert texts(without_empty_headings(blocks, retained))[3:] == left


TEXT = f"<p>{40 * 'word '}</p>"


@pytest.mark.parametrize(
    ("section", "is_added"),
    [
        (f"<h2 title=x>Lamp</h2><p title=x>Price: 5 euros</p>{TEXT}", True),
        (f"<h2 title=x>Lamp</h2><p title=x>Price: 5 euros</p><h3>Colours</h3>{TEXT}", True),
        (f"<h2 title=x>Lamp</h2><p title=x>Price: 5 euros</p><h2>Colours</h2>{TEXT}", False),
        (f"<h2 title=x>Lamp</h2><p title=x>{16 * 'word '}</p>{TEXT}", False),
        ("<h2 title=x>Lamp</h2><p title=x>Price: 5 euros</p><p>A few words</p>", False),
        (f"<h2 title=x>Lamp</h2><p title=x>Price: 5 euros</p>{TEXT}<p title=x>{20 * 'word '}</p>", False),
        (f"<h3 title=x>In this article</h3><p title=x>Price: 5 euros</p>{TEXT}", False),
    ],
)
def test_heading_of_a_retained_section_stays_if_it_is_written_like_a_retained_one(section: str, is_added: bool) -> None:
    blocks = blocks_of(f"<h2>Desk</h2>{TEXT}{section}")
    retained = [block for block in blocks if block.container.element.get("title") != "x"]

    found = texts(with_section_headings(blocks, retained))

    assert found == ([*texts(retained[:2]), "Lamp", *texts(retained[2:])] if is_added else texts(retained))
