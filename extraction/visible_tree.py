"""Reduces a parsed page to what a person sees: scripts dropped, code blocks and formulas as plain text."""

from __future__ import annotations

import re

from lxml import etree

from extraction.document import drawn_cells, embeds, typesetting
from extraction.document.document import Document
from extraction.document.hidden import elements as hidden_elements
from extraction.document.tree import Tree
from extraction.markdown import code_blocks, formulas, joined_words

_INVISIBLE = (
    "script",
    "style",
    "template",
    "iframe",
    "object",
    "embed",
    "canvas",
    "select",
    "textarea",
    "datalist",
    "svg",
)
# `aside` elements that are a part of the text: quotes of forums, notes of documentation, footnotes.
_OF_TEXT = re.compile(
    r"(?:^|[\s_-])(?:quote|footnotes?|admonition|callout|note|tip|warning|pullquote)(?:$|[\s_-])", re.I
)
_FORMULAS = ("math", "mjx-container")
_FALLBACK_WORDS_MIN = 30


def drop_invisible(document: Document) -> None:
    """Drop elements that browsers do not display, and mark hidden text (`extraction.document.hidden`).

    Marked elements stay until the content is chosen, because their position says much about the parts of the page. Those whose own
    style makes their text invisible for good are dropped at once.

    Formulas that are stored in scripts remain.
    `noscript` remains when it has most of the page's text, as it can on a page built by scripts.
    """
    body, tags = document.body, document.tags
    hidden_elements.prepare(document.index)
    formulas.show_scripts(body, document.index)
    document.forget_index()
    if not tags.isdisjoint(embeds.TAGS):
        embeds.show(body)
    if "td" in tags:
        drawn_cells.write_out(body)
    etree.strip_elements(body, *_INVISIBLE, with_tail=False)
    typesetting.drop_signs(body)
    fallbacks = list(body.iter("noscript")) if "noscript" in tags else []
    if not fallbacks:
        return
    inside = sum(len(fallback.xpath("string()").split()) for fallback in fallbacks)
    outside = len(body.xpath("string()").split()) - inside
    if inside > max(_FALLBACK_WORDS_MIN, 2 * outside):
        etree.strip_tags(body, "noscript")
    else:
        etree.strip_elements(body, "noscript", with_tail=False)


def simplify(document: Document) -> None:
    """Reduce code blocks to plain text and unwrap `span` and `font`. Later steps then visit fewer elements."""
    body, tags = document.body, document.tags
    if "aside" in tags or "footer" in tags:
        _keep_asides_of_texts(body)
    if "pre" in tags or "td" in tags:
        code_blocks.write_out(body)
    joined_words.separate(body)
    # MathJax and KaTeX mark formulas by the classes of `span` elements, so pages with formulas keep them.
    if tags.isdisjoint(_FORMULAS) or next(body.iter(*_FORMULAS), None) is None:
        etree.strip_tags(body, "span", "font")


def _keep_asides_of_texts(body: Tree) -> None:
    """Make `aside` elements with quotes or notes, and sources of quotes, ordinary parts of the text."""
    for aside in body.iter("aside"):
        if aside.get("role") == "doc-footnote" or _OF_TEXT.search(aside.get("class") or ""):
            aside.tag = "div"
    for footer in body.iter("footer"):
        if next(footer.iterancestors("blockquote"), None) is not None:
            footer.tag = "div"
