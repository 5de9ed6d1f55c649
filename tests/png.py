"""Reads PNGs without a library, for tests that look for colours in screenshots."""

from __future__ import annotations

import base64
import struct
import zlib
from dataclasses import dataclass

SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Picture:
    """`rows` holds the undone bytes of each row, `channels` per pixel."""

    width: int
    height: int
    channels: int
    rows: list[bytes]

    def at(self, x: int, y: int) -> tuple[int, int, int]:
        """Red, green and blue of one pixel."""
        start = x * self.channels
        red, green, blue = self.rows[y][start : start + 3]
        return red, green, blue

    def bands(self, x: int, colour: tuple[int, int, int]) -> list[tuple[int, int]]:
        """(first row, number of rows) of every run of one colour in a column."""
        found: list[tuple[int, int]] = []
        for y in range(self.height):
            if all(abs(one - other) <= 3 for one, other in zip(self.at(x, y), colour, strict=True)):
                if found and sum(found[-1]) == y:
                    found[-1] = (found[-1][0], found[-1][1] + 1)
                else:
                    found.append((y, 1))
        return found


def read(image: str | bytes) -> Picture:
    """A PNG of 8 bits per channel, not interlaced, as bytes or in base64."""
    data = base64.b64decode(image) if isinstance(image, str) else image
    assert data.startswith(SIGNATURE)
    width, height, depth, kind, _, _, interlaced = struct.unpack_from(">IIBBBBB", data, 16)
    assert depth == 8 and kind in (2, 6) and not interlaced
    channels, packed, place = (3 if kind == 2 else 4), b"", 8
    while place < len(data):
        size, name = struct.unpack_from(">I4s", data, place)
        packed += data[place + 8 : place + 8 + size] if name == b"IDAT" else b""
        place += 12 + size
    return Picture(width, height, channels, _undone(zlib.decompress(packed), width * channels, channels))


def _undone(raw: bytes, length: int, step: int) -> list[bytes]:
    rows: list[bytes] = []
    above = bytes(length)
    for start in range(0, len(raw), length + 1):
        above = _row(raw[start], bytearray(raw[start + 1 : start + 1 + length]), above, step)
        rows.append(above)
    return rows


def _row(kind: int, row: bytearray, above: bytes, step: int) -> bytes:
    if kind == 2 and not any(row):
        return above
    for place in range(len(row) if kind else 0):
        left = row[place - step] if place >= step else 0
        corner = above[place - step] if place >= step else 0
        row[place] = (row[place] + _predicted(kind, left, above[place], corner)) & 255
    return bytes(row)


def _predicted(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 1:
        return left
    if kind == 2:
        return up
    if kind == 3:
        return (left + up) // 2
    return min((left, up, corner), key=lambda value: abs(left + up - corner - value))
