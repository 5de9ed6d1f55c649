"""Bad input for every documented operation, made by schemathesis from the document itself."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from marshmallow import Schema, ValidationError
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth

from api.resources.scrape import FormatOptionsSchema
from contract.declare import schema_of
from contract.errors import InvalidRequest
from contract.operations import FORMAT_ENDPOINTS, OPERATIONS
from tests.conftest import Account
from tests.service import Client, Service
from tests.sites.origin import Origin

DOCUMENTED = [
    *(("POST", f"/v1/web/{name}") for name in (*OPERATIONS, *FORMAT_ENDPOINTS)),
    ("GET", "/v1/web/scrape/{job_id}"),
    *(
        (method, f"/v1/web/{name}/{{job_id}}{part}")
        for name in ("crawl", "batch")
        for method, part in (("GET", ""), ("DELETE", ""), ("GET", "/events"), ("GET", "/deliveries"))
    ),
]
# The others take a job id alone, and any text may be one.
WITH_INPUT = {
    (method, path) for method, path in DOCUMENTED if method == "POST" or re.search(r"(crawl|batch)/{job_id}$", path)
}
WITH_INPUT -= {("DELETE", path) for _, path in DOCUMENTED}
BODIES: dict[str, type[Schema]] = {
    **{f"/v1/web/{name}": FormatOptionsSchema for name in FORMAT_ENDPOINTS},
    **{f"/v1/web/{operation.name}": schema_of(operation.options) for operation in OPERATIONS.values()},
}
PLAIN = {"renderJs": False, "waitFor": 0}


@pytest.fixture(scope="module")
def document(service: Service) -> Any:
    found = schemathesis.openapi.from_url(f"{service.base_url}/openapi.json")
    # Keys are looked at in tests/api/test_auth.py; here wrong ones would lock this address out.
    found.config.generation.update(with_security_parameters=False)
    return found


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


def tamed(path: str, body: Any, page: str) -> None:
    """Aim a body that is valid at our own page, and take out what is slow or needs a model. Others are left alone."""
    try:
        BODIES[path]().load(body)
    except (KeyError, InvalidRequest, ValidationError):
        return
    if "url" in body:
        body["url"] = page
    if "urls" in body:
        body["urls"] = [f"{page}&n={number}" for number, _ in enumerate(body["urls"])]
    if body.get("webhook"):
        body["webhook"] = page if isinstance(body["webhook"], str) else {**body["webhook"], "url": page}
    for options in (body, body.get("scrapeOptions") or {}):
        if options.get("waitFor"):
            options["waitFor"] = 10
        if options.get("timeout"):
            options["timeout"] = 60_000
        if path != "/v1/web/scrape":
            options |= {name: value for name, value in PLAIN.items() if name in options}
        if "formats" in options:
            options["formats"] = [{"summary": "links", "json": "html"}.get(name, name) for name in options["formats"]]


def only_query_is_wrong(case: Any) -> bool:
    wrong = {place for place, part in case.meta.components.items() if part.mode is GenerationMode.NEGATIVE}
    return {place.value for place in wrong} == {"query"}


@pytest.mark.parametrize(
    ("method", "path", "mode"),
    [
        pytest.param(method, path, mode, id=f"{method} {path} {mode.value}")
        for method, path in DOCUMENTED
        for mode in GenerationMode
        if mode is GenerationMode.POSITIVE or (method, path) in WITH_INPUT
    ],
)
def test_responses_match_the_document(
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
        max_examples=15,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    @given(case=document[path][method].as_strategy(generation_mode=mode))
    def try_all(case: Any) -> None:
        tamed(path, case.body, origin.url("/article", t=uuid4().hex))
        key = next(keys)
        # Else every one of them would be a 404 before anything is looked at.
        if known and (mode is GenerationMode.POSITIVE or only_query_is_wrong(case)):
            case.path_parameters["job_id"] = known[key]
        answer = case.call_and_validate(headers={"X-API-Key": key}, excluded_checks=[ignored_auth], timeout=100)
        assert answer.status_code != 401

    try_all()


def test_every_operation_is_tried(document: Any) -> None:
    documented = {(result.ok().method.upper(), result.ok().path) for result in document.get_all_operations()}
    assert documented == set(DOCUMENTED)
