"""Error codes of page entries, and times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from contract import errors
from contract.results.page_entry import (
    PAGE_ERROR_CODES,
    entry_fields,
    error_code,
    error_sentence,
    error_text,
    is_retryable,
)
from contract.results.timestamps import timestamp


@pytest.mark.parametrize(
    ("error", "code", "retryable"),
    [
        ("HTTP 404", "HTTP_4XX", False),
        ("HTTP 403", "HTTP_4XX", False),
        ("HTTP 408", "HTTP_4XX", True),
        ("HTTP 429", "HTTP_4XX", True),
        ("HTTP 500", "HTTP_5XX", True),
        ("HTTP 503", "HTTP_5XX", True),
        ("HTTP 302", "UPSTREAM_UNREACHABLE", False),
        ("BLOCKED: The site returned a bot wall instead of the page.", "BLOCKED", True),
        ("UNUSABLE: The page contains no content.", "EMPTY", False),
        ("NOT_CONFIGURED: The format summary needs a language model.", "SERVICE_UNAVAILABLE", False),
        ("SERVICE_UNAVAILABLE: The model failed.", "SERVICE_UNAVAILABLE", True),
        ("CANCELLED", "CANCELLED", True),
        ("INSUFFICIENT_CREDITS", "INSUFFICIENT_CREDITS", False),
        ("ROBOTS_DISALLOWED: robots.txt disallows the page.", "ROBOTS_DISALLOWED", False),
        ("UPSTREAM_UNREACHABLE: The host name could not be resolved.", "UPSTREAM_UNREACHABLE", True),
        ("REQUEST_TIMEOUT: The time budget was exceeded.", "REQUEST_TIMEOUT", True),
        ("VALIDATION_ERROR: url: The address is blocked.", "VALIDATION_ERROR", False),
        ("INTERNAL_SERVER_ERROR: Internal error.", "INTERNAL_SERVER_ERROR", True),
        ("Something that no version writes", "INTERNAL_SERVER_ERROR", True),
    ],
)
def test_error_has_a_code(error: str, code: str, retryable: bool) -> None:
    assert (error_code(error), is_retryable(error)) == (code, retryable)
    assert code in PAGE_ERROR_CODES


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        ("HTTP 404", "HTTP 404"),
        ("UNUSABLE: The page contains no text.", "The page contains no text."),
        ("UPSTREAM_UNREACHABLE: The host name: it is unknown.", "The host name: it is unknown."),
        ("VALIDATION_ERROR: url: The address is blocked.", "The address is blocked."),
        ("CANCELLED", "The job was cancelled before the page was scraped."),
        ("INSUFFICIENT_CREDITS", "Insufficient credits: the page was not scraped."),
        ("Something: that no version writes", "Something: that no version writes"),
        ("BLOCKED", "BLOCKED"),
    ],
)
def test_people_read_a_sentence_without_the_code(error: str, sentence: str) -> None:
    assert error_sentence(error) == sentence
    assert entry_fields("http://a/", "failed", 0, error, None)["error"] == sentence


def test_failure_that_cannot_be_retried_is_recorded_as_such() -> None:
    picture = errors.UpstreamUnreachable("It is image/png.", details={"retryable": False})
    away = errors.UpstreamUnreachable("The host is away.")

    assert (error_code(error_text(picture)), is_retryable(error_text(picture))) == ("EMPTY", False)
    assert (error_code(error_text(away)), is_retryable(error_text(away))) == ("UPSTREAM_UNREACHABLE", True)


def test_entry_names_the_requested_url_only_after_a_redirect() -> None:
    plain = entry_fields("http://a/", "completed", 0, None, None)
    redirected = entry_fields("http://a/", "failed", 0, "HTTP 404", "http://b/")

    assert plain == {
        "url": "http://a/", "status": "completed", "depth": 0, "error": None, "errorCode": None, "retryable": None,
    }  # fmt: skip
    assert redirected == {
        "url": "http://a/", "status": "failed", "depth": 0, "error": "HTTP 404", "errorCode": "HTTP_4XX",
        "retryable": False, "requestedUrl": "http://a/", "finalUrl": "http://b/",
    }  # fmt: skip


def test_every_code_of_an_error_is_listed() -> None:
    own = {cls.code for cls in errors.ServiceError.__subclasses__() if cls.__module__ == errors.__name__}

    assert own | {errors.ServiceError.code} == set(errors.CODES)


def test_times_end_in_z() -> None:
    assert timestamp(datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)) == "2026-01-02T03:04:05.000006Z"
    assert timestamp(datetime(2026, 1, 2, tzinfo=timezone(timedelta(hours=1)))) == "2026-01-01T23:00:00Z"
    assert timestamp(None) is None
