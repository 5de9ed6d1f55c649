"""The keywords of a caller's JSON Schema (draft 2020-12): which values they take, and which of them hold schemas.

To add a keyword: a row in `_VALUES`, or in one of the sets of keywords that hold schemas. A keyword without a row is an
annotation: it is accepted and has no effect.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from contract import limits, patterns

SchemaPath = tuple[str | int, ...]
TYPES = ("object", "array", "string", "number", "integer", "boolean", "null")

ONE_SCHEMA = frozenset(
    ("items", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else")
)  # fmt: skip
SCHEMA_LISTS = frozenset(("allOf", "anyOf", "oneOf", "prefixItems"))
SCHEMA_MAPS = frozenset(("properties", "patternProperties", "dependentSchemas", "$defs", "definitions"))

_ONLY_LOCAL = "is not supported: write `$ref` with a local reference such as #/$defs/price"
_REJECTED = {
    "$dynamicRef": _ONLY_LOCAL,
    "$recursiveRef": _ONLY_LOCAL,
    "unevaluatedProperties": "is not supported: write `additionalProperties`",
    "unevaluatedItems": "is not supported: write `items`",
}


class Problem(NamedTuple):
    """What is wrong with a schema, and where. `message` completes a sentence that starts with the path of the schema."""

    path: SchemaPath
    message: str


def problems_of(schema: Mapping[str, Any], path: SchemaPath) -> Iterator[Problem]:
    """The problems of one schema's own keywords. Schemas inside it are not read."""
    for keyword, value in schema.items():
        message = _problem(keyword, value)
        if message is not None:
            yield Problem((*path, keyword), message)
    for pattern in _patterns_of(schema):
        message = _pattern_problem(pattern)
        if message is not None:
            name: SchemaPath = ("patternProperties", pattern) if pattern != schema.get("pattern") else ("pattern",)
            yield Problem((*path, *name), message)


def inner_schemas(schema: Mapping[str, Any]) -> Iterator[tuple[SchemaPath, Any]]:
    """The schemas directly inside a schema, each with its path in it. Values of the wrong type are left out."""
    for keyword, value in schema.items():
        if keyword in ONE_SCHEMA:
            yield (keyword,), value
        elif keyword in SCHEMA_LISTS and isinstance(value, list):
            yield from (((keyword, index), inner) for index, inner in enumerate(value))
        elif keyword in SCHEMA_MAPS and isinstance(value, Mapping):
            yield from (((keyword, name), inner) for name, inner in value.items())


def count_patterns(schema: Mapping[str, Any]) -> int:
    """The number of regular expressions in one schema's own keywords."""
    return sum(1 for _ in _patterns_of(schema))


def _patterns_of(schema: Mapping[str, Any]) -> Iterator[str]:
    if isinstance(schema.get("pattern"), str):
        yield schema["pattern"]
    if isinstance(schema.get("patternProperties"), Mapping):
        yield from schema["patternProperties"]


def _problem(keyword: str, value: Any) -> str | None:
    """What is wrong with the value of a keyword, or None."""
    if keyword in _REJECTED:
        return _REJECTED[keyword]
    if keyword == "items" and isinstance(value, list):
        return "must be one schema: write `prefixItems` for a list of schemas"
    if keyword in SCHEMA_LISTS:
        return None if isinstance(value, list) and value else "must be a list of at least one schema"
    if keyword in SCHEMA_MAPS:
        return None if isinstance(value, Mapping) else "must be an object of schemas"
    check = _VALUES.get(keyword)
    return check(value) if check else None


def _pattern_problem(pattern: str) -> str | None:
    if len(pattern) > limits.PATTERN_MAX_CHARS:
        return f"must be at most {limits.PATTERN_MAX_CHARS} characters long"
    return patterns.problem_of(pattern)


def _type_problem(value: Any) -> str | None:
    names = value if isinstance(value, list) else [value]
    good = names and all(isinstance(name, str) and name in TYPES for name in names)
    return None if good else f"must be one of: {', '.join(TYPES)}; or a list of them"


def _enum_problem(value: Any) -> str | None:
    if not isinstance(value, list) or not value:
        return "must be a list of at least one value"
    if len(value) > limits.SCHEMA_ENUM_MAX:
        return f"must contain at most {limits.SCHEMA_ENUM_MAX} values"
    return None


def _names_problem(value: Any) -> str | None:
    good = isinstance(value, list) and all(isinstance(name, str) for name in value)
    return None if good else "must be a list of property names"


def _dependent_problem(value: Any) -> str | None:
    good = isinstance(value, Mapping) and not any(map(_names_problem, value.values()))
    return None if good else "must be an object whose values are lists of property names"


def _number_problem(value: Any) -> str | None:
    good = isinstance(value, (int, float)) and not isinstance(value, bool) and _is_finite(value)
    return None if good else "must be a number"


def _is_finite(value: float) -> bool:
    """Whether a number is finite, also as a float."""
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _step_problem(value: Any) -> str | None:
    return None if _number_problem(value) is None and value > 0 else "must be a number above 0"


def _count_problem(value: Any) -> str | None:
    whole = _number_problem(value) is None and float(value).is_integer()
    return None if whole and value >= 0 else "must be a whole number from 0"


def _text_problem(value: Any) -> str | None:
    return None if isinstance(value, str) else "must be a string"


def _flag_problem(value: Any) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


_VALUES: dict[str, Callable[[Any], str | None]] = {
    "$ref": _text_problem,
    "type": _type_problem,
    "enum": _enum_problem,
    "required": _names_problem,
    "dependentRequired": _dependent_problem,
    "multipleOf": _step_problem,
    "pattern": _text_problem,
    "uniqueItems": _flag_problem,
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _number_problem),
    **dict.fromkeys(
        (
            "minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains", "minProperties",
            "maxProperties",
        ),
        _count_problem,
    ),
    **dict.fromkeys(("$schema", "$id", "$comment", "title", "description", "format"), _text_problem),
}  # fmt: skip
