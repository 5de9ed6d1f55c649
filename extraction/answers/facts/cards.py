"""The things that a page lists without markup: boxes of one shape beside each other, each with a heading or a link of its own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from lxml import etree

from extraction.answers.facts import areas, card_values, prices, titles
from extraction.answers.facts.visible_text import text_of
from extraction.declared.structured import Thing
from extraction.document.document import Document
from extraction.document.hidden.elements import mark
from extraction.document.tree import Tree

_CARD_TAGS = frozenset("li article div section a".split())
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_CARDS_MAX, _ELEMENTS_MAX, _CARD_ELEMENTS_MAX = 500, 60_000, 250
_CARDS_MIN, _TITLED_SHARE_MIN = 2, 0.8
_TITLE_MAX_CHARS, _FEATURES_MAX = 300, 40
_TITLE_CLASS = re.compile(r"(?:^|[\s_-])(?:name|title|heading|titel|titre|titulo|nome|nombre)(?:$|[\s_-])", re.I)
# The mark of a thing whose name may have other texts in it.
JOINED = "hasJoinedName"
# Links of a card that do not lead to its thing.
_OTHER_LINK = re.compile(r"^(?:#|javascript:|mailto:|tel:|\?)", re.I)


@dataclass(frozen=True)
class Series:
    """Things of boxes with one tag and class. `shape` is that of their boxes."""

    shape: tuple[str, str]
    boxes: tuple[Tree, ...]
    comma: bool

    @cached_property
    def things(self) -> list[Thing]:
        return [self._thing(place) for place in range(min(len(self.boxes), _CARDS_MAX))]

    @cached_property
    def sample(self) -> list[Thing]:
        """The things of a few boxes, to tell whether the series may be asked about."""
        places = sorted({0, 1, len(self.boxes) // 2, len(self.boxes) - 1})
        return [self._thing(place) for place in places]

    @cached_property
    def _read(self) -> dict[int, Thing]:
        return {}

    def _thing(self, place: int) -> Thing:
        if place not in self._read:
            self._read[place] = _thing(self.boxes[place], self.comma)
        return self._read[place]


def read(document: Document, *, comma: bool) -> list[Series]:
    """The series of a page, those of one shape joined, in document order.

    Args:
        comma: the page writes decimals with a comma.
    """
    mark(document.index)
    found: dict[tuple[str, str], list[Tree]] = defaultdict(list)
    for shape, boxes in _boxes(document.body):
        found[shape] += boxes
    return [Series(shape, tuple(boxes), comma) for shape, boxes in found.items()]


def _boxes(body: Tree) -> Iterator[tuple[tuple[str, str], list[Tree]]]:
    """The boxes of each series. Boxes may contain other series: sections of a page that contain its list."""
    skipped: Tree | None = None
    for event, element in islice(etree.iterwalk(body, events=("start", "end")), 2 * _ELEMENTS_MAX):
        if event == "end":
            skipped = None if skipped is element else skipped
            continue
        if skipped is None and element is not body and (element.tag in ("footer", "header") or areas.is_other(element)):
            skipped = element
        if skipped is None:
            yield from _alike(element)


def _alike(parent: Tree) -> Iterator[tuple[tuple[str, str], list[Tree]]]:
    """The children of an element that have one tag and class, if nearly all of them have a title of their own."""
    groups: dict[tuple[str, str], list[Tree]] = defaultdict(list)
    for child in parent:
        if child.tag in _CARD_TAGS:
            groups[child.tag, (child.get("class") or "").partition(" ")[0]].append(child)
    for shape, boxes in groups.items():
        if len(boxes) < _CARDS_MIN:
            continue
        titles = [title for box in boxes[:_CARDS_MAX] if (title := _title(box)[0])]
        if len(titles) >= _TITLED_SHARE_MIN * len(boxes) and len(set(titles)) > 1 and any(map(_has_more, boxes[:3])):
            yield shape, boxes


def _has_more(box: Tree) -> bool:
    """Whether a box has more than its title, unlike an entry of a menu."""
    title, _ = _title(box)
    return len(text_of(box, _CARD_ELEMENTS_MAX)) > len(title) + 2 or next(box.iter("img", "time"), None) is not None


def _title(box: Tree) -> tuple[str, Tree | None]:
    """The title of a box, and the link of its thing."""
    heading, link = _heading(box)
    title = titles.text_of_heading(heading) if heading is not None else ""
    return (title, link) if 2 <= len(title) <= _TITLE_MAX_CHARS else ("", None)


def _heading(box: Tree) -> tuple[Tree | None, Tree | None]:
    """The element that has the title of a box, and the link of its thing."""
    links = [link for link in islice(box.iter("a"), 30) if link.get("href") and not _OTHER_LINK.match(link.get("href"))]
    headings = list(islice(box.iter(*_HEADINGS), 3))
    heading = next((one for one in headings if not _is_amount(one)), next(iter(headings), None))
    if heading is None:
        heading = next((one for one in islice(box.iter(), _CARD_ELEMENTS_MAX) if _is_title(one)), None)
    if heading is None:
        heading = max(links, key=lambda link: len(text_of(link, 20)), default=None) if links else None
    if heading is None:
        return None, None
    around = [heading, *heading.iterancestors("a")]
    link = next((one for one in links if one in around or any(one is inner for inner in heading.iter("a"))), None)
    return heading, link if link is not None else next(iter(links), None)


def _name(heading: Tree, link: Tree | None, box: Tree, title: str) -> tuple[str, bool]:
    """The name of a box's thing, and whether it may only be a part of it: a title that has other texts in it, such as a place.

    The title of the link or the alternative text of the image tells where the name ends.
    """
    parts = [text for one in heading if isinstance(one.tag, str) and (text := text_of(one, 10))]
    if len(parts) + bool((heading.text or "").strip()) < 2 and not any((one.tail or "").strip() for one in heading):
        return title, False
    named = [link.get("title") if link is not None else None, *(img.get("alt") for img in islice(box.iter("img"), 5))]
    whole = next((" ".join(name.split()) for name in named if name and name.strip() and name.strip() in title), None)
    return (whole, False) if whole else (title, True)


def _is_amount(heading: Tree) -> bool:
    """Whether a heading is a price, such as `Pledge $65 or more`, and no name."""
    return len(heading) <= 3 and prices.has_amount(text_of(heading, 30)[:80])


def _is_title(element: Tree) -> bool:
    return isinstance(element.tag, str) and bool(_TITLE_CLASS.search(element.get("class") or "")) and len(element) <= 3


def _features(box: Tree) -> list[str]:
    """The entries of the only list of texts in a box."""
    lists = [one for one in islice(box.iter("ul", "ol"), 3) if one is not box]
    if len(lists) != 1 or not 2 <= len(lists[0]) <= _FEATURES_MAX:
        return []
    texts = [text_of(entry, 20) for entry in lists[0] if entry.tag == "li"]
    return texts if len(texts) > 1 and all(1 < len(text) <= _TITLE_MAX_CHARS for text in texts) else []


def _thing(box: Tree, comma: bool) -> Thing:
    """A box as a thing with schema.org properties, and with what its classes and labels name as `additionalProperty`."""
    title, link = _title(box)
    heading, _ = _heading(box)
    name, is_joined = _name(heading, link, box, title) if heading is not None and title else (title, False)
    thing: dict[str, Any] = {"name": name, **({JOINED: True} if is_joined else {})}
    if link is not None:
        thing["url"] = link.get("href")
    if image := next((address for img in islice(box.iter("img"), 5) if (address := card_values.address_of(img))), None):
        thing["image"] = image
    if features := _features(box):
        thing["featureList"] = features
    elements = [one for one in islice(box.iter(), _CARD_ELEMENTS_MAX) if isinstance(one.tag, str)]
    thing |= card_values.read(elements, comma=comma, is_listed=True)
    return thing
