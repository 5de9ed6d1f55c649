"""Reads the object that a language model answered a schema with.

The text is hostile: it may have been made by a page. The object may be in a wrapper, have other spellings of property names, or be
a list without its object.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from contract import limits
from extraction.answers.replies import json_values
from extraction.answers.replies.quotes import MEMBER
from extraction.answers.schema.names import letters

# Postgres rejects NUL, UTF-8 cannot encode a lone surrogate.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_INTEGER_END = 10**limits.MODEL_INTEGER_MAX_DIGITS
_WRAPPED_DEPTH_MAX = 3
# Where the call of a tool has the answer.
_ARGUMENTS = ("arguments", "parameters")
# Texts with which models say that there is no value.
_PLACEHOLDERS = frozenset(
    "na none null nil unknown notavailable notfound notspecified notmentioned notprovided notgiven nan tbd".split()
)


class NoObject(Exception):
    """The text has no JSON object."""


@dataclass(frozen=True)
class Reply:
    """A model's object. `is_cut`: the text ended inside it, and only what was complete is here."""

    data: dict[str, Any]
    is_cut: bool = False


def read(text: str, schema: Mapping[str, Any] | None = None) -> Reply:
    """The last object in a model's text that has a property of the schema. Without a schema, the last one of the longest.

    Null values and placeholders such as `N/A` are dropped: they say that the page has no value. Characters that cannot be
    stored are removed.

    Raises:
        NoObject: there is no such object, it is nested too deep, or it has an integer with too many digits.
    """
    names = _property_names(schema)
    first: Reply | None = None
    for value, is_cut in json_values.candidates(json_values.without_thoughts(text)):
        if is_cut and isinstance(value, list) and (lists := _list_properties(schema)):
            value = {lists[0]: value} if len(lists) == 1 else value
        fitted = _fitted(value, names, schema)
        if fitted is not None and (fitted or not is_cut):
            reply = Reply(_cleaned(fitted), is_cut)
            if reply.data:
                return reply
            first = first or reply
    if first is None:
        raise NoObject("The answer is not a JSON object with properties of the schema.")
    return first


def find(text: str) -> dict[str, Any]:
    """The object in a model's text, whatever its properties.

    Raises:
        NoObject: as `read`.
    """
    return read(text).data


def _property_names(schema: Mapping[str, Any] | None) -> dict[str, str]:
    """The schema's properties by their letters. Empty if the schema names none."""
    names: dict[str, str] = {}
    waiting = [schema] if isinstance(schema, Mapping) else []
    while waiting:
        part = waiting.pop()
        properties = part.get("properties")
        if isinstance(properties, Mapping):
            names |= {letters(name) or name: name for name in properties}
        waiting += [
            one for key in ("allOf", "anyOf", "oneOf") for one in part.get(key) or () if isinstance(one, Mapping)
        ]
    return names


def _fitted(
    value: Any, names: Mapping[str, str], schema: Mapping[str, Any] | None, depth: int = 0
) -> dict[str, Any] | None:
    """The object of a value that shares a property with the schema: itself, what it wraps, or a list as its only list."""
    if depth > _WRAPPED_DEPTH_MAX:
        return None
    if isinstance(value, str) and depth and len(value) <= json_values.LENIENT_MAX_CHARS:
        value = json_values.parsed(value)
    if isinstance(value, dict):
        if not names:
            return value
        call = next((value[key] for key in _ARGUMENTS if key in value), None)
        if call is not None and (found := _fitted(call, names, schema, depth + 1)):
            return found
        renamed = {
            MEMBER if key == MEMBER else names.get(letters(str(key)), str(key)): one for key, one in value.items()
        }
        if any(name in renamed for name in names.values()):
            return None if _is_schema(value) else renamed
        if _is_schema(value):
            return None
        if not value:
            return {}
        inside = (_fitted(one, names, schema, depth + 1) for one in value.values())
        return next((one for one in inside if one), None)
    if isinstance(value, list):
        objects = [one for one in value if isinstance(one, dict)]
        if len(objects) == 1 == len(value) and (found := _fitted(objects[0], names, schema, depth + 1)):
            return found
        lists = _list_properties(schema)
        return {lists[0]: value} if len(lists) == 1 and value else None
    return None


def _is_schema(value: Mapping[str, Any]) -> bool:
    """Whether an object is a JSON Schema instead of an answer."""
    properties = value.get("properties")
    return isinstance(properties, Mapping) and all(
        isinstance(one, Mapping) and ("type" in one or "enum" in one or "anyOf" in one) for one in properties.values()
    )


def _list_properties(schema: Mapping[str, Any] | None) -> list[str]:
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    if not isinstance(properties, Mapping):
        return []
    return [name for name, one in properties.items() if isinstance(one, Mapping) and "array" in str(one.get("type"))]


def _cleaned(value: dict[str, Any]) -> dict[str, Any]:
    cleaned: dict[str, Any] = _clean(value, limits.JSON_MAX_DEPTH)
    return cleaned


def _clean(value: Any, levels: int) -> Any:
    if levels == 0:
        raise NoObject(f"The answer is nested deeper than {limits.JSON_MAX_DEPTH} levels.")
    if isinstance(value, dict):
        return {
            _UNSTORABLE.sub("", str(name)): _clean(inner, levels - 1)
            for name, inner in value.items()
            if not _is_absent(inner)
        }
    if isinstance(value, list):
        return [_clean(inner, levels - 1) for inner in value if not _is_absent(inner)]
    if isinstance(value, int) and abs(value) >= _INTEGER_END:
        raise NoObject(f"The answer has an integer of more than {limits.MODEL_INTEGER_MAX_DIGITS} digits.")
    return _UNSTORABLE.sub("", value) if isinstance(value, str) else value


def _is_absent(value: Any) -> bool:
    """Null, placeholders, and numbers that JSON does not have."""
    if isinstance(value, str):
        return len(value) <= 20 and letters(value) in _PLACEHOLDERS
    return value is None or (isinstance(value, float) and not math.isfinite(value))
