"""A pattern for texts in any case finds what `re.I` finds."""

from __future__ import annotations

import re

import pytest

from extraction.document.any_case import AnyCase

PATTERN = r"sign in|kaufen|größe|(?P<price>[$€]\s?\d+)|mehr\b"


@pytest.mark.parametrize(
    "text",
    ["Please SIGN in", "\u212aaufen", "GRÖSSE GRÖßE", "ſign in", "SİGN ıN and sIgn in", "€ 20 MEHR", "Mehrwert", ""],
    ids=["capitals", "kelvin", "umlaut", "long s", "dotted and dotless", "group", "boundary", "empty"],
)  # fmt: skip
def test_finds_what_re_i_finds(text: str) -> None:
    fast, slow = AnyCase(PATTERN), re.compile(PATTERN, re.I)

    assert [found.lower() for found in fast.findall(text)] == [found.lower() for found in slow.findall(text)]
    for one, other in ((fast.search(text), slow.search(text)), (fast.match(text), slow.match(text))):
        assert (one and (one.span(), one.lastgroup)) == (other and (other.span(), other.lastgroup))
