"""URLs are resolved as `urljoin` resolves them, also the simple ones that are joined without it."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest

from extraction.document.addresses import absolute, http_address

BASES = (
    "https://a.example",
    "https://a.example/",
    "http://a.example:8080/x/y/z.html",
    "https://a.example/x/?q=/b/c#d",
    "https://a.example/x/../y/z",
    "https://a.example/x//y/z",
    "https://a.example/x;p/y;q/z",
    "https://user:word@a.example/x/y",
)
REFERENCES = (
    "b", "b/", "b/c.html", "b.c/d", "b/c.d/", "/", "/b/c.html?d=e", "../b", "../../../../b/c", "..", "../", "./b", "b/../c", "b//c",
    "//b.example/c", "?b=c", "b?c=d/e", "#b", "b#c", "b#", "b?", "/b?", "b;", "/b;c", "https://b.example/c.d", "https://b.example/c/?",
    "https://b.example/c/../d", "HTTPS://b.example/c", "mailto:b@c.example", "b:c", "httpb/c", "é/ü", "b.", "b..c", "/b/.", "",
)  # fmt: skip


@pytest.mark.parametrize("base", BASES)
def test_references_are_resolved_as_in_the_standard_library(base: str) -> None:
    assert {each: absolute(base, each) for each in REFERENCES} == {each: urljoin(base, each) for each in REFERENCES}


@pytest.mark.parametrize(
    ("reference", "found"),
    [
        (" ../b#c ", "https://a.example/b"),
        ("https://b.example/c d", "https://b.example/c%20d"),
        ("/b\n/c", "https://a.example/b/c"),
        ("javascript:b()", None),
        ("https://[b", None),
    ],
)
def test_links_are_web_addresses_without_fragments(reference: str, found: str | None) -> None:
    assert http_address("https://a.example/x/y", reference) == found
