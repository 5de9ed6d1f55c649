"""Which pages the search index takes, and what it stores of them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from extraction.crawled_page import read_page
from extraction.search import countries
from extraction.search.entry import SearchEntry
from tests.sites.pages import PARAGRAPHS

HTML = ("content-type", "text/html; charset=utf-8")
DEFAULTS = ReadingOptions()


def entry_of(
    body: str, *, url: str = "https://a.example/page", final_url: str | None = None,
    headers: tuple[tuple[str, str], ...] = (HTML,), status: int = 200,
    options: ReadingOptions = DEFAULTS,
) -> SearchEntry | None:  # fmt: skip
    capture = PageCapture(
        url=url,
        final_url=final_url or url,
        status=status,
        headers=headers,
        body=body.encode(),
        captured_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    return read_page(capture, options, is_stored=True).entry


def page(head: str = "") -> str:
    start = f"<!doctype html><html lang='en-GB'><head><title>River  pilots</title>{head}</head>"
    return f"{start}<body><main>{PARAGRAPHS}</main></body></html>"


@pytest.mark.parametrize("formats", [("markdown",), ("rawHtml",), ("links", "structured")])
def test_entry_has_title_text_language_and_date_whatever_formats_are_read(formats: tuple[str, ...]) -> None:
    published = '<meta property="article:published_time" content="2024-03-01T10:00:00Z">'

    entry = entry_of(page(published), options=ReadingOptions(formats=formats))

    assert entry is not None
    assert (entry.title, entry.language, entry.published) == (
        "River pilots",
        "en",
        datetime(2024, 3, 1, 10, tzinfo=UTC),
    )
    assert "keep a ledger of every sandbar" in entry.text and "Published:" not in entry.text
    assert (
        "'pilot':2A" in entry.title_words and "'sandbar':" in entry.words and entry.words.startswith(entry.title_words)
    )


@pytest.mark.parametrize(
    "head",
    [
        '<meta name="robots" content="noindex">',
        '<meta name="ROBOTS" content="nofollow, NONE">',
        '<meta name="orbweaver" content="noindex">',
    ],
)
def test_pages_that_ask_not_to_be_listed_have_no_entry(head: str) -> None:
    assert entry_of(page(head)) is None
    assert entry_of(page('<meta name="robots" content="index, nofollow">')) is not None


@pytest.mark.parametrize(
    ("rule", "listed"),
    [
        ("noindex", False),
        ("nofollow, noindex", False),
        ("otherbot: noindex", True),
        ("orbweaver: noindex", False),
        ("all", True),
    ],
)
def test_header_may_forbid_the_listing(rule: str, listed: bool) -> None:
    assert (entry_of(page(), headers=(HTML, ("x-robots-tag", rule))) is not None) is listed


@pytest.mark.parametrize(
    ("url", "listed"),
    [
        ("https://a.example/?q=token", True), ("https://a.example/?page=2&sort=new", True),
        ("https://a.example/?access_token=1", False),
        ("https://a.example/?X-Amz-Signature=1", False), ("https://a.example/?sig=1", False),
        ("https://a.example/?reset_password=x", False),
        ("https://user:word@a.example/", False),
        ("https://a.example/#access_token=1", False), ("https://a.example/#/login?token=1", False),
        ("https://a.example/?t=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", False),
        ("https://a.example/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln/view", False),
        ("https://a.example/?share=3f2504e0-4f89-41d3-9a0c-0305e82c3301", False),
        ("https://a.example/?share=Zk3vQ9tR2mX7bL5pWs8d", False), ("https://a.example/?Zk3vQ9tR2mX7bL5pWs8d", False),
        ("https://a.example/join/9f86d081884c7d659a2feaa0c55ad015", False),
        ("https://a.example/s/3f2504e0-4f89-41d3-9a0c-0305e82c3301", False),
        ("https://a.example/s/qJ8x-V2m_Zp4Lr9TkW3nY7bC5dF1gH6sA0eK", False),
        ("https://a.example/page;jsessionid=9F86D081884C7D659A2FEAA0C55AD015", False),
        ("https://a.example/%5A%6B3vQ9tR2mX7bL5pWs8d", False), ("https://a.example/#/s/Zk3vQ9tR2mX7bL5pWs8d", False),
        ("https://a.example/2024/05/17/how-to-choose-an-iphone15-with-256gb", True),
        ("https://a.example/wiki/Donaudampfschifffahrtsgesellschaft", True),
        ("https://a.example/wiki/%E6%9D%B1%E4%BA%AC%E5%A4%A7%E5%AD%A6%E3%81%AE%E6%AD%B4%E5%8F%B2", True),
        ("https://a.example/item/12345678901234567890123", True), ("https://a.example/dp/B08N5WRWNW?id=12345", True),
        ("https://a.example/watch?v=dQw4w9WgXcQ", True), ("https://a.example/samsung-ue55tu7000kxxu-review", True),
        ("https://a.example/?q=words+of+a+long+search+in+2024", True),
        ("https://a.example/news/2024-05-17T10:00:00-some-event", True),
        ("https://a.example/#top", True), ("https://a.example/?" + "&".join(f"a{n}=1" for n in range(300)), False),
    ],
)  # fmt: skip
def test_pages_whose_requested_or_final_url_carries_a_secret_have_no_entry(url: str, listed: bool) -> None:
    assert (entry_of(page(), url=url) is not None) is listed
    assert (entry_of(page(), url=url, final_url="https://a.example/account") is not None) is listed
    assert (entry_of(page(), final_url=url) is not None) is listed


@pytest.mark.parametrize(
    ("rule", "listed"),
    [
        ("private", False), ("max-age=0, No-Store", False), ('private="set-cookie"', False), ("no-cache", True),
        ("public, max-age=600", True),
    ],
)  # fmt: skip
def test_pages_that_no_shared_cache_may_store_have_no_entry(rule: str, listed: bool) -> None:
    assert (entry_of(page(), headers=(HTML, ("cache-control", rule))) is not None) is listed


def test_error_pages_and_pages_read_with_own_selectors_have_no_entry() -> None:
    assert entry_of(page(), status=404) is None
    assert entry_of(page(), options=ReadingOptions(include_tags=("p",))) is None
    assert entry_of(page(), options=ReadingOptions(exclude_tags=("p",))) is None
    assert entry_of("<title>Empty</title>") is None


def test_plain_text_and_json_have_entries() -> None:
    entry = entry_of("Words of a plain file. " * 20, headers=(("content-type", "text/plain"),))

    assert entry is not None and entry.title == "" and "'plain':" in entry.words


@pytest.mark.parametrize(
    ("host", "country"),
    [
        ("bbc.co.uk", "GB"),
        ("a.de", "DE"),
        ("a.com", None),
        ("a.io", None),
        ("127.0.0.1", None),
        ("de", None),
        ("a.eu", None),
    ],
)
def test_country_of_a_host(host: str, country: str | None) -> None:
    assert countries.of_host(host) == country
