"""Rejects calls that would wait for a paused queue."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection

from api import database
from contract.errors import ServiceUnavailable
from models.queues import pause

REMEMBERED_SECONDS = 1.0
RETRY_SECONDS = 60


def require_running(queue: str) -> None:
    """Check that workers take messages of the queue.

    Raises:
        ServiceUnavailable: an operator paused it.
    """
    if queue in _paused.names():
        raise ServiceUnavailable(
            f"The operator of the service paused the queue `{queue}`. Background jobs are accepted and run later.",
            retry_after_seconds=RETRY_SECONDS,
        )


class _PausedQueues:
    """The names of the paused queues, read at most once per second."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._read_at = -REMEMBERED_SECONDS
        self._names: Collection[str] = ()

    def names(self) -> Collection[str]:
        now = time.monotonic()
        if now - self._read_at > REMEMBERED_SECONDS and self._lock.acquire(blocking=False):
            try:
                self._names = database.ask(pause.list_names)
                self._read_at = now
            finally:
                self._lock.release()
        return self._names


_paused = _PausedQueues()
