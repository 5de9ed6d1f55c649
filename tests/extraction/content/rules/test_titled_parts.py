"""Where the titled parts of a page begin."""

from __future__ import annotations

import pytest

from extraction.content.blocks import Outline
from extraction.content.rules.titled_parts import parts_of, titles_of
from extraction.document.document import parse


@pytest.mark.parametrize(
    ("page", "parts"),
    [
        ("<p>a</p><p>b</p>", ["a b"]),
        ("<h2>A</h2><p>a</p><h2>B</h2><p>b</p>", ["A a", "B b"]),
        ("<p>a</p><h2>B</h2><p>b</p>", ["a", "B b"]),
        ("<h2>A</h2><h3>B</h3><p>b</p>", ["A", "B b"]),
        ("<h2><div>A</div><div>B</div></h2><p>b</p>", ["A B b"]),
    ],
)
def test_part_begins_with_its_title(page: str, parts: list[str]) -> None:
    blocks = Outline(parse(f"<body>{page}</body>").find("body")).blocks
    branches = dict.fromkeys(map(id, blocks))

    found = parts_of(blocks, branches, titles_of(blocks))

    assert [" ".join(block.text for block in part) for part in found] == parts
