"""JSON as pages really carry it: with comments, trailing commas, CDATA marks and raw newlines in strings."""

from __future__ import annotations

import json
import re
from typing import Any

_OPENINGS, _CLOSINGS = ("<![CDATA[", "<!--"), ("]]>", "-->")
# A string first, so that nothing inside one is mistaken for a comment or a comma. What has no end goes to the end of the text,
# so that none is looked for twice.
_NOISE = re.compile(r'("(?:[^"\\]|\\.)*+"?)|/\*.*?(?:\*/|\Z)|(?<!:)//[^\n]*|,(?=\s*[}\]])|(?<=[\[{])\s*,', re.S)
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])')
_LONE_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_decoder = json.JSONDecoder(strict=False)


def read(text: str) -> list[Any]:
    """Every JSON value in the text, one after the other; what cannot be mended is left out."""
    bare = _unwrapped(text)
    for candidate in dict.fromkeys((text.strip(), bare)):
        try:
            return [_decoder.decode(candidate)]
        except (ValueError, RecursionError):
            continue
    return _values(_mended(bare))


def _unwrapped(text: str) -> str:
    """The text without the CDATA or comment marks around it, commented out or not, and without a last semicolon."""
    text = text.strip()
    inner = text.removeprefix("//").removeprefix("/*").lstrip()
    for mark in _OPENINGS:
        if inner.startswith(mark):
            text = inner.removeprefix(mark).lstrip().removeprefix("*/").lstrip()
    text = text.removesuffix(";").rstrip()
    inner = text.removesuffix("*/").rstrip()
    for mark in _CLOSINGS:
        if inner.endswith(mark):
            text = inner.removesuffix(mark).rstrip().removesuffix("//").removesuffix("/*").rstrip()
    return text


def _mended(text: str) -> str:
    text = _LONE_CONTROL.sub(" ", text)
    text = _NOISE.sub(lambda found: found.group(1) or "", text)
    # Removing a comment may uncover a trailing comma.
    text = _NOISE.sub(lambda found: found.group(1) or "", text)
    return _BAD_ESCAPE.sub(r"\\\\", text).strip()


def _values(text: str) -> list[Any]:
    """Values until the first thing that is none: two objects in one element are common, so is rubbish behind."""
    found, place = [], 0
    while place < len(text):
        try:
            value, place = _decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            break
        found.append(value)
        while place < len(text) and text[place] in " \t\r\n;,":
            place += 1
    return found
