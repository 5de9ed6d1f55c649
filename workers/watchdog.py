"""Detects a blocked event loop. A blocked loop stops all fetching, while the other threads keep running."""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import signal
import threading
import time

from contract.process.interruptions import Interruptions

log = logging.getLogger(__name__)

ASK_SECONDS = 1.0
# After this long without a response the worker stops renewing its leases, so that other workers claim its pages.
STALLED_SECONDS = 10.0
# After this long without a response the process exits, and its supervisor restarts it.
DEAD_SECONDS = 40.0


class LoopWatchdog(threading.Thread):
    """Sends the loop a callback every second, and ends the process after `DEAD_SECONDS` without a response.

    It writes the stack of every thread to stderr. The exit code is 1.

    The time in which the process was paused does not count: a paused process continues when it wakes. So the limit for a
    thread that never releases the interpreter's lock, when this thread cannot run either, is a kernel timer of processor
    time, which stands still meanwhile. Its signal, SIGPROF, ends the process.

    A thread that keeps the lock and only waits uses no such time and looks like a pause: the process stays. Its leases expire, so
    other workers take its pages, and `/readyz` no longer counts it.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, interruptions: Interruptions) -> None:
        super().__init__(name="watchdog", daemon=True)
        self._loop = loop
        self._interruptions = interruptions
        self._answered_at = time.monotonic()
        self._stopping = threading.Event()

    @property
    def stalled(self) -> bool:
        """Whether the loop has not responded for `STALLED_SECONDS`."""
        return self._silent_seconds() > STALLED_SECONDS

    def start(self) -> None:
        """Start the checks. They cover what happens right after this call."""
        faulthandler.register(signal.SIGPROF, all_threads=True, chain=True)
        self._note_running()
        super().start()

    def run(self) -> None:
        warned = False
        while not self._stopping.wait(ASK_SECONDS):
            self._note_running()
            self._loop.call_soon_threadsafe(self._note)
            if self._silent_seconds() > DEAD_SECONDS:
                faulthandler.dump_traceback(all_threads=True)
                os._exit(1)
            if self.stalled and not warned:
                log.error(
                    "The event loop has not answered for %s s; no lease is renewed until it does", STALLED_SECONDS
                )
            elif warned and not self.stalled:
                log.warning("The event loop answers again")
            warned = self.stalled
        signal.setitimer(signal.ITIMER_PROF, 0)

    def stop(self) -> None:
        """Stop the checks, before the loop ends."""
        self._stopping.set()
        self.join(ASK_SECONDS)

    def _note_running(self) -> None:
        """Note that Python code runs: the process is not paused, and no thread keeps the interpreter's lock."""
        signal.setitimer(signal.ITIMER_PROF, DEAD_SECONDS)
        self._interruptions.look()

    def _silent_seconds(self) -> float:
        """How long the loop could have answered and did not."""
        self._interruptions.look()
        return time.monotonic() - max(self._answered_at, self._interruptions.paused_until)

    def _note(self) -> None:
        self._interruptions.look()
        self._answered_at = time.monotonic()
