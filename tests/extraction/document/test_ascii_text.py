"""Texts that are ASCII or nearly so."""

from __future__ import annotations

import re

import pytest

from extraction.document import ascii_text
from extraction.markdown import words
from extraction.search.words import split


@pytest.mark.parametrize(
    "text",
    [
        "It\u2019s a \u201cfast\u201d way \u2013 isn\u2019t it\u2026 yes\u2014no",
        "\u2018quoted\u2019 words\xa0with\xa0blanks",
        "O\u2019Neill\u2019s caf\u00e9\u2014closed",
        "plain text, state-of-the-art",
    ],
)
def test_words_are_the_same_with_ascii_punctuation(text: str) -> None:
    replaced = ascii_text.with_ascii_punctuation(text)

    assert re.findall(r"\w+", replaced) == re.findall(r"\w+", text)
    assert words.count(text) == len(re.findall(r"\w+(?:['\u2019.\-]\w+)*", text))
    assert list(split(text)) == re.findall(r"\w+", text.lower())


def test_letters_are_lower_case_and_separated_by_blanks() -> None:
    assert ascii_text.lower_letters("Don't STOP_it: 3.5%").split() == ["don", "t", "stop_it", "3", "5"]


@pytest.mark.parametrize(
    "text",
    [
        "„schön“ – 5 €, l’été",
        "œuvre šířka Ÿ ƒ ˆ™",
        "x²½ª_µ\xa0y\x85z\x1cq",
        "Ярмарка’s 語 été",
        "a’b'c.d-e",
        "İstanbul ı",
        "a’b → c’d ✓ 3.5🎉x_y",
    ],
)
def test_words_of_western_texts_are_those_of_the_expression(text: str) -> None:
    assert ascii_text.words(text.lower()) == re.findall(r"\w+", text.lower())
    if "語" not in text:
        assert words.count(text) == len(re.findall(r"\w+(?:['\u2019.\-]\w+)*", text))


def test_middle_dot_of_katakana_is_counted_in_any_text() -> None:
    assert words.count("One・two") == 3


def test_characters_beyond_ascii_keep_their_order() -> None:
    assert ascii_text.beyond_ascii("a é\u200b语\ud800 b\U000e0041") == "é\u200b语\U000e0041"
