"""When a process could not work through no fault of its work: it was paused, or the database did not answer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

# A process whose threads did not run for this long was paused (SIGSTOP, a frozen machine). Time limits passed meanwhile.
PAUSED_SECONDS = 5.0
# A process that used more of a processor than this was busy, not paused.
BUSY_PART = 0.2
# A call to the database that takes longer may have used up the time limit of the work that waits for it.
SLOW_SECONDS = 2.0


class Interruptions:
    """Finds out whether work that failed was interrupted, so that the failure says nothing about it. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._looked_at: float | None = None
        self._used_seconds = 0.0
        self._calls: dict[object, float] = {}
        self.paused_until = self._ended_at = float("-inf")

    def look(self) -> None:
        """Notice a pause: the time since the last look. From the first call on, it must be called at least every second."""
        with self._lock:
            now, used = time.monotonic(), time.process_time()
            if self._looked_at is not None and self._was_paused(now - self._looked_at, used - self._used_seconds):
                self.paused_until = self._ended_at = now
            self._looked_at, self._used_seconds = now, used

    def since(self, begun: float) -> bool:
        """Whether an interruption ended after a moment of the monotonic clock, or lasts."""
        if self._looked_at is not None:
            self.look()
        now = time.monotonic()
        return self._ended_at >= begun or any(now - at > SLOW_SECONDS for at in list(self._calls.values()))

    def timed(self, ask: Callable[P, T]) -> Callable[P, T]:
        """A call to the database, as a function that counts as an interruption when it is slow."""

        def call(*args: P.args, **options: P.kwargs) -> T:
            key, begun = object(), time.monotonic()
            self._calls[key] = begun
            try:
                return ask(*args, **options)
            finally:
                if time.monotonic() - begun > SLOW_SECONDS:
                    self._ended_at = time.monotonic()
                del self._calls[key]

        return call

    @staticmethod
    def _was_paused(seconds: float, used_seconds: float) -> bool:
        return seconds > PAUSED_SECONDS and used_seconds < seconds * BUSY_PART
