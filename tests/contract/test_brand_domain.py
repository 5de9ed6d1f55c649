"""Addresses of brands: what counts as a domain, the host it is stored under, and the URLs that are tried."""

from __future__ import annotations

import pytest

from contract.fields.brand_domain import parse


@pytest.mark.parametrize(
    "text,host,urls",
    [
        ("acme.com", "acme.com", ("https://acme.com/", "https://www.acme.com/", "http://acme.com/")),
        (" WWW.Acme.com. ", "acme.com", ("https://www.acme.com/", "https://acme.com/", "http://www.acme.com/")),
        ("shop.acme.co.uk/cart?x=1", "shop.acme.co.uk", None),
        ("https://www.acme.com:8443/about#x", "acme.com", ("https://www.acme.com:8443/",)),
        ("http://acme.com", "acme.com", ("http://acme.com/",)),
        ("acme.com:8080", "acme.com", ("https://acme.com:8080/", "http://acme.com:8080/")),
        ("münchen.de", "xn--mnchen-3ya.de", None),
        ("straße.de", "xn--strae-oqa.de", None),
        ("www.com", "www.com", None),
        ("acme.com/a@b", "acme.com", None),
        ("http://[::1]:8000/", "[::1]", ("http://[::1]:8000/",)),
    ],
)
def test_address_is_read(text: str, host: str, urls: tuple[str, ...] | None) -> None:
    address = parse(text)

    assert address.host == host
    assert urls is None or address.urls == urls


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("acme.com", "acme.com"),
        ("https://www.acme.com/about", "acme.com"),
        ("acme.com:443", "acme.com"),
        ("https://acme.com:443", "acme.com"),
        ("http://acme.com", "acme.com:80"),
        ("acme.com:80", "acme.com:80"),
        ("https://www.acme.com:8443/", "acme.com:8443"),
        ("http://[::1]:8000/", "[::1]:8000"),
    ],
)
def test_another_port_has_a_record_of_its_own(text: str, key: str) -> None:
    address = parse(text)

    assert address.key == key and address.has_own_port == (key != address.host)
    assert parse(key).key == key


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "acme", "acme com", "ftp://acme.com", "javascript://acme.com", "https://", "user@acme.com", "https://a:b@acme.com",
        "acme.com:99999", "acme.com:25", "-acme.com", "acme..com", "*.acme.com", "acme.com\\@evil.test", "a\x00.com", 
        "a" * 64 + ".com", "https://" + "a." * 126 + "com/",
        "<b>.com", "https://acme.com:0/",
    ],
)  # fmt: skip
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"must be a domain|Port|user name"):
        parse(text)
