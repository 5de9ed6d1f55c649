"""The outlinks of a page."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from extraction.crawled_page import Outlinks, read_crawled
from extraction.links.scope import Scope

SEED = "https://example.com/"
SITE = Scope(SEED)


def outlinks(html: str, url: str = "https://example.com/a?x=1", scope: Scope | None = SITE) -> Outlinks:
    capture = PageCapture(
        url=url, final_url=url, status=200, headers=(("content-type", "text/html"),), body=html.encode(),
        captured_at=datetime.now(UTC),
    )  # fmt: skip
    return read_crawled(capture, ReadingOptions(), scope)[1]


def test_outlinks_are_listed_once_in_document_order() -> None:
    found = outlinks(
        "<a href=/b#x>b</a><a href=/c>c</a><a href='/b'>again</a><a href=https://other.org/>o</a><a href=mailto:a@b>m</a>"
    )

    assert [link.url for link in found.links] == ["https://example.com/b", "https://example.com/c"]


def test_navigation_counts_although_main_content_leaves_it_out() -> None:
    assert outlinks("<nav><a href=/n>n</a></nav><article><p>" + "word " * 200 + "</p></article>").links


def test_a_page_of_another_site_has_no_outlinks() -> None:
    scope = Scope(SEED, external=True)

    assert outlinks("<a href=/b>b</a>", "https://other.org/", scope) == Outlinks()


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("/a", "https://example.com/a"),
        ("https://example.com/b", "https://example.com/b"),
        ("https://example.com/a?x=1", None),
        ("https://example.com/", None),
        ("https://other.org/a", None),
        ("", None),
    ],
)
def test_a_canonical_page_is_another_one_of_the_site(href: str, expected: str | None) -> None:
    found = outlinks(f'<link rel="canonical" href="{href}"><p>Text</p>').canonical

    assert (found.url if found else None) == expected


def test_without_scope_no_links_are_read() -> None:
    assert outlinks("<a href=/b>b</a>", scope=None) == Outlinks()
