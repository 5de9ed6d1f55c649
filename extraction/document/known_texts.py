"""Remembers what a pure function returned for a text. Pages choose the texts, so the memory is limited in characters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

V = TypeVar("V")

# Longer texts are computed each time, because a page can have thousands of them.
KNOWN_MAX_CHARS = 500
# An entry needs more memory than its characters: the value, and the entry of the table.
_ENTRY_CHARS = 100


class KnownTexts(dict[str, V]):
    """The values of a function by text. Empties itself when the texts total more than `chars_max` characters."""

    def __init__(self, function: Callable[[str], V], chars_max: int) -> None:
        super().__init__()
        self._function = function
        self._chars_max = chars_max
        self._chars = 0

    def __missing__(self, text: str) -> V:
        value = self._function(text)
        if len(text) <= KNOWN_MAX_CHARS:
            self._chars += len(text) + _ENTRY_CHARS
            if self._chars > self._chars_max:
                self.clear()
                self._chars = len(text) + _ENTRY_CHARS
            self[text] = value
        return value


def remembered(chars_max: int) -> Callable[[Callable[[str], V]], Callable[[str], V]]:
    """A decorator for pure functions of one text. Faster than `lru_cache`, whose limit is a number of texts of any length."""

    def decorate(function: Callable[[str], V]) -> Callable[[str], V]:
        return KnownTexts(function, chars_max).__getitem__

    return decorate
