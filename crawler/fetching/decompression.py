"""Decompresses response bodies (gzip, deflate, brotli, zstd) up to a size limit.

To add an encoding: its name in `ACCEPTED`, a stream in `_STREAMS`, and a row in
`tests/crawler/middlewares/test_compression.py`.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable
from typing import Any, Protocol

import brotli

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ACCEPTED = ("gzip", "deflate", "br", "zstd")
# Maximum number of encodings. A body with more is an attempt to waste CPU time.
LAYERS_MAX = 3
# gzip and zstd bodies may consist of several consecutive parts.
PARTS_MAX = 2_000
_CHUNK = 65_536
# RFC 9659: browsers support no window larger than 8 MB.
_WINDOW_LOG_MAX = 23


class BadBody(Exception):
    """The body does not match its encoding, or is truncated."""


class BodyTooLarge(Exception):
    """The decompressed body exceeds the size limit."""


class _Stream(Protocol):
    """One compressed part, with the interface of zlib and zstd."""

    eof: bool
    unused_data: bytes

    def decompress(self, data: Any, max_length: int, /) -> bytes:
        """The decompressed data, at most `max_length` bytes."""


class _Brotli:
    """Brotli's decompressor with zlib's interface."""

    unused_data = b""

    def __init__(self) -> None:
        self._decompressor = brotli.Decompressor()

    @property
    def eof(self) -> bool:
        return bool(self._decompressor.is_finished())

    def decompress(self, data: Any, max_length: int, /) -> bytes:
        """The decompressed data. It may exceed `max_length` slightly."""
        return bytes(self._decompressor.process(bytes(data), output_buffer_limit=max_length))


def _zstd() -> Any:
    return zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: _WINDOW_LOG_MAX})


# (decompressors to try for a part, first bytes of a further part). Some origins send deflate without its header.
_STREAMS: dict[str, tuple[tuple[Callable[[], Any], ...], bytes | None]] = {
    "gzip": ((lambda: zlib.decompressobj(zlib.MAX_WBITS | 16),), b"\x1f\x8b"),
    "deflate": ((zlib.decompressobj, lambda: zlib.decompressobj(-zlib.MAX_WBITS)), None),
    "br": ((_Brotli,), None),
    "zstd": ((_zstd,), b"\x28\xb5\x2f\xfd"),
}


def unpack(body: bytes, encodings: list[str], max_bytes: int, *, prefix_only: bool = False) -> bytes:
    """The body without its encodings (`ACCEPTED`), which are listed in the order in which they were applied.

    An empty body stays empty: responses without a body often declare an encoding. With `prefix_only` the body may be cut off,
    and is cut at `max_bytes`.

    Raises:
        BadBody: the body does not match an encoding, or is truncated.
        BodyTooLarge: the decompressed body exceeds `max_bytes`.
    """
    if len(encodings) > LAYERS_MAX:
        raise BadBody(f"packed {len(encodings)} times")
    for name in reversed(encodings):
        if not body:
            return body
        body = _without(name, body, max_bytes, prefix_only)
    return body


def _without(name: str, body: bytes, max_bytes: int, prefix_only: bool) -> bytes:
    ways, mark = _STREAMS[name]
    problem: Exception = BadBody(name)
    for way in ways:
        try:
            return _unpacked(way, body, mark, max_bytes, prefix_only)
        except (zlib.error, brotli.error, zstd.ZstdError) as error:
            problem = error
    raise BadBody(f"{name}: {problem}") from problem


def _unpacked(way: Callable[[], _Stream], body: bytes, mark: bytes | None, max_bytes: int, prefix_only: bool) -> bytes:
    """All parts of a body. Data after the last part is ignored, as in browsers (brotli rejects it)."""
    view, offset, unpacked = memoryview(body), 0, bytearray()
    for _ in range(PARTS_MAX):
        stream = way()
        while not stream.eof:
            if prefix_only and (offset >= len(body) or len(unpacked) >= max_bytes):
                return bytes(unpacked[:max_bytes])
            if offset >= len(body):
                raise BadBody("cut off")
            chunk = view[offset : offset + _CHUNK]
            unpacked += stream.decompress(chunk, max_bytes - len(unpacked) + 1)
            if len(unpacked) > max_bytes and not prefix_only:
                raise BodyTooLarge
            offset += len(chunk)
        offset -= len(stream.unused_data)
        if mark is None or not body.startswith(mark, offset):
            return bytes(unpacked)
    raise BadBody("too many parts")
