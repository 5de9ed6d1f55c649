"""A cache with a limit in bytes, not in items: the rules of one site may be as large as those of a thousand others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """The most recently used values whose sizes total at most `bytes_max`. The caller gives each size."""

    def __init__(self, bytes_max: int) -> None:
        self.size = 0
        self._bytes_max = bytes_max
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def get(self, key: K) -> V | None:
        """The value, or None."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Store a value and drop the least recently used ones that do not fit. A value above the limit is dropped."""
        self.drop(key)
        self._entries[key] = value, size
        self.size += size
        while self.size > self._bytes_max:
            self.drop(next(iter(self._entries)))

    def resize(self, key: K, size: int) -> None:
        """Set a new size for a value that grew, if it is still stored."""
        if (entry := self._entries.get(key)) is not None:
            self.put(key, entry[0], size)

    def drop(self, key: K) -> None:
        """Remove the value."""
        if (entry := self._entries.pop(key, None)) is not None:
            self.size -= entry[1]
