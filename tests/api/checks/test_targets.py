"""The API rejects forbidden target addresses and names the field of each. Loopback is allowed in these tests."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import Engine

from tests.api.checks.test_auth import jobs_of
from tests.api.conftest import Caller, failure_of
from tests.conftest import Account

REFUSED = [
    "http://10.0.0.1/",
    "http://[::1]/",
    "http://169.254.169.254/latest",
    "http://2852039166/",
    "https://0x0a.1:8443/",
]
ALLOWED = "http://127.0.0.1:4/"


def details_of(caller: Caller, path: str, body: dict[str, Any]) -> list[dict[str, str]]:
    answer = caller.post(json.dumps(body).encode(), path)

    failure = failure_of(answer)
    assert (answer.status_code, failure["code"]) == (400, "VALIDATION_ERROR")
    details: list[dict[str, str]] = failure["error"]["details"]
    assert failure["message"] == f"{details[0]['field']}: {details[0]['message']}"
    return details


@pytest.mark.parametrize("url", REFUSED)
def test_refused_address_starts_nothing(caller: Caller, database: Engine, account: Account, url: str) -> None:
    asked: list[tuple[str, dict[str, Any], str]] = [
        ("/v1/web/scrape", {"url": url, "async": True}, "url"),
        ("/v1/web/scrape", {"url": url}, "url"),
        ("/v1/web/links", {"url": url, "async": True}, "url"),
        ("/v1/web/map", {"url": url}, "url"),
        ("/v1/web/crawl", {"url": url}, "url"),
        ("/v1/web/crawl", {"url": ALLOWED, "webhook": url}, "webhook.url"),
        ("/v1/web/batch", {"urls": [ALLOWED], "webhook": {"url": url, "events": ["page"]}}, "webhook.url"),
        ("/v1/web/batch", {"urls": ["http://a.example/", ALLOWED, url]}, "urls[2]"),
    ]

    for path, body, field in asked:
        [detail] = details_of(caller, path, body)
        assert detail["field"] == field and "is blocked: it is not public." in detail["message"]
        assert "ORBWEAVER_ALLOWED_NETWORKS" in detail["message"]
    assert jobs_of(database, account.workspace_id) == 0


def test_every_refused_entry_is_named(caller: Caller) -> None:
    reported = details_of(caller, "/v1/web/batch", {"urls": [*REFUSED[:2], ALLOWED], "webhook": REFUSED[2]})

    assert {row["field"] for row in reported} == {"urls[0]", "urls[1]", "webhook.url"}


@pytest.mark.parametrize("host", ["127.0.0.1:4", "localhost:4", "nobody.example", "8.8.8.8"])
def test_allowed_networks_and_names_are_accepted(caller: Caller, host: str) -> None:
    url = f"http://{host}/"
    for path, body in (
        ("scrape", {"url": url, "async": True}),
        ("crawl", {"url": url, "webhook": url}),
        ("batch", {"urls": [url]}),
    ):
        assert caller.post(json.dumps(body).encode(), f"/v1/web/{path}").status_code == 201
