"""A caller's JSON Schema as a tree of wanted values, with references resolved and alternatives merged.

The schema is hostile input, even after the checks of the request: loops of references, depth and size are bounded here too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

DEPTH_MAX = 32
NODES_MAX = 2_000


@dataclass(frozen=True)
class Wanted:
    """One value that the schema asks for.

    Attributes:
        name: the property's own name. Empty for the root and for items.
        kinds: JSON types without `null`. Empty if the schema allows any.
        texts: title and description, which may say more than the name.
    """

    name: str = ""
    kinds: frozenset[str] = frozenset()
    texts: tuple[str, ...] = ()
    format: str = ""
    enum: tuple[Any, ...] = ()
    properties: Mapping[str, Wanted] = field(default_factory=dict)
    required: frozenset[str] | None = None
    items: Wanted | None = None
    bounds: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_object(self) -> bool:
        return bool(self.properties) and not self.is_list

    @property
    def is_list(self) -> bool:
        """A list is preferred where the schema also allows a single value."""
        return "array" in self.kinds

    @property
    def item(self) -> Wanted:
        """What an item of the list must be."""
        return self.items or Wanted()


def read(schema: Mapping[str, Any]) -> Wanted:
    """The wanted root. Parts that cannot be resolved ask for objects without properties, so they get no value."""
    return _Reader(schema).wanted("", schema, 0, ())


class _Reader:
    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._nodes_left = NODES_MAX

    def wanted(self, name: str, schema: Any, depth: int, refs: tuple[str, ...]) -> Wanted:
        self._nodes_left -= 1
        if schema is True:
            return Wanted(name=name)
        if depth > DEPTH_MAX or self._nodes_left < 0 or not isinstance(schema, Mapping):
            return Wanted(name=name, kinds=_NOTHING)
        merged, refs = self._merged(schema, refs, 0)
        kinds = _kinds(merged)
        items = merged.get("items")
        enum = merged.get("enum")
        constant = (merged["const"],) if "const" in merged else ()
        return Wanted(
            name=name,
            kinds=kinds,
            texts=tuple(text for key in ("title", "description") if isinstance(text := merged.get(key), str)),
            format=_text(merged.get("format")),
            enum=tuple(one for one in enum if one is not None) if isinstance(enum, list) else constant,
            properties=self._properties(merged, depth, refs),
            required=_required(merged),
            items=self.wanted("", items, depth + 1, refs) if isinstance(items, Mapping) else None,
            bounds={key: merged[key] for key in _BOUNDS if key in merged},
        )

    def _properties(self, merged: Mapping[str, Any], depth: int, refs: tuple[str, ...]) -> dict[str, Wanted]:
        properties = merged.get("properties")
        if not isinstance(properties, Mapping):
            return {}
        return {str(key): self.wanted(str(key), value, depth + 1, refs) for key, value in properties.items()}

    def _merged(self, schema: Any, refs: tuple[str, ...], depth: int) -> tuple[dict[str, Any], tuple[str, ...]]:
        """The schema with its reference, `allOf` and alternatives merged into one, and the references on the way."""
        if not isinstance(schema, Mapping) or depth > DEPTH_MAX:
            return {"type": "object"}, refs
        merged: dict[str, Any] = {}
        reference = schema.get("$ref")
        if isinstance(reference, str):
            if reference in refs:
                return {"type": "object"}, refs  # A loop.
            refs = (*refs, reference)
            merged, refs = self._merged(self._resolved(reference), refs, depth + 1)
        for part in _list(schema.get("allOf")):
            inner, refs = self._merged(part, refs, depth + 1)
            _merge(merged, inner)
        for key in ("anyOf", "oneOf"):
            for part in _list(schema.get(key)):
                inner, refs = self._merged(part, refs, depth + 1)
                _merge(merged, {**inner, "type": [*_types(merged), *sorted(_kinds(inner))]}, all_required=False)
        own = {key: value for key, value in schema.items() if key not in ("$ref", "allOf", "anyOf", "oneOf")}
        _merge(merged, own)
        return merged, refs

    def _resolved(self, reference: str) -> Any:
        """The part of the root that a local reference names. None for any other reference."""
        if not reference.startswith("#"):
            return None
        found: Any = self._root
        for part in reference[1:].split("/")[1:] if reference != "#" else ():
            key = part.replace("~1", "/").replace("~0", "~")
            if isinstance(found, Mapping):
                found = found.get(key)
            elif isinstance(found, list) and key.isdigit() and int(key) < len(found):
                found = found[int(key)]
            else:
                return None
        return found


_NOTHING = frozenset(("object",))
_BOUNDS = (
    "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems",
    "multipleOf",
)  # fmt: skip
_JSON_TYPES = re.compile(r"^(?:object|array|string|number|integer|boolean)$")


def _merge(into: dict[str, Any], more: Mapping[str, Any], *, all_required: bool = True) -> None:
    """Add a schema to another one. Of one alternative among several, no property is required."""
    for key, value in more.items():
        if key == "properties" and isinstance(value, Mapping):
            into["properties"] = {**into.get("properties", {}), **value}
        elif key == "required" and isinstance(value, list):
            if all_required:
                into["required"] = [*into.get("required", []), *value]
        elif key == "enum" and isinstance(value, list) and not all_required:
            into["enum"] = [*into.get("enum", []), *value]
        else:
            into[key] = value


def _types(schema: Mapping[str, Any]) -> list[str]:
    declared = schema.get("type")
    return [kind for kind in _list(declared) or [declared] if isinstance(kind, str)]


def _kinds(schema: Mapping[str, Any]) -> frozenset[str]:
    declared = {kind for kind in _types(schema) if _JSON_TYPES.match(kind)}
    if declared:
        return frozenset(declared)
    if "properties" in schema:
        return frozenset(("object",))
    if "items" in schema:
        return frozenset(("array",))
    return frozenset()


def _required(schema: Mapping[str, Any]) -> frozenset[str] | None:
    declared = schema.get("required")
    return frozenset(name for name in declared if isinstance(name, str)) if isinstance(declared, list) else None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
