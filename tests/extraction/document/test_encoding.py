"""Which encoding of a body is believed: what it declares, as far as its bytes fit."""

from __future__ import annotations

import pytest

from extraction.document import encoding


@pytest.mark.parametrize(
    ("body", "content_type", "names"),
    [
        (b"<meta charset=utf-16>", "", ["utf-8"]),
        (b"<meta charset=big5>", "text/html; charset=UTF-16LE", ["utf-8", "big5hkscs"]),
        (b"<?xml version='1.0' encoding='koi8-r'?>", "", ["koi8-r"]),
        (b"<meta charset=no-such-encoding>", "", []),
    ],
)
def test_declared_encodings_are_those_of_the_web(body: bytes, content_type: str, names: list[str]) -> None:
    assert encoding.declarations(body, content_type) == names


@pytest.mark.parametrize(("broken", "is_believed"), [(2, True), (3, False)])
def test_a_declaration_is_believed_if_at_most_two_bytes_do_not_fit(broken: int, is_believed: bool) -> None:
    text = encoding.decode(b"<meta charset=big5>\xa4\xa4" + broken * b" \xff", "")

    assert ("\ufffd" in text) is is_believed
