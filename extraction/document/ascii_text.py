"""Words of texts that are ASCII or nearly so, which take a fraction of the time of other texts."""

from __future__ import annotations

# The characters beyond ASCII that most texts have, and nothing else. They are not part of a word, except the apostrophe.
_PUNCTUATION = (
    ("\u2019", "'"), ("\u2018", " "), ("\u201c", " "), ("\u201d", " "), ("\u2013", " "), ("\u2014", " "), ("\u2026", " "),
    ("\xa0", " "),
)  # fmt: skip
_LETTERS = bytes(
    ord(chr(code).lower()) if chr(code).isalnum() or chr(code) == "_" else 32 for code in range(128)
).ljust(256, b" ")


def with_ascii_punctuation(text: str) -> str:
    """A text with the same words, and with ASCII instead of quotation marks and dashes."""
    if not text.isascii():
        for sign, plain in _PUNCTUATION:
            text = text.replace(sign, plain)
    return text


def lower_letters(text: str) -> str:
    """An ASCII text in lower case, with a blank instead of each character that belongs to no word."""
    return text.encode().translate(_LETTERS).decode()
