"""Bad input for every documented operation, made by schemathesis from the document itself."""

from __future__ import annotations

import itertools
from collections.abc import Callable
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
from tests.service import Client, Service
from tests.sites.origin import Origin

FORMATS = ["markdown", "html", "raw-html", "links", "structured"]
OPERATIONS = [
    *(("POST", f"/v1/web/{name}") for name in ("scrape", *FORMATS, "map", "crawl", "batch")),
    ("GET", "/v1/web/scrape/{job_id}"),
    *(
        (method, f"/v1/web/{name}/{{job_id}}{part}")
        for name in ("crawl", "batch")
        for method, part in (("GET", ""), ("DELETE", ""), ("GET", "/events"), ("GET", "/deliveries"))
    ),
]
WAIT_MS, TIMEOUT_MS = 10, 60_000


@pytest.fixture(scope="module")
def document(service: Service) -> Any:
    return schemathesis.openapi.from_url(f"{service.base_url}/openapi.json")


@pytest.fixture
def accounts(make_account: Callable[..., Account]) -> list[Account]:
    """Several workspaces: one alone would run into its rate limit."""
    return [make_account(100_000) for _ in range(10)]


@pytest.fixture
def jobs(service: Service, accounts: list[Account], origin: Origin) -> Callable[[str], dict[str, str]]:
    """`jobs(path)`: by key, a job of this workspace that the path may be asked about."""

    def begin(path: str) -> dict[str, str]:
        kind = path.split("/")[3]
        page = origin.url("/article", t=uuid4().hex)
        wanted = {"batch": {"urls": [page]}, "scrape": {"url": page, "async": True}}.get(kind, {"url": page})
        name = "jobId" if kind == "scrape" else f"{kind}Id"
        return {
            each.key: Client(service.base_url, each.key).post(f"/v1/web/{kind}", wanted).json()[name]
            for each in accounts
        }

    return begin


def tamed(body: Any, page: str, *, render: bool) -> None:
    """Aim a body that is valid so far at our own page, and take out what is slow or needs a model."""
    if not isinstance(body, dict):
        return
    if is_url(body.get("url")):
        body["url"] = page
    if isinstance(body.get("urls"), list):
        body["urls"] = [f"{page}&n={n}" if is_url(url) else url for n, url in enumerate(body["urls"])]
    webhook = body.get("webhook")
    if is_url(webhook):
        body["webhook"] = page
    elif isinstance(webhook, dict) and is_url(webhook.get("url")):
        webhook["url"] = page
    if is_between(body.get("waitFor"), 1, 30_000):
        body["waitFor"] = WAIT_MS if render else 0
    if is_between(body.get("timeout"), 1_000, 120_000):
        body["timeout"] = TIMEOUT_MS
    if not render and body.get("renderJs") is True:
        body["renderJs"] = False
    if isinstance(body.get("formats"), list):
        body["formats"] = [{"summary": "links", "json": "html"}.get(str(name), name) for name in body["formats"]]
    tamed(body.get("scrapeOptions"), page, render=False)


def is_url(value: Any) -> bool:
    try:
        HttpUrl().deserialize(value)
    except ValidationError:
        return False
    return True


def is_between(value: Any, least: int, most: int) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= most


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_document_keeps_its_word(
    document: Any,
    method: str,
    path: str,
    mode: GenerationMode,
    accounts: list[Account],
    jobs: Callable[[str], dict[str, str]],
    origin: Origin,
) -> None:
    """No 5xx, no undocumented answer, nothing valid refused and nothing invalid taken."""
    keys = itertools.cycle([account.key for account in accounts])
    known = jobs(path) if "{" in path else {}

    @settings(
        max_examples=25,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    @given(case=document[path][method].as_strategy(generation_mode=mode))
    def try_all(case: Any) -> None:
        tamed(case.body, origin.url("/article", t=uuid4().hex), render=path.endswith("/scrape"))
        key = next(keys)
        if known and mode is GenerationMode.POSITIVE:
            case.path_parameters["job_id"] = known[key]
        # Keys are looked at in tests/api/test_auth.py; here they would lock this address out.
        case.call_and_validate(headers={"X-API-Key": key}, excluded_checks=[ignored_auth], timeout=100)

    try_all()


def test_every_operation_is_tried(document: Any) -> None:
    documented = {(result.ok().method.upper(), result.ok().path) for result in document.get_all_operations()}
    assert documented == set(OPERATIONS)


def test_bodies_are_aimed_at_our_own_pages(origin: Origin) -> None:
    """What is aimed wrong would load strangers' sites."""
    page = origin.url("/article")
    body = {"url": "http://a.example", "urls": ["http://a.example/1", 7], "webhook": {"url": "http://a.example"}}
    tamed(body, page, render=False)

    assert "a.example" not in str(body)
