"""Reduces a parsed page to what a person sees: scripts dropped, code blocks and formulas as plain text."""

from __future__ import annotations

from lxml import etree

from extraction.document import embeds
from extraction.document.hidden import elements as hidden_elements
from extraction.document.tree import Tree
from extraction.markdown import code_blocks, formulas

_INVISIBLE = ("script", "style", "template", "iframe", "object", "embed", "canvas", "select", "textarea", "svg")
_FALLBACK_WORDS_MIN = 30


def drop_invisible(body: Tree) -> None:
    """Drop elements that browsers do not display, and hidden text (`extraction.document.hidden`).

    Formulas that are stored in scripts are kept.
    `noscript` is kept when it holds most of the page's text, as it can on a page built by scripts.
    """
    hidden_elements.drop(body.getroottree().getroot())
    formulas.show_scripts(body)
    embeds.show(body)
    etree.strip_elements(body, *_INVISIBLE, with_tail=False)
    fallbacks = list(body.iter("noscript"))
    if not fallbacks:
        return
    inside = sum(len(fallback.xpath("string()").split()) for fallback in fallbacks)
    outside = len(body.xpath("string()").split()) - inside
    if inside > max(_FALLBACK_WORDS_MIN, 2 * outside):
        etree.strip_tags(body, "noscript")
    else:
        etree.strip_elements(body, "noscript", with_tail=False)


def simplify(body: Tree) -> None:
    """Reduce code blocks to plain text and unwrap `span` and `font`. Later steps then visit fewer elements."""
    code_blocks.write_out(body)
    # MathJax and KaTeX mark formulas by the classes of `span` elements, so pages with formulas keep them.
    if next(body.iter("math", "mjx-container"), None) is None:
        etree.strip_tags(body, "span", "font")
