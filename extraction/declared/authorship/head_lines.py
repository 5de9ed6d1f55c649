"""The short lines right below and above a page's headline, where bylines are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from extraction.declared.text import lines
from extraction.document.tree import Tree

LINE_MAX_CHARS = 160
# The elements that one line can contain.
_LINE_MAX_ELEMENTS = 60
# Text that is passed below and above the headline. The first paragraphs end the search.
_BELOW_MAX_CHARS, _ABOVE_MAX_CHARS = 700, 120
_BELOW_MAX_LINES, _ABOVE_MAX_LINES, _ABOVE_MAX_LEVELS = 40, 6, 3
# Lines that are visited, most of them empty.
_VISITED_MAX = 1_000
_DEPTH_MAX = 40
# The second of these headings below the headline begins something else.
_HEADINGS = frozenset(("h1", "h2", "h3"))
# A longer one of these is the text of the page.
_WHOLE = frozenset(("p", "li", "blockquote", "dd", "h1", "h2", "h3", "h4"))
_OTHER_TAGS = frozenset("nav aside form footer select figure picture video audio iframe table button pre".split())
_OTHER_ITEMS = re.compile(r"(?:Review|Comment|Answer|Product|Offer|Rating)$")
_OTHER_LABELS = re.compile(
    r"(?:^|[\s_-])(?:nav|menu|breadcrumbs?|related\w*|recommend\w*|comments?|sidebar|share|sharing|social|newsletter|cookie\w*|"
    r"toc|table-of-contents|more-\w+|trending|popular|advert\w*|pagination)(?:$|[\s_-])",
    re.I,
)


@dataclass(frozen=True)
class Piece:
    """One text of a line, and the element around it."""

    text: str
    element: Tree


@dataclass(frozen=True)
class Line:
    """A short element, or a text between elements, as its pieces in document order. `element` contains them all."""

    pieces: tuple[Piece, ...]
    element: Tree

    @property
    def text(self) -> str:
        return " ".join(" ".join(piece.text for piece in self.pieces).split())


def below(headline: Tree) -> Iterator[Line]:
    """The lines after a headline, up to the text of the page or the second heading."""
    passed = headings = 0
    for line in islice(_with_text(_after(headline)), _BELOW_MAX_LINES):
        headings += line.element.tag in _HEADINGS
        if headings > 1 or passed > _BELOW_MAX_CHARS:
            return
        passed += len(line.text)
        yield line


def above(headline: Tree) -> Iterator[Line]:
    """The lines directly before a headline, the nearest first."""
    passed = 0
    for line in islice(_with_text(_before(headline)), _ABOVE_MAX_LINES):
        passed += len(line.text)
        if passed > _ABOVE_MAX_CHARS or line.element.tag in _HEADINGS:
            return
        yield line


def _with_text(lines: Iterator[Line]) -> Iterator[Line]:
    """The lines that have a text, among the first ones."""
    return (line for line in islice(lines, _VISITED_MAX) if line.pieces)


def _after(headline: Tree) -> Iterator[Line]:
    """The lines below a headline, in document order."""
    at = headline
    while at is not None and at.tag != "body":
        parent = at.getparent()
        yield from _line(at.tail, parent)
        for sibling in at.itersiblings():
            yield from _lines(sibling, 0)
            yield from _line(sibling.tail, parent)
        at = parent


def _before(headline: Tree) -> Iterator[Line]:
    """The lines above a headline, the nearest first."""
    at = headline
    for _ in range(_ABOVE_MAX_LEVELS):
        for sibling in at.itersiblings(preceding=True):
            yield from _line(sibling.tail, sibling.getparent())
            yield from reversed(list(islice(_lines(sibling, 0), _BELOW_MAX_LINES)))
        at = at.getparent()
        if at is None or at.tag in ("body", "main", "article"):
            return


def _lines(element: Tree, depth: int) -> Iterator[Line]:
    """The lines of an element. An element without a text is an empty line, so that the visited elements are counted."""
    is_read = lines.is_shown(element) and depth <= _DEPTH_MAX and not _is_other(element)
    short = _short(element) if is_read else ()
    if short is not None:
        yield Line(short, element)
        return
    if element.tag in _WHOLE:
        yield Line((Piece(" ".join(element.itertext()), element),), element)
        return
    yield from _line(element.text, element)
    for child in element:
        yield from _lines(child, depth + 1)
        yield from _line(child.tail, element)


def _line(text: str | None, element: Tree) -> Iterator[Line]:
    if text and text.strip():
        yield Line((Piece(text, element),), element)


def _short(element: Tree) -> tuple[Piece, ...] | None:
    """The pieces of an element if it is short enough to be a line, otherwise None."""
    found: list[Piece] = []
    length = 0
    for visited, (text, owner) in enumerate(lines.pieces(element)):
        if visited > _LINE_MAX_ELEMENTS or (owner.tag in _HEADINGS and owner is not element):
            return None
        if stripped := text.strip():
            length += len(stripped)
            if length > LINE_MAX_CHARS:
                return None
            found.append(Piece(text, owner))
    return tuple(found)


def _is_other(element: Tree) -> bool:
    if element.tag in _OTHER_TAGS:
        return True
    if _OTHER_ITEMS.search(element.get("itemtype") or ""):
        return True
    name = f"{element.get('class') or ''} {element.get('id') or ''}"
    return len(name) > 1 and _OTHER_LABELS.search(name[:300]) is not None
