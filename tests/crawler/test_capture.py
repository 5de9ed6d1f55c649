"""The border to Scrapy: responses become captures, its failures become ours."""

from __future__ import annotations

from typing import Any

import pytest
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    UnsupportedURLSchemeError,
)
from scrapy.http import Headers, HtmlResponse, Request

from contract.capture import CaptureRequest
from contract.errors import NotFound, UpstreamUnreachable
from crawler.capture import as_service_error, capture_of, require_page
from crawler.failures import DeadlinePassed, EgressDenied
from crawler.meta import CAPTURE_REQUEST

REQUEST = CaptureRequest(url="https://example.com/")


def response(body: bytes = b"<p>Words</p>", status: int = 200, headers: Any = None) -> tuple[HtmlResponse, Request]:
    request = Request("https://example.com/end", meta={CAPTURE_REQUEST: REQUEST})
    return HtmlResponse(request.url, status=status, headers=Headers(headers or {}), body=body, request=request), request


def test_capture_holds_what_the_wire_said() -> None:
    given = {
        "Content-Type": "text/html; charset=x",
        "Link": ["<a>", "<b>"],
        "Set-Cookie": "secret",
        "Content-Encoding": "gzip",
    }

    got = capture_of(*response(headers=given))

    assert (got.url, got.final_url, got.status, got.cached, got.rendered) == (
        REQUEST.url,
        "https://example.com/end",
        200,
        False,
        False,
    )
    assert got.headers == (("content-type", "text/html; charset=x"), ("link", "<a>"), ("link", "<b>"))
    assert got.media_type == "text/html" and got.captured_at.tzinfo is not None


@pytest.mark.parametrize(
    ("status", "body"),
    [(500, b"words"), (503, b"words"), (599, b"words"), (200, b""), (200, b" \n\t"), (404, b""), (302, b"")],
)
def test_no_page_is_upstream_unreachable(status: int, body: bytes) -> None:
    with pytest.raises(UpstreamUnreachable):
        require_page(capture_of(*response(body, status)))


def test_redirect_that_was_not_followed_is_not_a_page() -> None:
    with pytest.raises(UpstreamUnreachable):
        require_page(capture_of(*response(b"Moved", 302, {"Location": "file:///etc/passwd"})))


@pytest.mark.parametrize("status", [200, 204, 302, 403, 404, 410, 429, 499])
def test_page_with_a_body_is_handed_on(status: int) -> None:
    require_page(capture_of(*response(b"words", status)))


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (CannotResolveHostError("x"), "UPSTREAM_UNREACHABLE"),
        (DownloadConnectionRefusedError("x"), "UPSTREAM_UNREACHABLE"),
        (DownloadTimeoutError("x"), "UPSTREAM_UNREACHABLE"),
        (DownloadCancelledError("x"), "UPSTREAM_UNREACHABLE"),
        (DownloadFailedError("x"), "UPSTREAM_UNREACHABLE"),
        (IgnoreRequest("max redirections reached"), "UPSTREAM_UNREACHABLE"),
        (UnsupportedURLSchemeError("127.1 - is not a canonical IPv4 address"), "VALIDATION_ERROR"),
        (DeadlinePassed("x"), "UPSTREAM_UNREACHABLE"),
        (ConnectionResetError("x"), "UPSTREAM_UNREACHABLE"),
        (ValueError("x"), "UPSTREAM_UNREACHABLE"),
        (EgressDenied("x"), "VALIDATION_ERROR"),
        (NotFound("x"), "NOT_FOUND"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_failure_becomes_its_meaning(error: Exception, code: str) -> None:
    assert as_service_error(error, REQUEST, "/v1/web/scrape").code == code


def test_deadline_is_the_callers_timeout_when_there_was_one() -> None:
    requested = CaptureRequest(url=REQUEST.url, timeout_ms=1_500)

    error = as_service_error(DeadlinePassed("x"), requested, "/v1/web/links")

    assert error.code == "REQUEST_TIMEOUT"
    assert error.details == {"budgetMs": 1_500, "path": "/v1/web/links", "retryable": True}


def test_a_mistake_of_ours_is_not_blamed_on_the_origin() -> None:
    with pytest.raises(KeyError):
        as_service_error(KeyError("x"), REQUEST, "/")
