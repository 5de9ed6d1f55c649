"""The outlinks of a page."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from extraction.answers import answered_page
from extraction.answers.answered_page import PageQuestion
from extraction.crawled_page import Outlinks, read_page
from extraction.document import document
from extraction.links.scope import Scope

SEED = "https://example.com/"
SITE = Scope(SEED)


def outlinks(
    html: str, url: str = "https://example.com/a?x=1", scope: Scope | None = SITE, *, header: str = ""
) -> Outlinks:
    asked = [("x-robots-tag", value) for value in header.split("|") if value]
    return replace(read_page(capture_of(html, url, *asked), ReadingOptions(), scope).outlinks, sketch=None)


def capture_of(html: str, url: str, *headers: tuple[str, str]) -> PageCapture:
    return PageCapture(
        url=url, final_url=url, status=200, headers=(("content-type", "text/html"), *headers), body=html.encode(),
        captured_at=datetime.now(UTC),
    )  # fmt: skip


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


def test_only_pages_of_crawls_have_a_sketch() -> None:
    page = capture_of("<p>" + "A lighthouse keeper counts ships. " * 30, "https://example.com/a")

    assert read_page(page, ReadingOptions(), SITE).outlinks.sketch
    assert read_page(page, ReadingOptions(), None).outlinks.sketch is None


LINKED = "<p><a href=/b>b</a></p>"


@pytest.mark.parametrize(
    ("html", "header", "is_followed"),
    [
        (LINKED, "", True),
        ("<a rel=nofollow href=/b>b</a>", "", False),
        ("<a rel='noopener  NoFollow' href=/b>b</a>", "", False),
        ("<a rel='nofollow' href=/b>b</a> <a href=/b>b</a>", "", True),
        ("<a rel='ugc sponsored' href=/b>b</a>", "", True),
        (f"<meta name=robots content='noindex, NOFOLLOW'>{LINKED}", "", False),
        (f"<meta name=ROBOTS content=none>{LINKED}", "", False),
        (f"<meta name=robots content='noindex,follow'>{LINKED}", "", True),
        (f"<meta name=orbweaver content=nofollow>{LINKED}", "", False),
        (f"<meta name=otherbot content=nofollow>{LINKED}", "", True),
        (LINKED, "nofollow", False),
        (LINKED, "noindex, nofollow", False),
        (LINKED, "noarchive|none", False),
        (LINKED, "Orbweaver: nofollow", False),
        (LINKED, "otherbot: noindex, nofollow", True),
        (LINKED, "otherbot: noindex, orbweaver: nofollow", False),
        (LINKED, "unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow", False),
        (LINKED, "max-snippet: 20", True),
    ],
)
def test_links_that_robots_must_not_follow_are_left_out(html: str, header: str, is_followed: bool) -> None:
    assert bool(outlinks(html, header=header).links) is is_followed
    assert outlinks(html, header=header, scope=replace(SITE, ignore_nofollow=True)).links


def test_a_page_and_its_answer_are_read_from_one_parsed_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "<title>Chair</title><h1>Chair</h1><p class=price>EUR 49.00</p><p>It is made of oak and stands on four legs.</p>"
    taken = capture_of(source, SEED)
    question = PageQuestion({"type": "object", "properties": {"price": {"type": "number"}}}, ReadingOptions())
    parsed: list[object] = []
    parse = document.parse
    monkeypatch.setattr(document, "parse", lambda text: [parsed.append(text), parse(text)][1])

    page = read_page(
        taken, ReadingOptions(), is_stored=True, questions=(question, PageQuestion(None, ReadingOptions()))
    )

    alone = answered_page.read(taken, question.schema, question.options)
    assert page.answered[0] == alone and page.answered[1].text and alone.answered.data == {"price": 49.0}
    assert page.formats == read_page(taken, ReadingOptions(), is_stored=True).formats
    assert len(parsed) == 3, "once for each of the three"
