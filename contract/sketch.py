"""Whether the text of two pages is alike, from 16 bytes per page.

A page that names another one as its canonical URL may be a copy of it, or name it by mistake.
"""

from __future__ import annotations

import struct
from zlib import crc32

LINES = 8
_LINE_MIN_CHARS = 20
_SHARED = 0.6
_PACKED = struct.Struct(f">{LINES}H")


def sketch_of(text: str) -> str:
    """The sketch of a text, as 32 hexadecimal digits: the lines with the smallest checksums. Short lines do not count."""
    lines = {line for each in text.splitlines() if len(line := each.strip()) >= _LINE_MIN_CHARS}
    smallest = sorted(crc32(line.encode("utf-8", "replace")) for line in lines)[:LINES]
    marks = [checksum & 0xFFFF or 1 for checksum in smallest]
    return _PACKED.pack(*marks, *[0] * (LINES - len(marks))).hex()


def alike(one: str | None, other: str | None) -> bool:
    """Whether two sketches are of texts that share most of their lines. Texts of short lines are never alike."""
    if one is None or other is None:
        return False
    mine, theirs = _marks(one), _marks(other)
    return bool(mine) and len(mine & theirs) >= _SHARED * max(len(mine), len(theirs))


def _marks(sketch: str) -> set[int]:
    return {mark for mark in _PACKED.unpack(bytes.fromhex(sketch)) if mark}
