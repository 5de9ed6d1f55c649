"""The typed entities that a page declares, of all formats in one form, with the format that each comes from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from extraction.answers.schema.names import letters, words
from extraction.answers.schema.vocabulary import KINDS
from extraction.declared import app_state, main_entity, page_type, rdfa
from extraction.declared.metadata import Metadata
from extraction.declared.structured import EntityObject, StructuredMarkup, objects_in, types_of
from extraction.document.document import Document

# Sources that describe the page, which may be about an entity.
PAGE_SOURCES = frozenset(("opengraph", "meta", "byline"))
_DEPTH_MAX = 20
ENTITIES_MAX = 1_000
_STATE_DICTS_MAX = 20_000
_STATE_MAX_CHARS = 3_000_000
_LOCAL = re.compile(r"[/#:]")
_STATE_NAMES = ("name", "title", "headline", "productName", "product_name")
# Open Graph names that do not equal a schema.org property after their prefix.
_OPEN_GRAPH = {
    "og:title": "name", "og:description": "description", "og:image": "image", "og:image:url": "image", "og:url": "url",
    "og:image:secure_url": "image", "og:locale": "inLanguage", "og:site_name": "siteName",
    "article:published_time": "datePublished",
    "article:modified_time": "dateModified", "article:section": "articleSection", "article:tag": "keywords",
    "article:author": "author",
    "product:retailer_item_id": "sku", "product:brand": "brand", "product:condition": "itemCondition",
    "product:availability": "availability",
    "product:price:amount": "price", "product:price:currency": "priceCurrency", "og:price:amount": "price",
    "og:availability": "availability",
    "og:price:currency": "priceCurrency", "product:category": "category", "product:ean": "gtin", "product:mfr_part_no": "mpn",
    "product:sale_price:amount": "salePrice", "product:sale_price:currency": "priceCurrency", "og:brand": "brand",
    "product:gtin": "gtin",
    "book:isbn": "isbn", "book:author": "author", "video:duration": "duration", "event:start_time": "startDate",
    "event:end_time": "endDate",
    "business:contact_data:phone_number": "telephone", "business:contact_data:email": "email",
}  # fmt: skip


@dataclass(frozen=True)
class Declared:
    """An entity as schema.org properties. `source`: `json-ld`, `microdata`, `rdfa`, `opengraph`, `meta`, `byline`,
    `state`, `table` or `card`.

    `is_main`: the page declares it as its main entity, or its name matches the page's title. `whose`: a name in
    `confidence.WHOSE` if it does not follow from these. `weak`: properties that only their type or their position speaks for.
    """

    entity: EntityObject
    source: str
    is_main: bool = False
    whose: str = ""
    weak: frozenset[str] = frozenset()

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(KINDS[name] for name in types_of(self.entity) if name in KINDS)


class PageEntities:
    """What one page declares."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.markup = StructuredMarkup(document)
        self.metadata = Metadata(document, self.markup)
        self.by_id = {node["@id"]: node for node in _all_nodes(self.markup.nodes) if _is_full(node)}

    @cached_property
    def title(self) -> str | None:
        return self.metadata.title()

    @cached_property
    def page_type(self) -> str:
        """The page type without the learned kinds (`page_type.read`)."""
        return page_type.read(self.metadata, self.title)

    @cached_property
    def typed(self) -> list[Declared]:
        """Top-level typed entities in the order of trust: JSON-LD, microdata, RDFa, application state."""
        found = self._of_nodes(self.markup.nodes, "json-ld")
        items = [_flat(item) for item in self.markup.microdata[:ENTITIES_MAX]]
        found += self._of_nodes([item for item in items if isinstance(item, dict)], "microdata")
        found += self._of_nodes(rdfa.as_nested_entities(self.markup.rdfa), "rdfa")
        return found[:ENTITIES_MAX]

    def _of_nodes(self, nodes: list[EntityObject], source: str) -> list[Declared]:
        main_ids = main_entity.ids_of_main_entities(nodes)
        found = []
        for node in nodes[:ENTITIES_MAX]:
            is_page = any(name.endswith("Page") for name in types_of(node))
            is_main = not is_page and (
                str(node.get("@id")) in main_ids or self._page.is_about(node) or self._is_here(node)
            )
            reviewed = [] if is_page else list(self._reviewed(node))
            found.append(Declared(_with_interval(node), source, is_main or bool(reviewed)))
            found += [Declared(self.resolved(entity), source, True) for entity in reviewed]
            for inner in objects_in(node.get("mainEntity")) if is_page else ():
                found.append(Declared(self.resolved(inner), source, True))
        return found

    def _reviewed(self, node: EntityObject) -> Iterator[EntityObject]:
        """What a review is about, if the page's title names it."""
        if not any(name.endswith("Review") for name in types_of(node)):
            return
        title = words(self.title or "")
        for entity in objects_in(node.get("itemReviewed")):
            name = entity.get("name")
            if isinstance(name, str) and words(name) and set(words(name)) <= set(title):
                yield entity

    def _is_here(self, node: EntityObject) -> bool:
        """Whether an entity has the page's own URL, or a title like the page's (jobs have no name)."""
        title, url = node.get("title"), node.get("url")
        return (isinstance(url, str) and self._page.is_about({"mainEntityOfPage": url})) or (
            isinstance(title, str) and self._page.is_about({"name": title})
        )

    @cached_property
    def _page(self) -> main_entity.PageIdentity:
        return main_entity.PageIdentity(self.document, self.title)

    def resolved(self, entity: EntityObject) -> EntityObject:
        """The entity, with the properties of the node that it refers to."""
        node = self.by_id.get(str(entity.get("@id")))
        return {**node, **entity} if node else entity

    @cached_property
    def page(self) -> list[Declared]:
        """The page itself as an entity: Open Graph, then metadata."""
        social = self.markup.opengraph
        found = [Declared(_of_open_graph(social[0]), "opengraph", True)] if social else []
        byline = {"author": self.metadata.shown_author(), "datePublished": self.metadata.shown_time()}
        shown = {key: value for key, value in byline.items() if value}
        return [
            *found,
            Declared(self._meta_entity(), "meta", True),
            *([Declared(shown, "byline", True)] if shown else []),
        ]

    def _meta_entity(self) -> EntityObject:
        about = self.metadata
        entity = {
            "name": self.title, "description": about.description(), "siteName": about.site_name(),
            "author": about.declared_author(),
            "datePublished": about.declared_time, "image": about.image(), "keywords": about.metas.get("keywords"),
            "inLanguage": self.document.tree.get("lang") or about.metas.get("content-language"), "url": self._canonical(),
            "dateModified": about.metas.get("article:modified_time") or about.metas.get("last-modified"),
        }  # fmt: skip
        return {key: value for key, value in entity.items() if value}

    def _canonical(self) -> str:
        """The declared canonical URL, otherwise the page's URL."""
        for link in self.document.tree.iter("link"):
            if (link.get("rel") or "").lower() == "canonical" and link.get("href"):
                return str(link.get("href"))
        return self.document.url

    @cached_property
    def state(self) -> list[Declared]:
        """Objects of the embedded application state that are named like the page's title."""
        found = []
        for text in app_state.read(self.document.tree):
            if len(text) <= _STATE_MAX_CHARS:
                found += [
                    Declared(each, "state", True)
                    for each in _objects(json.loads(text, strict=False))
                    if self._is_titled(each)
                ]
        names = {_state_name(each.entity) for each in found}
        if len(names) > 1:  # A list of entities that are named alike.
            found = [each for each in found if _state_name(each.entity) == letters(self.title or "")]
        return found[:ENTITIES_MAX]

    def _is_titled(self, entity: EntityObject) -> bool:
        return len(entity) > 2 and any(
            self._page.is_about({"name": entity[key]}) for key in _STATE_NAMES if isinstance(entity.get(key), str)
        )


def _with_interval(node: EntityObject) -> EntityObject:
    """The entity with the two ends of the time that it covers: `2025-01-01/2025-12-31`."""
    covered = node.get("temporalCoverage")
    start, _, end = covered.partition("/") if isinstance(covered, str) else ("", "", "")
    return {**node, "coverageStart": start.strip(), "coverageEnd": end.strip()} if start and end else node


def _state_name(entity: EntityObject) -> str:
    return next((letters(entity[key]) for key in _STATE_NAMES if isinstance(entity.get(key), str)), "")


def _is_full(node: EntityObject) -> bool:
    return isinstance(node.get("@id"), str) and len(node) > 1


def _all_nodes(nodes: list[EntityObject]) -> Iterator[EntityObject]:
    """Nodes and nested objects, outer ones last, so that a full definition at the top wins over a nested reference."""
    waiting: list[tuple[Any, int]] = [(node, 0) for node in nodes[:ENTITIES_MAX]]
    found: list[tuple[int, EntityObject]] = []
    while waiting and len(found) < 20 * ENTITIES_MAX:
        value, depth = waiting.pop()
        if isinstance(value, dict):
            found.append((depth, value))
        if isinstance(value, (dict, list)) and depth < _DEPTH_MAX:
            waiting += [(inner, depth + 1) for inner in (value.values() if isinstance(value, dict) else value)]
    for _, node in sorted(found, key=lambda one: (-one[0], len(one[1]))):
        yield node


def _flat(item: Any, depth: int = 0) -> Any:
    """A microdata item as an entity in the form of JSON-LD."""
    if isinstance(item, list):
        return [_flat(each, depth + 1) for each in item]
    if not isinstance(item, dict) or depth > _DEPTH_MAX:
        return item
    properties = item.get("properties")
    if not isinstance(properties, dict):
        return item.get("value", item)
    entity: EntityObject = {_LOCAL.split(key)[-1]: _flat(value, depth + 1) for key, value in properties.items()}
    return {"@type": item.get("type"), **({"@id": item["id"]} if "id" in item else {}), **entity}


def _of_open_graph(social: Mapping[str, Any]) -> EntityObject:
    entity: EntityObject = {}
    for key, value in social.items():
        name = _OPEN_GRAPH.get(key)
        if name and name not in entity and not (name == "author" and _is_address(value)):
            entity[name] = value
    if "salePrice" in entity:
        entity["price"] = entity["salePrice"]
    kind = social.get("og:type")
    kind = kind[0] if isinstance(kind, list) else kind
    if isinstance(kind, str) and kind:
        local = re.split(r"[.:]", kind.removeprefix("og:"))[0]
        entity["@type"] = {"business": "LocalBusiness"}.get(local, local[:1].upper() + local[1:])
    return entity


def _is_address(value: Any) -> bool:
    return isinstance(value, str) and value.startswith(("http:", "https:"))


def _objects(state: Any) -> Iterator[EntityObject]:
    """Every object of a JSON value, outer ones first."""
    waiting, seen = [state], 0
    while waiting and seen < _STATE_DICTS_MAX:
        value = waiting.pop(0) if len(waiting) < 100 else waiting.pop()
        if isinstance(value, dict):
            seen += 1
            yield value
            waiting += [inner for inner in value.values() if isinstance(inner, (dict, list))]
        elif isinstance(value, list):
            waiting += [inner for inner in value[:1_000] if isinstance(inner, (dict, list))]
