"""Spellings near a word."""

from __future__ import annotations

import pytest

from extraction.search import spelling


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("bicylce", "bicycle"), ("bicycel", "bicycle"), ("biycycle", "bicycle"), ("bicycl", "bicycle"), ("vicycle", "bicycle"),
        ("réseux", "reseaux"), ("новсти", "новости"), ("ειδησις", "ειδησεισ"),
    ],
)  # fmt: skip
def test_one_letter_more_less_or_other_and_two_in_another_order(written: str, meant: str) -> None:
    assert meant in spelling.near(written) and written not in spelling.near(written)


@pytest.mark.parametrize("word", ["", "cat", "r2d2c3po", "東京大学", "kiеv", "x" * 25])
def test_words_without_near_spellings(word: str) -> None:
    assert spelling.near(word) == frozenset()
