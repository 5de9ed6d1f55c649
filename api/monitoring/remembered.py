"""Caches a value that needs a database query and is used often."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Remembered(Generic[T]):
    """The value of `make`, refreshed at most once in `seconds`. One thread refreshes it while the others wait."""

    def __init__(self, seconds: float, make: Callable[[], T]) -> None:
        self._seconds = seconds
        self._make = make
        self._lock = threading.Lock()
        self._made: tuple[float, T] | None = None

    def __call__(self) -> T:
        with self._lock:
            if self._made is None or time.monotonic() - self._made[0] > self._seconds:
                made = self._make()
                self._made = time.monotonic(), made
            return self._made[1]
