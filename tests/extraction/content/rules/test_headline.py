"""The headline above the content."""

from __future__ import annotations

import pytest

from extraction.content.blocks import Outline
from extraction.content.rules.headline import with_headline
from extraction.document.document import parse

TEXT = "<p>The quays were repaired after the storm.</p>"


@pytest.mark.parametrize(
    ("page", "opening"),
    [
        (f"<header><h1 class=x>Storm</h1></header>{TEXT}", ["Storm"]),
        (f"<p>Harbour</p><h1 class=x>Storm</h1>{TEXT}", ["Storm"]),
        (f"<p>Harbour</p><h1>Storm</h1>{TEXT}", ["Storm"]),
        (f"<h1 class=x>Storm</h1><h1>Storm</h1>{TEXT}", ["Storm"]),
        (f"<p>{26 * 'word '}</p><h1 class=x>Storm</h1>{TEXT}", [("word " * 26).strip(), "Storm"]),
        (f"<p><a href=x>{26 * 'word '}</a></p><h1 class=x>Storm</h1>{TEXT}", ["Storm"]),
        (f"<h1 class=x>The Post</h1><p>Harbour</p>{TEXT}", ["The Post", "Harbour"]),
        (f"<h1 class=x>The Post</h1><p class=x>Menu</p><p>Harbour</p>{TEXT}", ["Harbour"]),
        (
            f"<h1 class=x>Repairs of all quays</h1><p class=x>Menu</p><p>Harbour</p>{TEXT}",
            ["Repairs of all quays", "Harbour"],
        ),
        (
            f"<h1 class=x>Repairs of quays</h1><h1 class=x>Our other news</h1><p class=x>Menu</p><p>Harbour</p>{TEXT}",
            ["Harbour"],
        ),
        (f"<h1 class=x>Repairs of quays</h1><p class=x>Menu</p><h1>Walls</h1>{TEXT}", ["Walls"]),
        (f"<nav><h1 class=x>Repairs of quays</h1></nav><p class=x>Menu</p><p>Harbour</p>{TEXT}", ["Harbour"]),
        (
            f"<p>Harbour</p><h1><div class=x>Storm</div><div class=x>News</div><button class=x>Copy</button></h1>{TEXT}",
            ["Storm", "News"],
        ),
        (f"<h1>The Post</h1><h2 class=x>Storm - Harbour News</h2>{TEXT}", ["Storm - Harbour News"]),
        (f"<h1>The Post</h1><h2 class=x>Storm</h2>{TEXT}", ["The Post"]),
        (f"<h1>Storm</h1><h2 class=x>Storm - Harbour News</h2>{TEXT}", ["Storm"]),
    ],
)
def test_headline_is_first_retained_once_and_words_above_it_go(page: str, opening: list[str]) -> None:
    blocks = Outline(parse(f"<body>{page}</body>").find("body")).blocks
    retained = [block for block in blocks if block.container.element.get("class") != "x"]

    found = with_headline(blocks, retained, "Storm - Harbour News")

    assert [block.text for block in found] == [*opening, "The quays were repaired after the storm."]


@pytest.mark.parametrize(("title", "opening"), [("Storm News", "Storm News"), ("Storm", "The Post")])
def test_lower_heading_with_a_title_of_one_word_is_not_a_headline(title: str, opening: str) -> None:
    blocks = Outline(parse(f"<body><h1>The Post</h1><h2>{title}</h2>{TEXT}</body>").find("body")).blocks

    assert with_headline(blocks, [blocks[0], blocks[2]], title)[0].text == opening
