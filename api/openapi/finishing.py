"""Completes the document that apispec makes from the routes: names, examples, headers and webhooks."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from api.openapi import links, webhooks
from api.openapi.failure_examples import FAILURE_EXAMPLES
from api.openapi.operation_ids import operation_id
from contract.declare import wire_name
from contract.operations import OPERATIONS

Document = dict[str, Any]
JSON = "application/json"
# By `operationId`: the request's body, the query, and the answers by status.
EXAMPLES: dict[str, Any] = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))
_TAGS = {"logo": "Logos for image tags.", webhooks.TAG: "Requests that the service sends."}
_METHODS = ("get", "post", "patch", "delete")
_REFERENCE = re.compile(r'"#/components/schemas/([^"]+)"')
HEADERS: dict[str, Any] = {
    "X-Request-Id": {
        "description": "Id of the request, the same as `meta.requestId`.", "schema": {"type": "string", "format": "uuid"},
    },
    "Retry-After": {"description": "Seconds to wait before another attempt.", "schema": {"type": "integer"}},
    "RateLimit": {
        "description": "What is left of the limit: `r` requests, until the next window in `t` seconds.",
        "schema": {"type": "string"}, "example": '"scrape";r=599;t=42',
    },
    "RateLimit-Policy": {
        "description": "The limit: `q` requests in `w` seconds. Without `w`, a number at the same time.",
        "schema": {"type": "string"}, "example": '"scrape";q=600;w=60',
    },
    "WWW-Authenticate": {"description": "Names the header of the key.", "schema": {"type": "string"}},
}  # fmt: skip
_HEADERS_OF = {"401": ("WWW-Authenticate",), "429": ("Retry-After",), "503": ("Retry-After",)}
_NOT_COUNTED = ("401", "403", "500", "503")


def finish(document: Document) -> Document:
    """The complete document."""
    done = copy.deepcopy(document)
    done["servers"] = [{"url": "/", "description": "The service that serves this document."}]
    done["webhooks"] = webhooks.described()
    done["tags"] += [{"name": name, "description": text} for name, text in _TAGS.items()]
    for method, path, operation in operations(done):
        _complete(method, path, operation)
    _describe_ids(done)
    for operation in (each["post"] for each in done["webhooks"].values()):
        content = operation["requestBody"]["content"][JSON]
        if example := EXAMPLES.get(operation["operationId"]):
            content["example"] = example["request"]
    done["components"]["headers"] = HEADERS
    _drop_unused_schemas(done)
    return done


def operations(document: Document) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(method, path, operation) of every operation."""
    for path, item in document["paths"].items():
        for method in _METHODS:
            if method in item:
                yield method, path, item[method]


def _describe_ids(document: Document) -> None:
    """Describe the ids in paths: `/v1/web/crawl/{job_id}` takes the `crawlId` of a crawl. The MCP tools show it, too."""
    for path, item in document["paths"].items():
        kind = path.removeprefix("/v1/web/").partition("/")[0]
        declared = OPERATIONS[kind].id_field if kind in OPERATIONS else None
        texts = {"delivery_id": "Id of the delivery.", "watch_id": "Id of the watch.", "check_id": "Id of the check."}
        if declared is not None:
            texts["job_id"] = f"Id of the {kind}: the `{wire_name(declared)}` that was returned when it was started."
        for parameter in item.get("parameters", ()):
            if text := texts.get(parameter["name"]):
                parameter["description"] = text


def _complete(method: str, path: str, operation: dict[str, Any]) -> None:
    operation["operationId"] = operation_id(method, path)
    example = EXAMPLES.get(operation["operationId"], {})
    if "request" in example:
        operation["requestBody"]["content"][JSON]["example"] = example["request"]
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "query":
            _without_null(parameter["schema"])
        if parameter["name"] in example.get("query", {}):
            parameter["example"] = example["query"][parameter["name"]]
    for status, answer in operation["responses"].items():
        given = example.get("answers", {}).get(status, FAILURE_EXAMPLES.get(status))
        if given is not None and (content := answer.get("content", {}).get(JSON)) is not None:
            content["example"] = given
        _add_headers(status, answer, is_counted="security" not in operation)
    links.add(operation["operationId"], operation["responses"])


def _without_null(schema: dict[str, Any]) -> None:
    """A query string has no null: an option that may be null in JSON is omitted there."""
    if isinstance(schema.get("type"), list):
        [schema["type"]] = [kind for kind in schema["type"] if kind != "null"]
    if None in schema.get("enum", ()):
        schema["enum"] = [value for value in schema["enum"] if value is not None]


def _add_headers(status: str, answer: dict[str, Any], *, is_counted: bool) -> None:
    """Describe the response's headers. Requests for logos have another kind of key and are not counted by the minute."""
    names = ["X-Request-Id", *_HEADERS_OF.get(status, ())]
    if is_counted and status not in _NOT_COUNTED:
        names += ["RateLimit", "RateLimit-Policy"]
    references = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    answer["headers"] = {**references, **answer.get("headers", {})}


def _drop_unused_schemas(document: Document) -> None:
    schemas = document["components"]["schemas"]
    others = {name: part for name, part in document.items() if name != "components"}
    used: set[str] = set()
    found = set(_REFERENCE.findall(json.dumps(others)))
    while found - used:
        used |= found
        found = {name for each in found for name in _REFERENCE.findall(json.dumps(schemas[each]))}
    document["components"]["schemas"] = {name: schema for name, schema in schemas.items() if name in used}
