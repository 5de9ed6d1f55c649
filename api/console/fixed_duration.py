"""Answers that take one time, so that the time does not reveal what was done."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

from api.shares import Shares

# Each waits in a thread of the REST API: most of them stay free.
_SLOTS = Shares("requests", slots=4, reserved=1, each={"address": 1})


@contextlib.contextmanager
def at_least(seconds: float, address: str) -> Iterator[None]:
    """Let the work of the block take this time, however it ends.

    Raises:
        TooManyRequests: another answer to this address waits.
        ServiceUnavailable: too many answers wait.
    """
    until = time.monotonic() + seconds
    with _SLOTS.slot({"address": address}):
        try:
            yield
        finally:
            time.sleep(max(0.0, until - time.monotonic()))
