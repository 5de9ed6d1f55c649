"""Pages that were read shortly before are not read again, if all that reading depends on is equal."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from crawler.reading import ReadingPool
from crawler.recent_pages import as_read, key_of
from extraction.crawled_page import ReadPage
from extraction.links.scope import Scope
from tests.sites.pages import ARTICLE

PAGE = PageCapture(
    url="https://example.com/",
    final_url="https://example.com/",
    status=200,
    headers=(("content-type", "text/html"),),
    body=ARTICLE.replace("</body>", '<a href="/next">Next</a></body>').encode(),
    captured_at=datetime.now(UTC),
)
SCOPE = Scope("https://example.com/")


@pytest.fixture(scope="module")
def pool() -> Iterator[ReadingPool]:
    made = ReadingPool(1)
    yield made
    made.close()


@pytest.fixture
def calls(pool: ReadingPool, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The URLs that were given to a reader."""
    made: list[str] = []
    call = pool._call

    async def count(url: str, *arguments: Any, **options: Any) -> Any:
        made.append(url)
        return await call(url, *arguments, **options)

    monkeypatch.setattr(pool, "_call", count)
    return made


def test_what_reading_looks_at_distinguishes_pages() -> None:
    options = ReadingOptions()
    others = [
        (replace(PAGE, body=b"other"), options),
        (replace(PAGE, url="https://www.example.com/"), options),
        (replace(PAGE, final_url="https://example.com/other"), options),
        (replace(PAGE, status=404), options),
        (replace(PAGE, rendered=True), options),
        (replace(PAGE, headers=(("content-type", "text/plain"),)), options),
        (replace(PAGE, headers=(*PAGE.headers, ("x-robots-tag", "nofollow"))), options),
        (PAGE, ReadingOptions(formats=("html",))),
        (PAGE, ReadingOptions(include_tags=("p",))),
        (PAGE, ReadingOptions(exclude_tags=("p",))),
        (PAGE, ReadingOptions(only_main_content=False)),
        (PAGE, ReadingOptions(include_links=True)),
        (PAGE, ReadingOptions(block_ads=False)),
        (PAGE, ReadingOptions(prefer_structure=True)),
        (PAGE, ReadingOptions(remove_base64_images=False)),
        (PAGE, options, SCOPE),
        (PAGE, options, replace(SCOPE, ignore_nofollow=True)),
    ]

    keys = {key_of(as_read(page), *rest) for page, *rest in [(PAGE, options), *others]}

    assert len(keys) == len(others) + 1


def test_page_of_a_job_is_read_once_while_it_stays_the_same(pool: ReadingPool, calls: list[str]) -> None:
    def read(capture: PageCapture, **more: Any) -> ReadPage:
        return asyncio.run(pool.read_page(capture, ReadingOptions(), scope=SCOPE, of_job=True, **more))

    first = read(PAGE, is_stored=True)
    # The headers of a later response, also of a 304.
    later = replace(PAGE, headers=(("date", "Mon, 23 Nov 2026 10:00:00 GMT"), *PAGE.headers, ("x-request-id", "7")))
    again = read(later, is_stored=True)

    assert again == first and len(calls) == 1
    assert "https://example.com/next" in [link.url for link in again.outlinks.links]
    assert again.entry is not None  # The search index gets the page again, with its new time.
    assert read(PAGE) == first._replace(entry=None) and len(calls) == 1

    changed = read(replace(PAGE, body=PAGE.body.replace(b"/next", b"/changed")), is_stored=True)
    assert "https://example.com/changed" in [link.url for link in changed.outlinks.links] and len(calls) == 2


def test_page_that_was_not_kept_is_read_again_for_the_search_index(pool: ReadingPool, calls: list[str]) -> None:
    page = replace(PAGE, url="https://example.com/b", final_url="https://example.com/b")

    plain = asyncio.run(pool.read_page(page, ReadingOptions()))
    kept = asyncio.run(pool.read_page(page, ReadingOptions(), is_stored=True))

    assert plain.entry is None and kept.entry is not None and len(calls) == 2


def test_large_pages_are_kept_too(pool: ReadingPool, calls: list[str]) -> None:
    page = replace(PAGE, url="https://example.com/c", body=b"<p>A row of a long table with many words</p>" * 20_000)

    first, again = (asyncio.run(pool.read(page, ReadingOptions(formats=("html", "links")))) for _ in range(2))

    assert again == first and len(calls) == 1
