"""The page's structured data: JSON-LD, microdata, Open Graph, RDFa, embedded application state.

Everything is read from the shared tree except RDFa, whose reader needs a separate parse. It runs only for pages with a
`typeof` attribute.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from contract.results.page import Entity, Structured
from extraction.declared import app_state, loose_json, rdfa
from extraction.document.addresses import absolute
from extraction.document.document import Document
from extraction.document.encoding import scrubbed
from extraction.document.tree import Tree

EntityObject = dict[str, Any]
_JSON_LD = re.compile(r"^\s*application/ld\+json", re.I)
_OPEN_GRAPH = re.compile(
    r"^(og|article|product|book|profile|music|video|place|business|restaurant|fb|event|books):", re.I
)
_DEPTH_MAX = 60
_ENTITIES_MAX = 500
# pyRdfa needs quadratic time for the names of a prefix attribute.
_PREFIXES_MAX_CHARS = 50_000
# Levels of nested typed entities that an entity contains in full. Deeper ones are reduced to name and URL; each is also an
# entity itself.
_NESTED_MAX = 3


class StructuredMarkup:
    """The structured data of one page. Each format is read at first use."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def json_ld(self) -> list[EntityObject]:
        """JSON-LD objects as published. Arrays and graphs inside an object are unchanged."""
        found: list[EntityObject] = []
        for script in self.document.index.tagged("script"):
            if _JSON_LD.match(script.get("type") or ""):
                for value in loose_json.read(script.text_content() or ""):
                    found += [
                        item for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict)
                    ]
        return [clean(item) for item in found]

    @cached_property
    def nodes(self) -> list[EntityObject]:
        """JSON-LD nodes in order. The nodes of a `@graph` are listed one by one."""
        found: list[EntityObject] = []
        for item in self.json_ld:
            graph = item.get("@graph")
            found += [node for node in graph if isinstance(node, dict)] if isinstance(graph, list) else [item]
        return found

    @cached_property
    def microdata(self) -> list[EntityObject]:
        """Microdata items: `type`, `properties`."""
        if not self.document.index.having("itemscope"):
            return []
        tree, base = self.document.tree, self.document.base_url
        found = _microdata(tree, base)
        if found is None:
            found = _microdata(_without_invalid_urls(tree, base), base)
        return found or []

    @cached_property
    def opengraph(self) -> list[EntityObject]:
        """One object with the page's Open Graph properties. A repeated property is a list."""
        found: EntityObject = {}
        for meta in self.document.index.tagged("meta"):
            name, content = meta.get("property") or meta.get("name") or "", meta.get("content")
            if content and _OPEN_GRAPH.match(name):
                _put(found, name.strip().lower(), scrubbed(content.strip()))
        return [found] if found else []

    @cached_property
    def rdfa(self) -> list[EntityObject]:
        """RDFa subjects, expanded. Empty if the prefixes are longer than on any page that is not hostile."""
        prefixes = self.document.index.having("prefix")
        if sum(len(element.get("prefix", "")) for element in prefixes) > _PREFIXES_MAX_CHARS:
            return []
        return [clean(subject) for subject in rdfa.read(self.document.text, self.document.base_url)]


def read(data: StructuredMarkup) -> Structured:
    """All structured data, and the typed entities of all formats in one deduplicated list."""
    return Structured(
        entities=tuple(_entities(data)),
        json_ld=tuple(data.json_ld),
        microdata=tuple(data.microdata),
        opengraph=tuple(data.opengraph),
        rdfa=tuple(data.rdfa),
        app_state=tuple(scrubbed(state) for state in app_state.read(data.document.tree)),
    )


def _microdata(tree: Tree, base: str) -> list[EntityObject] | None:
    """The microdata items of a tree. None if extruct fails, for example on an invalid URL."""
    from extraction.declared.microdata_parser import Microdata  # slow to import; needed only for pages with microdata

    try:
        return [clean(item) for item in Microdata().extract_items(tree, base)]
    except (ValueError, TypeError, RecursionError):
        return None


def _without_invalid_urls(tree: Tree, base: str) -> Tree:
    """A copy of the tree without invalid URLs and without the properties whose value they are."""
    tree = copy.deepcopy(tree)
    for element in tree.iter():
        for name in ("href", "src", "data"):
            if absolute(base, element.get(name, "")) is None:
                del element.attrib[name]
                if element.get("itemscope") is None:
                    element.attrib.pop("itemprop", None)
    return tree


def clean(value: Any, depth: int = 0) -> Any:
    """The value without NULs and lone surrogates, cut at a maximum depth, with NaN replaced by null."""
    if isinstance(value, str):
        return scrubbed(value)
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else None
    if depth > _DEPTH_MAX and isinstance(value, (dict, list)):
        return None
    if isinstance(value, dict):
        return {scrubbed(str(key)): clean(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [clean(item, depth + 1) for item in value]
    return value if isinstance(value, (int, bool)) or value is None else str(value)


def objects_in(value: Any) -> list[EntityObject]:
    """The objects of a property's value."""
    return [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict)]


def types_of(node: EntityObject) -> list[str]:
    """The short type names, such as `Product`, from `@type` or `type`: a list, a vocabulary URL or a prefixed name."""
    declared = node.get("@type", node.get("type"))
    names = declared if isinstance(declared, list) else [declared]
    return [re.split(r"[/#:]", name.rstrip("/"))[-1] for name in names if isinstance(name, str) and name]


def _entities(data: StructuredMarkup) -> list[Entity]:
    """The typed entities of all formats. The first format wins: an entity in JSON-LD is not added again from microdata."""
    found: list[Entity] = []
    known: set[str] = set()
    sources = (
        ("json-ld", data.nodes),
        ("microdata", data.microdata),
        ("rdfa", rdfa.as_nested_entities(data.rdfa)),
        ("opengraph", data.opengraph),
    )
    for source, nodes in sources:
        here: dict[str, Entity] = {}
        for typed in _typed(nodes):
            entity = _entity(typed, source)
            if _identity(entity) not in known:
                _add(here, entity)
            if len(found) + len(here) == _ENTITIES_MAX:
                return [*found, *here.values()]
        known.update(map(_identity, here.values()))
        found += here.values()
    return found


def _add(found: dict[str, Entity], entity: Entity) -> None:
    """Add an entity, unless a known entity has all its properties. Entities with equal names can be different, such as events."""
    properties, node = entity.properties.items(), entity.properties.get("@id")
    key = f"{entity.type} {node}" if isinstance(node, str) else _all_properties(entity)
    known = found.setdefault(key, entity).properties.items()
    if known <= properties:
        found[key] = entity
    elif not properties <= known:
        found.setdefault(_all_properties(entity), entity)


def _typed(node: Any, depth: int = 0) -> Iterator[EntityObject]:
    """The entity and every typed entity inside it."""
    if depth > _DEPTH_MAX:
        return
    if isinstance(node, list):
        for item in node:
            yield from _typed(item, depth + 1)
    elif isinstance(node, dict):
        if types_of(node) or "og:type" in node:
            yield node
        for key, value in node.items():
            if isinstance(value, (dict, list)) and not key.startswith("@con"):
                yield from _typed(value, depth + 1)


def _entity(node: EntityObject, source: str) -> Entity:
    if source == "opengraph":
        kind = str(node["og:type"] if isinstance(node["og:type"], str) else node["og:type"][0])
        name = re.split(r"[.:]", kind)[-1]
        properties_of_page = {key.removeprefix("og:"): value for key, value in node.items() if key != "og:type"}
        return Entity(
            type="".join(part[:1].upper() + part[1:] for part in name.split("_")),
            source=source,
            properties=properties_of_page,
        )
    properties: Any = node.get("properties") if source == "microdata" else None
    if not isinstance(properties, dict):
        properties = {key: value for key, value in node.items() if key not in ("@type", "@context", "type")}
    short = {key: _short(value, _NESTED_MAX) for key, value in properties.items()}
    return Entity(type=(types_of(node) or ["Thing"])[0], source=source, properties=short)


def _short(value: Any, levels: int) -> Any:
    """The value with at most `levels` levels of typed entities. Without a limit, nested entities would be repeated many times."""
    if isinstance(value, list):
        return [_short(item, levels) for item in value]
    if not isinstance(value, dict):
        return value
    if types := types_of(value):
        if not levels:
            return _reference(value, types[0])
        levels -= 1
    return {key: _short(item, levels) for key, item in value.items()}


def _reference(node: EntityObject, kind: str) -> EntityObject:
    """The type, id, name and URL of an entity."""
    reference: EntityObject = {"@type" if "@type" in node else "type": kind}
    reference |= {key: node[key] for key in ("@id", "id", "name", "url") if isinstance(node.get(key), str)}
    inner = node.get("properties")
    if isinstance(inner, dict) and isinstance(inner.get("name"), str):
        reference["properties"] = {"name": inner["name"]}
    return reference


def _identity(entity: Entity) -> str:
    """The key by which equal entities of two formats are recognised: type with name or URL, otherwise all properties."""
    for key in ("name", "headline", "title", "@id", "url", "http://schema.org/name", "https://schema.org/name"):
        value = entity.properties.get(key)
        if isinstance(value, str) and value.strip():
            return f"{entity.type} {' '.join(value.split()).casefold()}"
    return _all_properties(entity)


def _all_properties(entity: Entity) -> str:
    return f"{entity.type} {json.dumps(entity.properties, sort_keys=True, default=str)}"


def _put(found: EntityObject, name: str, value: str) -> None:
    if name not in found:
        found[name] = value
    elif isinstance(found[name], list):
        found[name].append(value)
    else:
        found[name] = [found[name], value]
