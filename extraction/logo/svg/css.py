"""Decides whether CSS inside an SVG may be kept."""

from __future__ import annotations

import re

_FONT_FACE = re.compile(r"@font-face\s*\{[^{}]*\}", re.I)
# An open comment ends with the text. Otherwise each further one would search the text again.
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
_OWN_URL = re.compile(r"url\(\s*(['\"]?)#([^'\"()\s\\]+)\1\s*\)", re.I)
# Loads something, runs something, or hides such a word: a backslash may write any letter.
_UNSAFE = re.compile(
    r"""\\|<|@import|@namespace|@font-face|@document|javascript:|behavior\s*:|-moz-binding
    |\b(?:url|src|image|image-set|-webkit-image-set|cross-fade|element|expression|attr|paint)\s*\(""",
    re.I | re.X,
)


def safe_css(text: str) -> str:
    """The CSS without comments and fonts. Empty if anything else in it could load a file or run code."""
    plain = _FONT_FACE.sub("", _COMMENT.sub("", text)).strip()
    return "" if _UNSAFE.search(_OWN_URL.sub("", plain)) else plain


def is_safe_value(value: str) -> bool:
    """Whether an attribute's value refers to nothing outside the document."""
    return "(" not in value or not _UNSAFE.search(_OWN_URL.sub("", value))


def own_references(text: str) -> list[str]:
    """The ids in `url(#id)`."""
    return [found.group(2) for found in _OWN_URL.finditer(text)]
