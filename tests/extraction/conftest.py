"""Fixtures: a capture made in memory, and the result of reading it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from contract.results.page import PageFormats
from extraction import page

Read = Callable[..., PageFormats]
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="session")
def capture() -> Callable[..., PageCapture]:
    def make(
        body: str | bytes,
        *,
        content_type: str = "text/html; charset=utf-8",
        url: str = "https://www.example.com/a/page",
        **more: Any,
    ) -> PageCapture:
        raw = body.encode() if isinstance(body, str) else body
        headers = (("content-type", content_type),) if content_type else ()
        return PageCapture(
            url=url, final_url=url, headers=headers, body=raw, captured_at=MOMENT, **{"status": 200, **more}
        )

    return make


@pytest.fixture(scope="session")
def read(capture: Callable[..., PageCapture]) -> Read:
    """`read(body, formats=..., only_main_content=..., content_type=..., url=..., status=...)`."""
    options_of = set(ReadingOptions.__dataclass_fields__)

    def read_page(body: str | bytes, **more: Any) -> PageFormats:
        options = {name: more.pop(name) for name in list(more) if name in options_of}
        return page.read(capture(body, **more), ReadingOptions(**options))

    return read_page
