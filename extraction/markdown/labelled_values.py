"""Writes a label and its value on one line where only a style sheet sets them side by side: `<div>Size</div><div>L</div>`.

Rows that follow each other become a list with a line each. `label_pairs.py` finds what is a label.
"""

from __future__ import annotations

from collections.abc import Iterator

from extraction.document.tree import Tree
from extraction.markdown.label_pairs import (
    CELLS,
    COLONS,
    LABEL_NAMES,
    PAIRS_MIN,
    Pair,
    alternating,
    are_rows,
    is_lone_row,
    pair_of,
)

_ROWS = ("div", "li", "section", "dl")
_CHILDREN_MAX = 6
_ROWS_MIN = 2


def simplify(body: Tree) -> None:
    """Rewrite the rows of a tree in place."""
    rows: dict[Tree, Pair] = {}
    parents: dict[Tree, None] = {}
    for element in body.iter(*_ROWS):
        count = len(element)
        if not count or (count == 1 and not _has_own_text(element)):
            continue
        if count <= _CHILDREN_MAX and (pair := pair_of(element)) is not None and element.getparent().tag != "dl":
            rows[element] = pair
        elif count >= 2 * PAIRS_MIN and element.tag != "dl":
            parents[element] = None
    for parent in parents:
        _join_flat(parent)
    for run in _runs(rows):
        if len(run) >= _ROWS_MIN and are_rows([pair for _, pair in run]):
            for row, pair in run:
                _join(row, pair)
            _as_list([row for row, _ in run])
        else:
            for row, pair in run:
                if is_lone_row(row, pair):
                    _join(row, pair)


def _has_own_text(element: Tree) -> bool:
    """Whether an element with one child has text beside it."""
    text, tail = element.text, element[0].tail
    return bool((text and not text.isspace()) or (tail and not tail.isspace()))


def _runs(rows: dict[Tree, Pair]) -> Iterator[list[tuple[Tree, Pair]]]:
    """Rows that follow each other and are written alike."""
    run: list[tuple[Tree, Pair]] = []
    for row, pair in rows.items():
        if run and not _continues(run[-1], row, pair):
            yield run
            run = []
        run.append((row, pair))
    if run:
        yield run


def _continues(last: tuple[Tree, Pair], row: Tree, pair: Pair) -> bool:
    before, other = last
    return (
        row.getprevious() is before
        and not (before.tail or "").strip()
        and row.tag == before.tag
        # Some systems give each row its own class.
        and (row.get("class") == before.get("class") or pair.is_named)
        and pair.written == other.written
    )


def _join(row: Tree, pair: Pair) -> None:
    """Put both cells on the line of the row."""
    between = _between(pair)
    if pair.label is not None:
        _strip_end(pair.label)
        pair.label.tag = "span"
    if pair.value is None:
        assert pair.label is not None
        pair.label.tail = between + (pair.label.tail or "").lstrip()
        return
    before = pair.value.getprevious()
    if before is None:
        row.text = (row.text or "").rstrip() + between
    else:
        before.tail = (before.tail or "").rstrip() + between
    _strip_start(pair.value)
    pair.value.tag = "span"


def _between(pair: Pair) -> str:
    """The text to insert between both cells: a colon after a label that has none."""
    label = pair.label
    if label is None or pair.texts[0].endswith(COLONS) or not pair.texts[0][0].isalpha():
        return " "
    return ": " if label.tag == "dt" or LABEL_NAMES.search(label.get("class") or "") else " "


def _strip_end(element: Tree) -> None:
    """Remove the blanks at the end of an element."""
    while len(element):
        last = element[-1]
        last.tail = (last.tail or "").rstrip() or None
        if last.tail:
            return
        element = last
    element.text = (element.text or "").rstrip()


def _strip_start(element: Tree) -> None:
    while True:
        element.text = (element.text or "").lstrip()
        if element.text or not len(element):
            return
        element = element[0]


def _as_list(rows: list[Tree]) -> None:
    """Make rows the items of a list. Rows in links and cells stay lines."""
    first, last = rows[0], rows[-1]
    if first.tag == "li" or next(first.iterancestors("a", "td", "th", "dl"), None) is not None:
        return
    listed = first.makeelement("ul", {})
    first.addprevious(listed)
    listed.tail, last.tail = last.tail, None
    for row in rows:
        row.tag = "li"
        listed.append(row)


def _join_flat(parent: Tree) -> None:
    """Make rows of labels and values that alternate in one element."""
    children = list(parent)
    index = 0
    while index + 2 * PAIRS_MIN <= len(children):
        if children[index].tag not in CELLS or children[index + 1].tag not in CELLS:
            index += 1
            continue
        pairs = alternating(children, index)
        index += max(1, 2 * len(pairs))
        if len(pairs) < PAIRS_MIN or not are_rows(pairs):
            continue
        rows = []
        for pair in pairs:
            assert pair.label is not None and pair.value is not None
            row = parent.makeelement("div", {})
            pair.label.addprevious(row)
            tail, pair.value.tail = pair.value.tail, None
            row.append(pair.label)
            row.append(pair.value)
            row.tail = tail
            _join(row, pair)
            rows.append(row)
        _as_list(rows)
