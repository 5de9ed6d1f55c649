"""A JSON value as a declared result: templates may rely on the types."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from marshmallow import fields

from contract.declare import wire_name


def fit(cls: type, value: Any) -> dict[str, Any]:
    """The fields of a declared result, with wire names. A field that is missing or has another type is None.

    Objects are fitted to their class, lists are never None, and their entries are never None.
    """
    given = value if isinstance(value, dict) else {}
    return {
        wire_name(declared): _fit(declared.metadata["field"], given.get(wire_name(declared)))
        for declared in dataclasses.fields(cls)
    }


def _fit(field: fields.Field, value: Any) -> Any:
    if isinstance(field, fields.Nested):
        return fit(field.schema.declared, value) if isinstance(value, dict) else None  # type: ignore[attr-defined]
    if isinstance(field, fields.List):
        entries = value if isinstance(value, list) else []
        return [fitted for entry in entries if (fitted := _fit(field.inner, entry)) is not None]
    if isinstance(field, fields.Dict):
        return _fit_object(field, value)
    if isinstance(field, fields.Boolean):
        return value if isinstance(value, bool) else None
    if isinstance(field, (fields.Integer, fields.Float)):
        return _number(value)
    if isinstance(field, fields.String):
        return value if isinstance(value, str) else None
    return value if isinstance(value, str) else _number(value)


def _number(value: Any) -> float | int | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return value if is_number and math.isfinite(value) else None


def _fit_object(field: fields.Dict, value: Any) -> dict[str, Any] | None:
    """An object whose names are not declared. Its values are fitted if their type is declared."""
    if not isinstance(value, dict):
        return None
    if field.value_field is None:
        return value
    fitted = {str(name): _fit(field.value_field, each) for name, each in value.items()}
    return {name: each for name, each in fitted.items() if each is not None}
