"""JSON as pages really carry it: with comments, trailing commas, CDATA marks and raw newlines in strings."""

from __future__ import annotations

import json
import re
from typing import Any

_WRAPPING = re.compile(
    r"^\s*(?:(?://|/\*)?\s*(?:<!\[CDATA\[|<!--)\s*(?:\*/)?|/\*\s*<!\[CDATA\[\s*\*/)|(?:(?://|"
    r"/\*)?\s*(?:\]\]>|-->)\s*(?:\*/)?)?\s*;?\s*$"
)
# A string first, so that nothing inside one is mistaken for a comment or a comma.
_NOISE = re.compile(r'("(?:[^"\\]|\\.)*")|/\*.*?\*/|(?<!:)//[^\n]*|,(?=\s*[}\]])|(?<=[\[{])\s*,', re.S)
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])')
_LONE_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_decoder = json.JSONDecoder(strict=False)


def read(text: str) -> list[Any]:
    """Every JSON value in the text, one after the other; what cannot be mended is left out."""
    text = _WRAPPING.sub("", text).strip()
    if not text:
        return []
    try:
        return [_decoder.decode(text)]
    except (ValueError, RecursionError):
        return _values(_mended(text))


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
