"""The generated parts of Markdown files."""

from __future__ import annotations

from pathlib import Path

import pytest

from maintenance.documentation.regions import Pages, UnknownRegion

WRITERS = {"sum": lambda *numbers: str(sum(map(int, numbers))), "see": lambda name: f"[{name}](object:{name})",
           "object": lambda name: f"### {name}"}  # fmt: skip


def filled(text: str, **others: str) -> str:
    """The text of `page.md` after `make docs`; `others` are pages in a folder."""
    texts = {Path("/docs/page.md"): text, **{Path(f"/docs/below/{name}.md"): each for name, each in others.items()}}
    return dict(Pages(texts, WRITERS).changed()).get(Path("/docs/page.md"), text)


def test_part_is_written_and_the_rest_is_unchanged() -> None:
    text = "# Title\n\n<!-- generated: sum 1 2 -->\nold\n<!-- end generated -->\n\nWords.\n"

    new = filled(text)

    assert new == "# Title\n\n<!-- generated: sum 1 2 -->\n\n3\n\n<!-- end generated -->\n\nWords.\n"
    assert filled(new) == new


def test_markers_in_a_block_of_code_are_text() -> None:
    text = "How to:\n\n    <!-- generated: sum 1 2 -->\n    <!-- end generated -->\n"

    assert filled(text) == text


def test_link_leads_to_the_page_that_describes_the_object() -> None:
    text = "<!-- generated: see Place -->\n<!-- end generated -->\n"
    other = "<!-- generated: object Place -->\n<!-- end generated -->\n"

    assert "[Place](below/other.md#place)" in filled(text, other=other)
    assert "[Place](#place)" in filled(text + other)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<!-- generated: sums 1 -->\n<!-- end generated -->\n", "sums is not a kind of generated part"),
        ("<!-- generated: sum 1 -->\n", "a generated part has no end"),
        ("<!-- generated: see Place -->\n<!-- end generated -->\n", "no page has a part `object Place`"),
    ],
)
def test_mistakes_are_reported(text: str, message: str) -> None:
    with pytest.raises(UnknownRegion, match=message):
        filled(text)
