"""Counts logo requests: calls per key and minute, and delivered logos per workspace and month.

Counts are collected in memory and added to Redis and Postgres about once a second, so that no request waits for them. A killed
process loses at most one second of counts and `PENDING_MAX` logos, to the workspace's advantage. With several processes, a
limit may be exceeded by what the others served in the last second.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from uuid import UUID

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from api.ratelimit import WINDOW_SECONDS, RateLimiter
from contract import limits
from models.brands import allowance
from models.brands.allowance import Use
from models.session import transact

log = logging.getLogger(__name__)
FLUSH_SECONDS = 1.0
# Delivered logos that are added at once, before the second is over.
PENDING_MAX = 500
# A workspace that requested no logo for this long is forgotten, and its use is read again.
IDLE_SECONDS = 600.0


class Allowance(Enum):
    """What a workspace may be served: logos, monograms for a week after the allowance is used up, then nothing."""

    LOGOS, MONOGRAMS, NOTHING = range(3)


@dataclass
class _CachedUse:
    """A workspace's use as the database returned it at a time."""

    use: Use
    read_at: float
    asked_at: float


class Meter:
    """The counts of one process. `call`, `state` and `delivered` are used on the event loop, the rest in its own thread."""

    def __init__(self, database: Engine, limiter: RateLimiter) -> None:
        self._database = database
        self._limiter = limiter
        self._lock = threading.Lock()
        self._window = 0
        self._calls: Counter[str] = Counter()
        self._others: dict[str, int] = {}
        self._pending: Counter[UUID] = Counter()
        self._uses: dict[UUID, _CachedUse] = {}
        self._wake = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="logo-meter", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Add what is pending, and end the thread."""
        self._stopping = True
        self._wake.set()
        self._thread.join(5)

    def call(self, key_id: UUID) -> bool:
        """Count one call of a key. False when its limit per minute is exceeded."""
        name = str(key_id)
        with self._lock:
            self._begin_window()
            self._calls[name] += 1
            return self._others.get(name, 0) + self._calls[name] <= limits.LOGO_CALLS_PER_MINUTE

    def is_known(self, workspace_id: UUID) -> bool:
        """Whether the use of the workspace has been read."""
        return workspace_id in self._uses

    def read(self, workspace_id: UUID) -> None:
        """Read the use of a workspace. Blocks.

        Raises:
            SQLAlchemyError: Postgres is not reachable.
        """
        self._add({workspace_id: 0})

    def state(self, workspace_id: UUID) -> Allowance:
        """What the workspace may be served now."""
        with self._lock:
            cached = self._uses[workspace_id]
            cached.asked_at = time.monotonic()
            pending = self._pending[workspace_id]
        if cached.use.exceeded_seconds is not None:
            passed = cached.use.exceeded_seconds + time.monotonic() - cached.read_at
            return Allowance.MONOGRAMS if passed < limits.LOGO_GRACE_SECONDS else Allowance.NOTHING
        is_left = cached.use.delivered + pending < limits.LOGO_ALLOWANCE
        return Allowance.LOGOS if is_left else Allowance.MONOGRAMS

    def delivered(self, workspace_id: UUID) -> None:
        """Count one delivered logo."""
        with self._lock:
            self._pending[workspace_id] += 1
            full = self._pending[workspace_id] >= PENDING_MAX
        if full:
            self._wake.set()

    def flush(self) -> None:
        """Add the counts to Postgres and Redis."""
        with self._lock:
            counts = dict.fromkeys(self._active(), 0) | dict(self._pending)
            window, calls = self._window, dict(self._calls)
        self._add(counts)
        for name, count in calls.items():
            total = self._limiter.add("logo", name, count)
            with self._lock:
                if self._window == window:
                    self._others[name] = total
                    self._calls[name] -= count
                    if not count and not self._calls[name]:
                        del self._calls[name]  # Not called for a second: its total is read again with its next call.

    def _active(self) -> list[UUID]:
        """The workspaces whose use must stay current. Idle ones are forgotten."""
        now = time.monotonic()
        for workspace_id in [key for key, cached in self._uses.items() if now - cached.asked_at > IDLE_SECONDS]:
            del self._uses[workspace_id]
        return list(self._uses)

    def _add(self, counts: dict[UUID, int]) -> None:
        uses = transact(self._database, lambda connection: allowance.add(connection, counts), retry_seconds=0)
        now = time.monotonic()
        with self._lock:
            for workspace_id, use in uses.items():
                before = self._uses.get(workspace_id)
                self._uses[workspace_id] = _CachedUse(use, now, before.asked_at if before else now)
                self._pending[workspace_id] -= counts[workspace_id]
                if not self._pending[workspace_id]:
                    del self._pending[workspace_id]

    def _begin_window(self) -> None:
        window = int(time.time() // WINDOW_SECONDS)
        if window != self._window:
            self._window = window
            self._calls.clear()
            self._others.clear()

    def _run(self) -> None:
        while not self._stopping:
            self._wake.wait(FLUSH_SECONDS)
            self._wake.clear()
            try:
                self.flush()
            except SQLAlchemyError as error:
                log.warning("The counts of delivered logos could not be stored and are stored later: %s", error)
