"""Values that a page shows with a label: rows of two cells, definition lists, `Label: value`, telephone and mail links."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from urllib.parse import unquote

from extraction.answers.facts import areas, label_blocks, label_lines
from extraction.answers.facts.visible_text import text_of
from extraction.answers.schema import glossary, units
from extraction.answers.schema.names import without_note, words
from extraction.answers.values import numbers
from extraction.document.document import Document
from extraction.document.known_elements import remembered as remembered_of
from extraction.document.known_texts import remembered
from extraction.document.tree import Tree, all_text

PAIRS_MAX = 3_000
# Elements inside a row that are read. A larger one is not a row.
_ROW_ELEMENTS_MAX = 30
_LABEL_ELEMENTS_MAX = 100
_LABEL_MAX_CHARS, _VALUE_MAX_CHARS = 60, 2_000
_LINES_MAX = 60
_ASIDE_ROWS = frozenset("li p dt".split())
_ROWS = frozenset("div li p span section td dd address".split())
_LABEL_TAGS = frozenset("strong b span label em dt th div p h2 h3 h4 h5 h6 small".split())
# A number and what it counts: `4 bedrooms`, `(57 reviews)`.
_COUNT = re.compile(
    r"\(?\s*(?:\d{1,6}\s?[-–]\s?\d{1,6}\s(?:of|de|von|sur|van|di|z|av|из|/)\s)?"
    r"(\d{1,3}(?:[.,\s]\d{3})*|\d{1,9})\s*\+?\s*([^\W\d_]{2,30}(?:[ -][^\W\d_]{1,30}){0,2})\s*\)?$"
)
_DIGIT = re.compile(r"\d")
_COUNT_MAX_CHARS, _COUNT_ELEMENTS_MAX = 48, 4
_COUNTING_TAGS = frozenset("li span div p a td dd small b strong h2 h3 h4".split())

# Classes of the two halves of a row. A class may end in what tools for style sheets add to it.
_KEY_CLASS = re.compile(r"(?:^|[\s_-])(?:label|lbl|key|k|term|dt|caption)(?:$|[\s_-])", re.I)
_VALUE_CLASS = re.compile(r"(?:^|[\s_-])(?:value|val|v|dd|data|definition)(?:$|[\s_-])", re.I)
# An amount with its sign or unit and nothing else.
_AMOUNT = re.compile(r"[^\w\s]{0,2}\s?\d[\d.,'’\u00a0\u202f ]{0,14}\s?[^\d\s]{0,5}$")

_PARTS_MAX = 60
_NO_PART = re.compile(r"[\s,;/|·•]+")
_COUNTED = re.compile(
    r"^(?:(?:total )?(?:number|no) of|anzahl(?: der)?|nombre (?:de|d)|nb (?:de|d)|numero (?:de|di)|num de|liczba|ilosc|aantal"
    r"|antal|antall|quantidade de|cantidad de|quantita di|pocet|lukumaara|количество|число|кол во|عدد) "
)


@dataclass(frozen=True)
class Labelled:
    """One label with its value.

    Attributes:
        is_outside: it is in a footer, which describes the site.
        is_row: it is a row of a table with two columns, or of a definition list.
        is_count: the value is a number that is before what it counts.
        is_party: it is in a block about another party, such as the agent or the seller.
        is_aside: it is beside the main content, and counts where that has no other value.
        block: what the block around it is about, as in `label_blocks`.
        parts: the texts of the value if it is several links or marks beside each other.
    """

    label: str
    value: str
    is_outside: bool = False
    is_row: bool = False
    is_count: bool = False
    is_party: bool = False
    is_aside: bool = False
    block: label_blocks.Block = ""
    parts: tuple[str, ...] = ()

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The label as words, and without `Number of` before it."""
        whole = " ".join(words(without_note(self.label)))
        return tuple(dict.fromkeys((whole, _COUNTED.sub("", whole) or whole)))


def read(document: Document) -> list[Labelled]:
    """All labelled values of a page in document order. Navigation and blocks about other entities are left out."""
    found: list[Labelled] = []
    blocks: dict[Tree, list[int]] = defaultdict(list)
    for element, is_outside, is_aside in _elements(document):
        for label, value in pairs_of(element):
            label = label.strip().rstrip(":\uff1a").strip()
            if label and value and len(label) <= _LABEL_MAX_CHARS and len(value) <= _VALUE_MAX_CHARS:
                if (block := label_blocks.of_label(element)) is not None:
                    blocks[block].append(len(found))
                found.append(
                    Labelled(
                        label,
                        value,
                        is_outside,
                        is_row=element.tag in ("tr", "dt"),
                        is_party=areas.is_about_party(element),
                        is_aside=is_aside,
                        parts=_parts(element, value),
                    )
                )
        if not is_aside and (counted := count_of(element)):
            found.append(Labelled(counted[1], counted[0], is_outside, is_count=True))
        if len(found) >= PAIRS_MAX:
            break
    for block, positions in blocks.items():
        if about := label_blocks.read(block, (key for one in positions for key in found[one].keys)):
            for one in positions:
                found[one] = replace(found[one], block=about)
    return found


def _elements(document: Document) -> Iterator[tuple[Tree, bool, bool]]:
    """The page's own elements, then those beside its main content, with whether they are in a footer or aside."""
    for element, is_outside in areas.own_elements(document):
        yield element, is_outside, False
    for aside in areas.asides(document):
        rows = (one for one in areas.own_elements(document, aside) if one[0].tag in _ASIDE_ROWS)
        yield from ((element, is_outside, True) for element, is_outside in rows)


def _parts(row: Tree, value: str) -> tuple[str, ...]:
    """The texts of the links, or of the marks with a class, that together are the value of a row."""
    if not _NO_PART.search(value):
        return ()
    detail = row.getnext() if row.tag == "dt" else row
    for tag in ("a", "span", "li", "mark", "code"):
        texts = [text_of(one, 10) for one in islice(detail.iter(tag), _PARTS_MAX)] if detail is not None else []
        for start in (0, 1):
            if (
                len(texts) - start > 1
                and all(texts[start:])
                and _NO_PART.sub("", value) == _NO_PART.sub("", "".join(texts[start:]))
            ):
                return tuple(texts[start:])
    return ()


@remembered_of
def count_of(element: Tree) -> tuple[str, str] | None:
    """The number and the counted word of a small element that has nothing else."""
    if element.tag not in _COUNTING_TAGS or len(element) > 2 or len(element.text or "") > _COUNT_MAX_CHARS:
        return None
    if len(element) and len(list(islice(element.iter(), _COUNT_ELEMENTS_MAX + 1))) > _COUNT_ELEMENTS_MAX:
        return None
    if not _DIGIT.search(all_text(element) if len(element) else element.text or ""):
        return None
    text = text_of(element, _COUNT_ELEMENTS_MAX)
    found = _COUNT.match(text) if len(text) <= _COUNT_MAX_CHARS else None
    return (found[1], found[2]) if found and not units.is_unit(found[2]) else None


@remembered_of
def pairs_of(element: Tree) -> tuple[tuple[str, str], ...]:
    """The labels with their values that one element shows itself."""
    return tuple(_pairs(element))


def _pairs(element: Tree) -> Iterator[tuple[str, str]]:
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
        yield from _named_pair(element)
        if next(element.iterchildren("br"), None) is not None:
            yield from _pairs_in_lines(element)
        else:
            yield from _pair_in_row(element)


def _holds_labels(value: Tree) -> bool:
    """Whether a list or a table is inside a value. It has its own labels. One in another would be read again and again."""
    return next(value.iter("dt", "tr"), None) is not None or _is_list(value)


def _is_list(value: Tree) -> bool:
    """Whether a value is several: the items of a list."""
    return next(islice(value.iter("li"), 1, None), None) is not None


def _contact(link: Tree) -> Iterator[tuple[str, str]]:
    address = (link.get("href") or "").strip()
    if address[:4].lower() == "tel:":
        shown = text_of(link)
        number = unquote(address[4:]).strip()
        yield (
            "phone",
            shown if numbers.digits(shown)[-6:] == numbers.digits(number)[-6:] and numbers.digits(shown) else number,
        )
    elif address[:7].lower() == "mailto:":
        yield "email", unquote(address[7:].partition("?")[0]).strip()


def _pair_in_row(row: Tree) -> Iterator[tuple[str, str]]:
    """A label and a value that are the only content of a small element."""
    children = [child for child in row if isinstance(child.tag, str)]
    if not children or len(children) > 6:
        if not children:
            yield from label_lines.pairs(" ".join((row.text or "").split()))
        return
    if any(len(child) > 3 or _is_list(child) for child in children):
        return
    while len(children) > 2 and _is_icon(children[0]):
        children = children[1:]
    own, first = (row.text or "").strip(), children[0]
    if not own and first.tag in _LABEL_TAGS:
        label = text_of(first, _ROW_ELEMENTS_MAX)
        rest = _rest_after(first)
        if len(children) == 2 and _is_header(row, label, rest):
            return
        if rest and (
            len(children) == 2
            or label.endswith((":", "\uff1a"))
            or rest.startswith(":")
            or first.tag in ("strong", "b", "label")
        ):
            value = rest.lstrip(":\uff1a ").strip()
            yield (value, label) if len(children) == 2 and _is_value_first(children, label, value) else (label, value)
    elif own:
        yield from label_lines.pairs(text_of(row, _ROW_ELEMENTS_MAX))


def _is_icon(element: Tree) -> bool:
    """Whether an element before a label has no text."""
    return not (element.tail or "").strip() and not text_of(element, 4)


def _is_value_first(children: list[Tree], one: str, other: str) -> bool:
    """Whether a row shows its value before, or above, the label: `845 €` and `Basic rent`, or by the classes of both."""
    first, second = (child.get("class") or "" for child in children)
    if _VALUE_CLASS.search(first) and _KEY_CLASS.search(second):
        return True
    if one.endswith((":", "\uff1a")) or not _AMOUNT.match(one) or _DIGIT.search(other):
        return False
    return glossary.is_label(other) and not units.is_unit(other)


def _named_pair(element: Tree) -> Iterator[tuple[str, str]]:
    """A label and the value after it, which only their classes name: `<p class="label">`, `<p class="value">`."""
    name = element.get("class") or ""
    if not name or len(element) > 3 or not _is_key_class(name):
        return
    value = element.getnext()
    if (
        value is not None
        and isinstance(value.tag, str)
        and _VALUE_CLASS.search(value.get("class") or "")
        and len(value) <= 3
    ):
        yield text_of(element, _ROW_ELEMENTS_MAX), text_of(value, _ROW_ELEMENTS_MAX)


@remembered(500_000)
def _is_key_class(name: str) -> bool:
    return _KEY_CLASS.search(name) is not None


def _is_header(row: Tree, one: str, other: str) -> bool:
    """Whether both texts of a row are labels, whose values are in the next row of the same shape."""
    if not (glossary.is_label(one) and glossary.is_label(other)):
        return False
    below = row.getnext()
    return below is not None and below.tag == row.tag and len(below) == len(row)


def _pairs_in_lines(block: Tree) -> Iterator[tuple[str, str]]:
    """The pairs of a block whose lines end in `br`, as in the imprint of a company."""
    lines = [block.text or ""]
    for child in block:
        if child.tag == "br":
            lines.append(child.tail or "")
        else:
            lines[-1] += (text_of(child, _ROW_ELEMENTS_MAX) if isinstance(child.tag, str) else "") + (child.tail or "")
        if len(lines) > _LINES_MAX:
            return
    for line in lines:
        yield from label_lines.pairs(" ".join(line.split()))


def _rest_after(first: Tree) -> str:
    parts = [first.tail or ""]
    for child in first.itersiblings():
        parts += [text_of(child, _ROW_ELEMENTS_MAX), child.tail or ""]
    return " ".join(" ".join(parts).split())
