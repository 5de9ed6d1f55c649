"""The Markdown of well-known sites' markup is what a person would write, and a CommonMark parser reads it as meant."""

from __future__ import annotations

import re

import pytest
from lxml import html
from markdown_it import MarkdownIt

from tests.extraction.markdown.snippets_of_sites import OF_SITES

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
# Signs of Markdown that a parser did not read as such.
LEFT_OVER = re.compile(r"\*\*|\]\(|^#{1,6} |```|\\$", re.M)
LITERAL = frozenset(("literal markdown text",))


@pytest.mark.parametrize(("name", "source", "markdown"), OF_SITES, ids=[case[0] for case in OF_SITES])
def test_markup_of_a_site_gives_the_expected_markdown(read, name: str, source: str, markdown: str) -> None:
    page = f"<html><body><article>{source}</article></body></html>"

    text = read(page, prefer_structure=True, include_links=True).markdown

    assert text == markdown


@pytest.mark.parametrize(("name", "markdown"), [case[::2] for case in OF_SITES], ids=[case[0] for case in OF_SITES])
def test_parser_reads_the_markdown_as_meant(name: str, markdown: str) -> None:
    shown = html.fromstring(f"<div>{PARSER.render(markdown)}</div>")
    for code in shown.xpath("//pre|//code"):
        code.drop_tree()

    assert name in LITERAL or not LEFT_OVER.search(shown.text_content()), markdown
