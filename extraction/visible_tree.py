"""What a person sees of a page: scripts and hidden copies dropped, code and formulas as the text that they were written in."""

from __future__ import annotations

from lxml import etree

from extraction.document.tree import Tree
from extraction.markdown import code_blocks, formulas

_INVISIBLE = ("script", "style", "template", "iframe", "object", "embed", "canvas", "select", "textarea", "svg")
_FALLBACK_WORDS_MIN = 30


def uncover(body: Tree) -> None:
    """Drop what no reader sees; formulas that are written as scripts stay.

    A page written for its scripts may keep its whole text for other readers in `noscript`.
    """
    formulas.show_scripts(body)
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


def flatten(body: Tree) -> None:
    """Write code out as bare text and unwrap what means nothing, so that everything after it has less to look at."""
    code_blocks.write_out(body)
    # A formula's renderer says all it has to say in the classes of such elements.
    if next(body.iter("math", "mjx-container"), None) is None:
        etree.strip_tags(body, "span", "font")
