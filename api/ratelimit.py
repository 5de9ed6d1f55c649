"""Rate limits per workspace and plan, and for failed keys per address. Redis down: fail open, and say so in the log."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from typing import Any, TypeVar

import redis
from flask import g
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage

from contract.errors import TooManyRequests

log = logging.getLogger(__name__)
View = TypeVar("View", bound=Callable[..., Any])

# Calls a minute by plan and group; decisions, section 3. As many jobs may be cancelled as started, by a count of their own:
# neither who asks too often nor who starts too many is kept from ending them.
PER_MINUTE = {
    "free": {"scrape": 60, "start": 20, "cancel": 20, "status": 600},
    "standard": {"scrape": 600, "start": 60, "cancel": 60, "status": 6000},
}
FAILED_KEYS_PER_MINUTE = 60
WINDOW_SECONDS = 60
# After Redis failed, this process counts for itself for a while instead of waiting for it at every call.
AWAY_SECONDS = 5.0


def grouped(group: str) -> Callable[[View], View]:
    """Name the rate limit group of a view."""

    def mark(view: View) -> View:
        view.rate_group = group  # type: ignore[attr-defined]
        return view

    return mark


class RateLimiter:
    """Counts calls in clock minutes: in Redis, in this process while Redis is away."""

    def __init__(self, pool: redis.ConnectionPool) -> None:
        # The URL only names the kind of server; connections come from the pool.
        self._shared = RedisStorage("redis://", connection_pool=pool)
        self._own = MemoryStorage()
        self._away_until = 0.0

    def check(self, plan: str, group: str, workspace: str) -> None:
        """Count one call of a workspace and put its limits into the answer's headers.

        Raises:
            TooManyRequests: the workspace has used up its minute.
        """
        most = PER_MINUTE.get(plan, PER_MINUTE["free"])[group]
        self._check(group, workspace, most, f"More than {most} calls a minute of this kind.")

    def check_failed_keys(self, address: str) -> None:
        """Count one failed key from an address, and tell that limit in the same headers.

        Raises:
            TooManyRequests: that address has tried too many.
        """
        self._check("failed-keys", address, FAILED_KEYS_PER_MINUTE, "Too many failed keys from this address.")

    def _check(self, group: str, name: str, most: int, sentence: str) -> None:
        made, seconds = self._count(group, name)
        g.headers = {
            "RateLimit-Policy": f'"{group}";q={most};w={WINDOW_SECONDS}',
            "RateLimit": f'"{group}";r={max(0, most - made)};t={seconds}',
        }
        if made > most:
            raise TooManyRequests(sentence, retry_after_seconds=seconds)

    def _count(self, group: str, name: str) -> tuple[int, int]:
        """(calls in this window with this one, seconds until the next window)."""
        window, past = divmod(time.time(), WINDOW_SECONDS)
        key = f"orbweaver:calls:{group}:{name}:{int(window)}"
        seconds = math.ceil(WINDOW_SECONDS - past)
        if time.monotonic() >= self._away_until:
            try:
                return self._shared.incr(key, WINDOW_SECONDS), seconds
            except (redis.RedisError, StorageError, OSError) as error:
                self._away_until = time.monotonic() + AWAY_SECONDS
                log.warning("Redis is away, rate limits are counted in this process: %s", error)
        return self._own.incr(key, WINDOW_SECONDS), seconds
