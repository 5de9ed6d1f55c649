"""The words that a mistyped word may mean: those that differ from it in one letter, or in the order of two."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from extraction.search.words import fold

WORD_MIN_CHARS, WORD_MAX_CHARS = 4, 24
_ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "αβγδεζηθικλμνξοπρσςτυφχψω", "абвгдежзийклмнопрстуфхцчшщъыьэюя" + "іїєґ")


def near(word: str) -> frozenset[str]:
    """The spellings near a word, folded. Empty for short words, for names with digits, and for scripts without an alphabet here."""
    written = fold(word)
    letters = _alphabet(written)
    if not WORD_MIN_CHARS <= len(written) <= WORD_MAX_CHARS or not letters:
        return frozenset()
    return frozenset(_edits(written, letters)) - {written}


def _alphabet(word: str) -> str:
    """The folded letters of the alphabet that has every letter of a word."""
    folded = ("".join(map(fold, letters)) for letters in _ALPHABETS)
    return next((letters for letters in folded if set(word) <= set(letters)), "")


def _edits(word: str, letters: str) -> Iterator[str]:
    for position in range(len(word) + 1):
        before, after = word[:position], word[position:]
        for letter in letters:
            yield before + letter + after
            yield before + letter + after[1:]
        yield before + after[1:]
    for position, (one, other) in enumerate(pairwise(word)):
        yield word[:position] + other + one + word[position + 2 :]
