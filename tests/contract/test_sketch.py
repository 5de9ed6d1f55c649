"""Whether two texts are alike, by their sketches."""

from __future__ import annotations

import pytest

from contract.sketch import alike, sketch_of

TEXT = [f"Paragraph number {number} of an article about lamps." for number in range(20)]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (TEXT, True),
        ([*TEXT, "One more line that the other page does not have."], True),
        ([*TEXT[:10], "Updated 3 minutes ago by somebody else.", *TEXT[11:]], True),
        ([line.replace("lamps", "chairs") for line in TEXT], False),
        ([], False),
    ],
)
def test_texts_that_share_most_lines_are_alike(other: list[str], expected: bool) -> None:
    assert alike(sketch_of("\n".join(TEXT)), sketch_of("\n".join(other))) is expected


def test_nothing_is_like_an_unknown_text() -> None:
    assert not alike(None, sketch_of("text")) and not alike(sketch_of("text"), None)
