"""The stored form of page bodies and large results: zstd, independent of the Postgres build. Each is compressed once."""

from __future__ import annotations

import sys

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

# HTML shrinks to a sixth, in a tenth of a millisecond for a page of 46 KB. Higher levels take several times as long.
LEVEL = 3


def pack(content: bytes) -> bytes:
    """The stored form. Takes milliseconds for the largest pages: do not call it on the event loop."""
    return zstd.compress(content, LEVEL)


def unpack(packed: bytes) -> bytes:
    """The content of a stored form."""
    return zstd.decompress(packed)
