"""Long pages in parts: nothing is lost, parts begin at headings, sizes and their number are bounded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.answers.replies.text_parts import split

LONG = "\n\n".join(f"## Part {number}\n\n{'word ' * 40}" for number in range(20))


def test_short_page_is_one_part() -> None:
    assert split("# Title\n\nText\n").parts == ("# Title\n\nText\n",)
    assert split("").parts == () and split(" \n").parts == ()


def test_parts_begin_at_headings() -> None:
    chunks = split(LONG, size=1000, overlap=50, most=50)

    assert len(chunks.parts) > 3 and not chunks.is_cut
    assert all(part.startswith("## Part") and len(part) <= 1000 for part in chunks.parts)
    assert "".join(chunks.parts) == LONG


def test_long_section_is_continued_below_its_heading_with_an_overlap() -> None:
    sentences = [f"Sentence number {number} of this page." for number in range(200)]

    chunks = split("# Report\n\n" + "\n".join(sentences), size=1000, overlap=100, most=50)

    assert all(part.startswith("# Report") and len(part) <= 1000 for part in chunks.parts)
    assert all(any(sentence in part for part in chunks.parts) for sentence in sentences)
    assert sentences[0] in chunks.parts[0] and chunks.parts[1].count("Sentence") > 2


def test_number_of_parts_is_bounded() -> None:
    chunks = split(LONG, size=1000, overlap=50, most=2)

    assert len(chunks.parts) == 2 and chunks.is_cut


@pytest.mark.parametrize("text", ["x" * 5000, "# " + "h" * 5000, "\n" * 5000, "# a\n" * 2000])
def test_text_without_good_positions_to_cut_is_cut_anyway(text: str) -> None:
    chunks = split(text, size=100, overlap=20, most=1000)

    assert all(len(part) <= 100 for part in chunks.parts)


@given(st.text(alphabet="ab #\n.", max_size=600), st.integers(16, 80), st.integers(0, 8))
def test_every_character_is_in_a_part(text: str, size: int, overlap: int) -> None:
    chunks = split(text, size=size, overlap=overlap, most=10_000)

    assert all(len(part) <= size for part in chunks.parts)
    words = set(text.split())
    assert not chunks.is_cut and all(any(word[:4] in part for part in chunks.parts) for word in words)
