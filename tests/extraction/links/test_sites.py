"""Origins of URLs."""

from __future__ import annotations

import pytest

from extraction.links.sites import origin_of


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://example.com:443/page", "https://example.com"),
        ("http://example.com:443/", "http://example.com:443"),
        ("http://[2001:db8::1]/", "http://[2001:db8::1]"),
        ("https://[2001:db8::1]:8443/x", "https://[2001:db8::1]:8443"),
    ],
)
def test_origin_has_the_port_if_it_is_not_the_schemes_own(url: str, origin: str) -> None:
    assert origin_of(url) == origin
