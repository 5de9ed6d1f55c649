"""Finds labels with their values in rows of two short texts. Sentences, headings and links above a text are not labels."""

from __future__ import annotations

import re
from typing import NamedTuple

from extraction.document.tree import Tree, all_text

CELLS = frozenset(("div", "p", "dt", "dd"))
_IN_LINE = frozenset(
    "a abbr b bdi cite code em font i img kbd mark q s del ins small span strong sub sup time u var label".split()
)
_PARTS = CELLS | _IN_LINE
_LABEL_WORDS_MAX, _VALUE_WORDS_MAX, _CHARS_MAX = 6, 12, 120
# Of a row without others like it, and of values that end with a full stop.
_LONE_LABEL_WORDS_MAX, _LONE_VALUE_WORDS_MAX, _ENDED_WORDS_MAX = 3, 6, 4
PAIRS_MIN = 2
_ENDS, COLONS, _TERMS = (".", "!", "?", "。", "…"), (":", "："), ("dt", "dd")
# A name above a day or a price is a name, and not what the day or the price is called.
_NAMED = re.compile(r"author|user|name|writer|poster|byline|headline", re.I)
# Cells with one of these names are labels, and get a colon. Others are items with their amount, such as `flour` and `200 g`.
LABEL_NAMES = re.compile(
    r"label|title|term|caption|attr|prop|spec|(?:^|[\s_-])(?:k|key|l|lbl|dt|th|head|heading)(?:$|[\s_-])", re.I
)
_DIGIT, _LABELLED = re.compile(r"\d"), re.compile(r"[^\d:]{2,30}:")


class Pair(NamedTuple):
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


def pair_of(row: Tree) -> Pair | None:
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


def _checked(label: Tree | None, value: Tree | None, *texts: str) -> Pair | None:
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
    return Pair(label, value, (first, second))


def alternating(children: list[Tree], index: int) -> list[Pair]:
    """The pairs from an index on, as far as labels and values alternate."""
    written = _written(children[index]), _written(children[index + 1])
    if written[0] == written[1] or (_written(children[index + 2]), _written(children[index + 3])) != written:
        return []
    found: list[Pair] = []
    while index + 1 < len(children):
        label, value = children[index], children[index + 1]
        if (_written(label), _written(value)) != written or (label.tail or "").strip() or (value.tail or "").strip():
            break
        if not (label.tag in CELLS and value.tag in CELLS and _is_in_line(label) and _is_in_line(value)):
            break
        pair = _checked(label, value, all_text(label), all_text(value))
        if pair is None:
            break
        found.append(pair)
        index += 2
    return found


def are_rows(pairs: list[Pair]) -> bool:
    """Whether the first cells are labels. Two columns of items that are written alike are not, unless the values are numbers."""
    labels = [pair.texts[0] for pair in pairs]
    if len(set(labels)) == 1:
        return False
    first, second = pairs[0].written
    if first != second or pairs[0].label is None:
        return True
    numbers = sum(_DIGIT.search(pair.texts[1]) is not None for pair in pairs)
    return 2 * numbers >= len(pairs) and not any(map(_DIGIT.search, labels))


def is_lone_row(row: Tree, pair: Pair) -> bool:
    """Whether a row without others like it is a label with an amount, a number or a day."""
    label, value = pair.texts
    tags = tuple(None if cell is None else cell.tag for cell in (pair.label, pair.value))
    if tags == _TERMS:
        return row.tag != "dl"
    if label.endswith(COLONS):
        return True
    first, second = pair.written
    is_named = pair.label is not None and LABEL_NAMES.search(pair.label.get("class") or "") is not None
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


def _is_in_line(cell: Tree) -> bool:
    return all(part.tag in _IN_LINE for part in cell.iterdescendants())


def _written(element: Tree | None) -> object:
    return None if element is None else (element.tag, element.get("class"))
