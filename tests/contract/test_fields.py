"""The fields of requests: URLs, headers, selectors, countries."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError, fields
from scrapy import Request

from contract.fields.basic import Flag, JsonObject, Milliseconds, Text
from contract.fields.brand_domain import BrandDomain
from contract.fields.css_selector import CssSelector
from contract.fields.headers import RequestHeaders
from contract.fields.instant import Instant
from contract.fields.location import Country
from contract.fields.url import HttpUrl
from extraction.links.normal_form import normalise


def takes(field: fields.Field, value: Any) -> bool:
    try:
        field.deserialize(value)
    except ValidationError:
        return False
    return True


GOOD_URLS = [
    "http://example.com",
    "https://example.com/",
    "HTTPS://EXAMPLE.COM/A",
    "http://example.com:2/",
    "http://example.com:65535/",
    "http://example.com?q=1",
    "http://example.com#part",
    "http://example.com./",
    "http://localhost/",
    "http://\U0001f600.example/",
    "http://a_b.example.com/",
    "http://127.0.0.1:8080/",
    "http://[::1]:8080/",
    "https://[::ffff:127.0.0.1]/",
    "http://0x7f.1/",
    "http://2130706433/",
    "https://b\u00fccher.example/",
    "https://xn--bcher-kva.example/",
    "https://\u4f8b\u3048.jp/",
    "http://example.com/a%20b?c=%zz",
    "http://example.com/\u00fc",
    "  http://example.com/  ",
    "http://example.com/@user:pass",
    "http://example.com/?u=http://user:pass@host/",
    "http://" + "a" * 63 + ".com/",
    "http://example.com/" + "a" * (4_096 - 19),
]
BAD_URLS = [
    "",
    " ",
    "example.com",
    "//example.com/",
    "http:",
    "http:/example.com",
    "http:///path",
    "http://",
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,x",
    "view-source:http://example.com/",
    "ws://example.com/",
    "http://user@example.com/",
    "http://user:pass@example.com/",
    "http://:pass@example.com/",
    "http://@example.com/",
    "http://example.com@evil.example/",
    "http://exa mple.com/",
    "http://example.com/a b",
    "http://example.com/\ta",
    "http://example.com/\r\nX: y",
    "http://example.com/\x00",
    "http://example.com\\@evil.example/",
    "http://example.com/a\\b",
    "http:\\\\example.com/",
    "http://example.com:0/",
    "http://example.com:65536/",
    "http://example.com:/",
    "http://example.com:-1/",
    "http://example.com:8a/",
    "http://example.com:999999/",
    "http://.example.com/",
    "http://example..com/",
    "http://-example.com/",
    "http://example-.com/",
    "http://" + "a" * 64 + ".com/",
    "http://[::1/",
    "http://::1/",
    "http://[::1%25eth0]/",
    "http://[not-an-address]/",
    "http://example.com/a\u2028b",
    "http://example.com/\ud800",
    "http://" + "a." * 127 + "com/",
    "http://example.com/" + "a" * (4_097 - 19),
    "http://exam%70le.com/",
    "http://ex\u00adample.com:x/",
]


@pytest.mark.parametrize("url", GOOD_URLS, ids=lambda url: url[:50])
def test_url_is_accepted(url: str) -> None:
    assert HttpUrl().deserialize(url) == url.strip()


@pytest.mark.parametrize("url", BAD_URLS, ids=lambda url: ascii(url[:50]))
def test_url_is_rejected(url: str) -> None:
    assert not takes(HttpUrl(), url)


@pytest.mark.parametrize("url", [url for url in BAD_URLS if re.match(r"https?://[^/\\]*@", url)])
def test_user_name_is_named_as_the_reason(url: str) -> None:
    with pytest.raises(ValidationError, match="must not contain a user name or password"):
        HttpUrl().deserialize(url)
    with pytest.raises(ValidationError, match="must not contain a user name or password"):
        BrandDomain().deserialize(url)


@pytest.mark.parametrize("port", ["1", "025", "22", "53", "587", "6000", "6667", "10080"])
@pytest.mark.parametrize("form", ["http://example.com:{}", "https://example.com:{}/a?b=:80", "http://[2606::1]:{}#:80"])
def test_port_of_another_protocol_is_refused_by_name(form: str, port: str) -> None:
    with pytest.raises(ValidationError, match=f"Port {int(port)} is blocked: it belongs to a protocol other than HTTP"):
        HttpUrl().deserialize(form.format(port))


@pytest.mark.parametrize("port", [2, 80, 443, 3000, 6379, 8080, 10079, 10081, 65535])
def test_every_other_port_is_accepted(port: int) -> None:
    assert takes(HttpUrl(), f"http://example.com:{port}/")


@pytest.mark.parametrize("value", [None, 1, True, [], {}, b"http://example.com/"])
def test_address_is_a_string(value: Any) -> None:
    assert not takes(HttpUrl(), value)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.text(max_size=60),
        st.builds("http://{}".format, st.text(min_size=1, max_size=40)),
        st.builds(
            "https://{}:{}/{}?{}#{}".format,
            st.text("abc.-_[]:%\u00df\u0130\u3002\uff0e0x", min_size=1, max_size=20),
            st.integers(-1, 70_000),
            st.text(max_size=10),
            st.text(max_size=10),
            st.text(max_size=10),
        ),
        st.builds("http://[{}]/".format, st.text("0123456789abcdef:.", max_size=30)),
    )
)
def test_accepted_url_can_be_requested(url: str) -> None:
    """An accepted URL must not fail later: the cache key and Scrapy's request parse it again."""
    if not takes(HttpUrl(), url):
        return

    address = HttpUrl().deserialize(url)

    assert normalise(address).lower().startswith("http")
    assert Request(address).url.lower().startswith("http")


class TestHeaders:
    @pytest.mark.parametrize(
        "headers",
        [
            {"X-A": "1"},
            {"Cookie": "a=b; c=d"},
            {"Authorization": "Bearer x"},
            {"Content-Type": "application/json"},
            {"User-Agent": "me"},
            {"x!#$%&'*+.^_`|~9": "1"},
            {"X-Empty": ""},
            {"X-Latin": "\u00e9"},
            {"Accept-Language": "de"},
            {"Referer": "http://a.example/"},
        ],
    )
    def test_header_is_accepted(self, headers: dict[str, str]) -> None:
        assert RequestHeaders().deserialize(headers) == headers

    @pytest.mark.parametrize(
        "headers",
        [
            {"X-A": "1\r\nX-B: 2"},
            {"X-A": "1\n"},
            {"X-A": "1\r"},
            {"X-A": "\x00"},
            {"X-A\r\nX-B": "1"},
            {"X A": "1"},
            {"X:A": "1"},
            {"": "1"},
            {"X-\u00c4": "1"},
            {"X-A": "\u20ac"},
            {"X-A": "\ud800"},
            {"X-A": 1},
            {"X-A": None},
            {"X-A": ["1"]},
            {"X-A": "\x7f"},
            {"Host": "evil"},
            {"host": "evil"},
            {"Content-Length": "1"},
            {"Transfer-Encoding": "chunked"},
            {"Connection": "close"},
            {"Keep-Alive": "1"},
            {"TE": "trailers"},
            {"Trailer": "X"},
            {"Upgrade": "h2c"},
            {"Expect": "100-continue"},
            {"Proxy-Authorization": "x"},
            {"Proxy-Connection": "x"},
            {"Proxy-Authenticate": "x"},
            {"Accept-Encoding": "br"},
            {"Sec-Fetch-Mode": "cors"},
            {f"X-{number}": "1" for number in range(51)},
            {"X-A": "x" * 8_190},
        ],
        ids=lambda headers: ascii(headers)[:50],
    )
    def test_header_is_rejected(self, headers: dict[str, Any]) -> None:
        assert not takes(RequestHeaders(), headers)

    def test_spellings_of_one_header_are_one_list(self) -> None:
        given = {"X-A": "1", "Cookie": "a=1", "x-a": "2", "COOKIE": "b=2"}
        assert RequestHeaders().deserialize(given) == {"X-A": "1, 2", "Cookie": "a=1; b=2"}

    @pytest.mark.parametrize("headers", [[], "X-A: 1", 1, [["X-A", "1"]]])
    def test_headers_are_an_object(self, headers: Any) -> None:
        assert not takes(RequestHeaders(), headers)


@pytest.mark.parametrize(
    "selector",
    [
        "p",
        "article.post > p",
        "#main",
        "a[href^='http']",
        "li:nth-child(2n+1)",
        "p:not(.ad)",
        "h1, h2",
        "*",
        "a:first-child",
        "a[title='::']",
        "p:last-of-type",
        "[lang|=en]",
        "p:last-of-type",
        " p ",
    ],
)
def test_selector_is_accepted(selector: str) -> None:
    assert takes(CssSelector(), selector)


@pytest.mark.parametrize(
    "selector",
    [
        "",
        " ",
        "p[",
        "p >",
        "> p",
        ",",
        "svg|a",
        "a[xlink|href]",
        "*:last-of-type",
        ":nth-of-type(2)",
        "p:no-such-class",
        "a:any-link",
        "p:before",
        "h1, p::after",
        "p::before",
        "p::text",
        "::attr(href)",
        "p:(",
        "\x00",
        "!",
        "{}",
        "p{}",
        "p[x='\x01']",
        "p[x='\\1 ']",
        "p[x='\uffff']",
    ],
)
def test_selector_is_rejected(selector: str) -> None:
    assert not takes(CssSelector(), selector)


def test_country_is_upper_cased() -> None:
    assert Country().deserialize("de") == "DE"


@pytest.mark.parametrize("country", ["", "D", "DEU", "XX", "EU", "UK", "ZZ", "d\u00e9", 49, None])
def test_country_is_iso_3166(country: Any) -> None:
    assert not takes(Country(), country)


@pytest.mark.parametrize(
    ("value", "is_accepted"),
    [
        (5, True),
        (5.0, True),
        ("5", False),
        (True, False),
        (5.5, False),
        (float("inf"), False),
        (10**400, False),
        ([], False),
    ],
)
def test_whole_numbers_are_strict(value: Any, is_accepted: bool) -> None:
    assert takes(Milliseconds(0, 10), value) is is_accepted


@pytest.mark.parametrize(
    ("value", "is_accepted"), [(True, True), (False, True), ("true", False), (1, False), (0, False), ("on", False)]
)
def test_flags_are_strict(value: Any, is_accepted: bool) -> None:
    assert takes(Flag(), value) is is_accepted


@pytest.mark.parametrize("text", ["\x00", "a\x00b", "\ud800", "\udfff"])
def test_text_that_cannot_be_stored_is_rejected(text: str) -> None:
    assert not takes(Text(), text)
    assert takes(Text(), "\U0001f577 spider")


def test_json_object_has_a_size() -> None:
    assert takes(JsonObject(max_bytes=20), {"a": "x" * 12})
    assert not takes(JsonObject(max_bytes=20), {"a": "x" * 13})
    assert takes(JsonObject(max_bytes=20), {"a": [1, 2, 3, True]})
    assert takes(JsonObject(max_bytes=20), {"a": "\u00e9" * 6})
    assert not takes(JsonObject(max_bytes=20), {"a": "\u00e9" * 7})
    assert not takes(JsonObject(), [])


@pytest.mark.parametrize(
    ("text", "is_good"),
    [
        ("2026-11-22", True), ("2026-11-22T10:00Z", True), ("2026-11-22T10:00:00Z", True),
        ("2026-11-22T10:00:00.5+05:30", True), ("1970-01-01", True), ("2099-12-31T23:59:59-23:59", True),
        ("2000-02-29", True), ("2028-02-29", True), ("2026-02-29", False), ("2026-04-31", False), ("2026-13-01", False),
        ("1969-12-31", False), ("2100-01-01", False), ("0000-00-00", False),
        ("2026-11-22T10:00:00", False), ("2026-11-22 10:00:00Z", False), ("20261122", False), ("2026-W47-1", False),
        ("2026-02-30", False), ("2026-11-22T25:00Z", False), ("2026-11-22T10:00:00 01:00", False), ("1700000000", False),
        ("", False), (" 2026-11-22", False), ("٢٠٢٦-11-22", False),
        ("2026-11-22T10:00+99:00", False),
    ],
)  # fmt: skip
def test_instant_is_a_day_or_a_time_with_its_zone(text: str, is_good: bool) -> None:
    field = Instant()

    assert takes(field, text) is is_good
    assert not is_good or re.fullmatch(field.metadata["published"]["pattern"], text)


@given(st.from_regex(Instant().metadata["published"]["pattern"], fullmatch=True))
@settings(max_examples=200, deadline=None)
def test_instant_accepts_all_that_its_schema_accepts(text: str) -> None:
    assert takes(Instant(), text.removesuffix("\n"))  # `$` also matches before the end of the line.
