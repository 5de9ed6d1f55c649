"""A cache that is bounded by bytes, not by items: one site's rules may take as much as a thousand others'."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """The values used last whose sizes add up to `bytes_max` at most. The caller states each size."""

    def __init__(self, bytes_max: int) -> None:
        self.size = 0
        self._bytes_max = bytes_max
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def get(self, key: K) -> V | None:
        """The value, or None."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        self._kept.move_to_end(key)
        return kept[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Keep a value, and drop those used longest ago that no longer fit; one that never fits is dropped too."""
        self.drop(key)
        self._kept[key] = value, size
        self.size += size
        while self.size > self._bytes_max:
            self.drop(next(iter(self._kept)))

    def resize(self, key: K, size: int) -> None:
        """State a new size for a value that grew, where it is still kept."""
        if (kept := self._kept.get(key)) is not None:
            self.put(key, kept[0], size)

    def drop(self, key: K) -> None:
        """Keep the value no longer."""
        if (kept := self._kept.pop(key, None)) is not None:
            self.size -= kept[1]
