"""Chapters in the text of a page."""

from __future__ import annotations

import pytest

from extraction.answers.facts import chapters


@pytest.mark.parametrize("between", [" ", "  -  ", "–", ": ", " " * 200])
def test_moment_and_title_may_have_a_mark_and_blanks_between_them(between: str) -> None:
    text = f"[00:00]{between}Cold open\n[03:15]{between}A cliff"

    assert chapters.read(text) == [("00:00", "Cold open"), ("03:15", "A cliff")]


def test_line_of_blanks_is_read_in_linear_time() -> None:
    """Two runs of blanks that the pattern could divide anywhere took minutes."""
    assert chapters.read("0:00" + " " * 300_000 + "x" * 200) == []
