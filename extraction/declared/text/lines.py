"""Texts on one line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from lxml import etree

from extraction.document.encoding import scrubbed
from extraction.document.tree import Tree
from extraction.document.typesetting import without_signs

_SPACES = re.compile(r"\s+")
_NO_TEXT = frozenset(("script", "style", "noscript", "template", "svg"))
_INVISIBLE = re.compile(r"display\s*:\s*none", re.I)


def of_value(text: Any) -> str | None:
    """A declared text as one line, or None if it is empty or not a string."""
    if not isinstance(text, str):
        return None
    if "&" in text:
        text = unescape(text)
    return without_signs(scrubbed(_SPACES.sub(" ", text).strip())) or None


def of_element(element: Tree) -> str | None:
    """The text of an element as one line, without scripts and hidden elements. None if it is empty."""
    return of_value("".join(text for text, _ in pieces(element)))


def pieces(element: Tree) -> Iterator[tuple[str, Tree]]:
    """The texts inside an element in document order, each with the element around it. Scripts and hidden elements are skipped.

    Yields an empty text for an element or comment without one, so that callers can limit how many elements are visited.
    """
    events = etree.iterwalk(element, events=("start", "end", "comment", "pi"))
    for event, each in events:
        if event == "start":
            if is_shown(each):
                yield each.text or "", each
            else:
                events.skip_subtree()
        elif each is not element:
            yield each.tail or "", each.getparent()


def is_shown(element: Tree) -> bool:
    """Whether an element is neither a comment nor a script, and is not hidden by its own attributes."""
    if not isinstance(element.tag, str) or element.tag in _NO_TEXT or element.get("hidden") is not None:
        return False
    style = element.get("style")
    return not (style and _INVISIBLE.search(style))
