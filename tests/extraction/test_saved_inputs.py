"""Inputs that a fuzzer found: each once took minutes, because a pattern was tried at every character of one long text.

To add one: the text that is repeated, and where it is. An input has about 120 KB and must take less than `LIMIT_SECONDS` of the
processor, on a busy machine too. Before its mending each took at least four times as long.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from contract.options.page import ReadingOptions
from extraction import page
from extraction.brand import home_page
from extraction.brand.side_files import FetchedFiles

LIMIT_SECONDS = 5.0
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
    "stars without an end": (as_page, f"<h1>Lamp</h1><p>{filled('★')} a</p><p>It is a lamp.</p>"),
}


@pytest.mark.parametrize("name", SAVED)
def test_saved_input_takes_seconds(capture: Callable[..., object], name: str) -> None:
    read, source = SAVED[name]
    began = time.process_time()

    read(capture, source)

    assert time.process_time() - began < LIMIT_SECONDS
