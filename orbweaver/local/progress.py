"""Shows the progress of a run on standard error: one line that is updated on a terminal, otherwise a line now and then."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from crawler.jobs.memory_frontier import Progress

# How often the line on a terminal is updated, and how often a line is added elsewhere.
TERMINAL_SECONDS, LINES_SECONDS = 0.2, 5.0


class ProgressLine:
    """The progress of one run. Pages of earlier runs of the same job do not count in the rate."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._is_terminal = self._stream.isatty()
        self._begun = time.monotonic()
        self._shown_at = self._begun
        self._earlier: int | None = None

    def update(self, now: Progress) -> None:
        """Show the progress, if enough time has passed since the last line."""
        ended = now.completed + now.failed
        self._earlier = ended if self._earlier is None else self._earlier
        if time.monotonic() - self._shown_at >= (TERMINAL_SECONDS if self._is_terminal else LINES_SECONDS):
            self._show(now, end="" if self._is_terminal else "\n")

    def finish(self, last: Progress) -> None:
        """Show the final numbers."""
        self._show(last, end="\n")

    def _show(self, now: Progress, end: str) -> None:
        self._shown_at = time.monotonic()
        seconds = self._shown_at - self._begun
        rate = (now.completed + now.failed - (self._earlier or 0)) / seconds if seconds else 0.0
        line = (
            f"{now.completed} pages, {now.failed} failed, {rate:.1f}/s, {now.running} in progress, {now.queued} queued,"
            f" {int(seconds) // 60}:{int(seconds) % 60:02}"
        )
        start = "\r\x1b[K" if self._is_terminal else ""
        self._stream.write(f"{start}{line}{end}")
        self._stream.flush()
