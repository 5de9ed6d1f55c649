"""The OpenAPI document for generated clients and strict validators."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import Any

import pytest

from api.checks.request_json import read_json
from api.openapi.finishing import operations
from api.openapi.operation_ids import OPERATION_IDS, operation_id
from contract.declare import load, wire_name
from contract.options.crawl import CrawlOptions
from contract.options.scrape import ScrapeOptions
from contract.results.account import Account
from contract.results.job import Delivery
from contract.results.page import Metadata
from contract.results.page_entry import PageEntry
from tests.api.conftest import validator, validator_of


@pytest.mark.parametrize(
    "given",
    [
        {"url": " https://example.com/ "},
        {"url": "http://93.184.216.34/"},
        {"url": "http://[2606:2800:220:1::1]:61000/"},
        {"url": "https://example.com:65535/"},
        {"url": "HTTPS://m\u00fcnchen.example/stra\u00dfe?q=\u65e5\u672c|{}"},
        {"url": "https://my_host.example./a"},
        {"url": "https://example.com/", "includeTags": ["p:nth-child(2)", "a:not([href])", " td > \u00e9 "]},
        {"url": "https://example.com/", "headers": {"Authorization": "Bearer " + "x" * 4_000, "x~y": "caf\u00e9\t!", "X-A": ""}},
        {"url": "https://example.com/", "location": {"country": "de", "languages": ["pt-BR"]}},
        {"url": "https://example.com/", "waitFor": 5.0, "location": None, "jsonOptions": None},
        {"url": "https://example.com/", "includeTags": None, "excludeTags": None, "headers": None, "location": {"languages": None}},
        {"url": "https://example.com/", "jsonOptions": {"schema": {"a": [1, {"b": [None, True, "\n", 1.5]}]}}},
    ],
    ids=lambda given: ascii(given)[:100],
)  # fmt: skip
def test_document_allows_what_the_loader_accepts(document: dict[str, Any], given: dict[str, Any]) -> None:
    load(ScrapeOptions, read_json(json.dumps(given).encode()))

    validator_of(document, "ScrapeOptions").validate(given)


@pytest.mark.parametrize(
    ("options", "given", "is_valid"),
    [
        ("Scrape", {"body": "x"}, False),
        ("Scrape", {"body": "x", "method": "POST"}, True),
        ("Scrape", {"body": None}, True),
        ("Scrape", {"formats": ["json"]}, False),
        ("Scrape", {"formats": ["json"], "jsonOptions": {"prompt": "x"}}, True),
        ("Search", {"query": "x", "scrapeOptions": {"headers": {"X-A": "b"}}}, True),
        ("Search", {"query": "x", "scrapeResults": True, "scrapeOptions": {"headers": {"X-A": "b"}}}, False),
        ("Search", {"query": "x", "scrapeOptions": {"headers": {"X-A": "b"}}, "includeDomains": ["a.com"]}, True),
        ("Extract", {"urls": ["https://a.com/"]}, False),
        ("Extract", {"urls": ["https://a.com/"], "schema": {}}, True),
        ("Extract", {"urls": ["https://a.com/"], "schema": None, "prompt": "x"}, True),
        ("Extract", {"urls": [], "prompt": "x"}, False),
        ("Extract", {"urls": [], "enableWebSearch": True, "prompt": "x"}, True),
        ("Extract", {"urls": [], "enableWebSearch": True, "schema": {}}, False),
    ],
    ids=str,
)
def test_conditions_between_options_are_described(
    document: dict[str, Any], options: str, given: dict[str, Any], is_valid: bool
) -> None:
    given = {"url": "https://example.com/", **given} if options == "Scrape" else given

    assert validator_of(document, f"{options}Options").is_valid(given) == is_valid


def test_schemas_are_objects_that_generators_understand(document: dict[str, Any]) -> None:
    """Client generators make classes of a schema's properties. With alternatives beside them they fail or lose some.

    They write the values of an enum as text, and then refuse `true`.
    """
    for name, schema in document["components"]["schemas"].items():
        assert not any("enum" in each for each in schema["properties"].values() if each.get("type") == "boolean"), name
        assert schema["type"] == "object" and schema.keys() & {"allOf", "anyOf", "oneOf"} == set(), name


@pytest.mark.parametrize("webhook", ["http://127.0.0.1:60001/hook?\u00e9", {"url": "https://[::1]/"}, None])
def test_webhook_is_a_url_or_an_object(document: dict[str, Any], webhook: Any) -> None:
    given = {"url": "https://example.com/", "includePaths": [r"(?i)^/a\pL+\z"], "webhook": webhook}
    load(CrawlOptions, given)

    validator_of(document, "CrawlOptions").validate(given)
    assert not validator_of(document, "CrawlOptions").is_valid({**given, "webhook": 5})


def test_options_are_closed_and_answers_are_open(document: dict[str, Any]) -> None:
    """A new field of an answer breaks no client; a wrong name of an option is found."""
    closed = {name for name, schema in document["components"]["schemas"].items() if "additionalProperties" in schema}

    assert closed == {
        *(f"{name}Options" for name in (
            "Batch", "BrandBatch", "Crawl", "Extract", "Format", "Images", "Json", "Map", "Page", "Parse", "ResultScrape", "Scrape",
            "Screenshot", "Search", "Watch",
        )),
        "AttributeSelector", "Location", "Viewport", "WatchChanges", "WatchCondition", "WatchSchedule", "WatchWebhook", "Webhook",
    }  # fmt: skip


def test_answers_require_the_fields_that_they_always_have(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]

    for name, cls in (("Metadata", Metadata), ("PageEntry", PageEntry), ("Account", Account), ("Delivery", Delivery)):
        always = {wire_name(field) for field in fields(cls) if not field.metadata["omit_when_none"]}
        assert set(schemas[name]["required"]) == always and always
        assert not any("default" in each for each in schemas[name]["properties"].values())
    assert None in schemas["PageEntry"]["properties"]["errorCode"]["enum"]
    assert {"nextCursor", "pages", "meta"} <= set(schemas["PagesStatusAnswer"]["required"])


def test_every_operation_has_a_name_and_examples(document: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in operations(document)]
    names += [item["post"]["operationId"] for item in document["webhooks"].values()]

    assert len(set(names)) == len(names) and all(name.isidentifier() for name in names)
    assert {(method, path) for method, path, _ in operations(document)} == set(OPERATION_IDS)
    missing = [
        (path, status or "request")
        for _, path, operation in operations(document)
        for status, content in (("", operation.get("requestBody", {})), *operation["responses"].items())
        if "example" not in content.get("content", {}).get("application/json", {"example": None}) and status != "408"
    ]
    assert missing == []


def test_failures_of_an_operation_have_different_examples(document: dict[str, Any]) -> None:
    for _, path, operation in operations(document):
        contents = [
            one["content"] for status, one in operation["responses"].items() if status >= "400" and "content" in one
        ]
        examples = [json.dumps(content["application/json"].get("example")) for content in contents]
        assert len(set(examples)) == len(examples), path


def test_every_example_is_valid(document: dict[str, Any]) -> None:
    for _, path, operation in operations(document):
        for part in (operation.get("requestBody", {}), *operation["responses"].values()):
            content = part.get("content", {}).get("application/json", {})
            if "example" in content:
                validator(document, content["schema"]).validate(content["example"])
        for parameter in operation.get("parameters", []):
            assert "null" not in parameter["schema"].get("type", ()), path
            if "example" in parameter:
                validator(document, parameter["schema"]).validate(parameter["example"])


def test_webhooks_are_described(document: dict[str, Any]) -> None:
    assert set(document["webhooks"]) == {
        "crawl.page", "crawl.completed", "crawl.failed", "crawl.cancelled", "batch.page", "batch.completed", "batch.cancelled",
        "watch.changed", "watch.error", "watch.recovered",
    }  # fmt: skip
    for item in document["webhooks"].values():
        content = item["post"]["requestBody"]["content"]["application/json"]
        validator(document, content["schema"]).validate(content["example"])
        assert [each["name"] for each in item["post"]["parameters"]] == [
            "webhook-id", "webhook-timestamp", "webhook-signature",
        ]  # fmt: skip


def test_every_tag_is_described_and_webhooks_have_their_own(document: dict[str, Any]) -> None:
    """Client generators make a class per tag. One class of webhooks would replace another of paths."""
    of_paths = {tag for _, _, operation in operations(document) for tag in operation["tags"]}
    of_webhooks = {tag for item in document["webhooks"].values() for tag in item["post"]["tags"]}

    assert of_paths & of_webhooks == set()
    assert sorted(tag["name"] for tag in document["tags"]) == sorted(of_paths | of_webhooks)


def test_links_lead_from_an_answer_to_the_operations_that_take_its_id(document: dict[str, Any]) -> None:
    known = {operation["operationId"]: (path, operation) for _, path, operation in operations(document)}
    linked = {}
    for name, (path, operation) in known.items():
        for status, answer in operation["responses"].items():
            for target, link in answer.get("links", {}).items():
                linked[name, target] = link["parameters"]
                assert set(link["parameters"]) == set(re.findall(r"{(\w+)}", known[target][0]))
                for source in link["parameters"].values():
                    assert_has(path, answer["content"]["application/json"]["example"], source)
                assert status in ("200", "201")

    assert linked["startCrawl", "cancelCrawl"] == {"job_id": "$response.body#/crawlId"}
    taking_ids = {name for name, (path, _) in known.items() if "_id}" in path}
    assert taking_ids == {target for _, target in linked}


def assert_has(path: str, answer: Any, source: str) -> None:
    """An answer to a call of this path has what the expression of a link names."""
    if name := source.removeprefix("$request.path.") if source.startswith("$request") else "":
        assert f"{{{name}}}" in path
        return
    for part in source.removeprefix("$response.body#/").split("/"):
        answer = answer[int(part) if part.isdigit() else part]
    assert isinstance(answer, str)


def test_no_schema_is_unused(document: dict[str, Any]) -> None:
    used = set(re.findall(r"#/components/schemas/([A-Za-z0-9]+)", json.dumps(document)))

    assert used == set(document["components"]["schemas"])


def test_operation_without_a_name_is_named_after_its_path() -> None:
    assert operation_id("post", "/v1/web/new-thing/{job_id}") == "postNewThingJobId"
