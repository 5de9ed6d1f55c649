"""Reduces the memory of a process after its start."""

from __future__ import annotations

import contextlib
import ctypes
import gc


def release_startup_memory() -> None:
    """Return unused memory to the system, and exclude the objects that are loaded now from later garbage collections."""
    gc.collect()
    gc.freeze()
    with contextlib.suppress(OSError, AttributeError):  # the C library has no malloc_trim
        ctypes.CDLL(None).malloc_trim(0)
