"""The part of a caller's schema that a language model is asked for. Schemas here are checked and have no references."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from contract import limits
from extraction.answers.schema import dotted_names

# A page may lack any value, and a model that must give one invents it. Conditions may depend on whether a value is present.
_DROPPED = frozenset((
    "required", "minItems", "minProperties", "minContains", "dependentRequired", "dependentSchemas", "contains", "not", "if",
    "then", "else",
))  # fmt: skip
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SINGLE = ("items", "additionalProperties")
# In names that a model may choose where the schema declares none, beside letters and digits
_PUNCTUATION = " _.-"


def relaxed(schema: Any) -> Any:
    """The schema without the keywords that require values to be present.

    `oneOf` becomes `anyOf`: without `required`, a value often matches several alternatives.
    """
    if not isinstance(schema, Mapping):
        return schema
    retained = {keyword: value for keyword, value in schema.items() if keyword not in _DROPPED}
    for keyword in _SINGLE:
        if keyword in retained:
            retained[keyword] = relaxed(retained[keyword])
    for keyword in _LISTS:
        if keyword in retained:
            retained[keyword] = [relaxed(inner) for inner in retained[keyword]]
    for keyword in ("properties", "patternProperties"):
        if keyword in retained:
            retained[keyword] = {name: relaxed(inner) for name, inner in retained[keyword].items()}
    return _with_any_alternative(retained)


def _with_any_alternative(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with `anyOf` instead of `oneOf`, joined to an existing `anyOf` by `allOf`."""
    alternatives = schema.pop("oneOf", None)
    if alternatives is None:
        return schema
    if "anyOf" in schema:
        return {**schema, "allOf": [*schema.get("allOf", ()), {"anyOf": alternatives}]}
    return {**schema, "anyOf": alternatives}


def restrict_to(schema: Mapping[str, Any], missing: Iterable[str]) -> dict[str, Any]:
    """The schema with those properties only that are missing, or that contain something missing. Lists stay whole.

    A schema without properties is returned unchanged, and so is one of which nothing is known to be missing.
    """
    names = tuple(missing)
    return _restricted(schema, names, "") if names else dict(schema)


def _restricted(schema: Mapping[str, Any], missing: tuple[str, ...], path: str) -> dict[str, Any]:
    properties = schema.get("properties")
    if not isinstance(properties, Mapping) or not properties:
        return dict(schema)
    remaining = {}
    for name, inner in properties.items():
        here = dotted_names.member(path, name)
        if here in missing:
            remaining[name] = inner
        elif isinstance(inner, Mapping) and any(one.startswith(f"{here}.") for one in missing):
            remaining[name] = _restricted(inner, missing, here)
    return {**schema, "properties": remaining}


def without(schema: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """The schema without the properties that have a value."""
    properties = {name: inner for name, inner in schema.get("properties", {}).items() if name not in data}
    return {**schema, "properties": properties}


def has_lists(schema: Any) -> bool:
    """Whether a value of the schema may contain a list, whose items may be in any part of a page.

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
    """The schema of a member, from properties and items. An empty one if they do not contain it."""
    if isinstance(name, int):
        found = [part["items"] for part in joined(schema) if "items" in part]
    else:
        found = [part["properties"][name] for part in joined(schema) if name in part.get("properties", {})]
    if not found:
        return {}
    return found[0] if len(found) == 1 else {"anyOf": found}


def allows(schema: Any, name: str) -> bool:
    """Whether a model may give an object of this schema a member of this name.

    A schema that declares properties accepts only these, unless it also says which others it accepts. A schema that
    declares none accepts short plain names: a page could make a model write sentences as names.
    """
    parts = list(joined(schema))
    if any(name in part.get("properties", {}) for part in parts):
        return True
    if any("additionalProperties" in part or "patternProperties" in part for part in parts):
        return True
    return not any(part.get("properties") for part in parts) and _is_plain(name)


def _is_plain(name: str) -> bool:
    """Whether a name is short and consists of letters, their marks, digits and a few other characters."""
    if not 0 < len(name) <= limits.MODEL_NAME_MAX_CHARS:
        return False
    return all(char in _PUNCTUATION or unicodedata.category(char)[0] in "LMN" for char in name)


def joined(schema: Any) -> Iterator[Mapping[str, Any]]:
    """The schema and those that `allOf`, `anyOf` and `oneOf` join to it."""
    if isinstance(schema, Mapping):
        yield schema
        for keyword in ("allOf", "anyOf", "oneOf"):
            for inner in schema.get(keyword, ()):
                yield from joined(inner)
