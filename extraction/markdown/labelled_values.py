"""Writes a label and its value on one line where only a style sheet sets them side by side: `<div>Size</div><div>L</div>`.

Rows that follow each other become a list with a line each. Sentences, headings and links above a text are not labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from extraction.document.tree import Tree, all_text

_ROWS = ("div", "li", "section", "dl")
_CELLS = frozenset(("div", "p", "dt", "dd"))
_IN_LINE = frozenset(
    "a abbr b bdi cite code em font i img kbd mark q s del ins small span strong sub sup time u var label".split()
)
_PARTS = _CELLS | _IN_LINE
_CHILDREN_MAX = 6
_LABEL_WORDS_MAX, _VALUE_WORDS_MAX, _CHARS_MAX = 6, 12, 120
# Of a row without others like it, and of values that end with a full stop.
_LONE_LABEL_WORDS_MAX, _LONE_VALUE_WORDS_MAX, _ENDED_WORDS_MAX = 3, 6, 4
_ROWS_MIN, _FLAT_PAIRS_MIN = 2, 2
_ENDS, _COLONS, _TERMS = (".", "!", "?", "。", "…"), (":", "："), ("dt", "dd")
# A name above a day or a price is a name, and not what the day or the price is called.
_NAMED = re.compile(r"author|user|name|writer|poster|byline|headline", re.I)
# Cells with one of these names are labels, and get a colon. Others are items with their amount, such as `flour` and `200 g`.
_LABEL_NAMES = re.compile(
    r"label|title|term|caption|attr|prop|spec|(?:^|[\s_-])(?:k|key|l|lbl|dt|th|head|heading)(?:$|[\s_-])", re.I
)
_DIGIT, _LABELLED = re.compile(r"\d"), re.compile(r"[^\d:]{2,30}:")


class _Pair(NamedTuple):
    """The cells of a row. None for a cell that is text of the row itself."""

    label: Tree | None
    value: Tree | None
    texts: tuple[str, str]

    @property
    def written(self) -> tuple[object, object]:
        """How the cells are written: the tag and class of each."""
        return _written(self.label), _written(self.value)

    @property
    def is_named(self) -> bool:
        """Whether both cells have a class."""
        return all(cell is not None and cell.get("class") is not None for cell in (self.label, self.value))


def simplify(body: Tree) -> None:
    """Rewrite the rows of a tree in place."""
    rows: dict[Tree, _Pair] = {}
    parents: dict[Tree, None] = {}
    for element in body.iter(*_ROWS):
        count = len(element)
        if not count or (count == 1 and not _has_own_text(element)):
            continue
        if count <= _CHILDREN_MAX and (pair := _pair_of(element)) is not None and element.getparent().tag != "dl":
            rows[element] = pair
        elif count >= 2 * _FLAT_PAIRS_MIN and element.tag != "dl":
            parents[element] = None
    for parent in parents:
        _join_flat(parent)
    for run in _runs(rows):
        if len(run) >= _ROWS_MIN and _are_rows([pair for _, pair in run]):
            for row, pair in run:
                _join(row, pair)
            _as_list([row for row, _ in run])
        else:
            for row, pair in run:
                if _is_lone_row(row, pair):
                    _join(row, pair)


def _has_own_text(element: Tree) -> bool:
    """Whether an element with one child has text beside it."""
    text, tail = element.text, element[0].tail
    return bool((text and not text.isspace()) or (tail and not tail.isspace()))


def _pair_of(row: Tree) -> _Pair | None:
    """The two cells of a row that has nothing else."""
    cells: list[Tree | None] = []
    texts: list[str] = []
    own = row.text or ""
    for child in row:
        if child.tag not in _PARTS or not _is_in_line(child):
            return None
        if child.tag in _IN_LINE:
            own += all_text(child) + (child.tail or "")
            continue
        if own.strip():
            cells.append(None)
            texts.append(own)
        text = all_text(child)
        if text.strip():
            cells.append(child)
            texts.append(text)
        if len(cells) > 2:
            return None
        own = child.tail or ""
    if own.strip():
        cells.append(None)
        texts.append(own)
    return (
        _checked(cells[0], cells[1], texts[0], texts[1])
        if len(cells) == 2 and any(cell is not None for cell in cells)
        else None
    )


def _is_in_line(cell: Tree) -> bool:
    return all(part.tag in _IN_LINE for part in cell.iterdescendants())


def _checked(label: Tree | None, value: Tree | None, *texts: str) -> _Pair | None:
    """The pair, if its texts are short and no sentences."""
    if sum(map(len, texts)) > 2 * _CHARS_MAX:
        return None
    first, second = (" ".join(text.split()) for text in texts)
    labels, values = len(first.split()), len(second.split())
    if not (
        1 <= labels <= _LABEL_WORDS_MAX and 1 <= values <= _VALUE_WORDS_MAX and len(first) + len(second) <= _CHARS_MAX
    ):
        return None
    is_sentence = second.endswith(_ENDS) and values > _ENDED_WORDS_MAX
    if first.endswith(_ENDS) or is_sentence or not any(map(str.isalnum, first)) or not any(map(str.isalnum, second)):
        return None
    return _Pair(label, value, (first, second))


def _runs(rows: dict[Tree, _Pair]) -> Iterator[list[tuple[Tree, _Pair]]]:
    """Rows that follow each other and are written alike."""
    run: list[tuple[Tree, _Pair]] = []
    for row, pair in rows.items():
        if run and not _continues(run[-1], row, pair):
            yield run
            run = []
        run.append((row, pair))
    if run:
        yield run


def _continues(last: tuple[Tree, _Pair], row: Tree, pair: _Pair) -> bool:
    before, other = last
    return (
        row.getprevious() is before
        and not (before.tail or "").strip()
        and row.tag == before.tag
        # Some systems give each row its own class.
        and (row.get("class") == before.get("class") or pair.is_named)
        and pair.written == other.written
    )


def _written(element: Tree | None) -> object:
    return None if element is None else (element.tag, element.get("class"))


def _are_rows(pairs: list[_Pair]) -> bool:
    """Whether the first cells are labels. Two columns of items that are written alike are not, unless the values are numbers."""
    labels = [pair.texts[0] for pair in pairs]
    if len(set(labels)) == 1:
        return False
    first, second = pairs[0].written
    if first != second or pairs[0].label is None:
        return True
    numbers = sum(_DIGIT.search(pair.texts[1]) is not None for pair in pairs)
    return 2 * numbers >= len(pairs) and not any(map(_DIGIT.search, labels))


def _is_lone_row(row: Tree, pair: _Pair) -> bool:
    """Whether a row without others like it is a label with an amount, a number or a day."""
    label, value = pair.texts
    tags = tuple(None if cell is None else cell.tag for cell in (pair.label, pair.value))
    if tags == _TERMS:
        return row.tag != "dl"
    if label.endswith(_COLONS):
        return True
    first, second = pair.written
    is_named = pair.label is not None and _LABEL_NAMES.search(pair.label.get("class") or "") is not None
    return (
        first != second
        and (is_named or not value[0].isalpha())
        and _LABELLED.match(value) is None
        and len(label.split()) <= _LONE_LABEL_WORDS_MAX
        and len(value.split()) <= _LONE_VALUE_WORDS_MAX
        and _DIGIT.search(label) is None
        and _DIGIT.search(value) is not None
        and not (
            pair.label is not None
            and (_NAMED.search(pair.label.get("class") or "") or pair.label.find(".//a") is not None)
        )
    )


def _join(row: Tree, pair: _Pair) -> None:
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


def _between(pair: _Pair) -> str:
    """The text to insert between both cells: a colon after a label that has none."""
    label = pair.label
    if label is None or pair.texts[0].endswith(_COLONS) or not pair.texts[0][0].isalpha():
        return " "
    return ": " if label.tag == "dt" or _LABEL_NAMES.search(label.get("class") or "") else " "


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
    place = 0
    while place + 2 * _FLAT_PAIRS_MIN <= len(children):
        if children[place].tag not in _CELLS or children[place + 1].tag not in _CELLS:
            place += 1
            continue
        pairs = _flat_pairs(children, place)
        place += max(1, 2 * len(pairs))
        if len(pairs) < _FLAT_PAIRS_MIN or not _are_rows(pairs):
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


def _flat_pairs(children: list[Tree], place: int) -> list[_Pair]:
    """The pairs from a place on, as far as labels and values alternate."""
    written = _written(children[place]), _written(children[place + 1])
    if written[0] == written[1] or (_written(children[place + 2]), _written(children[place + 3])) != written:
        return []
    found: list[_Pair] = []
    while place + 1 < len(children):
        label, value = children[place], children[place + 1]
        if (_written(label), _written(value)) != written or (label.tail or "").strip() or (value.tail or "").strip():
            break
        if not (label.tag in _CELLS and value.tag in _CELLS and _is_in_line(label) and _is_in_line(value)):
            break
        pair = _checked(label, value, all_text(label), all_text(value))
        if pair is None:
            break
        found.append(pair)
        place += 2
    return found
