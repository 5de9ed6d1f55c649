"""Addresses of people."""

from __future__ import annotations

import pytest

from contract.errors import InvalidRequest
from contract.fields.email import EMAIL_MAX_CHARS, parse_email

DOMAIN = ".".join(["a" * 60] * 3) + ".example"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("mara@example.com", "mara@example.com"),
        (" Mara.O+news@Example.COM ", "mara.o+news@example.com"),
        ("a@xn--strae-oqa.de", "a@xn--strae-oqa.de"),
        ("m" * (EMAIL_MAX_CHARS - len(DOMAIN) - 1) + "@" + DOMAIN, None),
    ],
)
def test_address_has_one_spelling(text: str, address: str | None) -> None:
    assert parse_email(text) == (address or text)


@pytest.mark.parametrize(
    "text",
    [
        "", "mara", "mara@", "@example.com", "mara@example", "a b@example.com", "mara@example.com, x@example.com",
        "m\u00e4ra@example.com", "mara@ex\u0430mple.com", '"a\x01"@example.com',
        "m" * (EMAIL_MAX_CHARS - len(DOMAIN)) + "@" + DOMAIN,
    ],
)  # fmt: skip
def test_other_texts_are_rejected(text: str) -> None:
    with pytest.raises(InvalidRequest):
        parse_email(text)
