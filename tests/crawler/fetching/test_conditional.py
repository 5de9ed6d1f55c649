"""Conditional requests: which page may be confirmed, by which header, and which 304 is believed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from contract.capture import CaptureRequest, Headers, PageCapture
from crawler.fetching.conditional import Condition, can_be_confirmed, condition_of, confirms, renewed

REQUEST = CaptureRequest(url="https://example.com/")
STRONG, WEAK = ("etag", '"a-1"'), ("etag", 'W/"a-1"')
LONG_AGO = ("last-modified", "Mon, 02 Nov 2026 10:00:00 GMT")
SENT = ("date", "Mon, 23 Nov 2026 10:00:00 GMT")
JUST_NOW = ("last-modified", "Mon, 23 Nov 2026 09:59:30 GMT")


def stored(*headers: tuple[str, str], **more: Any) -> PageCapture:
    given: dict[str, Any] = {"status": 200, "body": b"<p>Words</p>", **more}
    url = "https://example.com/"
    return PageCapture(url=url, final_url=url, headers=headers, captured_at=datetime.now(UTC), **given)


@pytest.mark.parametrize(
    ("changes", "may"),
    [
        ({}, True),
        ({"max_age_ms": 60_000}, True),
        ({"render": False}, True),
        ({"headers": (("Cookie", "a=1"),), "workspace_id": "one"}, True),
        ({"render": True}, False),
        ({"view": "screenshot", "render": True}, False),
        ({"method": "POST"}, False),
        ({"method": "POST", "body": b"a=1"}, False),
        ({"store": False}, False),
        ({"cache_only": True}, False),
        ({"headers": (("if-none-match", '"a"'),)}, False),
        ({"headers": (("If-Modified-Since", LONG_AGO[1]),)}, False),
        ({"headers": (("Range", "bytes=0-9"),)}, False),
    ],
    ids=str,
)
def test_which_fetches_may_be_answered_by_a_confirmation(changes: dict[str, Any], may: bool) -> None:
    assert can_be_confirmed(replace(REQUEST, **changes)) is may


@pytest.mark.parametrize(
    ("headers", "usual", "exact"),
    [
        ((STRONG,), "If-None-Match", "If-None-Match"),
        ((STRONG, LONG_AGO, SENT), "If-None-Match", "If-None-Match"),
        ((WEAK,), "If-None-Match", None),
        ((WEAK, LONG_AGO, SENT), "If-None-Match", "If-Modified-Since"),
        ((LONG_AGO, SENT), "If-Modified-Since", "If-Modified-Since"),
        ((JUST_NOW, SENT), None, None),
        ((LONG_AGO,), None, None),
        ((("last-modified", "yesterday"), SENT), None, None),
        ((("last-modified", "Mon, 01 Jan 99999999999 00:00:00 GMT"), SENT), None, None),
        ((("etag", "no quotes"),), None, None),
        ((("etag", '"two" "tags"'),), None, None),
        ((("etag", '""'),), "If-None-Match", "If-None-Match"),
        ((STRONG, ("vary", "*")), None, None),
        ((STRONG, ("vary", "Accept-Encoding")), "If-None-Match", "If-None-Match"),
        ((), None, None),
    ],
    ids=str,
)
def test_condition_of_a_stored_page(headers: Headers, usual: str | None, exact: str | None) -> None:
    page = stored(*headers)

    found = [condition_of(page, exact=is_exact) for is_exact in (False, True)]

    assert [None if each is None else each.name for each in found] == [usual, exact]
    assert all(each is None or each.value in dict(headers).values() for each in found)


@pytest.mark.parametrize("changes", [{"rendered": True}, {"status": 203}, {"status": 404}], ids=str)
def test_page_that_is_not_a_whole_plain_one_has_no_condition(changes: dict[str, Any]) -> None:
    assert condition_of(stored(STRONG), exact=False) == Condition("If-None-Match", '"a-1"')
    assert condition_of(stored(STRONG, **changes), exact=False) is None


@pytest.mark.parametrize(
    ("page", "answer", "is_believed"),
    [
        ((STRONG,), (), True),
        ((STRONG,), (STRONG,), True),
        ((STRONG,), (WEAK,), True),
        ((STRONG,), (("etag", '"a-2"'),), False),
        ((STRONG, LONG_AGO), (STRONG, JUST_NOW), True),
        ((LONG_AGO,), (LONG_AGO,), True),
        ((LONG_AGO,), (JUST_NOW,), False),
    ],
    ids=str,
)
def test_answer_about_another_version_is_not_believed(page: Headers, answer: Headers, is_believed: bool) -> None:
    assert confirms(answer, stored(*page)) is is_believed


def test_headers_of_the_answer_replace_those_of_the_page_but_never_those_of_its_body() -> None:
    page = (("content-type", "text/html"), ("cache-control", "max-age=1"), ("link", "<a>"), ("link", "<b>"), STRONG)
    answer = (
        ("content-type", "text/plain"), ("content-length", "0"), ("content-encoding", "gzip"), ("set-cookie", "a=1"),
        ("cache-control", "max-age=9"), ("link", "<c>"), SENT,
    )  # fmt: skip

    assert renewed(page, answer) == (
        ("content-type", "text/html"), STRONG, ("cache-control", "max-age=9"), ("link", "<c>"), SENT,
    )  # fmt: skip
