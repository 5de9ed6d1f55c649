"""The cookies of one capture: which are kept, and where they are sent."""

from __future__ import annotations

from typing import Any

import pytest
from scrapy import Request
from scrapy.http import Response

from contract.capture import CaptureRequest
from crawler.meta import CAPTURE_REQUEST, COOKIES, LEFT_ORIGIN
from crawler.middlewares.cookies import CaptureCookies

SHOP = "https://shop.example.co.uk/a"


def request_of(url: str = SHOP, *, own: str = "", **more: Any) -> Request:
    requested = CaptureRequest(url=url, headers=(("Cookie", own),) if own else ())
    return Request(url, headers=dict(requested.headers), meta={CAPTURE_REQUEST: requested}, **more)


def sent(request: Request) -> str:
    """The Cookie header of a request."""
    CaptureCookies().process_request(request)
    return (request.headers.get("Cookie") or b"").decode()


def sent_after(set_cookie: str, url: str, *, first: Request | None = None) -> str:
    """The Cookie header of a request for a URL to which the first one was redirected, with a cookie."""
    first = first or request_of()
    CaptureCookies().process_request(first)
    CaptureCookies().process_response(first, Response(first.url, headers={"Set-Cookie": set_cookie}))
    return sent(first.replace(url=url))


@pytest.mark.parametrize(
    ("set_cookie", "url", "expected"),
    [
        ("a=1", SHOP, "a=1"),
        ("a=1", "https://www.example.co.uk/", ""),
        ("a=1; Domain=example.co.uk", "https://www.example.co.uk/", "a=1"),
        ("a=1; Domain=co.uk", "https://other.co.uk/", ""),
        ("a=1; Domain=other.com", "https://other.com/", ""),
        ("a=1; Path=/b", SHOP, ""),
        ("a=1; Secure", "http://shop.example.co.uk/a", ""),
        ("a=1; Max-Age=0", SHOP, ""),
    ],
)
def test_cookie_is_sent_where_browsers_send_it(set_cookie: str, url: str, expected: str) -> None:
    assert sent_after(set_cookie, url) == expected


def test_host_that_is_a_public_suffix_itself_keeps_its_own_cookies() -> None:
    url = "https://github.io/"

    assert sent_after("a=1; Domain=github.io", url, first=request_of(url)) == "a=1"


def test_cookies_of_the_caller_go_first_and_stay_at_its_origin() -> None:
    assert sent(request_of(own="mine=1")) == "mine=1"
    assert sent_after("a=1", SHOP, first=request_of(own="mine=1")) == "mine=1; a=1"

    elsewhere = request_of("https://other.com/", own="mine=1")
    elsewhere.meta[LEFT_ORIGIN] = True
    assert sent(elsewhere) == ""


@pytest.mark.parametrize(
    "given", [{"a": "1", "b": 2}, [{"name": "a", "value": b"1"}, {"name": "b", "value": "2", "path": "/"}]]
)
def test_cookies_that_a_component_gives_a_request_are_sent(given: Any) -> None:
    assert sorted(sent(request_of(cookies=given)).split("; ")) == ["a=1", "b=2"]


def test_request_without_cookies_makes_no_jar_and_another_capture_gets_none() -> None:
    first, other = request_of(), request_of()
    sent_after("a=1", SHOP, first=first)

    assert sent(other) == "" and COOKIES not in other.meta


def test_request_that_merges_no_cookies_is_left_alone() -> None:
    request = request_of()
    request.meta["dont_merge_cookies"] = True
    request.headers["Cookie"] = "as=it is"
    CaptureCookies().process_response(request, Response(request.url, headers={"Set-Cookie": "a=1"}))

    assert sent(request) == "as=it is" and COOKIES not in request.meta
