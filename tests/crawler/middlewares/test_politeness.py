"""How long a host wants to be left alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from scrapy.http import Request, Response

from crawler.failures import Throttled
from crawler.meta import OF_JOB
from crawler.middlewares.politeness import PolitenessMiddleware
from crawler.politeness.retry_after import WAIT_MAX_SECONDS, WAIT_SECONDS, wait_seconds


def answer(status: int, **headers: str) -> Response:
    return Response(
        "https://example.com/",
        status=status,
        headers={name.replace("_", "-"): value for name, value in headers.items()},
    )


@pytest.mark.parametrize(
    ("retry_after", "seconds"),
    [
        ("7", 7),
        ("0", 0.1),
        ("", WAIT_SECONDS),
        ("soon", WAIT_SECONDS),
        ("\u00b2", WAIT_SECONDS),
        ("99999", WAIT_MAX_SECONDS),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0.1),
        ("Mon, 01 Jan 99999999999 00:00:00 GMT", WAIT_SECONDS),
        ("Mon, 01 Jan 2024 99999999999999999999:00:00 GMT", WAIT_SECONDS),
    ],
)
def test_retry_after_in_its_spellings(retry_after: str, seconds: float) -> None:
    assert wait_seconds(answer(429, Retry_After=retry_after)) == seconds


def test_retry_after_as_a_date() -> None:
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)

    assert 17 < wait_seconds(answer(503, Retry_After=then)) <= 20


@pytest.mark.parametrize("status", [429, 503])
def test_a_page_that_can_wait_does(status: int) -> None:
    with pytest.raises(Throttled):
        PolitenessMiddleware().process_response(Request("https://example.com/", meta={OF_JOB: True}), answer(status))


def test_everything_else_passes() -> None:
    middleware = PolitenessMiddleware()
    for request, response in (
        (Request("https://example.com/"), answer(429)),
        (Request("https://example.com/", meta={OF_JOB: True}), answer(500)),
    ):
        assert middleware.process_response(request, response) is response
