"""What a process does about its memory once it has started."""

from __future__ import annotations

import contextlib
import ctypes
import gc


def settle() -> None:
    """Give back what loading left over, and leave what is loaded out of garbage collection from now on."""
    gc.collect()
    gc.freeze()
    with contextlib.suppress(OSError, AttributeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)
