"""Parses invalid JSON that is common in pages: comments, trailing commas, CDATA marks, raw newlines in strings."""

from __future__ import annotations

import json
import re
from typing import Any

_OPENINGS, _CLOSINGS = ("<![CDATA[", "<!--"), ("]]>", "-->")
# Strings are matched first, so that comments and commas inside them remain. Unclosed strings and comments match to the end
# of the text, so that the time stays linear.
_NOISE = re.compile(r'("(?:[^"\\]|\\.)*+"?)|/\*.*?(?:\*/|\Z)|(?<!:)//[^\n]*|,(?=\s*[}\]])|(?<=[\[{])\s*,', re.S)
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])')
_LONE_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_decoder = json.JSONDecoder(strict=False)


def read(text: str) -> list[Any]:
    """Every JSON value in the text, in order. Values that cannot be repaired are skipped."""
    bare = _unwrapped(text)
    for candidate in dict.fromkeys((text.strip(), bare)):
        try:
            return [_decoder.decode(candidate)]
        except (ValueError, RecursionError):
            continue
    return _values(_repaired(bare))


def _unwrapped(text: str) -> str:
    """The text without surrounding CDATA or comment marks and without a final semicolon."""
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


def _repaired(text: str) -> str:
    text = _LONE_CONTROL.sub(" ", text)
    text = _NOISE.sub(lambda found: found.group(1) or "", text)
    # After a comment is removed, a comma before it may be a trailing one.
    text = _NOISE.sub(lambda found: found.group(1) or "", text)
    return _BAD_ESCAPE.sub(r"\\\\", text).strip()


def _values(text: str) -> list[Any]:
    """All values before the first invalid text. Several objects, or text after an object, are common."""
    found, offset = [], 0
    while offset < len(text):
        try:
            value, offset = _decoder.raw_decode(text, offset)
        except (ValueError, RecursionError):
            break
        found.append(value)
        while offset < len(text) and text[offset] in " \t\r\n;,":
            offset += 1
    return found
