"""A caller's JSON Schema: what is accepted, the errors with their paths, and the check of values."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from contract import limits
from contract.declare import load
from contract.errors import InvalidRequest
from contract.options.scrape import JsonOptions
from contract.schemas.json_schema import InvalidSchema, JsonSchema

PRODUCT: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "https://example.com/product.schema.json",
    "title": "Product",
    "type": "object",
    "properties": {
        "name": {"type": "string", "description": "Name of the product"},
        "price": {"type": "number", "minimum": 0},
        "sku": {"type": ["string", "null"], "pattern": "^[A-Z0-9-]+$"},
        "offers": {"type": "array", "items": {"$ref": "#/$defs/Offer"}},
        "listed.on": {"type": "string", "format": "date"},
    },
    "required": ["name"],
    "additionalProperties": False,
    "$defs": {"Offer": {"type": "object", "properties": {"currency": {"enum": ["EUR", "USD"]}}}},
}


def properties(**schemas: Any) -> dict[str, Any]:
    return {"type": "object", "properties": schemas}


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = properties(a=schema)
    return schema


def doubling(levels: int) -> dict[str, Any]:
    """A schema of few nodes that is huge once its references are replaced."""
    definitions: dict[str, Any] = {
        f"d{level}": properties(a={"$ref": f"#/$defs/d{level + 1}"}, b={"$ref": f"#/$defs/d{level + 1}"})
        for level in range(levels)
    }
    return {"$ref": "#/$defs/d0", "$defs": {**definitions, f"d{levels}": {"type": "string"}}}


def repeating(size: int) -> dict[str, Any]:
    """A schema with one text of this size, which references repeat 400 times."""
    twenty = range(20)
    return {
        **properties(**{f"a{n}": {"$ref": "#/$defs/e"} for n in twenty}),
        "$defs": {
            "d": {"type": "string", "description": "x" * size},
            "e": properties(**{f"b{n}": {"$ref": "#/$defs/d"} for n in twenty}),
        },
    }


ACCEPTED = {
    "a product": PRODUCT,
    "empty": {},
    "unknown keywords": {"a": [1, {"b": [None, True, "\n", 1.5]}]},
    "booleans as schemas": properties(anything=True, nothing=False),
    "a root reference": {"$ref": "#/$defs/P", "$defs": {"P": properties(a={})}},
    "definitions of draft 7": {**properties(a={"$ref": "#/definitions/P"}), "definitions": {"P": {"type": "string"}}},
    "a reference into properties": properties(a={"type": "string"}, b={"$ref": "#/properties/a"}),
    "an escaped reference": {**properties(a={"$ref": "#/$defs/x~1y%20z"}), "$defs": {"x/y z": {}}},
    "alternatives of objects": {"anyOf": [properties(a={}), {"type": "null"}]},
    "object or null": {"type": ["object", "null"]},
    "names like keywords": properties(**{"$ref": {"type": "string"}, "_schema": {}, "": {}, "properties": {}}),
    "the deepest": nested(limits.SCHEMA_DEPTH_MAX - 1),
    "the most schemas": properties(**{f"p{n}": {} for n in range(limits.SCHEMA_NODES_MAX - 1)}),
    "the longest enum": properties(a={"enum": list(range(limits.SCHEMA_ENUM_MAX))}),
    "the most patterns": properties(**{f"p{n}": {"pattern": f"x{n}"} for n in range(limits.SCHEMA_PATTERNS_MAX)}),
    "repeated text of a moderate size": repeating(200),
    "the largest text, after two references": {
        "$ref": "#/$defs/a",
        "$defs": {"a": {"$ref": "#/$defs/b"}, "b": properties(a={"description": "x" * 60_000})},
    },
    "whole numbers as floats": properties(a={"minLength": 2.0}),
}


@pytest.mark.parametrize("schema", ACCEPTED.values(), ids=ACCEPTED)
def test_accepted_schemas_load_as_they_were_sent(schema: dict[str, Any]) -> None:
    assert load(JsonOptions, {"schema": schema}).schema == schema
    assert "$ref" not in _keywords_of(JsonSchema.of(schema).document)


def _keywords_of(schema: Any) -> set[str]:
    if not isinstance(schema, dict):
        return set()
    below = [*schema.get("properties", {}).values(), schema.get("items"), *schema.get("anyOf", ())]
    return {*schema}.union(*map(_keywords_of, below))


RECURSIVE = "refers to a schema that contains it"
REJECTED: dict[str, tuple[Any, str, str]] = {
    "not an object": ([], "", "must be a JSON object"),
    "a boolean": (True, "", "must be a JSON object"),
    "a list of values": ({"type": "array", "items": {}}, "type", "must describe an object. Put the value into a property"),
    "a reference to a list": (
        {"$ref": "#/$defs/L", "$defs": {"L": {"type": "array"}}}, "", "must describe an object",
    ),
    "only other types": ({"anyOf": [{"type": "string"}, {"type": "array"}]}, "", "must describe an object"),
    "an unknown type": (properties(price={"type": "money"}), "properties.price.type", "must be one of: object, array"),
    "a Python type": (properties(price="string"), "properties.price", "must be a schema"),
    "properties as a list": ({"properties": ["a"]}, "properties", "must be an object of schemas"),
    "required as a flag": (properties(a={"required": True}), "properties.a.required", "must be a list of property names"),
    "a list of items": (properties(a={"items": [{}]}), "properties.a.items", "`prefixItems`"),
    "an empty anyOf": (properties(a={"anyOf": []}), "properties.a.anyOf", "at least one schema"),
    "inside a list": (properties(a={"anyOf": [{}, {"type": 1}]}), "properties.a.anyOf[1].type", "must be one of"),
    "a number as text": (properties(a={"minimum": "0"}), "properties.a.minimum", "must be a number"),
    "infinite": (properties(a={"maximum": float("inf")}), "properties.a.maximum", "must be a number"),
    "a step of 0": (properties(a={"multipleOf": 0}), "properties.a.multipleOf", "above 0"),
    "a negative length": (properties(a={"minLength": -1}), "properties.a.minLength", "whole number from 0"),
    "a remote reference": (
        properties(price={"$ref": "http://127.0.0.1/a.json"}), "properties.price.$ref", "must be a local reference",
    ),
    "a file reference": (properties(a={"$ref": "file:///etc/passwd"}), "properties.a.$ref", "must be a local reference"),
    "a relative reference": (properties(a={"$ref": "other.json"}), "properties.a.$ref", "must be a local reference"),
    "a missing target": (properties(a={"$ref": "#/$defs/x"}), "properties.a.$ref", "#/$defs/x does not lead to a schema"),
    "an anchor": (properties(a={"$ref": "#x"}), "properties.a.$ref", "does not lead to a schema"),
    "a target outside of schemas": (
        {**properties(a={"$ref": "#/x"}), "x": {"pattern": "(?=a)"}}, "properties.a.$ref", "does not lead to a schema",
    ),
    "itself": ({"$ref": "#"}, "$ref", RECURSIVE),
    "a loop": ({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}, "$defs.b.$ref", RECURSIVE),
    "recursion": (properties(replies={"items": {"$ref": "#"}}), "properties.replies.items.$ref", RECURSIVE),
    "a loop that is not used": (
        {**properties(a={}), "$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}}, "$defs.a.allOf[0].$ref", RECURSIVE,
    ),
    "a dynamic reference": (properties(a={"$dynamicRef": "#x"}), "properties.a.$dynamicRef", "write `$ref`"),
    "unevaluated properties": ({"unevaluatedProperties": False}, "unevaluatedProperties", "additionalProperties"),
    "a lookahead": (properties(a={"pattern": "(?=a)"}), "properties.a.pattern", "RE2 syntax"),
    "a backreference": (properties(a={"pattern": r"(a)\1"}), "properties.a.pattern", "RE2 syntax"),
    "a huge pattern": (properties(a={"pattern": "((a{99}){99}){99}"}), "properties.a.pattern", "RE2 syntax"),
    "a long pattern": (properties(a={"pattern": "a" * 501}), "properties.a.pattern", "at most 500 characters"),
    "a bad name pattern": ({"patternProperties": {"(": {}}}, "patternProperties.(", "RE2 syntax"),
    "a long enum": (
        properties(a={"enum": list(range(limits.SCHEMA_ENUM_MAX + 1))}), "properties.a.enum", "at most 1000 values",
    ),
    "too many patterns": (
        properties(**{f"p{n}": {"pattern": "x"} for n in range(limits.SCHEMA_PATTERNS_MAX + 1)}), "", "at most 50 regular",
    ),
    "too deep": (nested(limits.SCHEMA_DEPTH_MAX), "", "must be nested at most"),
    "much too deep": (nested(50_000), "", "must be nested at most"),
    "ten thousand nodes": ({"allOf": [{}] * 10_000}, "", "at most 500 schemas"),
    "exponential references": (doubling(12), "", "at most 2000 schemas after references are replaced"),
    "repeated text": (repeating(45_000), "", "must be at most 128 KB after references are replaced"),
    "repeated names": (
        {
            **properties(**{f"a{n}": {"$ref": "#/$defs/e"} for n in range(20)}),
            "$defs": {"e": properties(**{"x" * 45_000: {}})},
        },
        "", "must be at most 128 KB after references are replaced",
    ),
    "a reference with a huge number": (
        {**properties(a={"$ref": f"#/allOf/{'9' * 5_000}"}), "allOf": [{}]}, "properties.a.$ref", "does not lead to a schema",
    ),
    "a huge minimum": (properties(a={"minimum": 10**400}), "properties.a.minimum", "must be a number"),
    "a huge step": (properties(a={"multipleOf": 10**400}), "properties.a.multipleOf", "must be a number above 0"),
    "a huge length": (properties(a={"minLength": 10**400}), "properties.a.minLength", "whole number from 0"),
    "too many bytes": ({"description": "x" * 65_536}, "", "at most 65536 bytes"),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "path", "message"), REJECTED.values(), ids=REJECTED)
def test_errors_name_the_path_and_the_limit(schema: Any, path: str, message: str) -> None:
    began = time.process_time()
    with pytest.raises(InvalidRequest) as failure:
        load(JsonOptions, {"schema": schema})

    [first, *_] = failure.value.details  # type: ignore[misc]
    name = f"schema.{path}" if path else "schema"
    assert (first["field"], message in first["message"]) == (name, True), first  # type: ignore[index]
    assert failure.value.message.startswith(f"{name}: ")
    assert time.process_time() - began < 5


def test_several_problems_are_reported_together() -> None:
    with pytest.raises(InvalidRequest) as failure:
        load(JsonOptions, {"schema": properties(a={"type": 1}, b={"items": 2, "minimum": "x"})})

    assert isinstance(failure.value.details, list)
    assert {row["field"] for row in failure.value.details} == {
        "schema.properties.a.type", "schema.properties.b.items", "schema.properties.b.minimum",
    }  # fmt: skip


def test_references_are_replaced_and_their_neighbours_kept() -> None:
    given = {
        "type": "object",
        "properties": {
            "described": {"$ref": "#/$defs/Name", "description": "Of the shop"},
            "bounded": {"$ref": "#/$defs/Name", "maxLength": 3},
            "narrowed": {"$ref": "#/$defs/Name", "type": "integer"},
            "wrapped": {"allOf": [{"$ref": "#/$defs/Name"}], "description": "Wrapped"},
            "listed": {"type": "array", "items": {"$ref": "#/$defs/Name"}},
        },
        "$defs": {"Name": {"type": "string", "description": "A name"}},
    }

    document = JsonSchema.of(given).document

    assert document == {
        "type": "object",
        "properties": {
            "described": {"type": "string", "description": "Of the shop"},
            "bounded": {"type": "string", "description": "A name", "maxLength": 3},
            "narrowed": {"allOf": [{"type": "string", "description": "A name"}, {"type": "integer"}]},
            "wrapped": {"type": "string", "description": "Wrapped"},
            "listed": {"type": "array", "items": {"type": "string", "description": "A name"}},
        },
    }
    assert "$defs" in given


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"name": "Chair", "price": 12.5, "sku": "A-1", "offers": [{"currency": "EUR"}]}, []),
        ({"name": "Chair", "listed.on": "not a date"}, []),
        ({}, ["'name' is a required property"]),
        ({"name": 1}, ["name: 1 is not of type 'string'"]),
        ({"name": "x", "price": -1}, ["price: -1 is less than the minimum of 0"]),
        ({"name": "x", "sku": "a b"}, ["sku: does not match the pattern ^[A-Z0-9-]+$"]),
        ({"name": "x", "offers": [{}, {"currency": "XXX"}]}, ["offers.1.currency: 'XXX' is not one of ['EUR', 'USD']"]),
        ({"name": "x", "color": 1}, ["has properties that the schema does not allow: color"]),
        (
            {"name": "x", **dict.fromkeys("abcdefghijkl", 1)},
            ["has properties that the schema does not allow: a, b, c, d, e, f, g, h, i, j"],
        ),
        ([], ["[] is not of type 'object'"]),
    ],
)
def test_values_are_checked(value: Any, expected: list[str]) -> None:
    assert [str(error) for error in JsonSchema.of(PRODUCT).check(value)] == expected


def test_number_that_cannot_be_checked_is_an_error() -> None:
    [error] = JsonSchema.of(properties(a={"multipleOf": 0.01})).check({"a": 10**400})

    assert error.message == "The value contains a number that is too large to be checked."


def test_names_in_errors_are_cut() -> None:
    name = "x" * 10_000

    errors = JsonSchema.of({**PRODUCT, "required": []}).check({name: 1})
    inner = JsonSchema.of({"additionalProperties": {"type": "string"}}).check({name: 1})

    assert all(len(str(error)) < 400 for error in (*errors, *inner))


def test_patterns_of_names_are_checked_with_re2() -> None:
    schema = JsonSchema.of(
        {"patternProperties": {r"^\pL+$": {"type": "integer"}}, "additionalProperties": {"type": "null"}}
    )

    assert schema.check({"größe": 1, "a-b": None}) == []
    assert [error.field for error in schema.check({"größe": "x", "a-b": 1})] == ["größe", "a-b"]


def test_evil_patterns_take_linear_time() -> None:
    schema = JsonSchema.of(properties(a={"pattern": "^(a|a)*b$"}, b={"pattern": "^(a+)+$"}))
    began = time.process_time()

    errors = schema.check({"a": "a" * 50_000, "b": "a" * 50_000 + "!"})

    assert {error.field for error in errors} == {"a", "b"}
    assert all(len(str(error)) < 400 for error in errors) and time.process_time() - began < 5


def test_the_work_of_a_check_is_bounded() -> None:
    alternatives = {"anyOf": [*({"type": "object", "required": [f"r{n}"]} for n in range(200)), {}]}
    schema = JsonSchema.of(properties(rows={"type": "array", "items": alternatives}))
    began = time.process_time()

    [error] = schema.check({"rows": [{}] * 100_000})

    assert error.message == "The value is too large to be checked against the schema."
    assert time.process_time() - began < 20


def test_errors_are_few_and_short() -> None:
    schema = JsonSchema.of(properties(rows={"type": "array", "items": {"type": "integer"}}))

    errors = schema.check({"rows": ["x" * 10_000] * 1_000})

    assert len(errors) == limits.SCHEMA_ERRORS_MAX and len(json.dumps([str(error) for error in errors])) < 10_000


def test_an_invalid_schema_is_an_error_outside_of_requests_too() -> None:
    with pytest.raises(InvalidSchema, match=r"properties\.a\.type\. must be one of") as failure:
        JsonSchema.of(properties(a={"type": "x"}))

    assert failure.value.problems[0].path == ("properties", "a", "type")
