"""Parts about one operation of the HTTP API: its call, options, answer, errors and example."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

from api.openapi.failure_examples import FAILURE_EXAMPLES
from api.openapi.finishing import EXAMPLES
from contract.errors import CODES
from contract.operations import FORMAT_ENDPOINTS
from maintenance.documentation.markdown_table import code, table
from maintenance.documentation.openapi import (
    JSON,
    Schema,
    bounds_of,
    default_of,
    operation,
    reference,
    schema,
    type_of,
)

# A shell variable for the part of a path that stands for an id, and an example of the other parts.
_PATH_EXAMPLES = {"{job_id}": "$ID", "{delivery_id}": "$DELIVERY", "{domain}": "example.com"}
_BASE = "http://127.0.0.1:8000"
# What every successful answer has beside `data`. The page about errors describes it once.
_ENVELOPE = {"success", "meta"}


def call(name: str) -> str:
    """Method and path of an operation, and what it does."""
    method, path, described = operation(name)
    said = [f"`{method} {path}`", described.get("description") or f"{described['summary']}."]
    return "\n\n".join(said)


def options(name: str) -> str:
    """The query parameters and the request's body of an operation."""
    _, _, described = operation(name)
    parameters = [each for each in described.get("parameters", ()) if each["in"] == "query"]
    rows = [
        _option_row(each["name"], {**each["schema"], "description": each["description"]}, each.get("required", False))
        for each in parameters
    ]
    if body := described.get("requestBody"):
        rows += list(_option_rows(_resolved(body["content"][JSON]["schema"])))
    return table(("Option", "Type", "Default", "Meaning"), rows) if rows else "This call has no options."


def fields(name: str, status: str) -> str:
    """The fields of `data` in an operation's answer, or of the answer itself when it has no `data`."""
    _, _, described = operation(name)
    answer = _resolved(described["responses"][status]["content"][JSON]["schema"])
    inside = answer["properties"].get("data", {})
    if (result := reference(inside)) and answer["properties"].keys() == {"data", *_ENVELOPE}:
        return _fields_table(schema(result))
    return _fields_table(answer, without=_ENVELOPE)


def component(name: str) -> str:
    """An object that options or answers contain, under a heading with its name."""
    part = schema(name)
    is_option = part.get("additionalProperties") is False
    rows = table(("Option", "Type", "Default", "Meaning"), _option_rows(part)) if is_option else _fields_table(part)
    return f"### {name}\n\n{rows}"


def errors(name: str) -> str:
    """The failures of an operation."""
    _, _, described = operation(name)
    rows = []
    for status, answer in sorted(described["responses"].items()):
        word, _, meaning = answer["description"].partition(": ")
        if word in CODES:
            rows.append((status, code(word), meaning))
    return table(("Status", "Code", "When"), rows)


def formats() -> str:
    """The endpoints that return one format each."""
    rows = [(code(f"POST /v1/web/{path}"), code(name)) for path, (name, _) in FORMAT_ENDPOINTS.items()]
    return table(("Call", "Format"), rows)


def failure(status: str) -> str:
    """The body of a failed answer."""
    return _json(FAILURE_EXAMPLES[status])


def example(name: str, *statuses: str) -> str:
    """A call with curl and its answers. A test sends the same request and compares the answer."""
    shown = EXAMPLES[name]
    return "\n\n".join([f"```sh\n{curl(name)}\n```", *(_json(shown["answers"][status]) for status in statuses)])


def stream(name: str) -> str:
    """The events that a stream sends."""
    written, pages = [], 0
    for each in EXAMPLES[name]["events"]:
        # An id is the number of pages that were sent so far.
        pages += each["event"] == "page"
        data = json.dumps(each["data"], ensure_ascii=False)
        written.append(f"id: {pages}\nevent: {each['event']}\ndata: {data}\n")
    return "```\nretry: 2000\n\n" + "\n".join(written) + "```"


def callback(name: str) -> str:
    """The body of a webhook callback."""
    return _json(EXAMPLES[name]["request"])


def _json(value: Any) -> str:
    return f"```json\n{json.dumps(value, indent=2, ensure_ascii=False)}\n```"


def curl(name: str) -> str:
    """The example's request as a curl command."""
    method, path, _ = operation(name)
    given = EXAMPLES[name]
    for part, value in _PATH_EXAMPLES.items():
        path = path.replace(part, value)
    query = f"?{urlencode(given['query'], quote_via=quote)}" if given.get("query") else ""
    # curl sends POST when there is a body.
    is_implied = method == "GET" or (method == "POST" and "request" in given)
    words = ["curl -s" if is_implied else f"curl -s -X {method}", f'"{_BASE}{path}{query}"']
    lines = [" ".join(words), '  -H "X-API-Key: $KEY"']
    if "request" in given:
        body = json.dumps(given["request"], ensure_ascii=False)
        lines += ["  -H 'Content-Type: application/json'", f"  -d {shlex.quote(body)}"]
    return " \\\n".join(lines)


def _resolved(part: Schema) -> Schema:
    name = reference(part) if "properties" not in part else None
    return schema(name) if name else part


def _option_rows(part: Schema) -> Iterator[tuple[str, ...]]:
    required = part.get("required", ())
    # Required options come first.
    for name, value in sorted(part["properties"].items(), key=lambda item: item[0] not in required):
        yield _option_row(name, value, name in required)


def _option_row(name: str, part: Schema, is_required: bool) -> tuple[str, ...]:
    kind = type_of(part).removesuffix(" or null")
    return code(name), kind, "required" if is_required else default_of(part), _meaning(part)


def _fields_table(part: Schema, *, without: frozenset[str] | set[str] = frozenset()) -> str:
    required = part.get("required", ())
    rows = [
        (code(name), type_of(value) + ("" if name in required else ", optional"), _meaning(value))
        for name, value in part["properties"].items()
        if name not in without
    ]
    return table(("Field", "Type", "Meaning"), rows)


def _meaning(part: Schema) -> str:
    said: list[Any] = [part.get("description", "")]
    if bounds := bounds_of(part):
        said.append(f"{bounds[0].upper()}{bounds[1:]}.")
    if name := reference(part):
        said.append(f"See [{name}](object:{name}).")
    return " ".join(said)
