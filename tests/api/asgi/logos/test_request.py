"""Which requests are for logos, and what they want."""

from __future__ import annotations

from typing import Any

import pytest

from api.asgi.logos.request import given_key, image_host, is_within, read, referring_host, requested_domain
from contract.errors import InvalidRequest, Unauthorized


def scope(path: str, query: bytes = b"", method: str = "GET", **headers: str) -> dict[str, Any]:
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"method": method, "path": path, "raw_path": path.encode(), "query_string": query, "headers": given}


@pytest.mark.parametrize(
    "path,host,domain",
    [
        ("/v1/web/logo/acme.com", "api.test", "acme.com"),
        ("/logo/acme.com", "img.test", "acme.com"),
        ("/logo/acme.com", "IMG.test", "acme.com"),
        ("/logo/acme.com", "api.test", None),
        ("/v1/web/logo/https%3A%2F%2Facme.com%2Fx", "api.test", "https://acme.com/x"),
        ("/v1/web/logo/", "api.test", None),
        ("/v1/web/brand/logo", "img.test", None),
        ("/logos/acme.com", "img.test", None),
    ],
)
def test_logo_is_served_under_both_paths(path: str, host: str, domain: str | None) -> None:
    assert requested_domain(scope(path, host=host), image_host("https://img.test/")) == domain


def test_without_an_image_url_the_short_path_is_served_under_any_host() -> None:
    assert requested_domain(scope("/logo/acme.com", host="any.test"), image_host(None)) == "acme.com"


@pytest.mark.parametrize(
    "query,message",
    [
        (b"size=0", "size"), (b"size=1.5", "size"), (b"size=64&size=32", "size: appears"), (b"theme=blue", "theme"),
        (b"what=1", "what"), (b"type=", "type"), (b"fallback=none", "fallback"), (b"token=%ff", "query"), (b"\xff", "query"),
    ],
)  # fmt: skip
def test_bad_parameter_is_named(query: bytes, message: str) -> None:
    with pytest.raises(InvalidRequest, match=message):
        read("acme.com", query)


def test_parameters_have_the_defaults_of_the_specification() -> None:
    requested = read("www.ACME.com", b"token=ow_pk_x").query

    assert (requested.size, requested.theme, requested.type, requested.fallback) == (128, "light", "icon", "monogram")


def test_secret_key_in_a_url_is_refused() -> None:
    with pytest.raises(Unauthorized, match="URL"):
        given_key(scope("/logo/a.com", b"token=ow_sk_secret"))

    assert given_key(scope("/logo/a.com", b"token=ow_pk_x", x_api_key="ow_sk_y")) == "ow_pk_x"
    assert given_key(scope("/logo/a.com", b"", x_api_key=" ow_sk_y ")) == "ow_sk_y"


@pytest.mark.parametrize(
    "host,is_inside",
    [("acme.com", True), ("a.b.acme.com", True), ("badacme.com", False), ("acme.com.evil.test", False), (None, False), 
     ("com", False)],
)  # fmt: skip
def test_lock_holds_at_the_borders_of_labels(host: str | None, is_inside: bool) -> None:
    assert is_within(host, ("other.org", "acme.com")) is is_inside


def test_origin_is_checked_before_the_referer() -> None:
    assert referring_host(scope("/", origin="https://Evil.test:8443", referer="https://acme.com/")) == "evil.test"
    assert referring_host(scope("/", origin="null", referer="https://acme.com./x")) == "acme.com"
    assert referring_host(scope("/", referer="https://[bad")) is None


def test_long_query_is_refused_and_not_remembered() -> None:
    """The key is not checked yet: a flood of long queries must not fill the memory."""
    long = b"token=ow_pk_x&size=" + b"0" * 2_000 + b"64"

    assert given_key(scope("/logo/a.com", long)) == ""
    with pytest.raises(InvalidRequest, match="1000 bytes"):
        read("acme.com", long)


def test_backslash_ends_the_host_of_a_referring_page() -> None:
    """Browsers read it as a slash, so the page belongs to the host before it."""
    assert referring_host(scope("/logo/a.com", referer="https://evil.test\\.acme.com/")) == "evil.test"
