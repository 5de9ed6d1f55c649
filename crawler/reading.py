"""Reading off the event loop: a pool of processes, each of which may be killed when a page is too much for it."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading

from pebble import ProcessExpired, ProcessPool

from contract import limits
from contract.capture import PageCapture
from contract.errors import UpstreamUnreachable
from contract.options.page import ReadingOptions
from contract.results.page import PageFormats
from extraction.document import UnreadablePage
from extraction.page import read

log = logging.getLogger(__name__)

# A reader is replaced after this many pages, so that what a parser leaks does not add up.
PAGES_PER_READER = 2_000
READER_MEMORY_BYTES = 2_000_000_000


def _limit_memory() -> None:
    """Let a page that asks for gigabytes fail in its reader instead of taking the machine."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (READER_MEMORY_BYTES, READER_MEMORY_BYTES))


class ReadingPool:
    """Reads captures in other processes; they start with the first page, or with `warm`."""

    def __init__(self, readers: int | None = None) -> None:
        self._readers = readers or max(1, min(4, os.cpu_count() or 1))
        self._pool: ProcessPool | None = None
        self._lock = threading.Lock()

    def _started(self) -> ProcessPool:
        with self._lock:
            if self._pool is None:
                # A fork server forks small, clean processes that share the parsers' code; this process has threads.
                context = multiprocessing.get_context("forkserver")
                context.set_forkserver_preload(["extraction.page"])
                self._pool = ProcessPool(
                    self._readers, max_tasks=PAGES_PER_READER, initializer=_limit_memory, context=context
                )
            return self._pool

    def warm(self) -> None:
        """Start the readers now, so that the first page does not wait for them."""
        for future in [self._started().schedule(os.getpid) for _ in range(self._readers)]:
            future.result()

    async def read(self, capture: PageCapture, options: ReadingOptions) -> PageFormats:
        """The requested formats of a capture.

        Raises:
            UpstreamUnreachable: the body is no page, or took the reader too much time or memory.
        """
        future = self._started().schedule(read, args=(capture, options), timeout=limits.READ_MAX_SECONDS)
        try:
            return await asyncio.wrap_future(future)
        except UnreadablePage as error:
            raise UpstreamUnreachable(str(error)) from error
        except TimeoutError as error:
            raise UpstreamUnreachable(
                f"The page could not be read within {limits.READ_MAX_SECONDS} seconds."
            ) from error
        except (ProcessExpired, MemoryError, RecursionError) as error:
            log.error("Reading %s took its reader down: %r", capture.final_url, error)
            raise UpstreamUnreachable("The page could not be read: it takes too much memory.") from error

    def close(self) -> None:
        """End the readers, busy or not."""
        with self._lock:
            if self._pool is not None:
                self._pool.stop()
                self._pool.join()
                self._pool = None
