"""Simplifies line breaks: none at the edges of blocks and emphasis, at most two in a row, and none in a row inside emphasis."""

from __future__ import annotations

from lxml import etree

from extraction.document.tree import Tree, drop_all

_EMPHASIS = frozenset(("b", "strong", "i", "em", "del", "s", "u"))
_BLOCKS = frozenset(
    ("p", "div", "td", "th", "li", "dd", "dt", "figcaption", "caption", "blockquote", "section", "article")
)
# The writer puts these into emphasis, which ends at an empty line.
_CAPTIONS = frozenset(("figcaption", "caption", "summary"))
_BLANKS = " \t\r\n\xa0"
_DEPTH_MAX = 6


def simplify(body: Tree) -> None:
    """Rewrite the line breaks of a tree in place."""
    breaks = list(body.iter("br"))
    if not breaks:
        return
    for each in breaks:
        _leave_emphasis(each)
    drop_all(body, _needless(breaks))
    for element in {each.getparent(): None for each in body.iter("br")}:
        if element.tag in _EMPHASIS:
            _split(element)


def _is_blank(text: str | None) -> bool:
    return not text or not text.strip(_BLANKS)


def _leave_emphasis(line_break: Tree) -> None:
    """Move a break at the edge of emphasis to before or after it."""
    for _ in range(_DEPTH_MAX):
        above = line_break.getparent()
        if above is None or above.tag not in _EMPHASIS or above.getparent() is None:
            return
        if line_break.getprevious() is None and _is_blank(above.text):
            above.text, line_break.tail = line_break.tail, None
            above.addprevious(line_break)
        elif line_break.getnext() is None and _is_blank(line_break.tail):
            line_break.tail, above.tail = above.tail, None
            above.addnext(line_break)
        else:
            return


def _needless(breaks: list[Tree]) -> list[Tree]:
    """Breaks at the edges of blocks, and those after two others."""
    # Each with the element before it that is kept, so that a long row of breaks is not traversed for each of them.
    found: dict[Tree, Tree | None] = {}
    for each in breaks:
        above, before = each.getparent(), each.getprevious()
        if before in found and _is_blank(before.tail):
            before = found[before]
        is_first = before is None and above.tag in _BLOCKS and _is_blank(above.text)
        if is_first or _is_last(each, above) or _is_behind_breaks(before, above):
            if _is_blank(each.tail):
                each.tail = None
            found[each] = before
        elif _is_blank(each.tail) and each.getnext() is not None and each.getnext().tag == "br":
            each.tail = None
    return list(found)


def _is_last(line_break: Tree, above: Tree) -> bool:
    return above.tag in _BLOCKS and line_break.getnext() is None and _is_blank(line_break.tail)


def _is_behind_breaks(before: Tree | None, above: Tree) -> bool:
    most = 1 if above.tag in _CAPTIONS else 2
    for _ in range(most):
        if before is None or before.tag != "br" or not _is_blank(before.tail):
            return False
        before = before.getprevious()
    return True


def _split(element: Tree) -> None:
    """End emphasis before an empty line and start it again after it: Markdown's emphasis ends with its paragraph."""
    if not any(map(_begins_empty_line, element)):
        return
    parts: list[Tree] = []
    current, is_open = _part(element.tag, element.text), True
    for child in list(element):
        if is_open and _begins_empty_line(child):
            parts += [current, child]
            is_open = False
        elif not is_open:  # The second of two breaks.
            parts.append(child)
            current, is_open = _part(element.tag, child.tail), True
            child.tail = None
        else:
            current.append(child)
    _put(element, [*parts, current])


def _part(tag: str, text: str | None) -> Tree:
    part = etree.Element(tag)
    part.text = text
    return part


def _begins_empty_line(child: Tree) -> bool:
    after = child.getnext()
    return child.tag == "br" and after is not None and after.tag == "br" and _is_blank(child.tail)


def _put(element: Tree, parts: list[Tree]) -> None:
    parts = [part for part in parts if part.tag == "br" or len(part) or not _is_blank(part.text)]
    parts[-1].tail = element.tail
    for part in reversed(parts):
        element.addnext(part)
    element.tail = None
    element.getparent().remove(element)
