"""What spans say about addresses, and what they leave out."""

from __future__ import annotations

import pytest

from contract.tracing.attributes import URL_MAX_CHARS, server_of, url_attributes


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://example.com/a", "https://example.com/a"),
        ("https://me:secret@example.com/a#token", "https://example.com/a"),
        ("https://example.com:8443/a?key=secret&page=2", "https://example.com:8443/a?key=REDACTED&page=REDACTED"),
        ("https://example.com/?secret", "https://example.com/?REDACTED"),
        ("https://example.com/?a=secret=more&&b=", "https://example.com/?a=REDACTED&REDACTED&b=REDACTED"),
        ("http://[::1]:80/", "http://[::1]:80/"),
    ],
)
def test_addresses_are_shown_without_secrets(url: str, shown: str) -> None:
    assert url_attributes(url)["url.full"] == shown


def test_server_is_named_with_its_port() -> None:
    assert server_of("https://hooks.example.com/T0/secret") == {
        "server.address": "hooks.example.com",
        "server.port": 443,
    }
    assert server_of("http://[::1]:81/") == {"server.address": "::1", "server.port": 81}


@pytest.mark.parametrize("url", ["", "nonsense", "http://", "http://[::1", "http://example.com:99999/", "mailto:a@b"])
def test_address_that_cannot_be_read_has_no_attributes(url: str) -> None:
    assert url_attributes(url) == {}


def test_long_address_is_cut() -> None:
    assert len(str(url_attributes("http://a.com/" + "x" * 9_000)["url.full"])) == URL_MAX_CHARS
