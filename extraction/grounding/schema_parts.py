"""The part of a caller's schema that a language model is asked for. Schemas here are checked and have no references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

# A page may lack any value, and a model that must give one invents it. Conditions may depend on whether a value is present.
_DROPPED = frozenset((
    "required", "minItems", "minProperties", "minContains", "dependentRequired", "dependentSchemas", "contains", "not", "if",
    "then", "else",
))  # fmt: skip
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SINGLE = ("items", "additionalProperties")


def dotted(path: str, name: str | int) -> str:
    """The dotted name of a member of `path`. Dots and backslashes in its own name are escaped by a backslash."""
    own = str(name) if isinstance(name, int) else name.replace("\\", "\\\\").replace(".", "\\.")
    return f"{path}.{own}" if path else own


def relaxed(schema: Any) -> Any:
    """The schema without the keywords that require values to be present."""
    if not isinstance(schema, Mapping):
        return schema
    kept = {keyword: value for keyword, value in schema.items() if keyword not in _DROPPED}
    for keyword in _SINGLE:
        if keyword in kept:
            kept[keyword] = relaxed(kept[keyword])
    for keyword in _LISTS:
        if keyword in kept:
            kept[keyword] = [relaxed(inner) for inner in kept[keyword]]
    for keyword in ("properties", "patternProperties"):
        if keyword in kept:
            kept[keyword] = {name: relaxed(inner) for name, inner in kept[keyword].items()}
    return kept


def only(schema: Mapping[str, Any], missing: Iterable[str]) -> dict[str, Any]:
    """The schema with those properties only that are missing, or that contain something missing. Lists stay whole.

    A schema without properties stays as it is, and so does one of which nothing is known to be missing.
    """
    names = tuple(missing)
    return _only(schema, names, "") if names else dict(schema)


def _only(schema: Mapping[str, Any], missing: tuple[str, ...], path: str) -> dict[str, Any]:
    properties = schema.get("properties")
    if not isinstance(properties, Mapping) or not properties:
        return dict(schema)
    kept = {}
    for name, inner in properties.items():
        here = dotted(path, name)
        if here in missing:
            kept[name] = inner
        elif isinstance(inner, Mapping) and any(one.startswith(f"{here}.") for one in missing):
            kept[name] = _only(inner, missing, here)
    return {**schema, "properties": kept}


def without(schema: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """The schema without the properties that have a value."""
    properties = {name: inner for name, inner in schema.get("properties", {}).items() if name not in data}
    return {**schema, "properties": properties}


def has_lists(schema: Any) -> bool:
    """Whether a value of the schema may contain a list, whose items may stand in any part of a page.

    Objects without declared properties count as lists.
    """
    if not isinstance(schema, Mapping):
        return schema is not False
    types = schema.get("type")
    types = [types] if isinstance(types, str) else types or ()
    if "array" in types or (
        not schema.get("properties") and not {"string", "number", "integer", "boolean"} & set(types)
    ):
        return "enum" not in schema
    return any(has_lists(inner) for inner in _inner(schema))


def _inner(schema: Mapping[str, Any]) -> Iterator[Any]:
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        yield from properties.values()
    for keyword in ("allOf", "anyOf", "oneOf"):
        yield from schema.get(keyword, ())


def is_closed_set(schema: Any) -> bool:
    """Whether a value is one of a few that the schema names: a page says it in other words."""
    if not isinstance(schema, Mapping):
        return False
    return "enum" in schema or "const" in schema or schema.get("type") == "boolean"


def below(schema: Any, name: str | int) -> Any:
    """The schema of a member, as far as properties and items tell. An empty one if they do not."""
    if not isinstance(schema, Mapping):
        return {}
    if isinstance(name, int):
        return schema.get("items", {})
    properties = schema.get("properties")
    return properties.get(name, {}) if isinstance(properties, Mapping) else {}
