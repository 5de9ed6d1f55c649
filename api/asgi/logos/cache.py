"""The caches of logo serving in one process: callers by key, brands by host, the bytes of files. Their sizes are limited.

Notices from Postgres remove entries that have changed (`listener.py`).
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Generic, TypeVar

from models.accounts.caller import Caller
from models.brands.brand import ServedBrand

V = TypeVar("V")
CALLERS_MAX = 10_000
# In logo files of the brands. One takes about 700 bytes, and a brand has up to 54.
BRANDS_MAX_FILES = 200_000
BODIES_MAX_BYTES = 96_000_000
# Without notices, what is known of a brand is read again after this time.
BRAND_SECONDS = 60.0
# Callers are read again after this time, which also stores that the key is used.
CALLER_SECONDS = 60.0


class LruCache(Generic[V]):
    """A dictionary with a limit on the total weight of its values. The least recently used are dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._cached: OrderedDict[str, tuple[V, int]] = OrderedDict()
        self._weight = 0

    def get(self, key: str) -> V | None:
        found = self._cached.get(key)
        if found is None:
            return None
        self._cached.move_to_end(key)
        return found[0]

    def put(self, key: str, value: V, weight: int = 1) -> None:
        self.drop(key)
        self._cached[key] = (value, weight)
        self._weight += weight
        while self._weight > self._most:
            _, (_, gone) = self._cached.popitem(last=False)
            self._weight -= gone

    def drop(self, key: str) -> None:
        found = self._cached.pop(key, None)
        if found is not None:
            self._weight -= found[1]

    def clear(self) -> None:
        self._cached.clear()
        self._weight = 0

    def items(self) -> list[tuple[str, V]]:
        return [(key, value) for key, (value, _) in self._cached.items()]


@dataclass(frozen=True)
class CachedCaller:
    """A caller as it was read. `digest` is that of its key, for signed URLs."""

    caller: Caller
    read_at: float
    digest: bytes = b""

    @property
    def is_current(self) -> bool:
        return time.monotonic() - self.read_at < CALLER_SECONDS and not self.caller.has_expired


@dataclass(frozen=True)
class CachedBrand:
    """A brand as it was read. `served` is None for a host that could not be resolved; `is_stale` asks for a refresh."""

    served: ServedBrand | None
    read_at: float
    is_stale: bool = False

    @property
    def is_current(self) -> bool:
        return time.monotonic() - self.read_at < BRAND_SECONDS


class LogoCache:
    """The memory of one process. Used on the event loop only."""

    def __init__(self) -> None:
        # What was read before a notice and arrives after it may be outdated: it is not remembered.
        self.rights_version = self.brands_version = 0
        self.callers: LruCache[CachedCaller] = LruCache(CALLERS_MAX)
        self.brands: LruCache[CachedBrand] = LruCache(BRANDS_MAX_FILES)
        self.bodies: LruCache[bytes] = LruCache(BODIES_MAX_BYTES)

    def caller(self, digest: str) -> Caller | None:
        """The caller with a key, unless it was read too long ago."""
        found = self.signer(digest)
        return found.caller if found else None

    def signer(self, name: str) -> CachedCaller | None:
        """The caller under a name, with the digest of its key, unless it was read too long ago."""
        found = self.callers.get(name)
        return found if found is not None and found.is_current else None

    def brand(self, host: str) -> CachedBrand | None:
        """What is known of a host, unless it is too old."""
        found = self.brands.get(host)
        return found if found is not None and found.is_current else None

    def remember_brand(self, host: str, cached: CachedBrand) -> None:
        """Remember what was read of a host."""
        self.brands.put(host, cached, 1 + (len(cached.served.logos) if cached.served else 0))

    def forget_rights(self, identifier: str) -> None:
        """Forget the callers with this key or workspace."""
        self.rights_version += 1
        for key, cached in self.callers.items():
            if identifier in (str(cached.caller.key_id), str(cached.caller.workspace_id)):
                self.callers.drop(key)

    def forget_brand(self, host: str) -> None:
        """Forget a brand by its host or its domain."""
        self.brands_version += 1
        cached = self.brands.get(host)
        self.brands.drop(host)
        if cached is not None and cached.served is not None:
            self.brands.drop(cached.served.domain)

    def forget_all(self) -> None:
        """Forget all callers and brands, because notices may have been missed. Files do not change under their ETag."""
        self.rights_version += 1
        self.brands_version += 1
        self.callers.clear()
        self.brands.clear()
