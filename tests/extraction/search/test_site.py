"""Sites of a query as patterns for URLs. Postgres reads these as Python does."""

from __future__ import annotations

import re

import pytest

from extraction.search import site
from extraction.search.site import Site


@pytest.mark.parametrize(
    ("named", "url", "is_of_it"),
    [
        ("example.com", "https://example.com/", True),
        ("example.com", "http://www.example.com:8080/x", True),
        ("example.com", "https://notexample.com/", False),
        ("example.com", "https://example.com.evil.org/", False),
        ("example.com", "https://evil.org/?at=www.example.com/", False),
        ("exampleXcom", "https://example.com/", False),
        ("org", "https://www.example.org/", True),
        (".org", "https://www.example.org/", True),
        ("*.example.com", "https://www.example.com/", True),
        ("https://example.com/docs/", "https://example.com/docs", True),
        ("example.com/docs", "https://www.example.com/docs/a?b", True),
        ("example.com/docs", "https://example.com/documents", False),
        ("example.com/a.b", "https://example.com/axb", False),
        ("example.com/é", "https://example.com/%C3%A9/x", True),
        ("127.0.0.1:80", "http://127.0.0.1:8080/", False),
        ("127.0.0.1", "http://127.0.0.1:8080/", True),
        ("münchen.de", "https://www.xn--mnchen-3ya.de/", True),
    ],
)
def test_urls_of_a_site(named: str, url: str, is_of_it: bool) -> None:
    found = Site.of(named)

    assert found is not None and bool(re.search(site.pattern([found]) or "", url)) is is_of_it


def test_several_sites_and_none() -> None:
    made = site.pattern([Site("a.example"), Site("b.example")]) or ""

    assert re.search(made, "https://b.example/") and not re.search(made, "https://c.example/")
    assert site.pattern([]) is None


@pytest.mark.parametrize("text", ["!!!", "a b", "http://", "a..b", "a.example:99999", "[::1]", ""])
def test_what_names_no_site(text: str) -> None:
    assert Site.of(text) is None
