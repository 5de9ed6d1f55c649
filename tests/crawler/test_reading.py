"""The reading pool: a page that is too much for its reader costs that page, never the worker."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from contract import limits
from contract.capture import PageCapture
from contract.errors import UpstreamUnreachable
from contract.options.page import ReadingOptions
from contract.results.page import PageFormats
from crawler import reading
from crawler.reading import ReadingPool
from tests.sites.pages import ARTICLE

PAGE = PageCapture(
    url="https://example.com/",
    final_url="https://example.com/",
    status=200,
    headers=(("content-type", "text/html"),),
    body=ARTICLE.encode(),
    captured_at=datetime.now(UTC),
)


@pytest.fixture(scope="module")
def pool() -> Iterator[ReadingPool]:
    made = ReadingPool(1)
    made.warm()
    yield made
    made.close()


def read(pool: ReadingPool, capture: PageCapture = PAGE) -> PageFormats:
    return asyncio.run(pool.read(capture, ReadingOptions()))


def stall(capture: Any, options: Any) -> None:
    time.sleep(60)


def die(capture: Any, options: Any) -> None:
    os._exit(9)


def devour(capture: Any, options: Any) -> int:
    return len(bytearray(3_000_000_000))


@pytest.mark.parametrize("way", [stall, die, devour])
def test_reader_is_replaced_and_the_next_page_is_read(
    pool: ReadingPool, monkeypatch: pytest.MonkeyPatch, way: Any
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(limits, "READ_MAX_SECONDS", 1)
        patch.setattr(reading, "read", way)
        with pytest.raises(UpstreamUnreachable):
            read(pool)

    assert "River pilots" in (read(pool).markdown or "")


def test_unreadable_body_is_upstream_unreachable(pool: ReadingPool) -> None:
    with pytest.raises(UpstreamUnreachable):
        read(
            pool,
            PageCapture(
                **{
                    **PAGE.__dict__,
                    "headers": (("content-type", "image/png"),),
                    "body": b"\x89PNG\r\n\x1a\n" + bytes(64),
                }
            ),
        )
