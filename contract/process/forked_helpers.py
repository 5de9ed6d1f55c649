"""Starts the helper processes of `multiprocessing` as forks, which share the modules that this process has loaded."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from multiprocessing import forkserver, util
from typing import Any

PR_SET_NAME = 15
# The name of the processes in `ps -o comm` and `top`; the kernel cuts it after 15 bytes. Their command line is that of the parent.
NAME = "orbweaver-read"
_FIRST_AFTER_STREAMS = 3


def start(preloaded: Sequence[str]) -> None:
    """Start the fork server and the resource tracker. Call it while this process has one thread.

    `multiprocessing` starts a new interpreter for each, which loads all modules again. It still does that for one that ended.

    Args:
        preloaded: the modules that the fork server imports, if they are not loaded yet.
    """
    forkserver.set_forkserver_preload(list(preloaded))
    start_interpreter = util.spawnv_passfds
    util.spawnv_passfds = _fork  # type: ignore[assignment]
    try:
        forkserver.ensure_running()
    finally:
        util.spawnv_passfds = start_interpreter


def _fork(path: bytes, arguments: Sequence[Any], descriptors: Sequence[int]) -> int:
    """Run the text that a new interpreter would run (`-c`). The process id."""
    if pid := os.fork():
        return pid
    try:
        ctypes.CDLL(None).prctl(PR_SET_NAME, NAME.encode(), 0, 0, 0)
        _forget_parent(set(descriptors))
        exec(arguments[-1], {})
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(0)


def _forget_parent(kept: set[int]) -> None:
    """Restore the streams and signals, and close the files, that a new program would not have."""
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    for descriptor in map(int, os.listdir("/proc/self/fd")):
        if descriptor >= _FIRST_AFTER_STREAMS and descriptor not in kept:
            with contextlib.suppress(OSError):  # The one that listed the folder is closed already.
                os.close(descriptor)
