"""Makes emphasis readable for Markdown: CommonMark reads `**Note:**text` as plain text, but `**Note**:text` as bold."""

from __future__ import annotations

import re

from lxml import etree

from extraction.document.tree import Tree

_EMPHASIS = ("b", "strong", "i", "em", "del", "s")
# Elements that the writer puts into emphasis itself.
_EMPHASISED = ("figcaption", "caption", "summary")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS = (*_HEADINGS, "p", "div", "ul", "ol", "table", "blockquote", "pre", "dl")
_LAST_SIGNS = re.compile(r"[^\w\s]{1,9}$")
_FIRST_SIGNS = re.compile(r"^[^\w\s]{1,9}")


def simplify(body: Tree) -> None:
    """Unwrap emphasis in captions, and move punctuation between emphasis and a letter out of the emphasis."""
    for caption in list(body.iter(*_EMPHASISED)):
        etree.strip_tags(caption, "b", "strong", "em", "i")
        if next(caption.iter(*_BLOCKS), None) is not None:
            caption.tag = "div"
    for element in body.iter(*_EMPHASIS):
        if element.tail and element.tail[0].isalnum():
            _move_last_signs(element)
        if _letter_before(element):
            _move_first_signs(element)


def _move_last_signs(element: Tree) -> None:
    holder = element[-1] if len(element) else None
    text = (element.text if holder is None else holder.tail) or ""
    found = _LAST_SIGNS.search(text)
    if not found:
        return
    if holder is None:
        element.text = text[: found.start()]
    else:
        holder.tail = text[: found.start()]
    element.tail = found[0] + (element.tail or "")


def _letter_before(element: Tree) -> bool:
    before, above = element.getprevious(), element.getparent()
    text = before.tail if before is not None else above.text if above is not None else None
    return text is not None and text[-1:].isalnum()


def _move_first_signs(element: Tree) -> None:
    found = _FIRST_SIGNS.search(element.text or "")
    if not found:
        return
    element.text = (element.text or "")[found.end() :]
    before, above = element.getprevious(), element.getparent()
    if before is not None:
        before.tail = (before.tail or "") + found[0]
    else:
        above.text = (above.text or "") + found[0]
