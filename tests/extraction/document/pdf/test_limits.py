"""PDFs made to be slow to read. Seconds are of the processor, and limits are generous: each file takes less than a fifth here."""

from __future__ import annotations

import random
import time

import pytest

from extraction.document.pdf import reader, reading_order, work_budget
from tests.extraction.document.pdf.pages import line, lines, pdf_of

TEXT = "The survey of the harbour took years and employed forty people in it."


def scattered(count: int, size: int) -> str:
    chance = random.Random(1)
    return "".join(line(chance.randrange(600), chance.randrange(780), "a", size) for _ in range(count))


def grid(lines_each_way: int) -> str:
    step = 600 / lines_each_way
    ways = (
        f"{index * step:.1f} 0 m {index * step:.1f} 780 l S 0 {index * step:.1f} m 600 {index * step:.1f} l S\n"
        for index in range(lines_each_way)
    )
    return "".join(ways)


HOSTILE = {
    "a hundred thousand lines on a page": [scattered(100_000, 2)],
    "scattered letters": [scattered(2_500, 3)] * 4,
    "a hundred thousand characters in one line": ["BT /F1 2 Tf 10 700 Td (" + "a b " * 25_000 + ") Tj ET"],
    "letters on top of each other": ["".join(line(50, 500, "a b", 3) for _ in range(2_900))] * 3,
    "gaps that mean nothing": [
        "".join(line(50, 785 - 3 * row, "abab " * 4, 2, "F3") + line(300, 785 - 3 * row, "cd", 2) for row in range(249))
    ] * 5,
    "columns that are neither text nor a table": [
        "".join(line(20 + 48 * column, 790 - 3 * row, "ab", 2, "F3") for row in range(249) for column in range(12))
    ] * 3,
    "graph paper": [grid(290) + scattered(1_000, 3)] * 3,
    "a hundred thousand drawn lines": [
        "".join(f"{index % 600} 10 m {index % 599} 700 l S\n" for index in range(100_000)) + line(72, 30, "a")
    ],
    "thousands of drawn dots among thousands of words": [
        "".join(f"{index % 600} {700 + index % 15} 2 2 re f\n" for index in range(1_900))
        + "".join(line(10 + 5 * (index % 98), 700 + 2 * (index // 98), "a " * 60, 2) for index in range(290))
    ] * 4,
    "hundreds of thousands of words of one letter": [
        "".join(line(5, 785 - 2 * row, "a " * 50, 2) for row in range(380))
    ] * 60,
    "letters in changing fonts": [
        "".join(f"BT /F1 2 Tf 10 {785 - 2 * row} Td " + "(a) Tj /F2 2 Tf (b) Tj /F1 2 Tf " * 50 + "ET\n" for row in range(380))
    ] * 12,
    "thousands of signs of Markdown": ["BT /F1 2 Tf 10 700 Td (" + "*_`[~\\\\" * 5_000 + ") Tj ET"],
    "the same line on all pages": [line(50, 770, "x", 5)] * 1_500,
}  # fmt: skip


@pytest.mark.parametrize("pages", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_pages_are_read_in_bounded_time(pages: list[str]) -> None:
    body = pdf_of(pages)

    started = time.process_time()
    found = reader.read(body)

    assert time.process_time() - started < 30
    assert found.complete or found.warning


def test_a_page_beyond_its_limit_is_plain_text_and_the_others_are_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_budget, "PAGE_CHARACTERS_MAX", 1_000)
    small = line(72, 740, "Survey", 24) + lines(72, 700, [TEXT] * 5)
    large = lines(72, 700, [f"{TEXT} *Line* {number}." for number in range(40)])

    text = reader.read(pdf_of([small, large])).markdown

    assert text.startswith(f"# Survey\n\n{TEXT} {TEXT}") and f"\n{TEXT} \\*Line\\* 7.\n" in text


def test_pages_after_the_limit_of_the_document_are_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_budget, "CHARACTERS_MAX", 600)
    pages = [lines(72, 700, [f"Page {number}. {TEXT}", *[TEXT] * 4]) for number in range(3)]

    text = reader.read(pdf_of(pages)).markdown

    assert f"Page 0. {TEXT} {TEXT}" in text and f"Page 2. {TEXT}\n{TEXT}" in text


def test_a_page_with_too_many_words_is_plain_text() -> None:
    """More than 10,000 words: only their characters are read, in the order of the file."""
    crowded = "".join(line(5, 785 - 2 * row, "a b " * 15, 2) for row in range(380))
    ordinary = line(72, 740, "Survey", 24) + lines(72, 700, [TEXT] * 5)

    text = reader.read(pdf_of([crowded, ordinary])).markdown

    assert text.count("a b ") > 5_000 and f"# Survey\n\n{TEXT} {TEXT}" in text


def test_pages_after_the_last_word_of_the_budget_are_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_budget, "WORDS_MAX", 100)
    pages = [lines(72, 700, [f"Page {number}. {TEXT}", *[TEXT] * 4]) for number in range(3)]

    text = reader.read(pdf_of(pages)).markdown

    assert f"Page 0. {TEXT} {TEXT}" in text and f"Page 1. {TEXT}\n{TEXT}" in text and f"Page 2. {TEXT}\n" in text


@pytest.mark.parametrize(("limit", "most"), [("TEXT_MAX_CHARACTERS", 500), ("OBJECTS_MAX", 8)])
def test_pages_after_the_limit_of_the_reading_are_left_out(
    monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    monkeypatch.setattr(work_budget, limit, most)
    pages = [lines(72, 700, [f"Page {number}. {TEXT}", *[TEXT] * 4]) for number in range(4)]

    found = reader.read(pdf_of(pages))

    assert "Page 1." in found.markdown and "Page 2." not in found.markdown
    assert (found.complete, found.warning) == (False, "Only the first 2 of 4 pages were read.")


def test_a_page_with_too_many_heights_is_read_from_top_to_bottom() -> None:
    page = "".join(
        line(50, 785 - 2 * row, f"left {row}", 2) + line(300, 785 - 2 * row, f"right {row}", 2)
        for row in range(reading_order.BANDS_MAX + 50)
    )

    text = reader.read(pdf_of([page])).markdown

    assert text.index("right 10") < text.index("left 200")


def test_a_broken_page_does_not_hide_the_others() -> None:
    body = pdf_of([lines(72, 700, [f"Page {number}. {TEXT}"]) for number in range(3)])
    broken = body.replace(b"/Type/Page/", b"/Type/Pane/", 2).replace(b"/Type/Pane/", b"/Type/Page/", 1)

    found = reader.read(broken)

    assert "Page 0." in found.markdown and "Page 2." in found.markdown
