"""Bad input for every documented operation, made by schemathesis from the document itself."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from marshmallow import ValidationError
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth

from contract.fields import HttpUrl
from tests.conftest import Account
from tests.service import Service
from tests.sites.origin import Origin

PATHS = [
    "/v1/web/scrape",
    "/v1/web/markdown",
    "/v1/web/html",
    "/v1/web/raw-html",
    "/v1/web/links",
    "/v1/web/structured",
    "/v1/web/scrape/{job_id}",
]


@pytest.fixture(scope="module")
def document(service: Service) -> Any:
    return schemathesis.openapi.from_url(f"{service.base_url}/openapi.json")


@pytest.fixture
def keys(make_account: Callable[..., Account]) -> Iterator[str]:
    """Keys of several workspaces in turn: one alone would run into its rate limit."""
    return itertools.cycle([make_account(100_000).key for _ in range(10)])


def tamed(body: Any, page: str, *, render: bool) -> None:
    """Aim a body that is valid so far at our own page, and take out what is slow or needs a model."""
    if not isinstance(body, dict):
        return
    try:
        HttpUrl().deserialize(body.get("url"))
    except ValidationError:
        return
    body["url"] = page
    if isinstance(body.get("waitFor"), (int, float)) and 0 < body["waitFor"] <= 30_000:
        body["waitFor"] = 10
    if isinstance(body.get("timeout"), (int, float)) and 1_000 <= body["timeout"] <= 120_000:
        body["timeout"] = 60_000
    if not render and body.get("renderJs") is True:
        body["renderJs"] = False
    if not render and body.get("waitFor") == 10:
        body["waitFor"] = 0
    # A rule between two fields, told in words.
    if isinstance(body.get("body"), str) and body.get("method", "GET") == "GET":
        body["method"] = "POST"
    if isinstance(body.get("formats"), list):
        body["formats"] = [{"summary": "links", "json": "html"}.get(str(name), name) for name in body["formats"]]


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("path", PATHS)
def test_document_keeps_its_word(
    document: Any, path: str, mode: GenerationMode, keys: Iterator[str], origin: Origin
) -> None:
    """No 5xx, no undocumented answer, nothing valid refused and nothing invalid taken."""
    operation = document[path]["GET" if "{" in path else "POST"]

    @settings(
        max_examples=25,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def try_all(case: Any) -> None:
        tamed(case.body, origin.url("/article", t=uuid4().hex), render=path.endswith("/scrape"))
        # Keys are looked at in tests/api/test_auth.py; here they would lock this address out.
        case.call_and_validate(headers={"X-API-Key": next(keys)}, excluded_checks=[ignored_auth], timeout=100)

    try_all()


def test_every_operation_is_tried(document: Any) -> None:
    assert {result.ok().path for result in document.get_all_operations()} == set(PATHS)
