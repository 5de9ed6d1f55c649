"""The normal form of URLs."""

from __future__ import annotations

import pytest

from extraction.document.addresses import http_address
from extraction.links.normal_form import normalise
from extraction.links.sites import site_of


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("HTTP://Example.COM:80/a", "http://example.com/a"),
        ("https://example.com:443", "https://example.com/"),
        ("https://example.com:8443/", "https://example.com:8443/"),
        ("https://example.com/a#part", "https://example.com/a"),
        ("https://example.com/a/./b/../c", "https://example.com/a/c"),
        ("https://example.com/../../a", "https://example.com/a"),
        ("https://example.com/a/..", "https://example.com/"),
        ("https://example.com/%7euser/%c3%a9", "https://example.com/~user/%C3%A9"),
        ("https://example.com/é b", "https://example.com/%C3%A9%20b"),
        ("https://example.com/?b=2&a=1&a=1", "https://example.com/?b=2&a=1&a=1"),
        ("https://example.com/100%", "https://example.com/100%25"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://Straße.example/", "https://xn--strae-oqa.example/"),
        ("http://[::1]:80/x", "http://[::1]/x"),
        ("https://user:pw@example.com/", "https://user:pw@example.com/"),
        ("https://example.com/a%2Fb", "https://example.com/a%2Fb"),
        ("not an address", "not an address"),
        ("http://[broken", "http://[broken"),
    ],
)
def test_spellings_of_one_url_have_one_normal_form(given: str, expected: str) -> None:
    assert normalise(given) == expected
    assert normalise(normalise(given)) == normalise(given)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("x.html#top", "https://example.com/dir/x.html"),
        ("//cdn.example.net/x", "https://cdn.example.net/x"),
        ("?q=1", "https://example.com/dir/?q=1"),
        ("https:\n//example.com/a", "https://example.com/a"),
        ("mailto:x@example.com", None),
        ("javascript:void(0)", None),
        ("data:text/html,x", None),
        ("http://[broken", None),
    ],
)
def test_links_are_absolute_http_or_nothing(address: str, expected: str | None) -> None:
    assert http_address("https://example.com/dir/", address) == expected


def test_sites_follow_public_suffixes_without_network_requests() -> None:
    assert site_of("https://www.shop.example.co.uk/x") == "example.co.uk"
    assert site_of("http://10.0.0.1:81/") == "10.0.0.1:81"
    assert site_of("http://localhost:5000/") == "localhost:5000"
    # Top-level domains of private networks are not in the suffix list.
    assert site_of("http://wiki.example.corp:8080/") == site_of("http://example.corp/") == "example.corp"
    assert site_of("http://0x7f.1/") == "0x7f.1"
