"""Declared dates in many spellings."""

from __future__ import annotations

import pytest

from extraction.declared.dates import iso


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2024-05-01", "2024-05-01"),
        ("20240501", "2024-05-01"),
        ("2024-5-1", "2024-05-01"),
        ("2024-5-123", None),
        ("May 1, 2024 10:00-12", "2024-05-01T10:00:00"),
        ("2024-5-1T9:00:00Z", "2024-05-01T09:00:00Z"),
        ("  2024-05-01T10:00:00.123+0200 ", "2024-05-01T08:00:00Z"),
        ("2024-05-01 10:00 Zoo", "2024-05-01T10:00:00"),
        ("2024-05-01 10:00 PM", "2024-05-01T22:00:00"),
        ("2024-05-01 12:30 am", "2024-05-01T00:30:00"),
        ("2024-05-01 10:00:30 p.m. +02:00", "2024-05-01T20:00:30Z"),
        ("May 1, 2024 10:00 p.m.", "2024-05-01T22:00:00"),
        ("May 1st, 2024, 10:00 PM GMT", "2024-05-01T22:00:00Z"),
        ("Wed, 01 May 2024 10:00:00 +0200", "2024-05-01T08:00:00Z"),
        ("2024年5月1日 10:00", "2024-05-01T10:00:00"),
        ("2024-05-01T10:00:00+23:99", "2024-05-01T10:00:00Z"),
        ("2024-05-01T10:00:00+99:00", "2024-05-01T10:00:00Z"),
    ],
)
def test_dates_are_read_in_every_spelling(written: str, read: str) -> None:
    assert iso(written) == read


@pytest.mark.parametrize("written", ["", "2024", "2024-05", "2024-123", "2024-13-01", "2024-05-01T99:00", "soon"])
def test_incomplete_date_is_none(written: str) -> None:
    assert iso(written) is None
