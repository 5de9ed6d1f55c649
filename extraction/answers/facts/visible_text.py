"""The text of a page that a person sees, one block per line."""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree

from extraction.document.document import Document
from extraction.document.encoding import scrubbed
from extraction.document.hidden.elements import is_hidden, mark
from extraction.document.known_elements import values_of
from extraction.document.tree import Tree

TEXT_MAX_CHARS = 2_000_000
_UNSEEN = frozenset(
    "script style template noscript iframe object embed canvas svg head textarea select option datalist audio video".split()
)
_NOT_VALID = _UNSEEN | {"del", "s", "strike"}
_INLINE = frozenset(
    "a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark meter output q s samp small span strong sub sup "
    "time tt u "
    "var wbr button".split()
)
# Marks the borders of blocks while the text is collected. No HTML contains it.
_BORDER = "\0"
_SPACES = re.compile(r"\s+")
_EDGES = re.compile(rf" ?{_BORDER}[\s{_BORDER}]*")


def read(document: Document) -> str:
    """The visible text of an HTML document. Only marks hidden elements in its tree."""
    mark(document.index)
    pieces: list[str] = []
    skipped: Tree | None = None
    size, body = 0, document.body
    for event, element in etree.iterwalk(body, events=("start", "end")):
        if event == "start":
            if skipped is not None:
                continue
            tag = element.tag
            # Some pages hide their body until a script has run.
            if (tag in _UNSEEN or is_hidden(element)) and element is not body:
                skipped = element
                continue
            piece = element.text or ""
            if tag not in _INLINE:
                piece = _BORDER + piece
        elif skipped is None:
            piece = (element.tail or "") if element is not body else ""
            if element.tag not in _INLINE:
                piece = _BORDER + piece
        elif skipped is element:
            skipped = None
            piece = (element.tail or "") if element.tag in _INLINE else " " + (element.tail or "")
        else:
            continue
        if piece:
            pieces.append(piece)
            size += len(piece)
            if size > TEXT_MAX_CHARS:
                break
    return scrubbed(_EDGES.sub("\n", _SPACES.sub(" ", "".join(pieces))).strip())


def is_struck_out(element: Tree) -> bool:
    """Whether an element is struck out, or has no text for people."""
    if element.tag in _NOT_VALID:
        return True
    style = element.get("style")
    if style is not None and "line-through" in style:
        return True
    name = element.get("class")
    return name is not None and ("strikethrough" in name or "line-through" in name)


def text_of(element: Tree, elements_max: int = 2_000) -> str:
    """The text of one element on one line, without scripts, hidden and struck-out parts. Only its first elements are read."""
    if not len(element):
        return "" if is_struck_out(element) or not element.text else scrubbed(" ".join(element.text.split()))
    known = values_of(text_of)
    if known is not None and (read_before := known.get(element)) and read_before[0] <= elements_max:
        return str(read_before[1])
    parts = []
    skipped = None
    position = 0
    for position, (event, inner) in enumerate(  # noqa: B007 the last one says how many there are
        islice(etree.iterwalk(element, events=("start", "end")), 2 * elements_max), 1
    ):
        if event == "start":
            if skipped is None and (is_struck_out(inner) or (inner is not element and is_hidden(inner))):
                skipped = inner
            if skipped is None:
                parts.append(("" if inner.tag in _INLINE else " ") + (inner.text or ""))
        else:
            if skipped is inner:
                skipped = None
            if skipped is None and inner is not element:
                parts.append(("" if inner.tag in _INLINE else " ") + (inner.tail or ""))
    text = scrubbed(" ".join("".join(parts).split()))
    if known is not None and position < 2 * elements_max:
        known[element] = (position // 2, text)  # No element was left out.
    return text
