"""Blocks of one shape beside each other, with the names that classes, ids and headings give them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from extraction.answers.facts import areas, titled_lists
from extraction.answers.schema.names import forms, words
from extraction.document.document import Document
from extraction.document.hidden.elements import is_hidden, mark
from extraction.document.known_texts import remembered
from extraction.document.tree import Tree, has_more_elements

SERIES_MAX, BLOCKS_MAX = 400, 500
_TAGS = frozenset("li article div section a tr dl details figure blockquote p span".split())
_BLOCK_ELEMENTS_MIN = 3
_SECTION_TAGS = frozenset(("section", "div", "article", "ul", "ol", "dl"))
_UNSEEN = frozenset("script style template noscript svg select form iframe nav footer header".split())
_ELEMENTS_MAX = 60_000
_NUMBER = re.compile(r"\d+")
_CLASSES_MAX, _ANCESTORS_MAX, _WRAPPED_MAX = 3, 2, 3
_TITLE_WORDS_MAX = 5
# Words of class names that frameworks and layouts add.
_LAYOUT = frozenset(
    "item items list grid row col column card cards box block wrapper wrap container content inner outer entry node view"
    " section group element cell holder body main area panel tile line rows module component widget teaser"
    " field js is has in the css jsx".split()
)
# What tools for style sheets add to a class.
_HASH = re.compile(r"(?<=[a-z])__(?=[\w-]*[\dA-Z])[\w-]{4,8}$|^css-\w{5,8}-|^jsx-\d+$|^sc-\w+$")
_MODULE = re.compile(r"[A-Z]\w*_([a-z]\w*)__[\w-]{5}")


@dataclass(frozen=True)
class Series:
    """Blocks of one shape, in document order. `names`: the words that say what they are, each also in the singular.

    `is_joined`: they are in several sections of one shape.
    """

    blocks: tuple[Tree, ...]
    names: frozenset[str]
    is_joined: bool = False


def read(document: Document, *, of_people: bool = False) -> list[Series]:
    """The series of at least two blocks, in document order, without navigation, footers and blocks about other entities.

    Args:
        of_people: also those in blocks about reviews and comments, which are about others than the page's own entity.

    Blocks are of one shape by their first class, and again by all their classes, of which some frameworks make the first the same.
    """
    found: dict[tuple[Tree, str, str], list[Tree]] = defaultdict(list)
    elements = _every_element(document) if of_people else areas.own_elements(document)
    for element, is_outside in elements:
        parent = element.getparent()
        if is_outside or parent is None or not may_be_block(element):
            continue
        whole = element.get("class") or ""
        for shape in dict.fromkeys((whole.partition(" ")[0], whole)):
            found[parent, str(element.tag), _NUMBER.sub("", shape)].append(element)
    every = {tuple(blocks[:BLOCKS_MAX]): parent for (parent, _, _), blocks in found.items() if len(blocks) > 1}
    inside = {block for blocks in every for block in blocks}
    found_series = [
        Series(blocks, _names(parent, blocks, inside)) for blocks, parent in islice(every.items(), SERIES_MAX)
    ]
    return found_series + list(_joined(found, inside))


def _joined(found: Mapping[tuple[Tree, str, str], list[Tree]], inside: set[Tree]) -> Iterator[Series]:
    """The blocks of one shape in sections beside each other, such as the dishes of a menu, if the sections are of one shape."""
    groups: dict[tuple[Tree, str, str, str, str], list[tuple[Tree, list[Tree]]]] = defaultdict(list)
    for (section, tag, shape), blocks in found.items():
        around = section.getparent()
        if around is not None and section.tag in _SECTION_TAGS and shape:
            groups[around, str(section.tag), section.get("class") or "", tag, shape].append((section, blocks))
    for (around, *_), sections in groups.items():
        if len(sections) > 1 and all(_first_heading(section) for section, _ in sections):
            joined = tuple(block for _, of_section in sections for block in of_section)[:BLOCKS_MAX]
            yield Series(joined, _names(around, joined, inside), is_joined=True)


def _every_element(document: Document) -> Iterator[tuple[Tree, bool]]:
    """The elements that people see, as `areas.own_elements`, with those about others."""
    mark(document.index)
    waiting = [document.body]
    for _ in range(_ELEMENTS_MAX):
        if not waiting:
            return
        element = waiting.pop()
        yield element, False
        waiting += [child for child in reversed(element) if _is_seen(child)]


def _is_seen(element: Tree) -> bool:
    return isinstance(element.tag, str) and element.tag not in _UNSEEN and not is_hidden(element)


def shape_of(element: Tree) -> str:
    """The first class of an element without numbers."""
    return _NUMBER.sub("", (element.get("class") or "").partition(" ")[0])


def may_be_block(element: Tree) -> bool:
    """Whether an element may be one of several blocks: it has elements in it."""
    tag = element.tag
    if tag not in _TAGS and "-" not in tag:
        return False
    return has_more_elements(element, _BLOCK_ELEMENTS_MIN - 1)


def _names(parent: Tree, blocks: tuple[Tree, ...], inside: set[Tree]) -> frozenset[str]:
    """The names of a series: of its blocks, of what holds them up to a block of another series, and of the heading before them."""
    shared = set.intersection(*(set(_tokens_of_block(block)) for block in blocks[:20]))
    found = {name for token in shared for name in names_of_class(token)}
    around: Tree | None = parent
    for _ in range(_ANCESTORS_MAX):
        if around is None or around.tag in ("body", "main", "html") or around in inside:
            break
        found |= {name for token in _tokens(around) for name in names_of_class(token)}
        around = around.getparent()
    title = titled_lists.key_of_title(parent) or ("" if parent[0] in inside else _first_heading(parent))
    if title and len(title.split()) <= _TITLE_WORDS_MAX and parent not in inside:
        bare = [word for word in title.split() if not word.isdecimal()]
        found |= {form for name in (" ".join(bare), *bare[-1:]) for form in forms(name)}
    return frozenset(found)


def _tokens_of_block(block: Tree) -> Iterator[str]:
    """The classes of a block, and of what alone is in it."""
    for _ in range(_WRAPPED_MAX):
        yield from _tokens(block)
        if "-" in block.tag:
            yield block.tag
        inner = [child for child in block if isinstance(child.tag, str)]
        if len(inner) != 1 or (block.text or "").strip():
            return
        block = inner[0]


def heading_of(parent: Tree) -> str:
    """The text of the heading inside of what holds the blocks, before the first of them."""
    first = next((child for child in parent if isinstance(child.tag, str)), None)
    if first is not None and first.tag in ("header", "div") and len(first):
        first = next((child for child in first if isinstance(child.tag, str)), None)
    if first is None or first.tag not in ("h2", "h3", "h4", "h5"):
        return ""
    return " ".join("".join(first.itertext())[:120].split())


def _first_heading(parent: Tree) -> str:
    """The words of that heading."""
    return " ".join(words(heading_of(parent)))


def _tokens(element: Tree) -> Iterator[str]:
    yield from (element.get("class") or "").split()[:_CLASSES_MAX]
    yield from (value for name in ("id", "data-testid", "itemprop") if (value := element.get(name)))


@remembered(300_000)
def names_of_class(token: str) -> tuple[str, ...]:
    """The names in a class: `topic-post` -> `topic post`, `post`. Without numbers, and without words for a layout."""
    module = _MODULE.fullmatch(token)
    own = module[1] if module else _HASH.sub("", token).rpartition("__")[2]
    parts = [word for word in words(own) if not word.isdecimal()]
    while parts and parts[-1] in _LAYOUT:
        parts.pop()
    while parts and parts[0] in _LAYOUT:
        parts.pop(0)
    found = [" ".join(parts[start:]) for start in range(max(0, len(parts) - 3), len(parts))]
    return tuple(dict.fromkeys(form for name in found for form in forms(name)))
