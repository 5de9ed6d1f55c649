"""Which failures are repeated, and how a call is written."""

from __future__ import annotations

import pytest

from orbweaver.rest.call import ATTEMPTS_MAX, OMITTED, Answer, Call, pause_before_retry, service_url
from orbweaver.rest.failures import Failed, Unreachable, failed_of

ENVELOPE = {"error": {"code": "VALIDATION_ERROR", "message": "url: no", "details": [{"field": "url", "message": "no"}]}}


def _failed(status: int, retry_after: float | None) -> Failed:
    return Failed("no", code="X", status=status, retry_after_seconds=retry_after)


@pytest.mark.parametrize(
    ("failure", "attempt", "least", "most"),
    [
        (_failed(429, 7.0), 1, 7.0, 7.0),
        (_failed(503, 1.0), 4, 3.2, 4.8),
        (_failed(429, 7.0), ATTEMPTS_MAX, None, None),
        (_failed(429, 500.0), 1, None, None),
        (_failed(503, None), 1, None, None),  # not configured: trying again cannot help
        (_failed(502, None), 1, None, None),
        (_failed(400, 1.0), 1, None, None),
        (Unreachable("refused"), 1, 0.4, 0.6),
        (Unreachable("refused"), 3, 1.6, 2.4),
        (Unreachable("refused"), ATTEMPTS_MAX, None, None),
    ],
)
def test_only_what_can_help_is_repeated(failure: Failed, attempt: int, least: float | None, most: float | None) -> None:
    pause = pause_before_retry(Call("POST", "/", starts_work=True, costs_credits=True), failure, attempt)

    assert pause is None if least is None or most is None else pause is not None and least <= pause <= most


@pytest.mark.parametrize(
    ("call", "is_repeated"),
    [
        (Call("GET", "/v1/web/styleguide", costs_credits=True), False),
        (Call("GET", "/v1/account"), True),
        (Call("POST", "/v1/web/scrape", starts_work=True, costs_credits=True), True),
    ],
)
def test_read_that_may_be_charged_twice_is_not_repeated(call: Call, is_repeated: bool) -> None:
    assert (pause_before_retry(call, Unreachable("lost"), 1) is not None) == is_repeated


@pytest.mark.parametrize("status", [302, 307, 304])
def test_redirect_is_a_failure(status: int) -> None:
    with pytest.raises(Failed):
        Call("GET", "/").result_of(Answer(status, {"Location": "https://elsewhere.example"}, {"data": {}}))


def test_omitted_options_are_not_sent() -> None:
    posted = Call("POST", "/v1/web/scrape", {"url": "u", "waitFor": 0, "renderJs": OMITTED}, starts_work=True)
    read = Call("GET", "/v1/jobs", {"limit": 5, "includeData": False, "cursor": OMITTED})

    assert posted.body == {"url": "u", "waitFor": 0} and posted.target == "/v1/web/scrape"
    assert read.body is None and read.target == "/v1/jobs?limit=5&includeData=false"
    assert posted.headers("k")["Idempotency-Key"] == posted.headers("k")["Idempotency-Key"]
    assert "Idempotency-Key" not in read.headers("k")
    assert Call("POST", "/", starts_work=True, idempotency_key="mine").headers("k")["Idempotency-Key"] == "mine"


@pytest.mark.parametrize("body", [None, [], "text", {}, {"error": "text"}])
def test_answer_of_a_proxy_is_a_failure_with_its_status(body: object) -> None:
    failure = failed_of(502, {}, body)

    assert (failure.code, failure.status) == ("HTTP_502", 502) and "502" in str(failure)


def test_failure_carries_code_details_and_request_id() -> None:
    with pytest.raises(Failed) as raised:
        Call("GET", "/").result_of(Answer(400, {"X-Request-Id": "r", "Retry-After": "3"}, ENVELOPE))

    failure = raised.value
    assert (failure.code, str(failure), failure.request_id) == ("VALIDATION_ERROR", "url: no", "r")
    assert failure.details == ENVELOPE["error"]["details"] and failure.retry_after_seconds == 3


def test_service_without_a_scheme_is_refused_at_once() -> None:
    assert service_url("HTTP://127.0.0.1:8000/") == "HTTP://127.0.0.1:8000"
    with pytest.raises(ValueError, match="must begin with http:// or https://"):
        service_url("127.0.0.1:8000")
