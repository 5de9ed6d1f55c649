"""Pages that were read shortly before. Reading is deterministic, so equal input is not read again."""

from __future__ import annotations

import asyncio
import hashlib
import pickle
from dataclasses import fields, replace

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from crawler.bounded_cache import BoundedCache
from extraction.crawled_page import READ_HEADERS, ReadPage
from extraction.links.scope import Scope
from models import packing

# Some thousand pages of usual size, because they are stored packed.
RECENT_BYTES = 32_000_000
# What an entry needs beside its packed page.
ENTRY_BYTES = 300
# Less is packed and unpacked on the event loop, in a fraction of a millisecond.
SMALL_BYTES = 100_000


def as_read(capture: PageCapture) -> PageCapture:
    """The capture with only those headers that reading depends on, so that dates and ids of a response make no difference."""
    return replace(capture, headers=tuple(header for header in capture.headers if header[0] in READ_HEADERS))


def key_of(capture: PageCapture, options: ReadingOptions, scope: Scope | None = None) -> bytes:
    """A digest of all input that reading depends on. `capture` is one that `as_read` returned."""
    reading = tuple(getattr(options, declared.name) for declared in fields(ReadingOptions))
    about = (
        capture.url, capture.final_url, capture.status, capture.headers, capture.rendered, capture.warning, reading, scope,
    )  # fmt: skip
    digest = hashlib.blake2b(repr(about).encode("utf-8", "surrogatepass"), digest_size=16)
    digest.update(b"\0" + capture.body)
    return digest.digest()


class RecentPages:
    """The pages that were read last, as many as fit.

    A page that was read to be stored (`is_stored`) has an entry for the search index, which another one has not.
    """

    def __init__(self) -> None:
        self._packed: BoundedCache[tuple[bytes, bool], bytes] = BoundedCache(RECENT_BYTES)

    async def get(self, key: bytes, *, is_stored: bool) -> ReadPage | None:
        """The page, or None."""
        packed = self._packed.get((key, True)) or (None if is_stored else self._packed.get((key, False)))
        if packed is None:
            return None
        page = _unpack(packed) if len(packed) < SMALL_BYTES else await asyncio.to_thread(_unpack, packed)
        return page if is_stored else page._replace(entry=None)

    async def put(self, key: bytes, page: ReadPage, *, is_stored: bool) -> None:
        """Store a page."""
        data = pickle.dumps(page, pickle.HIGHEST_PROTOCOL)
        packed = packing.pack(data) if len(data) < SMALL_BYTES else await asyncio.to_thread(packing.pack, data)
        self._packed.put((key, is_stored), packed, len(packed) + ENTRY_BYTES)


def _unpack(packed: bytes) -> ReadPage:
    page: ReadPage = pickle.loads(packing.unpack(packed))
    return page
