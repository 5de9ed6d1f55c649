"""Options of an extract: what is accepted, what is rejected, and the OpenAPI document that says so."""

from __future__ import annotations

import re
from typing import Any

import pytest

from contract import limits
from contract.declare import dump, load, stored
from contract.errors import InvalidRequest
from contract.fields.extract_target import ExtractTarget, is_scope
from contract.options.extract import ExtractOptions

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}}
PAGE = "https://example.com/a"

GOOD_TARGETS = [
    PAGE,
    "https://example.com/*",
    "https://example.com/products/*",
    "http://example.com:8080/a/b/*",
    "https://example.com/a?b=c#d",
    "https://example.com/%2A",
    "https://example.com/*/*".replace("*/", "x/"),
]
BAD_TARGETS = {
    "https://example.com/a*": "only at the end, as /*",
    "https://example.com/*/reviews": "only at the end, as /*",
    "https://example.com/*/*": "only at the end, as /*",
    "https://example.com/**": "only at the end, as /*",
    "https://example.com/?q=*": "only at the end, as /*",
    "https://example.com/a?b=/*": "must not contain a query",
    "https://example.com/a#b/*": "must not contain a query",
    "https://example.com*": "must be an absolute http or https URL",
    "https://*.example.com/": "must be an absolute http or https URL",
    "*": "must be an absolute http or https URL",
    "ftp://example.com/*": "must be an absolute http or https URL",
    "http://example.com:25/*": "Port 25",
}


def options(**values: Any) -> ExtractOptions:
    return load(ExtractOptions, {"urls": [PAGE], "schema": SCHEMA, **values})


@pytest.mark.parametrize("target", GOOD_TARGETS)
def test_pages_and_scopes_are_accepted(target: str) -> None:
    assert options(urls=[target]).urls == (target,)
    assert is_scope(target) == target.endswith("/*")
    assert re.search(ExtractTarget().metadata["published"]["pattern"], target)


@pytest.mark.parametrize(("target", "message"), BAD_TARGETS.items(), ids=BAD_TARGETS)
def test_other_entries_are_rejected_by_their_position(target: str, message: str) -> None:
    with pytest.raises(InvalidRequest) as failure:
        options(urls=[PAGE, target])

    assert failure.value.details[0]["field"] == "urls[1]"  # type: ignore[index]
    assert message in failure.value.message
    assert not re.search(ExtractTarget().metadata["published"]["pattern"], target) or message.startswith("Port")


@pytest.mark.parametrize(
    "given",
    [
        {"schema": None, "prompt": "The prices"},
        {"prompt": "p" * 2_000},
        {"urls": [f"https://example.com/{n}" for n in range(10)]},
        {"urls": [], "enableWebSearch": True, "prompt": "Prices of chairs"},
        {"maxAge": 0},
        {"maxAge": limits.MAX_AGE_MAX_MS},
        {"limit": 1},
        {"limit": 100},
        {"showSources": True, "showConfidence": True, "mergeEntities": True, "preferStructure": True},
    ],
    ids=lambda given: str(given)[:80],
)
def test_accepted(given: dict[str, Any]) -> None:
    loaded = options(**given)

    assert load(ExtractOptions, stored(loaded)) == loaded
    assert {name: dump(loaded)[name] for name in given} == {**given}


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("schema", {"schema": None}),
        ("schema", {"schema": []}),
        ("schema.type", {"schema": {"type": "array", "items": SCHEMA}}),
        ("schema.properties.a.$ref", {"schema": {"properties": {"a": {"$ref": "https://example.com/s.json"}}}}),
        ("prompt", {"prompt": ""}),
        ("prompt", {"prompt": "p" * 2_001}),
        ("prompt", {"enableWebSearch": True}),
        ("urls", {"urls": []}),
        ("urls", {"urls": [], "prompt": "x"}),
        ("urls", {"urls": [f"https://example.com/{n}" for n in range(11)]}),
        ("urls", {"urls": "https://example.com/"}),
        ("maxAge", {"maxAge": -1}),
        ("maxAge", {"maxAge": limits.MAX_AGE_MAX_MS + 1}),
        ("limit", {"limit": 0}),
        ("limit", {"limit": 101}),
        ("showSources", {"showSources": "yes"}),
        ("formats", {"formats": ["json"]}),
    ],
    ids=lambda given: str(given)[:80],
)
def test_rejected(field: str, given: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequest) as failure:
        options(**given)

    assert field in [row["field"] for row in failure.value.details]  # type: ignore[index,union-attr]


def test_pages_are_fetched_unless_max_age_is_given() -> None:
    assert options().capture_request(PAGE, None, 1_000).max_age_ms == 0
    assert options(maxAge=0).capture_request(PAGE, None, 1_000).max_age_ms == 0
    assert options(maxAge=60_000).capture_request(PAGE, None, 1_000).max_age_ms == 60_000
