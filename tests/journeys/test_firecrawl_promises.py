"""What docs/firecrawl.md promises of every endpoint: protecting options, limits and errors, without a client."""

from __future__ import annotations

import json
from typing import Any

import pytest
import requests

from tests.journeys.test_firecrawl import post, put
from tests.service import Client
from tests.sites.site import Site

NOBODY = "00000000-0000-0000-0000-000000000000"
BATCH, CRAWL, EXTRACT, MAP, SCRAPE, SEARCH = "batch/scrape", "crawl", "extract", "map", "scrape", "search"
RETAINS, REDACTS = {"zeroDataRetention": True}, {"redactPII": True}
LOCKED, UNSTORED = {"lockdown": True}, {"storeInCache": False}


@pytest.mark.parametrize(
    ("path", "options", "named"),
    [
        *((path, RETAINS, "zeroDataRetention") for path in (SCRAPE, CRAWL, BATCH, MAP, SEARCH, EXTRACT)),
        *((path, REDACTS, "redactPII") for path in (SCRAPE, CRAWL, BATCH, SEARCH, EXTRACT)),
        *((path, {"scrapeOptions": RETAINS}, "zeroDataRetention") for path in (CRAWL, SEARCH, EXTRACT)),
        *((path, {"scrapeOptions": LOCKED}, "lockdown") for path in (CRAWL, EXTRACT)),
        *((path, {"scrapeOptions": UNSTORED}, "storeInCache") for path in (CRAWL, EXTRACT)),
        (BATCH, LOCKED, "lockdown"),
        (BATCH, UNSTORED, "storeInCache"),
        (SCRAPE, {"formats": ["screenshot"], **LOCKED}, "lockdown"),
        (SCRAPE, {"formats": ["markdown", "branding"], **UNSTORED}, "storeInCache"),
        (SCRAPE, {"formats": ["screenshot"], "minAge": 1}, "minAge"),
        (SEARCH, {"enterprise": ["zdr"]}, "enterprise"),
        (EXTRACT, {"webhook": "https://example.com/"}, "webhook"),
    ],
)
@pytest.mark.parametrize("version", ["v1", "v2"])
def test_option_that_would_leak_is_refused_before_any_request(
    client: Client, site: Site, version: str, path: str, options: dict[str, Any], named: str
) -> None:
    subject = {
        BATCH: {"urls": [put(site, "/a")]},
        EXTRACT: {"urls": [put(site, "/a")], "schema": {"type": "object"}},
        SEARCH: {"query": "lamp"},
    }
    answer = post(client, f"/{version}/{path}", {**subject.get(path, {"url": site.url("/a")}), **options})

    body = answer.json()
    assert (answer.status_code, body["code"], body["success"]) == (400, "BAD_REQUEST", False), body
    assert body["error"].startswith(f"{named}: ") and body["details"][0]["path"] == [named]
    assert not site.visits


def test_uploads_are_refused_with_such_options(client: Client) -> None:
    answer = requests.post(
        f"{client.base_url}/v2/parse", headers={"Authorization": f"Bearer {client.key}"}, timeout=30,
        data={"options": json.dumps(RETAINS)}, files={"file": ("a.html", b"<p>text</p>", "text/html")},
    )  # fmt: skip

    assert answer.status_code == 400 and answer.json()["error"].startswith("zeroDataRetention: ")


@pytest.mark.parametrize(
    ("path", "options", "sentence"),
    [
        (SCRAPE, {"timeout": 1}, "timeout was raised to 1000"),
        (SCRAPE, {"maxAge": 10**12}, "maxAge was reduced to 604800000"),
        (CRAWL, {"limit": 0}, "limit was raised to 1"),
        (CRAWL, {"limit": 10**6}, "limit was reduced to 5000"),
        (CRAWL, {"limit": 1, "maxDiscoveryDepth": 10**6}, "maxDiscoveryDepth was reduced to"),
        (CRAWL, {"limit": 1, "scrapeOptions": {"minAge": 1}}, "minAge was ignored"),
        (BATCH, {"timeout": 10**6}, "timeout was reduced to 120000"),
        (MAP, {"limit": 10**6}, "limit was reduced to 5000"),
        (SEARCH, {"limit": 100}, "limit was reduced to 15"),
        (SEARCH, {"tbs": "sbd:1"}, "tbs was ignored"),
    ],
)
def test_number_beyond_a_limit_becomes_the_limit_with_a_warning(
    client: Client, site: Site, path: str, options: dict[str, Any], sentence: str
) -> None:
    url = put(site, "/a")
    assert post(client, "/v2/scrape", {"url": url}).status_code == 200
    subject = {BATCH: {"urls": [url]}, SEARCH: {"query": "lamp"}}

    answer = post(client, f"/v2/{path}", {**subject.get(path, {"url": url}), **options})

    body = answer.json()
    assert answer.status_code == 200 and body["success"] is True, body
    assert sentence in body["warning"]


@pytest.mark.parametrize(
    ("method", "path", "sent", "status", "code"),
    [
        ("POST", "/v2/scrape", b"{", 400, "BAD_REQUEST"),
        ("POST", "/v2/scrape", b"[]", 400, "BAD_REQUEST"),
        ("POST", "/v2/scrape", b"{}", 400, "BAD_REQUEST"),
        ("POST", "/v2/scrape", b'{"url": "http://a.example/", "formats": "markdown"}', 400, "BAD_REQUEST"),
        ("POST", "/v2/scrape", b" " * 3_000_000, 413, "BAD_REQUEST"),
        ("PUT", "/v2/scrape", b"{}", 405, "METHOD_NOT_ALLOWED"),
        ("GET", "/v2/scrape", b"", 405, "METHOD_NOT_ALLOWED"),
        ("GET", "/v2/nothing", b"", 404, "NOT_FOUND"),
        ("POST", "/v1/llmstxt", b"{}", 404, "NOT_FOUND"),
        ("GET", f"/v2/crawl/{NOBODY}", b"", 404, "NOT_FOUND"),
        ("GET", "/v2/crawl/%00", b"", 404, "NOT_FOUND"),
        ("DELETE", f"/v2/batch/scrape/{NOBODY}", b"", 404, "NOT_FOUND"),
        ("GET", f"/v2/extract/{NOBODY}", b"", 404, "NOT_FOUND"),
        ("GET", f"/v2/crawl/{NOBODY}/errors", b"", 404, "NOT_FOUND"),
    ],
)
def test_every_failure_is_a_sentence_with_a_code(
    client: Client, method: str, path: str, sent: bytes, status: int, code: str
) -> None:
    headers = {"Authorization": f"Bearer {client.key}", "Content-Type": "application/json"}

    answer = requests.request(method, f"{client.base_url}{path}", data=sent, headers=headers, timeout=30)

    body = answer.json()
    assert (answer.status_code, body["code"], body["success"]) == (status, code, False), body
    assert isinstance(body["error"], str) and body["error"]


def test_document_reports_what_the_site_says_about_use(client: Client, site: Site) -> None:
    url = put(site, "/a", head='<meta name="tdm-reservation" content="1">')

    metadata = post(client, "/v2/scrape", {"url": url}).json()["data"]["metadata"]

    assert metadata["usageTerms"] == [{"name": "TDM-Reservation", "value": "1", "source": "html"}]
