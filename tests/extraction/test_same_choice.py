"""Markdown, HTML, the text of a summary, the search index and answers read the same choice of a page's content."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from extraction.answers.answered_page import PageQuestion
from extraction.crawled_page import ReadPage, read_page

TEXT = "".join(
    f"<p>The chair number {number} is made of oak from the hills, and its seat is woven by hand in a small workshop.</p>"
    for number in range(12)
)
SHELF = "".join(f"<div class=tile><h5>Stool {number}</h5><p>{number}70 €</p></div>" for number in range(1, 5))
PAGE = (
    "<html lang=en><title>Oak chair</title><body><header><nav><a href='/'>Home</a></nav>Cart 0,00 €</header>"
    f"<main><h1>Oak chair</h1><p class=price>129,00 €</p><p>In stock</p>{TEXT}</main>"
    f"<section><h2>On the bench</h2>{SHELF}</section><footer>Imprint 030 1234567</footer></body></html>"
)
PRICE = {"type": "object", "properties": {"price": {"type": "number"}}}


@pytest.fixture(scope="module")
def views() -> dict[str, str]:
    """The page as each format and index has it."""
    options = ReadingOptions(formats=("markdown", "html"))
    page = _read(options, None)
    assert page.entry is not None and page.answered
    return {
        "markdown": page.formats.markdown or "",
        "html": page.formats.html or "",
        "summary": page.answered[0].text,
        "search": page.entry.text,
    }


def _read(options: ReadingOptions, schema: dict[str, object] | None) -> ReadPage:
    capture = PageCapture(
        url="https://shop.example/chair", final_url="https://shop.example/chair", status=200,
        headers=(("content-type", "text/html; charset=utf-8"),), body=PAGE.encode(),
        captured_at=datetime(2026, 11, 25, tzinfo=UTC),
    )  # fmt: skip
    return read_page(capture, options, is_stored=True, questions=(PageQuestion(schema, options),))


@pytest.mark.parametrize("view", ["markdown", "html", "summary", "search"])
def test_view_has_the_facts_and_no_other_entities(views: dict[str, str], view: str) -> None:
    text = views[view]

    assert "129,00 €" in text and "In stock" in text and "number 11" in text
    assert [other for other in ("Stool", "270 €", "On the bench", "Cart", "030 1234567") if other in text] == []


def test_answers_of_json_and_extract_are_about_the_same_entity() -> None:
    [answered] = _read(ReadingOptions(), PRICE).answered

    assert answered.answered.data == {"price": 129}
