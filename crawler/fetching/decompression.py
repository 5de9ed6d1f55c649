"""Bodies as origins pack them for the way: gzip, deflate, brotli, zstd, unpacked up to a size.

To add an encoding: its name in `ACCEPTED` and a stream in `_STREAMS`, a row in `tests/crawler/middlewares/test_compression.py`.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, Protocol

# Scrapy depends on both packages and picks the one that fits the interpreter.
from scrapy.utils._compression import brotli, zstd

ACCEPTED = ("gzip", "deflate", "br", "zstd")
# A body packed more often than this is meant to keep its reader busy.
LAYERS_MAX = 3
# gzip and zstd bodies may consist of several parts, one after another.
PARTS_MAX = 2_000
_CHUNK = 65_536
# RFC 9659: a browser keeps no window of more than 8 MB.
_WINDOW_LOG_MAX = 23


class BadBody(Exception):
    """The body is not what its encoding says, or is cut off."""


class BodyTooLarge(Exception):
    """The body unpacks to more than it may."""


class _Stream(Protocol):
    """One packed part, as zlib and zstd unpack it."""

    eof: bool
    unused_data: bytes

    def decompress(self, data: Any, max_length: int, /) -> bytes:
        """What the data unpack to, at most so much of it."""


class _Brotli:
    """Brotli's decompressor behind the names of zlib's."""

    unused_data = b""

    def __init__(self) -> None:
        self._decompressor = brotli.Decompressor()

    @property
    def eof(self) -> bool:
        return bool(self._decompressor.is_finished())

    def decompress(self, data: Any, max_length: int, /) -> bytes:
        """What the data unpack to; a little more than `max_length` at most."""
        return bytes(self._decompressor.process(bytes(data), output_buffer_limit=max_length))


def _zstd() -> Any:
    return zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: _WINDOW_LOG_MAX})


# (how a part is unpacked, what a further part begins with); some origins send deflate without its header.
_STREAMS: dict[str, tuple[tuple[Callable[[], Any], ...], bytes | None]] = {
    "gzip": ((lambda: zlib.decompressobj(zlib.MAX_WBITS | 16),), b"\x1f\x8b"),
    "deflate": ((zlib.decompressobj, lambda: zlib.decompressobj(-zlib.MAX_WBITS)), None),
    "br": ((_Brotli,), None),
    "zstd": ((_zstd,), b"\x28\xb5\x2f\xfd"),
}


def unpack(body: bytes, encodings: list[str], max_bytes: int) -> bytes:
    """The body without its encodings (`ACCEPTED`), which stand in the order in which they were applied.

    An empty body stays empty: answers without a body often declare an encoding.

    Raises:
        BadBody: an encoding is not that of the body, or the body is cut off.
        BodyTooLarge: it unpacks to more than `max_bytes`.
    """
    if len(encodings) > LAYERS_MAX:
        raise BadBody(f"packed {len(encodings)} times")
    for name in reversed(encodings):
        if not body:
            return body
        body = _without(name, body, max_bytes)
    return body


def _without(name: str, body: bytes, max_bytes: int) -> bytes:
    ways, mark = _STREAMS[name]
    problem: Exception = BadBody(name)
    for way in ways:
        try:
            return _unpacked(way, body, mark, max_bytes)
        except (zlib.error, brotli.error, zstd.ZstdError) as error:
            problem = error
    raise BadBody(f"{name}: {problem}") from problem


def _unpacked(way: Callable[[], _Stream], body: bytes, mark: bytes | None, max_bytes: int) -> bytes:
    """All parts of a body; what follows the last one is left out, as browsers do (brotli refuses it)."""
    view, place, unpacked = memoryview(body), 0, bytearray()
    for _ in range(PARTS_MAX):
        stream = way()
        while not stream.eof:
            if place >= len(body):
                raise BadBody("cut off")
            chunk = view[place : place + _CHUNK]
            unpacked += stream.decompress(chunk, max_bytes - len(unpacked) + 1)
            if len(unpacked) > max_bytes:
                raise BodyTooLarge
            place += len(chunk)
        place -= len(stream.unused_data)
        if mark is None or not body.startswith(mark, place):
            return bytes(unpacked)
    raise BadBody("too many parts")
