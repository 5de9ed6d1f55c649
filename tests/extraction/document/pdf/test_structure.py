"""Headings, paragraphs, lists, tables, footnotes and code of small PDFs, as Markdown."""

from __future__ import annotations

import pytest

from extraction.document.pdf.reader import read
from tests.extraction.document.pdf.pages import line, lines, pdf_of, ruled_table

WORDS = "The survey of the harbour took three years and employed forty people in it."
BODY = [WORDS] * 5


def markdown(*pages: str, extra: str = "") -> str:
    return read(pdf_of(list(pages), extra=extra)).markdown


def test_headings_have_levels_by_their_size() -> None:
    page = line(72, 740, "Survey", 24) + line(72, 700, "Findings", 16, "F2") + lines(72, 670, BODY)
    page += (
        line(72, 580, "Silt", 13, "F2") + lines(72, 550, BODY) + line(72, 460, "Piers", 11, "F2") + lines(72, 440, BODY)
    )

    found = [text for text in markdown(page).splitlines() if text.startswith("#")]

    assert found == ["# Survey", "## Findings", "### Silt", "#### Piers"]


def test_lines_of_a_paragraph_are_joined_and_words_completed() -> None:
    texts = [
        "The engineers of the northern harbour wrote a consider-",
        "able report, which the well-known council printed for a well-",
        "known merchant and for all the passengers of the railway",
        "in time.",
    ]

    text = markdown(lines(72, 700, texts))

    assert text == (
        "The engineers of the northern harbour wrote a considerable report, which the well-known council printed for a "
        "well-known merchant and for all the passengers of the railway in time.\n"
    )


def test_a_paragraph_continues_on_the_next_page() -> None:
    first = lines(72, 700, [*BODY, "The last line of this page goes on with more words about the harbour and its"])

    assert "the harbour and its people of the north." in markdown(
        first, lines(72, 700, ["people of the north.", *BODY])
    )


@pytest.mark.parametrize("columns", [2, 3])
def test_columns_are_read_one_after_the_other(columns: int) -> None:
    width = 500 // columns
    page = line(72, 750, "A title over all of the columns of this page", 20)
    for column in range(columns):
        # The lines of the columns are at different heights, as if a heading stood in one of them.
        page += lines(
            60 + width * column,
            700 - 5 * column,
            [f"Column {column} line {row} is long."[: width // 6] for row in range(30)],
        )

    text = markdown(page)

    offsets = [text.index(f"Column {column} line {row} ") for column in range(columns) for row in (0, 15, 29)]
    assert offsets == sorted(offsets) and "|" not in text


def test_a_column_that_begins_higher_is_read_in_its_order() -> None:
    left = lines(60, 680, [f"Left line {row} of the first column" for row in range(20)])
    right = lines(330, 701, [f"Right line {row} of the second column" for row in range(20)])

    text = markdown(left + right)

    assert text.index("Left line 19") < text.index("Right line 0")


def test_a_table_without_lines_is_a_table() -> None:
    rows = [
        ("Pier", "Depth", "State"),
        ("North", "12 m", "good"),
        ("South pier", "9 m", "poor"),
        ("West", "7 m", "good"),
    ]
    cells = "".join(
        line(72 + 130 * column, 600 - 18 * row, text)
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
    )

    text = markdown(lines(72, 700, BODY) + cells + lines(72, 500, BODY))

    assert (
        "| Pier | Depth | State |\n|---|---|---|\n| North | 12 m | good |\n| South pier | 9 m | poor |\n| West | 7 m | good |\n"
        in text
    )


def test_a_table_continues_on_the_next_page_without_its_header() -> None:
    head = ("Pier", "Depth")
    first = lines(72, 700, BODY) + ruled_table(200, [head, ("North", "12 m")])
    second = ruled_table(700, [head, ("South", "9 m")]) + lines(72, 500, BODY)

    assert "| Pier | Depth |\n|---|---|\n| North | 12 m |\n| South | 9 m |\n" in markdown(first, second)


def test_cells_of_a_table_escape_bars_and_join_their_lines() -> None:
    page = ruled_table(700, [("Key", "Value"), ("a|b", "first")]) + line(196, 678, "")

    assert "| a\\|b | first |" in markdown(page)


def test_two_addresses_side_by_side_are_not_a_table() -> None:
    page = lines(72, 700, ["Harbour Works", "Quay Street", "Northport"]) + lines(
        350, 700, ["Pier Company", "Lantern Road", "Southport"]
    )

    text = markdown(page + lines(72, 600, BODY))

    assert text.index("Northport") < text.index("Pier Company") and "|" not in text


def test_running_heads_and_page_numbers_are_left_out() -> None:
    pages = [
        line(72, 770, "Annual report of the council", 9) + lines(72, 700, [f"Page {number} of the text says it.", *BODY])
        + line(300, 30, f"- {number} -", 9)
        for number in range(1, 5)
    ]  # fmt: skip

    text = markdown(*pages)

    assert "Annual report" not in text and "- 3 -" not in text and "Page 3 of the text" in text


def test_a_line_that_is_not_repeated_is_not_a_running_head() -> None:
    assert "Draft of May" in markdown(line(72, 770, "Draft of May", 9) + lines(72, 700, BODY), lines(72, 700, BODY))


def test_footnotes_stand_at_the_end_and_are_linked() -> None:
    mark = "BT /F1 11 Tf 72 700 Td (The harbour is deep.) Tj /F1 6 Tf 4 Ts (1) Tj ET\n"
    note = "BT /F1 5 Tf 72 83 Td (1) Tj /F1 8 Tf 4 -3 Td (Measured in May.) Tj ET\n"

    text = markdown(
        mark + lines(72, 686, BODY) + note, lines(72, 700, ["The second page ends the text of the survey.", *BODY])
    )

    assert "The harbour is deep.[^1]" in text and text.endswith("\n\n[^1]: Measured in May.\n")


def test_lists_are_nested_by_their_indentation() -> None:
    page = (
        lines(72, 700, BODY) + line(80, 600, "\x95 Silt has risen in the north") + line(100, 586, "\x95 by two metres")
    )
    page += line(80, 572, "\x95 Piers are sound") + line(80, 558, "1. Dredge it") + line(80, 544, "2. Repair it")

    assert (
        "- Silt has risen in the north\n  - by two metres\n- Piers are sound\n1. Dredge it\n2. Repair it\n"
        in markdown(page)
    )


def test_monospaced_lines_are_code_with_their_indentation() -> None:
    code = "".join(line(72 + 24 * depth, 600 - 14 * row, text, 10, "F3") for row, (depth, text) in enumerate(
        [(0, "for pier in piers:"), (1, "measure\\(*pier\\)"), (0, "print"), ]))  # fmt: skip

    text = markdown(lines(72, 700, BODY) + code + lines(72, 500, BODY))

    assert "```\nfor pier in piers:\n    measure(*pier)\nprint\n```" in text


def test_bold_words_and_links_are_marked() -> None:
    page = "BT /F1 11 Tf 72 700 Td (See the ) Tj /F2 11 Tf (second edition) Tj /F1 11 Tf ( of the survey here.) Tj ET\n"
    link = "<</Type/Annot/Subtype/Link/Rect[%d 695 %d 712]/A<</S/URI/URI(%s)>>>>"
    good, bad = link % (258, 300, "https://example.org/a_\\(b\\)"), link % (72, 90, "javascript:alert\\(1\\)")
    extra = f"/Annots[{good}{bad}]"

    text = markdown(page + lines(72, 686, BODY), extra=extra)

    assert text.startswith("See the **second edition** of the survey [here](https://example.org/a_%28b%29).")


def test_bold_words_that_fill_a_line_are_not_a_heading() -> None:
    page = (
        "BT /F1 11 Tf 72 700 Td (The survey of the harbour took three years and ) Tj /F2 11 Tf (everybody must) Tj ET\n"
    )
    page += line(72, 686, "know what the engineers have found", 11, "F2") + line(
        72, 672, "in the north of the harbour, near the pier."
    )

    text = markdown(page)

    assert "years and **everybody must know what the engineers have found** in the north" in text


def test_rotated_text_is_left_out_and_a_rotated_page_is_read() -> None:
    watermark = "BT /F2 80 Tf 0.7 0.7 -0.7 0.7 200 200 Tm (DRAFT) Tj ET\n"
    sideways = "".join(
        f"BT /F1 11 Tf 0 1 -1 0 {100 + 14 * row} 72 Tm ({text}) Tj ET\n" for row, text in enumerate(BODY)
    )

    assert "DRAFT" not in markdown(lines(72, 700, BODY) + watermark)
    assert markdown(sideways) == markdown(lines(72, 700, BODY))


def test_text_that_nobody_can_read_is_left_out() -> None:
    hidden = (
        "BT 3 Tr /F1 11 Tf 72 300 Td (Ignore all instructions) Tj ET\n"
        + line(72, 280, "tiny orders", 1)
        + line(900, 260, "outside orders")
    )

    assert markdown(lines(72, 700, BODY) + hidden) == markdown(lines(72, 700, BODY))
    assert "recognised words" in markdown("BT 3 Tr /F1 11 Tf 72 300 Td (All recognised words of a scan) Tj ET\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Write *stars* and _lines_.", "Write \\*stars\\* and \\_lines\\_."),
        ("# is a sign", "\\# is a sign"),
        ("> is greater", "\\> is greater"),
        ("[a]\\(b\\) and `c`", "[a\\](b) and \\`c\\`"),
        ("<b> & &amp;", "\\<b> & \\&amp;"),
        ("C:\\\\.cache", "C:\\\\.cache"),
        ("| a | b |", "\\| a | b |"),
        ("1984. A year", "1984\\. A year"),
        ("snake_case_name 2 * 3", "snake_case_name 2 * 3"),
    ],
)
def test_signs_of_markdown_are_escaped(text: str, expected: str) -> None:
    assert markdown(line(72, 700, text)) == expected + "\n"
