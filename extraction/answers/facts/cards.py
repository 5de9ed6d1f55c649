"""The entities that a page lists without markup: blocks of one shape beside each other, each with its own heading or link."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from extraction.answers.facts import areas, card_values, prices, titles
from extraction.answers.facts.visible_text import text_of
from extraction.declared.structured import EntityObject
from extraction.document.document import Document
from extraction.document.hidden.elements import mark
from extraction.document.known_elements import remembered
from extraction.document.known_texts import remembered as remembered_text
from extraction.document.tree import Tree

_CARD_TAGS = frozenset("li article div section a".split())
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_CARDS_MAX, _ELEMENTS_MAX, _CARD_ELEMENTS_MAX = 500, 60_000, 250
_CARDS_MIN, _TITLED_SHARE_MIN = 2, 0.8
_TITLE_MAX_CHARS, _FEATURES_MAX = 300, 40
_TITLE_CLASS = re.compile(r"(?:^|[\s_-])(?:name|title|heading|titel|titre|titulo|nome|nombre)(?:$|[\s_-])", re.I)
# The mark of an entity whose name may have other texts in it.
JOINED = "hasJoinedName"
# Links of a card that do not lead to its entity.
_OTHER_LINK = re.compile(r"^(?:#|javascript:|mailto:|tel:|\?)", re.I)


@dataclass(frozen=True)
class Series:
    """Entities of blocks with one tag and class. `shape` is that of their blocks."""

    shape: tuple[str, str]
    blocks: tuple[Tree, ...]
    comma: bool

    @cached_property
    def entities(self) -> list[EntityObject]:
        return [self._entity(position) for position in range(min(len(self.blocks), _CARDS_MAX))]

    @cached_property
    def sample(self) -> list[EntityObject]:
        """The entities of a few blocks, to decide whether the series may be asked about."""
        positions = sorted({0, 1, len(self.blocks) // 2, len(self.blocks) - 1})
        return [self._entity(position) for position in positions]

    @cached_property
    def _read(self) -> dict[int, EntityObject]:
        return {}

    def _entity(self, position: int) -> EntityObject:
        if position not in self._read:
            self._read[position] = _entity(self.blocks[position], self.comma)
        return self._read[position]


def read(document: Document, *, comma: bool) -> list[Series]:
    """The series of a page, those of one shape joined, in document order.

    Args:
        comma: the page writes decimals with a comma.
    """
    mark(document.index)
    found: dict[tuple[str, str], list[Tree]] = defaultdict(list)
    for shape, blocks in _blocks(document.body):
        found[shape] += blocks
    return [Series(shape, tuple(blocks), comma) for shape, blocks in found.items()]


def _blocks(body: Tree) -> Iterator[tuple[tuple[str, str], list[Tree]]]:
    """The blocks of each series. Blocks may contain other series: sections of a page that contain its list."""
    waiting = [body]
    for _ in range(_ELEMENTS_MAX):
        if not waiting:
            return
        element = waiting.pop()
        yield from _alike(element)
        waiting += [child for child in reversed(element) if _may_have_blocks(child)]


def _may_have_blocks(element: Tree) -> bool:
    return isinstance(element.tag, str) and element.tag not in ("footer", "header") and not areas.is_other(element)


def _alike(parent: Tree) -> Iterator[tuple[tuple[str, str], list[Tree]]]:
    """The children of an element that have one tag and class, if nearly all of them have a title."""
    groups: dict[tuple[str, str], list[Tree]] = defaultdict(list)
    for child in parent:
        if child.tag in _CARD_TAGS:
            groups[child.tag, (child.get("class") or "").partition(" ")[0]].append(child)
    for shape, blocks in groups.items():
        if len(blocks) < _CARDS_MIN:
            continue
        titles = [title for block in blocks[:_CARDS_MAX] if (title := _title(block)[0])]
        if len(titles) >= _TITLED_SHARE_MIN * len(blocks) and len(set(titles)) > 1 and any(map(_has_more, blocks[:3])):
            yield shape, blocks


def _has_more(block: Tree) -> bool:
    """Whether a block has more than its title, unlike an entry of a menu."""
    title, _ = _title(block)
    return len(text_of(block, _CARD_ELEMENTS_MAX)) > len(title) + 2 or next(block.iter("img", "time"), None) is not None


@remembered
def _title(block: Tree) -> tuple[str, Tree | None]:
    """The title of a block, and the link of its entity."""
    heading, link = _heading(block)
    title = titles.text_of_heading(heading) if heading is not None else ""
    return (title, link) if 2 <= len(title) <= _TITLE_MAX_CHARS else ("", None)


@remembered
def _heading(block: Tree) -> tuple[Tree | None, Tree | None]:
    """The element that has the title of a block, and the link of its entity."""
    links = [
        link for link in islice(block.iter("a"), 30) if link.get("href") and not _OTHER_LINK.match(link.get("href"))
    ]
    headings = list(islice(block.iter(*_HEADINGS), 3))
    heading = next((one for one in headings if not _is_amount(one)), next(iter(headings), None))
    if heading is None:
        heading = next((one for one in islice(block.iter(), _CARD_ELEMENTS_MAX) if _is_title(one)), None)
    if heading is None:
        heading = max(links, key=lambda link: len(text_of(link, 20)), default=None) if links else None
    if heading is None:
        return None, None
    around = [heading, *heading.iterancestors("a")]
    link = next((one for one in links if one in around or any(one is inner for inner in heading.iter("a"))), None)
    return heading, link if link is not None else next(iter(links), None)


def _name(heading: Tree, link: Tree | None, block: Tree, title: str) -> tuple[str, bool]:
    """The name of a block's entity, and whether it may only be a part of it: a title that has other texts in it, such as a place.

    The title of the link or the alternative text of the image says where the name ends.
    """
    parts = [text for one in heading if isinstance(one.tag, str) and (text := text_of(one, 10))]
    if len(parts) + bool((heading.text or "").strip()) < 2 and not any((one.tail or "").strip() for one in heading):
        return title, False
    named = [link.get("title") if link is not None else None, *(img.get("alt") for img in islice(block.iter("img"), 5))]
    whole = next((" ".join(name.split()) for name in named if name and name.strip() and name.strip() in title), None)
    return (whole, False) if whole else (title, True)


def _is_amount(heading: Tree) -> bool:
    """Whether a heading is a price, such as `Pledge $65 or more`, and no name."""
    return len(heading) <= 3 and prices.has_amount(text_of(heading, 30)[:80])


def _is_title(element: Tree) -> bool:
    return isinstance(element.tag, str) and len(element) <= 3 and _names_title(element.get("class") or "")


@remembered_text(500_000)
def _names_title(name: str) -> bool:
    return _TITLE_CLASS.search(name) is not None


def _features(block: Tree) -> list[str]:
    """The entries of the only list of texts in a block."""
    lists = [one for one in islice(block.iter("ul", "ol"), 3) if one is not block]
    if len(lists) != 1 or not 2 <= len(lists[0]) <= _FEATURES_MAX:
        return []
    texts = [text_of(entry, 20) for entry in lists[0] if entry.tag == "li"]
    return texts if len(texts) > 1 and all(1 < len(text) <= _TITLE_MAX_CHARS for text in texts) else []


def _entity(block: Tree, comma: bool) -> EntityObject:
    """A block as an entity with schema.org properties, and with what its classes and labels name as `additionalProperty`."""
    title, link = _title(block)
    heading, _ = _heading(block)
    name, is_joined = _name(heading, link, block, title) if heading is not None and title else (title, False)
    entity: dict[str, Any] = {"name": name, **({JOINED: True} if is_joined else {})}
    if link is not None:
        entity["url"] = link.get("href")
    if image := next(
        (address for img in islice(block.iter("img"), 5) if (address := card_values.address_of(img))), None
    ):
        entity["image"] = image
    if features := _features(block):
        entity["featureList"] = features
    elements = [one for one in islice(block.iter(), _CARD_ELEMENTS_MAX) if isinstance(one.tag, str)]
    entity |= card_values.read(elements, comma=comma, is_listed=True)
    return entity
