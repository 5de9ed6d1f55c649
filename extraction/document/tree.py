"""Removes and unwraps elements of the parsed tree. The text around them remains. Each function visits the tree once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeAlias

from lxml import etree
from lxml.html import HtmlElement

Tree: TypeAlias = HtmlElement

_CONTAINERS = tuple(
    "div section article main p ul ol li dl dd dt aside header footer nav a figure figcaption picture span button label h1 h2 h3 h4"
    " h5 h6 blockquote pre code b strong i em u s del mark small big sup sub abbr cite details summary form fieldset hgroup center"
    "".split()
)
_IN_LINE = frozenset("a span label b strong i em u s del mark small big sup sub abbr cite code".split())
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# All text of an element, that of scripts too. Calls lxml, which is faster than `itertext`.
all_text = etree.XPath("string()", smart_strings=False)
# Marker tags that no page uses. Marked elements are then removed, or replaced by their children, in one call.
_DROPPED, _UNWRAPPED = "orbweaver-dropped", "orbweaver-unwrapped"


def has_more_elements(element: Tree, most: int) -> bool:
    """Whether an element has more than `most` elements, itself included."""
    return next(islice(element.iter(), most, None), None) is not None


def drop(element: Tree) -> None:
    """Remove an element. Its tail text stays."""
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
    """Remove elements below a root. Their tail text stays."""
    found = False
    for element in elements:
        if element is not root:
            element.tag, found = _DROPPED, True
    if found:
        etree.strip_elements(root, _DROPPED, with_tail=False)


def replace_all(root: Tree, texts: Iterable[tuple[Tree, str]]) -> None:
    """Replace elements below a root by texts."""
    gone = []
    for element, text in texts:
        element.tail = text + (element.tail or "")
        gone.append(element)
    drop_all(root, gone)


def unwrap_all(root: Tree, elements: Iterable[Tree]) -> None:
    """Replace elements below a root by their content."""
    found = False
    for element in elements:
        if element is not root:
            element.tag, found = _UNWRAPPED, True
    if found:
        etree.strip_tags(root, _UNWRAPPED)


def drop_empty(body: Tree) -> None:
    """Remove empty containers, innermost first. Table cells stay, so that columns do not shift."""
    drop_all(body, _emptied(body))


def _emptied(body: Tree) -> Iterator[Tree]:
    # The caller marks each yielded element before asking for the next. Its parent then sees that it is removed.
    for element in reversed(list(body.iter(*_CONTAINERS))):
        if len(element) and element[0].tag != _DROPPED:
            continue
        text = element.text
        if (text and not text.isspace()) or element is body:
            continue
        if not len(element) or all(child.tag == _DROPPED and not (child.tail or "").strip() for child in element):
            if text and element.tag in _IN_LINE:
                element.tail = " " + (element.tail or "")  # `two<b> </b>words`
            yield element
