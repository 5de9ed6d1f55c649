"""The OpenAPI document as the service publishes it, and its schemas in words."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from api.app import create_app
from api.openapi.finishing import operations
from contract.environment import Environment
from maintenance.documentation.markdown_table import code, codes

Schema = dict[str, Any]
JSON = "application/json"


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document. No connection is opened."""
    client = create_app(Environment()).test_client()
    read: dict[str, Any] = json.loads(client.get("/openapi.json").data)
    return read


@cache
def operation(name: str) -> tuple[str, str, dict[str, Any]]:
    """(method, path, operation) of an `operationId`."""
    for method, path, described in operations(document()):
        if described["operationId"] == name:
            return method.upper(), path, described
    raise KeyError(f"{name} is not an operationId")


def schema(name: str) -> Schema:
    """The schema of a component."""
    found: Schema = document()["components"]["schemas"][name]
    return found


def reference(part: Schema) -> str | None:
    """The name of the component that a schema refers to, also in a list, a map or with null."""
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    inner = [*part.get("anyOf", ()), *part.get("allOf", ())]
    for below in (part.get("items"), part.get("additionalProperties")):
        if isinstance(below, dict):
            inner.append(below)
    return next((name for each in inner if (name := reference(each))), None)


def type_of(part: Schema) -> str:
    """The JSON type of a schema, in words: `string`, `list of integer`, `object or null`."""
    if "$ref" in part:
        return "object"
    if "anyOf" in part:
        return " or ".join(dict.fromkeys(type_of(each) for each in part["anyOf"]))
    kinds = part.get("type", "any value")
    names = [kinds] if isinstance(kinds, str) else list(kinds)
    return " or ".join(_list_type(part) if name == "array" else name for name in names)


def _list_type(part: Schema) -> str:
    return f"list of {type_of(part['items'])}" if part.get("items") else "list"


def bounds_of(part: Schema) -> str:
    """What JSON Schema's keywords demand of a value, in words. Empty when they demand nothing."""
    low, high = part.get("minimum"), part.get("maximum")
    said = []
    if low is not None and high is not None and f"{low} to {high}" not in part.get("description", ""):
        said.append(f"{low:,} to {high:,}")
    if part.get("maxItems"):
        said.append(f"at most {part['maxItems']:,} entries")
    if part.get("maxProperties"):
        said.append(f"at most {part['maxProperties']:,} names")
    if part.get("maxLength") and not part.get("pattern"):
        said.append(f"at most {part['maxLength']:,} characters")
    choices = part.get("enum") or part.get("items", {}).get("enum") or ()
    if len(choices) > 1:
        said.append(f"one of {codes('null' if each is None else each for each in choices)}")
    if isinstance(part.get("items"), dict) and part["items"].get("maxLength") and not part["items"].get("pattern"):
        said.append(f"each at most {part['items']['maxLength']:,} characters")
    return "; ".join(said)


def default_of(part: Schema) -> str:
    """The default in JSON as inline code. Empty when there is none."""
    if "default" not in part or part["default"] in ([], {}):
        return ""
    return code(json.dumps(part["default"]))
