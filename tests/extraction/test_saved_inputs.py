"""Inputs that a fuzzer found: each, or ten times as much of it, once took minutes, because a pattern was tried
at every character of one long text, or a text was read again for each of a thousand elements around it.

To add one: the text that is repeated, and where it is. An input has about 120 KB and takes a second of the processor; the
limit is for busy machines.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from contract.options.page import ReadingOptions
from extraction import page
from extraction.brand import home_page
from extraction.brand.side_files import FetchedFiles

LIMIT_SECONDS = 10.0
CHARS = 120_000
FORMATS = ("markdown", "html", "links", "images", "structured")


def filled(text: str) -> str:
    return text * (CHARS // len(text))


def as_page(capture: Callable[..., object], source: str) -> None:
    page.read(capture(source), ReadingOptions(formats=FORMATS))  # type: ignore[arg-type]


def as_home_page(capture: Callable[..., object], source: str) -> None:
    home_page.read(capture(source), FetchedFiles())  # type: ignore[arg-type]


SAVED = {
    "sentences of parked domains in one word": (as_home_page, f"<p>{filled('errorreference--w-w---')}</p>"),
    "a property without a colon in a style": (as_page, f"<p style='color:{filled('__w')};background:url(a)'>x"),
    "code inside code": (as_page, "<pre>" * 1_000 + filled("<b>x</b>")),
    "buttons inside buttons": (as_page, "<button>" * 1_000 + filled("<b>x</b> word ")),
    "headings inside headings": (as_page, filled("<h1>")),
    "stars without an end": (as_page, f"<h1>Lamp</h1><p>{filled('★')} a</p><p>It is a lamp.</p>"),
}


def test_table_with_an_element_whose_name_is_not_valid_is_read(capture: Callable[..., object]) -> None:
    source = "<main><h1>A</h1><table><tr><thvara</b><td>Some words of a table</table><p>A paragraph of text.</p></main>"

    read = page.read(capture(source), ReadingOptions(formats=("markdown",)))  # type: ignore[arg-type]

    assert "Some words of a table" in (read.markdown or "")


@pytest.mark.parametrize("name", SAVED)
def test_saved_input_takes_seconds(capture: Callable[..., object], name: str) -> None:
    read, source = SAVED[name]
    began = time.process_time()

    read(capture, source)

    assert time.process_time() - began < LIMIT_SECONDS
