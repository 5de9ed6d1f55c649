"""Which of several declared authors is the page's."""

from __future__ import annotations

import pytest

SITE = '<meta property="og:site_name" content="The Daily Gale">'
BYLINE = "<p>By Jane Doe</p>"
THREAD = '{"@type":"DiscussionForumPosting","author":{"@type":"Person","name":"Max Roe"}}'
RIVER = '{"@type":"Article","headline":"The river","author":"Max Roe"}'
OTHER = '{"@type":"Article","headline":"Other story","author":"A B"}'
LIST = "".join(f'<h2>{name}</h2><a rel="author" href="/a">{name}</a>' for name in ("Ann A", "Ben B", "Cid C"))


def page(head: str, body: str = "") -> str:
    return f"<html><head><title>The river</title>{SITE}{head}</head><body><h1>The river</h1>{body}<p>It rose.</p></body></html>"


def data(text: str) -> str:
    return f'<script type="application/ld+json">{text}</script>'


@pytest.mark.parametrize(
    ("head", "body", "author"),
    [
        ('<meta name="author" content="Max Roe">', BYLINE, "Max Roe"),
        ('<meta name="author" content="The Daily Gale">', BYLINE, "Jane Doe"),
        ('<meta name="author" content="jdoe7">', BYLINE, "Jane Doe"),
        ('<meta name="author" content="jdoe7">', "", "jdoe7"),
        ('<meta name="author" content="The Daily Gale">', "", "The Daily Gale"),
        ('<meta name="author" content="page.head.author">', "", None),
        ('<meta property="article:author" content="262588213843476">', BYLINE, "Jane Doe"),
        ('<meta name="author" content="Von Miller">', "", "Von Miller"),
        ('<meta name="author" content="Von Max Roe">', "", "Max Roe"),
        (data('{"@type":"Article","author":{"@type":"Organization","name":"Gale Press"}}'), BYLINE, "Jane Doe"),
        (data('{"@type":"Article","author":{"@type":"Organization","name":"Gale Press"}}'), "", "Gale Press"),
        (data(f'{{"@type":"WebPage","mainEntity":{THREAD}}}'), "", "Max Roe"),
        (data(f'[{{"@type":"Article","headline":"Other","author":"A B"}},{RIVER}]'), "", "Max Roe"),
        (data(f"[{OTHER},{OTHER},{OTHER}]"), "", None),
        (
            '<meta name="citation_author" content="Roe, Max"><meta name="citation_author" content="Doe, Jane A.">',
            "",
            "Max Roe, Jane A. Doe",
        ),
        ("", '<a rel="author" href="/a">Max Roe</a>', "Max Roe"),
        ("", f"<h2>News</h2>{LIST}", None),
    ],
)  # fmt: skip
def test_author(read, head: str, body: str, author: str | None) -> None:
    assert read(page(head, body)).metadata.author == author
