"""The Markdown of the snippets, read back by a CommonMark parser with tables: text and structure of the page survive."""

from __future__ import annotations

import re
import time
from collections import Counter

import pytest
from lxml import html
from markdown_it import MarkdownIt

from extraction.markdown import escaping
from tests.extraction.markdown.test_writer import SNIPPETS, Snippet

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
STRUCTURE = ("h1", "h2", "h3", "h4", "h5", "h6", "li", "pre", "blockquote", "table", "img", "hr")
WORD = re.compile(r"[^\W_]+")
# Snippets that change structure on purpose: line numbers and layout tables go, lists and code in cells become lines.
STRUCTURE_CHANGED = frozenset((
    "empty heading dropped", "table cell with list", "nested table keeps all text", "code without line number gutter",
    "base64 image dropped", "mediawiki formula", "footnotes", "image with a script address dropped",
    "image from a set of nothing", "menu of single items", "table cell with code lines", "table for layout is not a table",
    "table inside a table for layout", "footnotes of a wiki", "code with line numbers and no pre",
    "code of a repository page", "properties", "properties in groups",
))  # fmt: skip
# Snippets that drop or join words on purpose: line numbers, buttons, links back, superscripts.
WORDS_DROPPED = frozenset((
    "code without line number gutter", "code without inline line numbers", "code without copy button", "katex",
    "no power of a unit", "no power of ten", "video file without the text for old browsers", "footnotes of a wiki",
    "footnotes of sphinx", "footnotes of a word processor", "code with line numbers and no pre",
))  # fmt: skip


def words(tree: html.HtmlElement) -> Counter[str]:
    for hidden in tree.xpath("//script|//style|//rp|//annotation"):
        hidden.drop_tree()
    return Counter(WORD.findall(" ".join(tree.itertext()).casefold()))


def structure(tree: html.HtmlElement) -> dict[str, int]:
    return {tag: sum(1 for _ in tree.iter(tag)) for tag in STRUCTURE}


@pytest.mark.parametrize("snippet", SNIPPETS, ids=[snippet[0] for snippet in SNIPPETS])
def test_text_and_structure_survive(read, snippet: Snippet) -> None:
    name, source = snippet[:2]
    page = f"<html><body><article>{source}</article></body></html>"

    text = read(page, prefer_structure=True, include_links=name.startswith("linked")).markdown or ""

    # CommonMark has no footnotes: it would read a note of one word as the definition of a link.
    shown = html.fromstring(f"<div>{PARSER.render(text.replace('[^', chr(92) + '[^'))}</div>")
    given = html.fromstring(f"<div>{source}</div>")
    assert name in STRUCTURE_CHANGED or structure(shown) == structure(given), text
    assert name in WORDS_DROPPED or not words(given) - words(shown), text


def test_lists_of_changed_snippets_are_up_to_date() -> None:
    assert {snippet[0] for snippet in SNIPPETS} >= STRUCTURE_CHANGED | WORDS_DROPPED


@pytest.mark.parametrize("text", ["*", "_a ", "[", "$a ", "\\", "\\(", " |-", "https://", "]("], ids=repr)
def test_escaping_repeated_markup_takes_linear_time(text: str) -> None:
    source = f"<p>-|{text * 20_000}</p>"

    started = time.process_time()
    escaping.with_marks(source)

    # The limit is generous, because test machines are slow. It takes milliseconds.
    assert time.process_time() - started < 10
