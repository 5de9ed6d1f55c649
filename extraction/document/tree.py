"""Changes to the parsed tree that keep the text around what they remove, each in one walk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from lxml import etree
from lxml.html import HtmlElement

Tree: TypeAlias = HtmlElement

_CONTAINERS = tuple("div section p ul ol li dl dd dt aside header footer nav a figure span button".split())
# Tags that no page uses: an element with one of them is about to be removed, or replaced by its children.
_GONE, _UNWRAPPED = "orbweaver-gone", "orbweaver-unwrapped"


def drop(element: Tree) -> None:
    """Take an element out and leave the text behind it."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def drop_all(root: Tree, elements: Iterable[Tree]) -> None:
    """Take elements out below a root and leave the text behind them: one walk, however many there are."""
    found = False
    for element in elements:
        if element is not root:
            element.tag, found = _GONE, True
    if found:
        etree.strip_elements(root, _GONE, with_tail=False)


def replace_all(root: Tree, texts: Iterable[tuple[Tree, str]]) -> None:
    """Put texts where elements below a root stood, in one walk."""
    gone = []
    for element, text in texts:
        element.tail = text + (element.tail or "")
        gone.append(element)
    drop_all(root, gone)


def unwrap_all(root: Tree, elements: Iterable[Tree]) -> None:
    """Leave what elements below a root hold in their place, in one walk."""
    found = False
    for element in elements:
        if element is not root:
            element.tag, found = _UNWRAPPED, True
    if found:
        etree.strip_tags(root, _UNWRAPPED)


def drop_empty(body: Tree) -> None:
    """Take out containers with nothing in them, innermost first; cells stay, for the sake of their table."""
    drop_all(body, _emptied(body))


def _emptied(body: Tree) -> Iterator[Tree]:
    # Each is renamed before the next is asked for, so that the ones around it see that it goes.
    for element in reversed(list(body.iter(*_CONTAINERS))):
        if (element.text or "").strip() or element is body:
            continue
        if all(child.tag == _GONE and not (child.tail or "").strip() for child in element):
            yield element
