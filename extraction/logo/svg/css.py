"""Keeps the CSS inside an SVG that refers to nothing outside it."""

from __future__ import annotations

import re

_FONT_FACE = re.compile(r"@font-face\s*\{[^{}]*\}", re.I)
# An open comment ends with the text. Otherwise each further one would search the text again.
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
_OWN_URL = re.compile(r"url\(\s*(['\"]?)#([^'\"()\s\\]+)\1\s*\)", re.I)
# Another address. Semicolons and braces in it end no declaration.
_URL = re.compile(r"url\(\s*(?:\"[^\"]*+\"|'[^']*+'|[^)\"'{};]*+)\s*\)", re.I)
_IMPORT = re.compile(r"@(?:import|namespace|charset)\b(?:[^;{}\"']|\"[^\"]*+\"|'[^']*+')*+(?:;|\Z|(?=[{}]))", re.I)
# Loads something, runs something, or hides such a word: a backslash may write any letter.
_UNSAFE = re.compile(
    r"""\\|<|@import|@namespace|@font-face|@document|javascript:|behavior\s*:|-moz-binding
    |\b(?:url|src|image|image-set|-webkit-image-set|cross-fade|element|expression|attr|paint)\s*\(""",
    re.I | re.X,
)
_MARKS = re.compile(r"([{};])")


def safe_css(text: str) -> str:
    """The CSS without comments, fonts, imports, and the declarations and rules that could load a file or run code."""
    plain = _FONT_FACE.sub("", _COMMENT.sub("", text)).strip()
    if not _is_unsafe(plain):
        return plain
    safe = _without_unsafe(_IMPORT.sub("", _OWN_URL.sub(_shielded, plain))).replace(_SHIELD, "url(#").strip()
    # What was dropped was read as separate declarations. Should a browser read the rest in another way, none of it remains.
    return "" if _is_unsafe(safe) else safe


# Stands for `url(#` while other addresses are looked for.
_SHIELD = "\ue000("


def _shielded(found: re.Match[str]) -> str:
    return f"{_SHIELD}{found[2]})"


def _is_unsafe(text: str) -> bool:
    return bool(_UNSAFE.search(_OWN_URL.sub("", text)))


def _without_unsafe(text: str) -> str:
    """The text without declarations that are unsafe, and without rules and conditions whose beginning is."""
    safe: list[str] = []
    part, dropped = "", 0
    for piece in _MARKS.split(_URL.sub("url(x)", text)):
        if piece == "{":
            is_off = dropped > 0 or bool(_UNSAFE.search(part))
            dropped += is_off
            safe += [] if is_off else [part, piece]
        elif piece in (";", "}"):
            safe += [] if dropped or _UNSAFE.search(part) else [part]
            safe += [] if dropped else [piece]
            dropped -= dropped > 0 and piece == "}"
        part = "" if piece in ("{", "}", ";") else piece
    return "".join([*safe, *([] if dropped or _UNSAFE.search(part) else [part])])


def is_safe_value(value: str) -> bool:
    """Whether an attribute's value refers to nothing outside the document."""
    return "(" not in value or not _UNSAFE.search(_OWN_URL.sub("", value))


def own_references(text: str) -> list[str]:
    """The ids in `url(#id)`."""
    return [found.group(2) for found in _OWN_URL.finditer(text)]
