"""Brings a model's values to the types of the schema where that loses nothing, and drops the members that still do not fit."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from contract.schemas.json_schema import JsonSchema
from extraction.answers.replies.schema_parts import below
from extraction.answers.values import numbers, terms

_DEPTH_MAX = 32
_ROUNDS_MAX = 20


def coerced(value: Any, schema: Any, depth: int = 0) -> Any:
    """The value with numbers, booleans, strings and lists of the types that the schema names.

    `"129.00"` becomes 129.0 for a number, `"yes"` becomes true, 5 becomes `"5"` for a string, and a single value becomes a list
    of it. A value that does not fit is returned unchanged.
    """
    if depth > _DEPTH_MAX or not isinstance(schema, Mapping):
        return value
    types = schema.get("type")
    kinds = {types} if isinstance(types, str) else set(types) if isinstance(types, list) else set()
    if isinstance(value, Mapping):
        if "array" in kinds and "object" not in kinds:
            return [coerced(value, below(schema, 0), depth + 1)]
        return {name: coerced(one, below(schema, name), depth + 1) for name, one in value.items()}
    if isinstance(value, list):
        if "array" not in kinds and kinds and len(value) == 1:
            return coerced(value[0], schema, depth + 1)
        return [coerced(one, below(schema, 0), depth + 1) for one in value]
    if not kinds or _is_of(value, kinds):
        return value
    if "array" in kinds:
        return [coerced(value, below(schema, 0), depth + 1)]
    return _scalar(value, kinds)


def _is_of(value: Any, kinds: set[str]) -> bool:
    if isinstance(value, bool):
        return "boolean" in kinds
    if isinstance(value, (int, float)):
        return "number" in kinds or ("integer" in kinds and float(value).is_integer())
    return isinstance(value, str) and "string" in kinds


def _scalar(value: Any, kinds: set[str]) -> Any:
    if isinstance(value, str):
        if kinds & {"integer", "number"} and (number := _number(value)) is not None:
            whole = number == number.to_integral_value()
            if whole or "number" in kinds:
                return int(number) if whole else float(number)
        if "boolean" in kinds and (truth := terms.truth(value, "")) is not None:
            return truth
    elif "string" in kinds and isinstance(value, (int, float)):
        return ("true" if value else "false") if isinstance(value, bool) else str(value)
    return value


def _number(text: str) -> Decimal | None:
    found = numbers.of_declared(text) if len(text) <= 60 else None
    return found if found is not None and found.is_finite() and abs(found) < Decimal(10) ** 18 else None


def fitting(data: dict[str, Any], schema: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The members that follow the schema, and the dotted names of those that were dropped because they do not."""
    dropped: list[str] = []
    for _ in range(_ROUNDS_MAX):
        errors = JsonSchema(schema).check(data)
        # The last items first, so that the numbers of the others stay right.
        names = sorted({error.field for error in errors if error.field}, key=_position, reverse=True)
        if not names:
            return ({}, (*dropped, *data)) if errors else (data, tuple(dropped))
        for name in names:
            _remove(data, name.split("."))
            dropped.append(name)
    return {}, tuple(dropped)


def _position(name: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (0, part) for part in name.split(".")]


def _remove(data: Any, path: list[str]) -> None:
    """Remove a member of an object, or an item of a list."""
    for part in path[:-1]:
        data = data.get(part) if isinstance(data, dict) else data[int(part)] if _is_index(data, part) else None
    last = path[-1]
    if isinstance(data, dict):
        data.pop(last, None)
    elif _is_index(data, last):
        del data[int(last)]


def _is_index(data: Any, part: str) -> bool:
    return isinstance(data, list) and part.isdecimal() and int(part) < len(data)
