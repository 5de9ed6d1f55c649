"""Errors and merged results in Firecrawl's words; what a process loads for them."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest

from api.envelope import failure
from api.firecrawl import extracting, scraping
from api.firecrawl.failures import Refused, of
from contract.errors import (
    InsufficientCredits,
    InvalidRequest,
    RequestTimeout,
    ServiceError,
    ServiceUnavailable,
    TooManyRequests,
    UpstreamUnreachable,
)
from tests.api.firecrawl.calls import call_of


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (InvalidRequest.of("url", "is required"), 400, "BAD_REQUEST"),
        (InsufficientCredits("Too few."), 402, "PAYMENT_REQUIRED"),
        (TooManyRequests("Too many."), 429, "TOO_MANY_REQUESTS"),
        (UpstreamUnreachable("The origin returned HTTP 500."), 500, "SCRAPE_SITE_ERROR"),
        (RequestTimeout.of_timeout(1_000, "/"), 408, "SCRAPE_TIMEOUT"),
        (ServiceUnavailable("No model."), 503, "SERVICE_UNAVAILABLE"),
    ],
)
def test_errors_are_sentences_with_a_code(error: ServiceError, status: int, code: str) -> None:
    refused = of(error.status, failure(error, "1"), {})

    assert (refused.status, refused.code) == (status, code)
    assert refused.body()["error"] == error.message and refused.body()["success"] is False


@pytest.mark.parametrize(
    ("body", "budget_ms", "state"),
    [
        ({}, 90_000, "processing_continues"),
        ({"timeout": 120_000}, 90_000, "processing_continues"),
        ({"timeout": 5_600}, 5_000, None),
        ({"maxAge": 0}, 90_000, None),
        ({"storeInCache": False}, 90_000, None),
    ],
)
def test_clients_are_asked_to_repeat_what_continues(body: dict[str, Any], budget_ms: int, state: str | None) -> None:
    error = RequestTimeout.of_budget(budget_ms, "/v1/web/scrape")
    call = call_of({"url": "http://a.com/", **body}, (504, failure(error, "1")))

    with pytest.raises(Refused) as raised:
        asyncio.run(scraping.scrape(call))

    assert raised.value.status == 408
    details = raised.value.details or {}
    assert details.get("state") == state
    # A capture takes at most 120 s.
    assert details.get("retryAfterSeconds") == (state and 31)


def test_rows_of_several_pages_become_one_object() -> None:
    pages: list[dict[str, Any]] = [
        {"name": None, "offers": [1], "maker": {"city": "Oslo"}},
        {"name": "Lamp", "offers": [1, 2], "maker": {"city": "Rome", "year": 1891}},
    ]

    assert extracting.merged(pages) == {"name": "Lamp", "offers": [1, 2], "maker": {"city": "Oslo", "year": 1891}}


def test_translations_are_not_loaded_before_the_first_call() -> None:
    code = "import sys, api.asgi.application; print([n for n in sys.modules if n.startswith('api.firecrawl.')])"

    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert loaded.strip() == "['api.firecrawl.paths']"
