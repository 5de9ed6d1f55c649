"""Words of texts that are ASCII or nearly so, or Western European, which take a fraction of the time of other texts."""

from __future__ import annotations

import re

# The characters beyond ASCII that most texts have, and nothing else. They are not part of a word, except the apostrophe.
_PUNCTUATION = (
    ("\u2019", "'"), ("\u2018", " "), ("\u201c", " "), ("\u201d", " "), ("\u2013", " "), ("\u2014", " "), ("\u2026", " "),
    ("\xa0", " "),
)  # fmt: skip
_LETTERS = bytes(
    ord(chr(code).lower()) if chr(code).isalnum() or chr(code) == "_" else 32 for code in range(128)
).ljust(256, b" ")
# Texts of Western Europe and their quotation marks and currencies fit into this encoding of one byte per character.
WESTERN = "cp1252"
WESTERN_CHARACTERS = tuple(bytes((code,)).decode(WESTERN, "ignore") for code in range(256))
_OF_WORDS = bytes(code if sign.isalnum() or sign == "_" else 32 for code, sign in enumerate(WESTERN_CHARACTERS))
_WORD = re.compile(r"\w+")
_ASCII = bytes(range(128))


def with_ascii_punctuation(text: str) -> str:
    """A text with the same words, and with ASCII instead of quotation marks and dashes."""
    if not text.isascii():
        for sign, plain in _PUNCTUATION:
            text = text.replace(sign, plain)
    return text


def beyond_ascii(text: str) -> str:
    """The characters of a text that are not ASCII. To search them takes a third of the time that the whole text takes."""
    return text.encode("utf-8", "ignore").translate(None, _ASCII).decode()


def lower_letters(text: str) -> str:
    """An ASCII text in lower case, with a blank instead of each character that belongs to no word."""
    return text.encode().translate(_LETTERS).decode()


def words(lower: str) -> list[str]:
    """The words of a text in lower case, as `\\w+` finds them."""
    try:
        return lower.encode(WESTERN).translate(_OF_WORDS).decode(WESTERN).split()
    except UnicodeEncodeError:
        return _WORD.findall(lower)
