"""Rejects work for a queue that is full."""

from __future__ import annotations

import time

import redis

from api import state
from contract import limits
from contract.errors import ServiceUnavailable


def require(queue: str) -> None:
    if _queue_lengths.of(queue) >= limits.QUEUE_MAX_JOBS:
        raise ServiceUnavailable(
            "The service is overloaded: the queue is full. Try again shortly.", retry_after_seconds=10
        )


class _QueueLengths:
    """The number of waiting messages by queue, read at most once per second."""

    def __init__(self) -> None:
        self._read_at = 0.0
        self._lengths: dict[str, int] = {}

    def of(self, queue: str) -> int:
        now = time.monotonic()
        if now - self._read_at > 1.0:
            self._read_at = now
            try:
                self._lengths = dict(state.of().mailbox.waiting())
            except redis.RedisError:
                self._lengths = {}  # Redis is unavailable. The job is accepted: workers find it in Postgres.
        return self._lengths.get(queue, 0)


_queue_lengths = _QueueLengths()
