"""The tools follow the published OpenAPI document."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator

from api.asgi.mcp.protocol import _result
from api.asgi.mcp.tools import TOOLS, described, rest_request
from api.asgi.rest_call import RestAnswer
from contract.errors import InvalidRequest, NotFound

ID = "0193a1f2-6d4e-7c5b-9a3f-2b1c0d9e8f7a"


@pytest.fixture(scope="module")
def openapi(app: Flask) -> Any:
    return app.test_client().get("/openapi.json").get_json()


@pytest.fixture(scope="module")
def shown(openapi: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {tool["name"]: tool for tool in described(openapi)}


@pytest.mark.parametrize("name", TOOLS)
def test_tool_has_description_price_and_a_schema_of_its_own(shown: dict[str, dict[str, Any]], name: str) -> None:
    tool = shown[name]

    Draft202012Validator.check_schema(tool["inputSchema"])
    text = json.dumps(tool["inputSchema"])
    assert tool["inputSchema"]["type"] == "object" and "#/components" not in text
    # Some model APIs refuse a tool with `allOf`, `anyOf` or `if` there.
    assert tool["inputSchema"].keys() <= {"type", "properties", "required", "additionalProperties", "$defs"}
    assert len(tool["description"]) > 40 and isinstance(tool["creditCost"], int) and tool["creditCostNote"]


@pytest.mark.parametrize("name", TOOLS)
def test_results_follow_their_schema(shown: dict[str, dict[str, Any]], openapi: dict[str, Any], name: str) -> None:
    tool, schema = TOOLS[name], shown[name]["outputSchema"]
    operation = openapi["paths"][tool.path][tool.method.lower()]
    status = "201" if tool.starts_job and "201" in operation["responses"] else "200"
    answer = operation["responses"][status]["content"]["application/json"]
    [example] = (
        [answer["example"]] if "example" in answer else [each["value"] for each in answer["examples"].values()][:1]
    )
    validator = Draft202012Validator(schema)

    Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object" and "#/components" not in json.dumps(schema)
    validator.validate(_result(tool, RestAnswer(200, example)).structured_content)
    long = json.loads(json.dumps(example).replace("https://", "https://" + "x" * 90_000))
    validator.validate(_result(tool, RestAnswer(200, long)).structured_content)
    assert not validator.is_valid({"data": example})


def test_id_of_a_status_names_the_field_that_has_it(shown: dict[str, dict[str, Any]]) -> None:
    for kind in ("crawl", "batch"):
        described_id = shown[f"{kind}_status"]["inputSchema"]["properties"]["id"]["description"]

        assert f"`{kind}Id`" in described_id


@pytest.mark.parametrize("name", TOOLS)
def test_every_argument_is_described(shown: dict[str, dict[str, Any]], name: str) -> None:
    arguments = shown[name]["inputSchema"]["properties"]

    assert [argument for argument, schema in arguments.items() if not schema.get("description")] == []


@pytest.mark.parametrize(
    ("tool", "arguments", "is_valid"),
    [
        ("scrape", {"url": "https://example.com/"}, True),
        ("scrape", {"url": "https://example.com/", "preferStructure": True, "location": {"country": "DE"}}, True),
        ("scrape", {"url": "https://example.com/", "async": True}, False),
        ("scrape", {}, False),
        ("search", {"query": "gliding", "scrapeResults": True, "preferStructure": True, "page": 2}, True),
        ("extract", {"urls": ["https://example.com/"], "prompt": "Prices", "preferStructure": True}, True),
        ("crawl_status", {"id": "0193a1f2-6d4e-7c5b-9a3f-2b1c0d9e8f7a", "limit": 5}, True),
        ("crawl_status", {"limit": 5}, False),
        ("brand", {"domain": "acme.com"}, True),
        ("batch", {"urls": []}, False),
    ],
)
def test_schema_accepts_what_the_tool_takes(
    shown: dict[str, dict[str, Any]], tool: str, arguments: dict[str, Any], is_valid: bool
) -> None:
    assert Draft202012Validator(shown[tool]["inputSchema"]).is_valid(arguments) == is_valid


@pytest.mark.parametrize(
    ("tool", "arguments", "method", "target", "body"),
    [
        ("map", {"url": "https://é.com/\ud800"}, "POST", "/v1/web/map?", {"url": "https://é.com/\ud800"}),
        ("brand", {"domain": "acme.com", "maxAge": 5}, "GET", "/v1/web/brand?domain=acme.com&maxAge=5", None),
        ("brand", {"domain": "\ud800.com"}, "GET", "/v1/web/brand?domain=%ED%A0%80.com", None),
        ("crawl_status", {"id": ID}, "GET", f"/v1/web/crawl/{ID}?limit=20", None),
        ("batch_status", {"id": ID, "limit": 3, "includeData": False}, "GET",
         f"/v1/web/batch/{ID}?limit=3&includeData=false", None),
    ],
)  # fmt: skip
def test_call_becomes_a_rest_request(
    tool: str, arguments: dict[str, Any], method: str, target: str, body: dict[str, Any] | None
) -> None:
    request = rest_request(TOOLS[tool], arguments)

    assert (request.method, f"{request.path}?{request.query}") == (method, target)
    assert (json.loads(request.body.decode("utf-8", "surrogatepass")) if request.body else None) == body


@pytest.mark.parametrize(
    "wrong",
    ["a/b?c", f"{ID}/deliveries", f"{ID}%2Fevents", "../account", f"{{{ID}}}", f"urn:uuid:{ID}", ID.replace("-", "")],
)
def test_id_that_is_not_an_id_reaches_no_route(wrong: str) -> None:
    with pytest.raises(NotFound):
        rest_request(TOOLS["crawl_status"], {"id": wrong})


@pytest.mark.parametrize(
    ("tool", "arguments", "field"),
    [
        ("scrape", {"async": False}, "async"),
        ("crawl_status", {"id": 5}, "id"),
        ("logo", {"domain": {"a": 1}}, "domain"),
    ],
)
def test_bad_argument_is_named(tool: str, arguments: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidRequest, match=f"^{field}: "):
        rest_request(TOOLS[tool], arguments)
