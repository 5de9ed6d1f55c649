"""Values that a page shows with a label: rows of two cells, definition lists, `Label: value`, telephone and mail links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from extraction.document.document import Document
from extraction.document.tree import Tree
from extraction.shaped.facts import areas
from extraction.shaped.facts.visible_text import text_of
from extraction.shaped.schema.names import without_note, words

PAIRS_MAX = 3_000
# Elements inside a row that are read. A larger one is no row.
_ROW_ELEMENTS_MAX = 30
_LABEL_ELEMENTS_MAX = 100
_LABEL_MAX_CHARS, _VALUE_MAX_CHARS = 60, 2_000
_LINE = re.compile(r"([^:\uff1a]{2,60}?)\s*[:\uff1a]\s+(\S.{0,500})$", re.S)
_LINE_MAX_CHARS = 1_000
_ROWS = frozenset("div li p span section td dd address".split())
_LABEL_TAGS = frozenset("strong b span label em dt th div p h3 h4 h5 h6 small".split())


@dataclass(frozen=True)
class Labelled:
    """One label with its value. `is_outside`: it stands in a footer, which describes the site."""

    label: str
    value: str
    is_outside: bool = False

    @property
    def key(self) -> str:
        return " ".join(words(without_note(self.label)))


def read(document: Document) -> list[Labelled]:
    """All labelled values of a page in document order. Navigation and boxes about other things are left out."""
    found: list[Labelled] = []
    for element, is_outside in areas.own_elements(document):
        for label, value in _pairs_of(element):
            label = label.strip().rstrip(":\uff1a").strip()
            if label and value and len(label) <= _LABEL_MAX_CHARS and len(value) <= _VALUE_MAX_CHARS:
                found.append(Labelled(label, value, is_outside))
        if len(found) >= PAIRS_MAX:
            break
    return found


def _pairs_of(element: Tree) -> Iterator[tuple[str, str]]:
    tag = element.tag
    if tag == "tr":
        cells = [cell for cell in element if cell.tag in ("td", "th")]
        if len(cells) == 2 and cells[1].tag == "td" and not _holds_labels(cells[1]):
            yield text_of(cells[0], _LABEL_ELEMENTS_MAX), text_of(cells[1])
    elif tag == "dt":
        answer = element.getnext()
        if answer is not None and answer.tag == "dd" and not _holds_labels(answer):
            yield text_of(element, _LABEL_ELEMENTS_MAX), text_of(answer)
    elif tag == "a":
        yield from _contact(element)
    elif tag in _ROWS:
        yield from _pair_in_row(element)


def _holds_labels(value: Tree) -> bool:
    """Whether a list or a table is inside a value. It has its own labels. One in another would be read again and again."""
    return next(value.iter("dt", "tr"), None) is not None


def _contact(link: Tree) -> Iterator[tuple[str, str]]:
    address = (link.get("href") or "").strip()
    if address[:4].lower() == "tel:":
        shown = text_of(link)
        number = unquote(address[4:]).strip()
        yield "phone", shown if _digits(shown)[-6:] == _digits(number)[-6:] and _digits(shown) else number
    elif address[:7].lower() == "mailto:":
        yield "email", unquote(address[7:].partition("?")[0]).strip()


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _pair_in_row(row: Tree) -> Iterator[tuple[str, str]]:
    """A label and a value that are the only content of a small element."""
    children = [child for child in row if isinstance(child.tag, str)]
    if not children or len(children) > 6:
        if not children and (found := _line(row.text or "")):
            yield found[1], " ".join(found[2].split())
        return
    if any(len(child) > 3 for child in children):
        return
    own, first = (row.text or "").strip(), children[0]
    if not own and first.tag in _LABEL_TAGS:
        label = text_of(first, _ROW_ELEMENTS_MAX)
        rest = _rest_after(row, first)
        if rest and (
            len(children) == 2
            or label.endswith((":", "\uff1a"))
            or rest.startswith(":")
            or first.tag in ("strong", "b", "label")
        ):
            yield label, rest.lstrip(":\uff1a ").strip()
    elif own and (found := _line(text_of(row, _ROW_ELEMENTS_MAX))):
        yield found[1], found[2]


def _line(text: str) -> re.Match[str] | None:
    """A text of the form `Label: value`. A longer text is none: blanks alone would take the pattern minutes."""
    text = text.strip()
    return _LINE.match(text) if len(text) <= _LINE_MAX_CHARS else None


def _rest_after(row: Tree, first: Tree) -> str:
    parts = [first.tail or ""]
    for child in first.itersiblings():
        parts += [text_of(child, _ROW_ELEMENTS_MAX), child.tail or ""]
    return " ".join(" ".join(parts).split())
