"""Text of a page as a plain line: without control characters, direction marks and invisible characters."""

from __future__ import annotations

import re
import unicodedata
from html import unescape
from typing import Any

from extraction.document.encoding import scrubbed

NAME_MAX_CHARS = 120
TEXT_MAX_CHARS = 1_000
# More is never part of a name or a description.
_READ_MAX_CHARS = 10_000
_SPACES = re.compile(r"\s+")
_JOINERS = "\u200c\u200d"


def line(text: Any, most: int = TEXT_MAX_CHARS) -> str | None:
    """The text as one line of at most `most` characters. None if nothing remains, or if it is not text."""
    if not isinstance(text, str):
        return None
    spaced = _SPACES.sub(" ", unescape(text[:_READ_MAX_CHARS]))
    visible = "".join(char for char in spaced if char in _JOINERS or unicodedata.category(char)[0] != "C")
    clean = scrubbed(unicodedata.normalize("NFC", visible)).strip(" " + _JOINERS)
    return clean[:most].rstrip() or None


def letters(text: str) -> str:
    """Only the letters and digits, without case and accents, to compare names."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in bare if char.isalnum())
