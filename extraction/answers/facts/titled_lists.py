"""Lists of short texts under a heading or beside a label: `Facilities`, `Requirements`, `Pros`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extraction.answers.facts import areas
from extraction.answers.facts.visible_text import text_of
from extraction.answers.schema.names import without_note, words
from extraction.document.document import Document
from extraction.document.tree import Tree, has_more_elements

LISTS_MAX, ITEMS_MAX = 300, 100
_ITEM_MAX_CHARS, _TITLE_MAX_CHARS = 400, 80
_ITEM_ELEMENTS_MAX, _TITLE_ELEMENTS_MAX = 40, 12
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 dt th summary legend strong b label".split())
_SMALL = frozenset("p div span".split())
_BLOCKS = frozenset("ul ol dl table p h2 h3 h4 h5 h6 section article form li".split())
_TITLED = re.compile(r"(?:^|[\s_-])\w*(?:title|heading|headline|label|titel|titre|titulo)(?:$|[\s_-])", re.I)
_NUMBERED = re.compile(r"^(?:step|schritt|étape|paso|passo|stap|krok|adım|шаг)?\s*(\d{1,2})[.):]?\s+", re.I)
_LEVELS = 3


@dataclass(frozen=True)
class TitledList:
    """The items of one list. `is_outside`: it is in a footer. `names`: the words of its class and id."""

    title: str
    items: tuple[str, ...]
    names: frozenset[str] = frozenset()

    @property
    def key(self) -> str:
        return " ".join(words(without_note(self.title.strip().rstrip(":\uff1a"))))


def read(document: Document) -> list[TitledList]:
    """The lists of a page in document order, without navigation, footers and blocks about other entities."""
    found = []
    for element, is_outside in areas.own_elements(document):
        if not is_outside and (items := _items(element)) and (one := _titled(element, items)):
            found.append(one)
        if len(found) >= LISTS_MAX:
            break
    return found


def _titled(element: Tree, items: tuple[str, ...]) -> TitledList | None:
    title, names = _title(element), names_of(element)
    return TitledList(title, items, names) if title or names else None


def names_of(element: Tree) -> frozenset[str]:
    """The words of the classes and ids of an element and its parent."""
    around = element.getparent()
    classes = (one.get(name) or "" for one in (element, around) if one is not None for name in ("class", "id"))
    return frozenset(" ".join(words(token)) for text in classes for token in text.split()[:6])


def key_of_title(element: Tree) -> str:
    """The words of the title of a list or another block, or an empty text."""
    caption = next(element.iter("caption"), None) if element.tag == "table" else None
    title = text_of(caption, _TITLE_ELEMENTS_MAX) if caption is not None else _title(element)
    return " ".join(words(without_note(title.strip().rstrip(":\uff1a"))))


def _items(element: Tree) -> tuple[str, ...]:
    """The texts of a list. Empty if it has lists in it, long texts, or another content than texts."""
    if element.tag in ("ul", "ol"):
        parts = [child for child in element if child.tag == "li"]
    elif element.tag in ("div", "section") and len(element) > 1:
        parts = [child for child in element if isinstance(child.tag, str)]
        shapes = {(child.tag, (child.get("class") or "").partition(" ")[0]) for child in parts}
        if len(shapes) != 1 or parts[0].tag not in _STEP_TAGS or any(map(_is_block, parts)):
            return ()
    else:
        return ()
    if (
        not parts
        or len(parts) > ITEMS_MAX
        or any(next(part.iter("ul", "ol", "table"), None) is not None for part in parts)
    ):
        return ()
    if any(has_more_elements(part, _ITEM_ELEMENTS_MAX) for part in parts):
        return ()
    # What is struck out is named because it is not there.
    parts = [part for part in parts if next(part.iter("del", "s", "strike"), None) is None]
    texts = [text_of(part, _ITEM_ELEMENTS_MAX) for part in parts]
    if not texts or not all(texts) or any(len(text) > _ITEM_MAX_CHARS for text in texts):
        return ()
    return tuple(_without_numbers(texts))


_STEP_TAGS = frozenset(("div", "span", "p", "li"))


def _is_block(part: Tree) -> bool:
    return len(part) > 1 or any(child.tag in _BLOCKS for child in part)


def _without_numbers(texts: list[str]) -> Iterator[str]:
    """The texts without the numbers that count them."""
    numbered = [_NUMBERED.match(text) for text in texts]
    counted = all(found and found[1] == str(position) for position, found in enumerate(numbered, 1))
    for text, found in zip(texts, numbered, strict=True):
        yield text[found.end() :] if counted and found else text


def _title(element: Tree) -> str:
    """The heading or label directly before a list, or before what wraps it."""
    around: Tree | None = element
    for _ in range(_LEVELS):
        if around is None or around.tag in ("body", "main"):
            return ""
        before = around.getprevious()
        while before is not None and not isinstance(before.tag, str):
            before = before.getprevious()
        if before is not None:
            return _title_text(before)
        parent = around.getparent()
        if parent is not None and parent.tag in ("td", "dd") and (label := parent.getprevious()) is not None:
            return _title_text(label)
        if parent is not None and (own := (parent.text or "").strip()):
            return own if own.endswith((":", "\uff1a")) and len(own) <= _TITLE_MAX_CHARS else ""
        around = parent
    return ""


def _title_text(element: Tree) -> str:
    if element.tag in ("header", "div") and len(element) == 1 and not (element.text or "").strip():
        element = element[0]  # A heading may be wrapped once.
    if has_more_elements(element, _TITLE_ELEMENTS_MAX):
        return ""
    text = text_of(element, _TITLE_ELEMENTS_MAX)
    if len(text) > _TITLE_MAX_CHARS:
        return ""
    if element.tag in _HEADINGS or (element.tag in _SMALL and _is_label(element, text)):
        return text
    return ""


def _is_label(element: Tree, text: str) -> bool:
    if text.endswith((":", "\uff1a")) or _TITLED.search(element.get("class") or ""):
        return True
    return len(element) == 1 and element[0].tag in ("strong", "b") and not (element.text or "").strip()
