"""Declared metadata of hostile pages."""

from __future__ import annotations

import time
from collections.abc import Callable

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from extraction import page


def test_long_type_of_an_item_with_many_marked_elements_takes_no_time(capture: Callable[..., PageCapture]) -> None:
    markup = f"<div itemscope itemtype='{'a ' * 100_000}'>{'<meta itemprop=x content=y>' * 4_000}</div><p>Words</p>"
    started = time.process_time()

    page.read(capture(markup), ReadingOptions())

    assert time.process_time() - started < 10
