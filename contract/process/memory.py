"""Keeps the memory of a process small, at its start and after it."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os

_M_ARENA_MAX = -8
_ARENAS_MAX = 2


def limit_arenas() -> None:
    """Let all threads share two arenas of malloc. Call it before they start.

    Otherwise each thread gets its own, up to eight for each core, and what is free in one is of no use to the others: a worker kept
    59 of 127 MB free. The operator's `MALLOC_ARENA_MAX` counts more.
    """
    if "MALLOC_ARENA_MAX" not in os.environ:
        with contextlib.suppress(OSError, AttributeError):  # the C library has no mallopt
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, _ARENAS_MAX)


def release_startup_memory() -> None:
    """Return unused memory to the system, and exclude the objects that are loaded now from later garbage collections."""
    gc.collect()
    gc.freeze()
    with contextlib.suppress(OSError, AttributeError):  # the C library has no malloc_trim
        ctypes.CDLL(None).malloc_trim(0)
