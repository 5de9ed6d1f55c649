"""Text reduced for comparison."""

from __future__ import annotations

import unicodedata

_SPECIAL = str.maketrans({"ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d", "ı": "i"})


def folded(text: str) -> str:
    """The text in lower case, without accents and ligatures."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", text.casefold().translate(_SPECIAL))
    return "".join(character for character in text if not unicodedata.combining(character))


def letters(text: str) -> str:
    """The letters and digits of a text in lower case."""
    return "".join(filter(str.isalnum, text.casefold()))
