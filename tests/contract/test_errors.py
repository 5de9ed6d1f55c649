"""The error classes: stable codes and statuses, and storing them in a job row."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from contract import errors
from contract.errors import InvalidRequest, RequestTimeout, ServiceError, from_record

TABLE = {
    "InvalidRequest": ("VALIDATION_ERROR", 400),
    "RequestTooLarge": ("VALIDATION_ERROR", 413),
    "UnsupportedMediaType": ("VALIDATION_ERROR", 415),
    "Unauthorized": ("UNAUTHORIZED", 401),
    "InsufficientCredits": ("INSUFFICIENT_CREDITS", 402),
    "WorkspaceBanned": ("WORKSPACE_BANNED", 403),
    "Forbidden": ("FORBIDDEN", 403),
    "NotFound": ("NOT_FOUND", 404),
    "MethodNotAllowed": ("METHOD_NOT_ALLOWED", 405),
    "TooManyRequests": ("TOO_MANY_REQUESTS", 429),
    "InternalServerError": ("INTERNAL_SERVER_ERROR", 500),
    "UpstreamUnreachable": ("UPSTREAM_UNREACHABLE", 502),
    "ServiceUnavailable": ("SERVICE_UNAVAILABLE", 503),
    "RequestTimeout": ("REQUEST_TIMEOUT", 504),
}


@pytest.mark.parametrize(("name", "expected"), TABLE.items())
def test_code_and_status_are_stable(name: str, expected: tuple[str, int]) -> None:
    cls = getattr(errors, name)

    assert (cls.code, cls.status) == expected


@pytest.mark.parametrize("name", [name for name in TABLE if TABLE[name][1] not in (413, 415)])
def test_error_survives_the_job_row(name: str) -> None:
    given: ServiceError = getattr(errors, name)("What happened.", details={"a": 1}, retry_after_seconds=7)

    back = from_record(json.loads(json.dumps(given.as_job_record())))

    assert (back.code, back.status, back.message, back.details, back.retry_after_seconds) == (
        given.code, given.status, given.message, given.details, 7,
    )  # fmt: skip


def test_unknown_code_is_loaded_as_internal_error() -> None:
    assert from_record({"code": "OF_A_LATER_RELEASE", "message": "?"}).status == 500
    assert from_record({}).status == 500


def test_absent_details_stay_absent() -> None:
    assert "details" not in ServiceError("x").as_record()


def test_bad_field_is_named() -> None:
    assert InvalidRequest.of("url", "Bad.").details == [{"field": "url", "message": "Bad."}]


@pytest.mark.parametrize("made", [RequestTimeout.of_budget, RequestTimeout.of_timeout])
def test_timeout_reports_its_budget(made: Callable[[int, str], RequestTimeout]) -> None:
    assert made(1_500, "/v1/web/scrape").details == {"budgetMs": 1_500, "path": "/v1/web/scrape", "retryable": True}


@pytest.mark.parametrize("name", TABLE)
def test_retry_is_advised_only_where_it_can_help(name: str) -> None:
    cls = getattr(errors, name)

    assert cls("x").retry_after_seconds == (5 if name == "TooManyRequests" else None)
    assert cls("x", retry_after_seconds=30).retry_after_seconds == 30
