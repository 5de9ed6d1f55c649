"""The model is asked for the missing part of a schema, and must not be forced to invent a value."""

from __future__ import annotations

from typing import Any

import pytest

from contract.schemas.json_schema import JsonSchema
from extraction.answers.replies.schema_parts import has_lists, relaxed, restrict_to, without

TEXT = {"type": "string"}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": TEXT,
        "a.b": TEXT,
        "maker": {"type": "object", "properties": {"name": TEXT, "city": TEXT}, "required": ["city"]},
        "offers": {"type": "array", "minItems": 1, "items": {"type": "object", "properties": {"price": TEXT}}},
    },
    "required": ["name"],
}


@pytest.mark.parametrize(
    ("missing", "retained"),
    [
        (("name",), {"name": TEXT}),
        (("a\\.b",), {"a.b": TEXT}),
        (("a.b",), {}),
        (("maker",), {"maker": SCHEMA["properties"]["maker"]}),
        (("maker.city",), {"maker": {"type": "object", "properties": {"city": TEXT}, "required": ["city"]}}),
        (("offers.0.price",), {"offers": SCHEMA["properties"]["offers"]}),
        ((), SCHEMA["properties"]),
    ],
)
def test_only_missing_properties_are_retained(missing: tuple[str, ...], retained: dict[str, Any]) -> None:
    assert restrict_to(SCHEMA, missing)["properties"] == retained


def test_no_value_has_to_be_present() -> None:
    loose = relaxed(SCHEMA)

    assert "required" not in loose and "required" not in loose["properties"]["maker"]
    assert "minItems" not in loose["properties"]["offers"] and loose["properties"]["name"] == TEXT
    assert SCHEMA["required"] == ["name"]


SHAPES = [{"type": "object", "required": ["a"]}, {"type": "object", "required": ["b"]}]


@pytest.mark.parametrize(
    ("schema", "others"),
    [
        ({"oneOf": SHAPES}, {}),
        ({"oneOf": SHAPES, "anyOf": [{}]}, {"anyOf": [{}]}),
        ({"oneOf": SHAPES, "anyOf": [{}], "allOf": [{"title": "x"}]}, {"anyOf": [{}], "allOf": [{"title": "x"}]}),
    ],
)
def test_exactly_one_alternative_becomes_any(schema: dict[str, Any], others: dict[str, Any]) -> None:
    loose = relaxed(schema)

    assert "oneOf" not in loose and JsonSchema.of(loose).check({"a": 1}) == []
    alternatives = {"anyOf": [{"type": "object"}, {"type": "object"}]}
    joined = {**others, "allOf": [*others.get("allOf", ()), alternatives]}
    assert loose == (joined if others else alternatives)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (SCHEMA, True),
        ({"type": "object", "properties": {"a": TEXT, "b": {"type": "object", "properties": {"c": TEXT}}}}, False),
        ({"type": "object"}, True),
        ({"type": "object", "properties": {"a": {}}}, True),
        ({"type": "object", "properties": {"a": {"enum": [1]}}}, False),
        ({"type": "object", "properties": {"a": {"type": ["array", "null"]}}}, True),
        (True, True),
    ],
)
def test_lists_are_recognised(schema: Any, expected: bool) -> None:
    assert has_lists(schema) is expected


def test_found_properties_are_removed() -> None:
    assert set(without(SCHEMA, {"name": "x", "other": 1})["properties"]) == {"a.b", "maker", "offers"}
