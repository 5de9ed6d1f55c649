"""Detects a blocked event loop. A blocked loop stops all fetching, while the other threads keep running."""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import threading
import time

log = logging.getLogger(__name__)

ASK_SECONDS = 1.0
# After this long without a response the worker stops renewing its leases, so that other workers claim its pages.
STALLED_SECONDS = 10.0
# After this long without a response the process exits, and its supervisor restarts it.
DEAD_SECONDS = 40.0


class LoopWatchdog(threading.Thread):
    """Sends the loop a callback every second, and ends the process after `DEAD_SECONDS` without a response.

    A timer of the interpreter ends the process. It needs no Python thread, so it works even if a thread never releases
    the interpreter's lock. It writes the stack of every thread to stderr. The exit code is 1.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(name="watchdog", daemon=True)
        self._loop = loop
        self._answered_at = time.monotonic()
        self._stopping = threading.Event()

    @property
    def stalled(self) -> bool:
        """Whether the loop has not responded for `STALLED_SECONDS`."""
        return time.monotonic() - self._answered_at > STALLED_SECONDS

    def run(self) -> None:
        self._note()
        warned = False
        while not self._stopping.wait(ASK_SECONDS):
            self._loop.call_soon_threadsafe(self._note)
            if self.stalled and not warned:
                log.error(
                    "The event loop has not answered for %s s; no lease is renewed until it does", STALLED_SECONDS
                )
            elif warned and not self.stalled:
                log.warning("The event loop answers again")
            warned = self.stalled
        faulthandler.cancel_dump_traceback_later()

    def stop(self) -> None:
        """Stop the checks, before the loop ends."""
        self._stopping.set()
        self.join(ASK_SECONDS)

    def _note(self) -> None:
        self._answered_at = time.monotonic()
        if not self._stopping.is_set():
            faulthandler.dump_traceback_later(DEAD_SECONDS, exit=True)
