"""Compresses answers with zstd or gzip, when the caller accepts it.

Compressed are texts such as JSON: not images, not event streams, and not answers that are too small to gain from it. An
answer never contains a key or another secret of the service, so its compressed length reveals none (BREACH).
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterable, Iterator
from typing import Protocol

from werkzeug.datastructures import Headers
from werkzeug.http import parse_accept_header

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

# Smaller answers fit into one packet.
SIZE_MIN = 1_024
# Fast levels: a status of 100 MB must not occupy a thread for many seconds.
ZSTD_LEVEL, GZIP_LEVEL = 3, 1
# zlib's parameter for the gzip format
GZIP_WINDOW = 31
IDENTITY = "identity"
# In the order of preference.
CODINGS = ("zstd", "gzip")
TEXTS = frozenset(
    (
        "application/json",
        "application/javascript",
        "text/css",
        "text/html",
        "text/javascript",
        "text/markdown",
        "text/plain",
    )
)


class Compressor(Protocol):
    """A compressor of the standard library's form."""

    def compress(self, data: bytes, /) -> bytes: ...
    def flush(self) -> bytes: ...


def chosen_coding(accepted: str) -> str:
    """The coding for an Accept-Encoding header: `zstd`, `gzip` or `identity`."""
    weights = {name.lower(): weight for name, weight in parse_accept_header(accepted)}
    offered = [(weights.get(coding, weights.get("*", 0.0)), coding) for coding in CODINGS]
    weight, coding = max(offered, key=lambda each: each[0])
    return coding if weight > 0 else IDENTITY


def encode(pieces: Iterable[bytes], status: int, headers: Headers, accepted: str) -> Iterable[bytes]:
    """The body in the coding that the caller prefers. Changes the headers to match."""
    coding = chosen_coding(accepted)
    if coding == IDENTITY or not _is_worthwhile(status, headers):
        return pieces
    headers["Content-Encoding"] = coding
    headers.pop("Content-Length", None)
    if (etag := headers.get("ETag", "")).startswith('"'):
        headers["ETag"] = f"W/{etag}"
    return _compressed(pieces, _compressor(coding))


def _is_worthwhile(status: int, headers: Headers) -> bool:
    media_type = headers.get("Content-Type", "").partition(";")[0].strip().lower()
    length = headers.get("Content-Length", type=int)
    return (
        media_type in TEXTS
        and status not in (204, 304)
        and "Content-Encoding" not in headers
        and "no-transform" not in headers.get("Cache-Control", "")
        and (length is None or length >= SIZE_MIN)
    )


def _compressor(coding: str) -> Compressor:
    if coding == "zstd":
        return zstd.ZstdCompressor(level=ZSTD_LEVEL)
    return zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, GZIP_WINDOW)


def _compressed(pieces: Iterable[bytes], compressor: Compressor) -> Iterator[bytes]:
    for piece in pieces:
        yield compressor.compress(piece)
    yield compressor.flush()
