"""Request bodies: strict JSON, and no input that makes the service fail."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.checks.request_json import read_json
from contract.errors import InvalidRequest
from tests.api.conftest import Caller, failure_of


def nested(depth: int, kind: str = "[]") -> bytes:
    """A body with this many levels, including the outer object."""
    opened, closed = ('{"a":', "}") if kind == "{}" else ("[", "]")
    return f'{{"x": {opened * (depth - 1)}{"1" if kind == "{}" else ""}{closed * (depth - 1)}}}'.encode()


BAD = {
    "empty": b"",
    "blank": b"  ",
    "half": b'{"url": "http://a.example/"',
    "trailing comma": b'{"url": "http://a.example/",}',
    "two values": b"{}{}",
    "single quotes": b"{'url': 1}",
    "comment": b'{"url": "x" /* y */}',
    "not UTF-8": b'{"url": "\xff\xfe"}',
    "UTF-16": '{"url": "http://a.example/"}'.encode("utf-16"),
    "byte order mark": b"\xef\xbb\xbf{}",
    "NaN": b'{"url": "http://a.example/", "waitFor": NaN}',
    "Infinity": b'{"url": "http://a.example/", "waitFor": Infinity}',
    "minus Infinity": b'{"url": "http://a.example/", "waitFor": -Infinity}',
    "number out of range": b'{"url": "http://a.example/", "waitFor": 1e999}',
    "huge integer": b'{"url": "http://a.example/", "waitFor": ' + b"9" * 5_000 + b"}",
    "large integer": b'{"url": "http://a.example/", "waitFor": ' + b"9" * 40 + b"}",
    "escaped NUL": rb'{"url": "http://a.example/", "body": "\u0000"}',
    "NUL in a name": rb'{"url": "http://a.example/", "\u0000": 1}',
    "raw NUL": b'{"url": "http://a.example/\x00"}',
    "lone high surrogate": rb'{"url": "http://a.example/", "body": "\ud800"}',
    "lone low surrogate": rb'{"url": "http://a.example/", "jsonOptions": {"schema": {"a": ["\udfff"]}}}',
    "surrogate in a name": rb'{"url": "http://a.example/", "headers": {"\ud800": "x"}}',
    "duplicate name": b'{"url": "http://a.example/", "url": "http://b.example/"}',
    "duplicate name below": b'{"url": "http://a.example/", "headers": {"X-A": "1", "X-A": "2"}}',
    "duplicate name that is not text": rb'{"\ud800": 1, "\ud800": 2}',
    "list": b'[{"url": "http://a.example/"}]',
    "string": b'"http://a.example/"',
    "number": b"1",
    "null": b"null",
    "true": b"true",
    "65 levels": nested(65),
    "100,000 levels of lists": nested(100_000),
    "100,000 levels of objects": nested(100_000, "{}"),
    "unclosed levels": b"[" * 100_000,
    "unknown field": b'{"url": "http://a.example/", "render": true}',
    "raw control character": b'{"url": "http://a.example/\x01"}',
}


@pytest.mark.parametrize("body", BAD.values(), ids=BAD)
def test_bad_body_is_a_validation_error(caller: Caller, body: bytes) -> None:
    failure = failure_of(caller.post(body))

    assert (failure["statusCode"], failure["code"]) == (400, "VALIDATION_ERROR")
    assert all(set(detail) == {"field", "message"} for detail in failure["error"]["details"])


def test_response_to_a_bad_body_never_reports_an_internal_error(caller: Caller) -> None:
    failure = failure_of(caller.post(BAD["duplicate name that is not text"]))

    assert failure["error"]["details"][0]["message"] == "appears more than once"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (rb'{"url": "http://a.example/\u0000"}', "url"),
        (rb'{"maxAge": 1, "headers": {"X-A": ["\ud800"]}}', "headers"),
        (rb'{"\u0000": 1}', "body"),
        (rb'["\u0000"]', "body"),
    ],
)
def test_field_with_a_character_that_cannot_be_stored_is_named(body: bytes, field: str) -> None:
    with pytest.raises(InvalidRequest, match=f"^{field}: must not contain NUL characters"):
        read_json(body)


def test_many_names_are_checked_in_linear_time() -> None:
    """One body must not block a process: comparing every pair of these names would take minutes."""
    body = b"{" + b",".join(b'"%d":1' % number for number in [*range(150_000), 149_999]) + b"}"
    started = time.process_time()

    with pytest.raises(InvalidRequest, match="149999: appears more than once"):
        read_json(body)

    assert time.process_time() - started < 2


def test_surrogate_pair_is_text() -> None:
    assert read_json(rb'{"a": "\ud83d\udd77"}') == {"a": "\U0001f577"}


@pytest.mark.parametrize("kind", ["[]", "{}"])
def test_sixty_four_levels_are_read_and_one_more_is_not(kind: str) -> None:
    assert read_json(nested(64, kind))
    with pytest.raises(InvalidRequest):
        read_json(nested(65, kind))


def test_depth_limit_applies_to_requests(caller: Caller) -> None:
    """At 64 levels only the field is invalid, at 65 the whole body."""
    fine, deep = (failure_of(caller.post(nested(depth))) for depth in (64, 65))

    assert fine["error"]["details"][0]["field"] in {"x", "url"}
    assert deep["error"]["details"][0]["field"] == "body"


@pytest.mark.parametrize("number", [b"-0", b"0.0", b"1e0", b"30000", b"3e4"])
def test_numbers_are_read_as_json_means_them(caller: Caller, number: bytes) -> None:
    answer = caller.post(b'{"url": "http://127.0.0.1:4/", "waitFor": ' + number + b"}")

    assert failure_of(answer)["code"] == "REQUEST_TIMEOUT"  # No worker runs, so a timeout means that it was valid.


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "application/xml"],
)
def test_other_content_types_are_415(caller: Caller, content_type: str) -> None:
    failure = failure_of(caller.post(b'{"url": "http://a.example/"}', Content_Type=content_type))

    assert (failure["statusCode"], failure["code"]) == (415, "VALIDATION_ERROR")


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "application/json; charset=utf-8", "Application/JSON", "application/problem+json"],
)
def test_json_content_types_are_accepted(caller: Caller, content_type: str) -> None:
    assert failure_of(caller.post(b"{}", Content_Type=content_type))["statusCode"] == 400


@pytest.mark.parametrize("path", ["scrape", "markdown", "html", "raw-html", "links", "structured"])
def test_every_endpoint_validates_its_body(caller: Caller, path: str) -> None:
    for body in (b"", b"[]", b'{"url": NaN}', b'{"url": "nonsense"}', nested(100_000)):
        assert failure_of(caller.post(body, f"/v1/web/{path}"))["statusCode"] == 400


def test_format_endpoint_takes_no_formats(caller: Caller) -> None:
    failure = failure_of(caller.post(b'{"url": "http://a.example/", "formats": ["links"]}', "/v1/web/links"))

    assert failure["error"]["details"][0]["field"] == "formats"


def test_fields_are_named_in_wire_names(caller: Caller) -> None:
    body = {
        "url": "x",
        "waitFor": -1,
        "location": {"languages": ["!"]},
        "headers": {"Host": "x"},
        "includeTags": ["p", "["],
    }

    details = failure_of(caller.post(json.dumps(body).encode()))["error"]["details"]

    fields = {detail["field"] for detail in details}
    assert {"url", "waitFor", "location.languages[0]", "headers.Host", "includeTags[1]"} <= fields


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
)
def test_no_bytes_raise_another_error(body: bytes) -> None:
    try:
        read_json(body)
    except InvalidRequest as error:
        assert error.details


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
_names = st.sampled_from(
    [
        "url",
        "formats",
        "jsonOptions",
        "includeTags",
        "waitFor",
        "timeout",
        "location",
        "headers",
        "maxAge",
        "async",
        "method",
        "body",
    ]
)


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.dictionaries(_names, _json, max_size=6))
def test_no_object_causes_a_500(caller: Caller, body: dict[str, object]) -> None:
    body["url"] = "ftp://never.valid/"  # So that nothing is started.

    assert caller.post(json.dumps(body).encode()).status_code == 400 or caller.key is None


@pytest.fixture
def crawl_id(caller: Caller) -> str:
    answer = caller.post(b'{"url": "http://127.0.0.1:4/"}', "/v1/web/crawl")
    assert caller.send("GET", answer.headers["Location"]).status_code == 200
    assert answer.get_json()["statusUrl"].endswith(answer.headers["Location"])
    made: str = answer.get_json()["crawlId"]
    return made


@pytest.mark.parametrize(
    ("method", "path", "query", "field"),
    [
        ("GET", "crawl/{id}", "limt=1", "limt"),
        ("GET", "crawl/{id}", "limit=1&limit=1", "limit"),
        ("GET", "crawl/{id}", "include_data=false", "include_data"),
        ("GET", "crawl/{id}", "limit=", "limit"),
        ("GET", "crawl/{id}/deliveries", "limt=1", "limt"),
        ("GET", "scrape/{id}", "a%00", "a\ufffd"),
        ("DELETE", "crawl/{id}", "force", "force"),
        ("POST", "scrape", "formats=links", "formats"),
        ("POST", "batch", "=", ""),
    ],
)
def test_unknown_or_repeated_query_name_is_rejected(
    caller: Caller, crawl_id: str, method: str, path: str, query: str, field: str
) -> None:
    body = b'{"url": "http://127.0.0.1:4/"}' if method == "POST" else None

    failure = failure_of(caller.send(method, f"/v1/web/{path.format(id=crawl_id)}?{query}", body))

    assert (failure["statusCode"], failure["error"]["details"][0]["field"]) == (400, field)
