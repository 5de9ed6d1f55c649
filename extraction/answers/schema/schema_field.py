"""A caller's JSON Schema as a tree of the values that it asks for, with alternatives merged.

The schema has no references: `contract.schemas.json_schema` has resolved them. Depth and size are bounded here too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

DEPTH_MAX = 32
NODES_MAX = 2_000


@dataclass(frozen=True)
class SchemaField:
    """One value that the schema asks for.

    Attributes:
        name: the property's own name. Empty for the root and for items.
        kinds: JSON types without `null`. Empty if the schema allows any.
        texts: title and description, which may say more than the name.
        values: what the values of names must be that the schema does not list (`additionalProperties`).
        alternatives: the objects of which the value is one, if there are several. `properties` are those of all of them.
    """

    name: str = ""
    kinds: frozenset[str] = frozenset()
    texts: tuple[str, ...] = ()
    format: str = ""
    enum: tuple[Any, ...] = ()
    properties: Mapping[str, SchemaField] = field(default_factory=dict)
    required: frozenset[str] | None = None
    items: SchemaField | None = None
    bounds: Mapping[str, Any] = field(default_factory=dict)
    values: SchemaField | None = None
    alternatives: tuple[SchemaField, ...] = ()

    def of(self, data: Mapping[str, Any]) -> SchemaField:
        """The alternative that an object follows. The field itself without alternatives, and for an empty object."""
        if not data:
            return self
        return max(self.alternatives, key=lambda one: len(one.properties.keys() & data.keys()), default=self)

    @property
    def is_map(self) -> bool:
        """Whether the caller leaves the names open: an object of which only the type of the values is known."""
        return self.values is not None and not self.properties and not self.is_list

    @property
    def is_object(self) -> bool:
        return bool(self.properties) and not self.is_list

    @property
    def is_list(self) -> bool:
        """A list is preferred where the schema also allows a single value."""
        return "array" in self.kinds

    @property
    def item(self) -> SchemaField:
        """What an item of the list must be."""
        return self.items or SchemaField()


def read(schema: Mapping[str, Any]) -> SchemaField:
    """The root of the schema. Parts that cannot be read are objects without properties, so they get no value."""
    return _Reader().field("", schema, 0)


class _Reader:
    def __init__(self) -> None:
        self._nodes_left = NODES_MAX

    def field(self, name: str, schema: Any, depth: int) -> SchemaField:
        self._nodes_left -= 1
        if schema is True:
            return SchemaField(name=name)
        if depth > DEPTH_MAX or self._nodes_left < 0 or not isinstance(schema, Mapping):
            return SchemaField(name=name, kinds=_NOTHING)
        merged = self._merged(schema, 0)
        kinds = _kinds(merged)
        items = merged.get("items")
        values = merged.get("additionalProperties")
        enum = merged.get("enum")
        constant = (merged["const"],) if "const" in merged else ()
        return SchemaField(
            name=name,
            kinds=kinds,
            texts=tuple(text for key in ("title", "description") if isinstance(text := merged.get(key), str)),
            format=_text(merged.get("format")),
            enum=tuple(one for one in enum if one is not None) if isinstance(enum, list) else constant,
            properties=self._properties(merged, depth),
            required=_required(merged),
            items=self.field("", items, depth + 1) if isinstance(items, Mapping) else None,
            bounds={key: merged[key] for key in _BOUNDS if key in merged},
            values=self.field("", values, depth + 1) if isinstance(values, Mapping) and values else None,
            alternatives=self._alternatives(name, schema, depth),
        )

    def _alternatives(self, name: str, schema: Mapping[str, Any], depth: int) -> tuple[SchemaField, ...]:
        """The objects between which a schema without own properties chooses."""
        if "properties" in schema or "allOf" in schema:
            return ()
        parts = [part for key in ("anyOf", "oneOf") for part in _list(schema.get(key))]
        objects = [part for part in parts if isinstance(part, Mapping) and part.get("properties")]
        return tuple(self.field(name, part, depth + 1) for part in objects) if len(objects) > 1 else ()

    def _properties(self, merged: Mapping[str, Any], depth: int) -> dict[str, SchemaField]:
        properties = merged.get("properties")
        if not isinstance(properties, Mapping):
            return {}
        return {str(key): self.field(str(key), value, depth + 1) for key, value in properties.items()}

    def _merged(self, schema: Any, depth: int) -> dict[str, Any]:
        """The schema with `allOf` and alternatives merged into one."""
        if not isinstance(schema, Mapping) or depth > DEPTH_MAX:
            return {"type": "object"}
        merged: dict[str, Any] = {}
        for part in _list(schema.get("allOf")):
            inner = self._merged(part, depth + 1)
            _merge(merged, inner)
        for key in ("anyOf", "oneOf"):
            for part in _list(schema.get(key)):
                inner = self._merged(part, depth + 1)
                _merge(merged, {**inner, "type": [*_types(merged), *sorted(_kinds(inner))]}, all_required=False)
        own = {key: value for key, value in schema.items() if key not in ("allOf", "anyOf", "oneOf")}
        _merge(merged, own)
        return merged


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
        elif key == "const" and not all_required:
            into["enum"] = [*into.get("enum", []), value]  # Alternatives with one value each are a list of values.
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
