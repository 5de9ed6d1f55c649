"""The JSON Schema of the output that a caller requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from contract import limits
from contract.fields.basic import JsonObject
from contract.schemas.keywords import Problem
from contract.schemas.validity import find_problems

SCHEMA_DESCRIPTION = (
    "JSON Schema (draft 2020-12) of the output, which must be an object. References are local and not recursive, regular"
    f" expressions are in RE2 syntax. At most {limits.SCHEMA_MAX_BYTES // 1024} KB, {limits.SCHEMA_NODES_MAX} schemas and"
    f" {limits.SCHEMA_DEPTH_MAX} levels."
)
EXAMPLE = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "price": {"type": "number"}},
    "required": ["name"],
}


class OutputSchema(JsonObject):
    """A JSON Schema that describes an object. It loads as it was sent; `JsonSchema.of` reads the loaded value.

    Problems are reported with their path in the schema: `schema.properties.price.type: must be one of: …`. The OpenAPI
    document shows any JSON object: JSON Schema cannot express which ones are schemas.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.metadata = {**self.metadata, "example": EXAMPLE}

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> dict[str, Any]:
        # The depth comes first: measuring the size of a deeply nested object would exceed Python's recursion limit.
        if _is_nested_deeper(value, limits.JSON_MAX_DEPTH):
            raise ValidationError(f"must be nested at most {limits.JSON_MAX_DEPTH} levels deep")
        loaded = super()._deserialize(value, attr, data, **kwargs)
        problems = find_problems(loaded)
        if problems:
            raise ValidationError(_messages(problems))
        return loaded


def _messages(problems: list[Problem]) -> Any:
    """The problems as nested messages, which `contract.declare.flatten` turns into paths."""
    at_root = [problem.message for problem in problems if not problem.path]
    if at_root:
        return at_root
    nested: dict[str | int, Any] = {}
    for problem in problems:
        level = nested
        for name in problem.path[:-1]:
            inner = level.setdefault(name, {})
            if not isinstance(inner, dict):
                break
            level = inner
        else:
            level.setdefault(problem.path[-1], [problem.message])
    return nested


def _is_nested_deeper(value: Any, levels: int) -> bool:
    layer = [value]
    for _ in range(levels + 1):
        layer = [
            inner for each in layer if isinstance(each, (dict, list))
            for inner in (each.values() if isinstance(each, dict) else each)
        ]  # fmt: skip
        if not layer:
            return False
    return True
