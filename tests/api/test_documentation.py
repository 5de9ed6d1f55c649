"""The documentation: valid, complete, and consistent with the contract."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator

from api.checks.request_json import read_json
from contract.declare import load, wire_name
from contract.errors import InvalidRequest
from contract.options.extract import ExtractOptions
from contract.options.page import FORMATS
from contract.options.scrape import ScrapeOptions
from tests.api.conftest import Caller

ENDPOINTS = ["scrape", "markdown", "html", "raw-html", "links", "structured"]


def resolved(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The schema, with a reference resolved."""
    if "$ref" in schema:
        found: dict[str, Any] = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        return found
    return schema


def test_document_is_openapi_3_1(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1") and document["info"]["version"] == "1.0"
    assert document["components"]["securitySchemes"]["key"] == {
        "type": "apiKey",
        "in": "header",
        "name": "X-API-Key",
        "description": "A secret key.",
    }


def test_every_schema_is_a_json_schema(document: dict[str, Any]) -> None:
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_every_reference_resolves(document: dict[str, Any]) -> None:
    names = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}

    assert set(re.findall(r"#/components/schemas/[A-Za-z0-9]+", str(document))) <= names


def test_every_data_endpoint_is_documented_with_its_failures(document: dict[str, Any]) -> None:
    posts = {path: operations["post"] for path, operations in document["paths"].items() if "post" in operations}
    retries = [posts.pop(f"/v1/web/{name}/{{job_id}}/deliveries/{{delivery_id}}/retry") for name in ("crawl", "batch")]

    for operation in retries:
        assert "requestBody" not in operation
        assert set(operation["responses"]) == set("200 400 401 403 404 408 413 429 500 503".split())
    run = posts.pop("/v1/web/watch/{watch_id}/run")
    assert set(run["responses"]) == set("201 400 401 403 404 408 413 429 500 503".split())
    assert set(posts) == {
        f"/v1/web/{name}"
        for name in [
            *ENDPOINTS,
            "parse",
            "map",
            "search",
            "extract",
            "images",
            "screenshot",
            "crawl",
            "batch",
            "brand",
            "watch",
        ]
    }
    for operation in posts.values():
        assert operation["summary"] and operation["requestBody"]["required"]
    for name in ENDPOINTS:
        operation = posts[f"/v1/web/{name}"]
        assert set(operation["responses"]) == set(
            "200 201 400 401 402 403 404 408 409 413 415 429 500 502 503 504".split()
        )
    for name in ("crawl", "batch"):
        assert set(posts[f"/v1/web/{name}"]["responses"]) == set(
            "201 400 401 402 403 408 409 413 415 429 500 503".split()
        )
    for path, operation in posts.items():
        if path == "/v1/web/brand":
            continue  # Its 201 holds the result: no job is left to look at.
        assert "201" not in operation["responses"] or "Location" in operation["responses"]["201"]["headers"]
        [key] = operation["parameters"]
        assert (key["in"], key["name"], key["required"]) == ("header", "Idempotency-Key", False)
    status = document["paths"]["/v1/web/scrape/{job_id}"]["get"]
    assert set(status["responses"]) == set("200 400 401 403 404 429 500 503".split())


def test_every_route_is_documented_or_a_page(app: Flask, document: dict[str, Any]) -> None:
    routes = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule) for rule in app.url_map.iter_rules()}

    logos = {"/v1/web/logo/{domain}", "/logo/{domain}"}
    assert {route for route in routes if route.startswith("/v1")} == set(document["paths"]) - logos


def test_every_option_is_documented_with_its_limits(document: dict[str, Any]) -> None:
    schema = document["components"]["schemas"]["ScrapeOptions"]
    properties = schema["properties"]

    assert set(properties) == {wire_name(field) for field in fields(ScrapeOptions)}
    assert schema["required"] == ["url"] and schema["additionalProperties"] is False
    assert (properties["waitFor"]["minimum"], properties["waitFor"]["maximum"]) == (0, 30_000)
    assert (properties["timeout"]["minimum"], properties["timeout"]["maximum"]) == (1_000, 120_000)
    assert (properties["maxAge"]["minimum"], properties["maxAge"]["maximum"]) == (0, 604_800_000)
    assert properties["includeTags"]["maxItems"] == properties["excludeTags"]["maxItems"] == 50
    assert set(properties["formats"]["items"]["enum"]) == set(FORMATS)
    assert properties["method"]["enum"] == ["GET", "POST"] and properties["storeInCache"]["default"] is True
    assert all(
        one.get("description") or one.get("$ref") or one.get("allOf") or one.get("anyOf") for one in properties.values()
    )


def test_format_endpoints_take_no_formats(document: dict[str, Any]) -> None:
    for name in ENDPOINTS[1:]:
        body = document["paths"][f"/v1/web/{name}"]["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert "formats" not in resolved(document, body)["properties"]


def test_format_endpoints_document_only_conditions_on_their_options(document: dict[str, Any]) -> None:
    body = document["paths"]["/v1/web/html"]["post"]["requestBody"]["content"]["application/json"]["schema"]

    assert list(resolved(document, body)["dependentSchemas"]) == ["history", "body"]


@pytest.mark.parametrize(
    "given",
    [
        {"url": "https://example.com/"},
        {"url": "https://example.com/", "waitFor": 30_001},
        {"url": "https://example.com/", "waitFor": None},
        {"url": "https://example.com/", "onlyMainContent": None},
        {"url": "https://example.com/", "formats": []},
        {"url": "https://example.com/", "unknown": 1},
        {"url": "ftp://example.com/"},
        {},
        {"url": "https://example.com/", "body": "a=b"},
        {"url": "https://example.com/", "body": "a=b", "method": "GET"},
        {"url": "https://example.com/", "body": "a=b", "method": "POST"},
        {"url": "https://example.com/", "body": "", "method": "POST"},
        {"url": "https://example.com/", "body": ""},
        {"url": "https://example.com/", "body": None},
        {"url": "https://example.com/", "method": "POST"},
        {"url": "https://example.com/", "body": "a" * 65_536, "method": "POST"},
        {"url": "https://example.com/", "body": "a" * 65_537, "method": "POST"},
        {"url": "https://example.com/", "formats": ["markdown", "json"]},
        {"url": "https://example.com/", "formats": ["json"], "jsonOptions": None},
        {"url": "https://example.com/", "formats": ["json"], "jsonOptions": {}},
        {"url": "https://example.com/", "formats": ["json"], "jsonOptions": {"schema": None, "prompt": None}},
        {"url": "https://example.com/", "formats": ["json"], "jsonOptions": {"schema": {}}},
        {"url": "https://example.com/", "formats": ["json"], "jsonOptions": {"prompt": "Prices"}},
        {"url": "https://example.com/", "formats": ["json"], "jsonOptions": {"prompt": ""}},
        {"url": "https://example.com/", "formats": ["html"], "jsonOptions": {}},
        {"url": "https://example.com/", "body": "a\n\n", "method": "POST"},
        {"url": "https://example.com/", "jsonOptions": {"schema": {"a": [1, {"b": [None, True, "\n", 1.5]}]}}},
    ],
    ids=lambda given: str(given)[:120],
)
def test_document_and_loader_agree(document: dict[str, Any], given: dict[str, Any]) -> None:
    schema = {"$ref": "#/components/schemas/ScrapeOptions", "components": document["components"]}
    allowed = Draft202012Validator(schema).is_valid(given)

    try:
        load(ScrapeOptions, read_json(json.dumps(given).encode()))
        taken = True
    except InvalidRequest:
        taken = False

    assert allowed == taken


@pytest.mark.parametrize(
    "given",
    [
        {"urls": ["https://example.com/"]},
        {"urls": ["https://example.com/"], "schema": {}},
        {"urls": ["https://example.com/*", "https://example.com/a"], "prompt": "Prices"},
        {"urls": ["https://example.com/*/a"], "prompt": "Prices"},
        {"urls": ["https://example.com/?a=/*"], "prompt": "Prices"},
        {"urls": ["https://example.com/"], "schema": None, "prompt": None},
        {"urls": ["https://example.com/"], "schema": []},
        {"urls": [], "prompt": "Prices"},
        {"urls": [], "prompt": "Prices", "enableWebSearch": False},
        {"urls": [], "prompt": "Prices", "enableWebSearch": True},
        {"urls": ["https://example.com/"], "schema": {}, "enableWebSearch": True},
        {"urls": [f"https://example.com/{number}" for number in range(11)], "schema": {}},
        {"schema": {}},
        {"urls": ["https://example.com/"], "schema": {}, "limit": 101},
        {"urls": ["https://example.com/"], "schema": {}, "maxAge": None, "prompt": None},
        {"urls": ["https://example.com/"], "schema": {}, "showSources": None},
    ],
    ids=lambda given: str(given)[:120],
)
def test_document_and_loader_agree_on_extracts(document: dict[str, Any], given: dict[str, Any]) -> None:
    schema = {"$ref": "#/components/schemas/ExtractOptions", "components": document["components"]}
    allowed = Draft202012Validator(schema).is_valid(given)

    try:
        load(ExtractOptions, read_json(json.dumps(given).encode()))
        taken = True
    except InvalidRequest:
        taken = False

    assert allowed == taken


def test_examples_of_extract_follow_their_schemas(document: dict[str, Any]) -> None:
    operation = document["paths"]["/v1/web/extract"]["post"]
    sent = operation["requestBody"]["content"]["application/json"]
    answered = operation["responses"]["200"]["content"]["application/json"]

    for part in (sent, answered):
        Draft202012Validator({**part["schema"], "components": document["components"]}).validate(part["example"])


def test_swagger_ui_is_there(caller: Caller) -> None:
    answer = caller.send("GET", "/docs/")

    assert answer.status_code == 200 and b"swagger" in answer.data.lower() and b"/openapi.json" in answer.data
    assert caller.send("GET", "/docs").status_code in (200, 301, 302, 308)
    for asset in set(re.findall(rb'(?:src|href)="(\.?/?[^"]+\.(?:js|css))"', answer.data)):
        path = asset.decode().removeprefix("./")
        if path.startswith("/console/static/"):
            continue  # Served without Flask.
        assert caller.send("GET", path if path.startswith("/") else f"/docs/{path}").status_code == 200


def test_changelog_is_dated(caller: Caller) -> None:
    answer = caller.send("GET", "/changelog")

    assert answer.status_code == 200 and answer.mimetype == "text/markdown"
    assert re.search(r"\b20\d\d-\d\d-\d\d\b", answer.get_data(as_text=True))
