"""Whole numbers of addresses."""

from __future__ import annotations

import pytest

from contract.fields.identifier import INTEGER_MAX, parse_number


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", 0), ("007", 7), ("50", 50), ("51", None), ("9" * 5_000, None), ("", None), ("-1", None), ("1.0", None),
        ("\u00b2", None), ("\u0663", None), ("1\n", None),
    ],
)  # fmt: skip
def test_whole_number_is_read_within_its_limit(text: str, expected: int | None) -> None:
    assert parse_number(text, 50) == expected


def test_number_that_postgres_cannot_compare_is_none() -> None:
    assert (parse_number(str(INTEGER_MAX)), parse_number(str(INTEGER_MAX + 1))) == (INTEGER_MAX, None)
