"""Finds the schema.org type of the entity that a page is about.

Structured data also describes other entities: products in a sidebar, authors of comments, the shop, breadcrumbs. An entity
counts as the main one if the data declares it (`mainEntity`, `mainEntityOfPage`), if its name matches the page's title,
or, in microdata, if it contains a large share of the page's text.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice

from extraction.declared.structured import EntityObject, objects_in, types_of
from extraction.document.document import Document
from extraction.document.letters import letters
from extraction.document.tree import Tree, all_text

# Shorter names occur in too many titles.
_NAME_LETTERS_MIN = 4
# If one name contains the other, the shorter one must have at least this share of the longer one's letters.
_NAME_SHARE_MIN = 0.5
_TEXT_SHARE_MIN = 0.25
# With this many items of one type, the page is a list of them.
_LISTED_MIN = 4
_TEXTS_MIN = 3
_WRITINGS = re.compile(r"(Article|Posting|Report|Recipe|Review|HowTo|Question|CreativeWork|Video|Podcast|Book)")
# Maximum number of items that are read, and of items whose text is measured.
_ITEMS_MAX, _MEASURED_MAX = 200, 5
# Types that only accompany a page's main entity: never measured, never counted as listed.
_SECONDARY_TYPES = frozenset(
    "Organization Person BreadcrumbList ListItem WebSite SiteNavigationElement WPHeader WPFooter WPSideBar WPAdBlock ImageObject "
    "SearchAction Comment UserComments Answer Question Offer Rating AggregateRating PostalAddress Thing".split()
)


@dataclass(frozen=True)
class Described:
    """The schema.org types of the entities that a page describes, by their relation to the page.

    Attributes:
        main: types of the entity that the page is about.
        page: types of the page itself, for example `CollectionPage`.
        listed: types of which the page describes many entities.
        beside: types of all other entities.
    """

    main: frozenset[str] = frozenset()
    page: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()


def read(document: Document, nodes: list[EntityObject], title: str | None) -> Described:
    """Sort the types of JSON-LD nodes (`nodes`) and of the page's microdata.

    Args:
        title: the page's own title, without the name of the site.
    """
    page = PageIdentity(document, title)
    found = _in_json_ld(nodes, page)
    if found.main:
        return found
    items = [
        (item, types)
        for item in islice(filter(_is_outer_item, document.index.having("itemscope")), _ITEMS_MAX)
        if not _SECONDARY_TYPES.intersection(types := _item_types(item))
    ]
    main, own = set[str](), set(found.page)
    for item, types in items[:_MEASURED_MAX]:
        if types[0].endswith("Page"):
            own.update(types)
        elif item.get("itemprop") or page.text_share(item) >= _TEXT_SHARE_MIN:
            main.update(types)
    listed = _many([types for _, types in items]) - main
    return Described(frozenset(main), frozenset(own), found.listed | listed, found.beside)


def _is_outer_item(element: Tree) -> bool:
    """Whether a microdata item is not a property of another one, or is its main entity."""
    return element.get("itemtype") is not None and element.get("itemprop") in (None, "mainEntity")


def _in_json_ld(nodes: list[EntityObject], page: PageIdentity) -> Described:
    """The types of the top-level nodes. Nested entities are not counted separately."""
    main, own, listed = set[str](), set[str](), set[str]()
    beside: list[list[str]] = []
    main_ids = ids_of_main_entities(nodes)
    for node in nodes:
        types = types_of(node)
        if any(name.endswith("Page") for name in types):
            own.update(types)
            entities = objects_in(node.get("mainEntity"))
        elif str(node.get("@id")) in main_ids or page.is_about(node):
            entities = [node]
        else:
            beside.append(types)
            continue
        for entity in entities:
            main.update(types_of(entity))
            listed.update(_types_in_list(entity))
    many = _many(beside)
    once = {name for types in beside for name in types} - many
    return Described(frozenset(main), frozenset(own), frozenset(listed) | many, frozenset(once))


def _many(entities: list[list[str]]) -> frozenset[str]:
    """The types with enough entities for the page to be a list of them."""
    counts = Counter(name for types in entities for name in types)
    return frozenset(name for name, count in counts.items() if count >= _LISTED_MIN) - _SECONDARY_TYPES


class PageIdentity:
    """The title and URLs of the page, for comparing entities with it."""

    def __init__(self, document: Document, title: str | None) -> None:
        self._document = document
        self._title = letters(title or "")
        self._text_length: int | None = None
        self._addresses = {_address(document.url)} | {
            _address(link.get("href", ""))
            for link in document.tree.iterfind("head/link")
            if (link.get("rel") or "").lower() == "canonical"
        }

    def is_about(self, node: EntityObject) -> bool:
        """Whether a top-level node declares this page as its own, or its name matches the page's title."""
        page = node.get("mainEntityOfPage")
        if isinstance(page, dict):
            page = page.get("@id") or page.get("url")
        if isinstance(page, str) and _address(page) in self._addresses:
            return True
        names = (node.get("headline"), node.get("name"))
        return any(self._is_titled(letters(name)) for name in names if isinstance(name, str))

    def _is_titled(self, name: str) -> bool:
        short, long = sorted((name, self._title), key=len)
        return len(short) >= _NAME_LETTERS_MIN and short in long and len(short) >= _NAME_SHARE_MIN * len(long)

    def text_share(self, element: Tree) -> float:
        """The element's share of the page's text, without scripts."""
        if self._text_length is None:
            self._text_length = _text_length(self._document.body) or 1
        return _text_length(element) / self._text_length


def _text_length(element: Tree) -> int:
    code = sum(len(script.text or "") for script in element.iter("script", "style"))
    return len(all_text(element)) - code


def describing(nodes: list[EntityObject], page: PageIdentity) -> list[EntityObject]:
    """The nodes that can describe the page's text, those that match its title first, and texts before other entities.

    Many texts that do not match the title are a list of other pages. A video that does not match it is only part of the page.
    """
    about = [node for node in nodes if page.is_about(node)]
    known = set(map(id, about))
    others = [node for node in nodes if id(node) not in known and not _is_video(node)]
    if sum(map(_is_writing, others)) >= _TEXTS_MIN:
        others = [node for node in others if not _is_writing(node)]
    return [*sorted(about, key=_is_writing, reverse=True), *sorted(others, key=_is_writing, reverse=True)]


def _is_writing(node: EntityObject) -> bool:
    return any(_WRITINGS.search(name) for name in types_of(node))


def _is_video(node: EntityObject) -> bool:
    return any("Video" in name for name in types_of(node))


def ids_of_main_entities(nodes: list[EntityObject]) -> set[str]:
    """The ids of the nodes that a node declares as its `mainEntity`."""
    entities = (entity for node in nodes for entity in objects_in(node.get("mainEntity")))
    return {str(entity["@id"]) for entity in entities if "@id" in entity}


def _types_in_list(node: EntityObject) -> set[str]:
    """The types of the entities in an `ItemList`, if it contains them."""
    entries = objects_in(node.get("itemListElement"))[:_LISTED_MIN]
    inside = [entity for entry in entries for entity in (objects_in(entry.get("item")) or [entry])]
    return {name for entity in inside for name in types_of(entity)} - {"ListItem"}


def _item_types(item: Tree) -> list[str]:
    return types_of({"type": (item.get("itemtype") or "").split()}) or ["Thing"]


def _address(url: str) -> str:
    """A URL reduced for comparison: without scheme, `www`, query, fragment and trailing slash."""
    bare = url.strip().casefold().partition("#")[0].partition("?")[0]
    return bare.rpartition("//")[2].removeprefix("www.").rstrip("/")
