"""Rendered pages whose elements the browser read: its marks decide alone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from extraction import page
from extraction.document.hidden.rendered import COMPLETE

FILLING = "<p>The town opened its new bridge on Monday, after four years of work.</p>" * 6
# Hidden by the text of the page, and shown by a script or a linked style sheet.
UNDONE = [
    "<p style='display:none'>secret</p>",
    "<p style='opacity:0'>secret</p>",
    "<p style='font-size:0'>secret</p>",
    "<p hidden>secret</p>",
    "<p class='hidden d-none'>secret</p>",
    "<span class=sr-only>secret</span>",
    "<style>.x{display:none}</style><p class=x>secret</p>",
]
STILL_HIDDEN = [
    "<p orbweaver-hidden=closed>secret</p>",
    "<p orbweaver-hidden=never>secret</p>",
    "<p class=shown orbweaver-hidden=faded>secret</p>",
    "<div class=tab-pane><p orbweaver-hidden=never>secret</p></div>",
    "<span class=material-icons>secret</span>",
]
OPENED = [
    "<button aria-controls=b>More</button><i></i><p id=b orbweaver-hidden=closed>secret</p>",
    "<div role=tabpanel orbweaver-hidden=closed>secret</div>",
    "<abbr class=icon><span orbweaver-hidden=never>secret</span></abbr>",
]


def is_read(markup: str, prefix: str = COMPLETE, *, rendered: bool = True) -> bool:
    html = f"{prefix}<!doctype html><html><body>{markup}{FILLING}</body></html>"
    capture = PageCapture(
        url="http://a.test/", final_url="http://a.test/", status=200, headers=(("content-type", "text/html"),),
        body=html.encode(), rendered=rendered, captured_at=datetime.now(UTC),
    )  # fmt: skip
    formats = page.read(capture, ReadingOptions(formats=("markdown", "rawHtml"), only_main_content=False))
    assert not rendered or not (formats.raw_html or "").startswith(COMPLETE)
    return "secret" in (formats.markdown or "")


@pytest.mark.parametrize("markup", [*UNDONE, *OPENED])
def test_text_that_the_browser_shows_or_a_person_can_open_is_read(markup: str) -> None:
    assert is_read(markup)


@pytest.mark.parametrize("markup", STILL_HIDDEN)
def test_text_that_the_browser_hides_is_left_out(markup: str) -> None:
    assert not is_read(markup)


@pytest.mark.parametrize("markup", UNDONE)
def test_styles_and_classes_count_on_a_page_that_was_not_read_to_its_end(markup: str) -> None:
    assert not is_read(markup, prefix="")


@pytest.mark.parametrize("markup", UNDONE)
def test_a_page_cannot_declare_its_own_marks_complete(markup: str) -> None:
    assert not is_read(markup, rendered=False)
    assert not is_read(COMPLETE + markup, prefix="")
