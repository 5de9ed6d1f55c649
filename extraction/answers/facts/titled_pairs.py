"""Rows of a label and a value that are together under a title: prices by category, hours by day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from extraction.answers.facts import areas, labelled, titled_lists
from extraction.answers.schema.names import words
from extraction.document.document import Document
from extraction.document.tree import Tree

PAIRS_MAX, _LABEL_MAX_CHARS, _VALUE_MAX_CHARS = 2_000, 100, 200
# The first letters of weekdays in many languages, without accents.
_DAYS = (
    "mon tue wed thu fri sat sun mont die mitt don frei sams sonn mo di mi do fr sa so lun mar mer jeu ven sam dim mie jue vie sab dom"
    " gio seg ter qua qui sex maa din woe vri zat zon pon wt wtor sr srod czw pia sob nie pzt sali car per cum cmt paz man tis ons tor"
    " fre lor son пон вто сре чет пят суб вос пн вт ср чт пт сб вс 月 火 水 木 金 土 日 월 화 수 목 금 토 일 周 星 السبت الاحد الاثنين"
).split()
_DAYS_MIN = 2


@dataclass(frozen=True)
class TitledPairs:
    """The rows of one block. `names`: the words of its class and id."""

    title: str
    pairs: tuple[tuple[str, str], ...]
    names: frozenset[str] = frozenset()

    @property
    def are_days(self) -> bool:
        """Whether nearly all labels are weekdays."""
        days = sum(any(word.startswith(day) for day in _DAYS) for label, _ in self.pairs for word in words(label)[:1])
        return days >= max(_DAYS_MIN, 0.7 * len(self.pairs))


def read(document: Document) -> list[TitledPairs]:
    """The blocks of at least two rows, in document order, without navigation, footers and blocks about other entities."""
    blocks: dict[Tree, list[tuple[str, str]]] = {}
    number = 0
    for element, is_outside in areas.own_elements(document):
        parent = _block_of(element)
        if is_outside or parent is None or element.tag == "a":
            continue
        rows = list(_rows(element))
        blocks.setdefault(parent, []).extend(rows)
        number += len(rows)
        if number > PAIRS_MAX:
            break
    return [
        TitledPairs(titled_lists.key_of_title(parent), tuple(rows), titled_lists.names_of(parent))
        for parent, rows in blocks.items()
        if len(rows) > 1 and len({label for label, _ in rows}) == len(rows)
    ]


def _rows(element: Tree) -> Iterator[tuple[str, str]]:
    for label, value in labelled.pairs_of(element):
        label = label.strip().rstrip(":\uff1a").strip()
        if 0 < len(label) <= _LABEL_MAX_CHARS and 0 < len(value) <= _VALUE_MAX_CHARS:
            yield label, value


def _block_of(element: Tree) -> Tree | None:
    """The table, the definition list or the parent of a row."""
    if element.tag == "tr":
        return next(element.iterancestors("table"), None)
    if next(element.iterchildren("br"), None) is not None:
        return element
    return element.getparent()
