"""Reading pages outside the event loop, in a pool of processes. A process is killed when a page exceeds its limits."""

from __future__ import annotations

import asyncio
import gc
import itertools
import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessPool

from contract import limits
from contract.capture import PageCapture
from contract.errors import UpstreamUnreachable
from contract.options.page import ReadingOptions
from contract.process.logs import configure_format
from contract.process.turns import Turns
from contract.results.page import PageFormats
from crawler import recent_pages
from crawler.recent_pages import RecentPages
from extraction import images
from extraction.answers.answered_page import PageQuestion
from extraction.crawled_page import ReadPage, read_page
from extraction.document.document import UnreadablePage
from extraction.images import PageImages
from extraction.links import sitemap
from extraction.links.scope import Scope
from extraction.links.sitemap import Sitemap
from extraction.verdicts.app_shells import needs_rendering

log = logging.getLogger(__name__)
T = TypeVar("T")

# A reader is replaced after this many pages, so that memory leaks of parsers do not add up.
PAGES_PER_READER = 2_000
READER_MEMORY_BYTES = 2_000_000_000
# A hostile page needs one second per megabyte; a busy machine may need more.
VERDICT_SECONDS = 5.0
START_SECONDS = 60.0
# How often a waiting page looks whether its readers still exist.
LOOK_SECONDS = 1.0
# Readers that have begun and ended nothing for this long are stuck: each page has a limit. Before the first page they start.
STUCK_SECONDS = limits.READ_MAX_SECONDS + 15.0
# A page creates tens of thousands of objects, and reference counting frees nearly all: cycles are collected rarely.
COLLECT_AFTER = (50_000, 20, 50)
# For the fork server, which forks readers.
PRELOADED = ["extraction.preload", "contract.process.fork_server"]


def _prepare_reader(log_format: str) -> None:
    """Prepare a new reader: limit its memory and collect garbage rarely. Its modules are already loaded."""
    configure_format(log_format, logging.WARNING)
    import resource

    # A page that needs gigabytes fails in its reader instead of exhausting the machine's memory.
    resource.setrlimit(resource.RLIMIT_AS, (READER_MEMORY_BYTES, READER_MEMORY_BYTES))
    gc.set_threshold(*COLLECT_AFTER)


class Progress:
    """How far the readers of a pool have come with its tasks, which they take in their order.

    A reader that is killed from outside, for example because the machine is out of memory, may have started a task without
    anybody's notice, or hold the lock of the pipe that all readers use. The pool itself waits forever then.
    """

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._last_started = 0
        self._moved_at = time.monotonic()

    def add(self) -> int:
        """The number of a new task."""
        self._moved_at = time.monotonic()
        return next(self._numbers)

    def note(self, number: int, task: Future[Any]) -> None:
        """Look whether a task has been started or has ended."""
        is_done = task.done() and not task.cancelled()
        if is_done or (task.running() and number > self._last_started):
            self._last_started = max(self._last_started, number)
            self._moved_at = time.monotonic()

    def is_lost(self, number: int, task: Future[Any]) -> bool:
        """Whether a reader has started a later task than this one, which still waits."""
        return number < self._last_started and not (task.running() or task.done())

    def is_stuck(self) -> bool:
        limit = STUCK_SECONDS if self._last_started else STUCK_SECONDS + START_SECONDS
        return time.monotonic() - self._moved_at > limit


class ReadingPool:
    """Reads captures in other processes. They start with the first page, or with `warm`."""

    def __init__(self, readers: int | None = None, *, log_format: str = "text") -> None:
        self._log_format = log_format
        self._recent = RecentPages()
        self._readers = readers or max(1, min(4, os.cpu_count() or 1))
        self._pool: ProcessPool | None = None
        self._is_closed = False
        self._progress = Progress()
        self._lock = threading.Lock()
        # Pages wait here and not in the pool's queue: the queue is short, and workspaces take turns. Scrapes do not wait
        # for the pages of jobs that wait here.
        self._scrapes = Turns(2 * self._readers)
        self._pages = Turns(self._readers + 1)

    def _started(self) -> ProcessPool:
        with self._lock:
            if self._is_closed:
                # The page is not the cause, so this is not its error.
                raise asyncio.CancelledError("The reading processes have been ended.")
            if self._pool is not None and not self._pool.active:
                # If an idle reader is killed, its pool cannot be used any more.
                log.error("The reading processes are replaced, because one of them ended")
                threading.Thread(target=self._pool.join, daemon=True).start()
                self._pool = None
            if self._pool is None:
                self._progress = Progress()
                # This process has threads and must not fork. A fork server forks small processes with shared code.
                context = multiprocessing.get_context("forkserver")
                context.set_forkserver_preload(PRELOADED)
                self._pool = ProcessPool(
                    self._readers,
                    max_tasks=PAGES_PER_READER,
                    initializer=_prepare_reader,
                    initargs=[self._log_format],
                    context=context,
                )
            return self._pool

    def warm(self) -> None:
        """Start the readers now, so that the first page does not wait for them."""
        for future in [self._started().schedule(os.getpid) for _ in range(self._readers)]:
            future.result(START_SECONDS)

    async def read(self, capture: PageCapture, options: ReadingOptions, workspace_id: str | None = None) -> PageFormats:
        """The requested formats of a capture.

        Raises:
            UpstreamUnreachable: as for `read_page`.
        """
        return (await self.read_page(capture, options, workspace_id)).formats

    async def read_page(
        self,
        capture: PageCapture,
        options: ReadingOptions,
        workspace_id: str | None = None,
        *,
        scope: Scope | None = None,
        of_job: bool = False,
        is_stored: bool = False,
        questions: tuple[PageQuestion, ...] = (),
    ) -> ReadPage:
        """What `extraction.crawled_page.read_page` reads of a capture.

        An equal page that was read shortly before is not read again, unless an answer is needed.

        Args:
            of_job: whether it is the page of a job. Scrapes have priority.
        Raises:
            UpstreamUnreachable: the body is not a page, or exceeded the reader's time or memory limit.
        """
        capture = recent_pages.as_read(capture)
        key = recent_pages.key_of(capture, options, scope)
        if not questions and (found := await self._recent.get(key, is_stored=is_stored)):
            return found
        reading = partial(read_page, is_stored=is_stored, questions=questions)
        async with (self._pages if of_job else self._scrapes).slot(workspace_id):
            page: ReadPage = await self._call(capture.final_url, reading, capture, options, scope)
        if not questions:
            await self._recent.put(key, page, is_stored=is_stored)
        return page

    async def read_sitemap(self, body: bytes, url: str, workspace_id: str | None = None) -> Sitemap:
        """The entries of a sitemap document. Empty if it exceeded the reader's limits."""
        async with self._pages.slot(workspace_id):
            try:
                return await self._call(url, sitemap.read, body, url)
            except UpstreamUnreachable:
                return Sitemap(complete=False)

    async def read_images(self, capture: PageCapture, workspace_id: str | None = None) -> PageImages:
        """The images of a captured page.

        Raises:
            UpstreamUnreachable: as for `read`.
        """
        async with self._scrapes.slot(workspace_id):
            return await self._call(capture.final_url, images.read, capture)

    async def needs_rendering(self, capture: PageCapture, *, of_job: bool, workspace_id: str | None = None) -> bool:
        """Whether only a browser can show the page of a plain capture. False if the reader needs too long to decide."""
        async with (self._pages if of_job else self._scrapes).slot(workspace_id):
            try:
                return await self._call(capture.final_url, needs_rendering, capture, seconds=VERDICT_SECONDS)
            except UpstreamUnreachable:
                return False

    async def call(
        self,
        url: str,
        function: Callable[..., T],
        *arguments: Any,
        workspace_id: str | None = None,
        seconds: float | None = None,
    ) -> T:
        """The value of a pure function of `extraction` from a reader. Workspaces take turns.

        Args:
            url: is for the log.
            seconds: the time limit of the function. Waiting for a reader does not count.
        Raises:
            UpstreamUnreachable: the body is not a page, or exceeded the reader's time or memory limit.
        """
        async with self._pages.slot(workspace_id):
            return await self._call(url, function, *arguments, seconds=seconds)

    async def _call(self, url: str, function: Callable[..., T], *arguments: Any, seconds: float | None = None) -> T:
        """The function's value from a reader. If the reader dies, another one tries: the page may not be the cause."""
        try:
            try:
                return await self._attempt(function, arguments, seconds)
            except (ProcessExpired, BrokenProcessPool) as error:
                log.warning("Reading %s is retried: %r", url, error)
                return await self._attempt(function, arguments, seconds)
        except UnreadablePage as error:
            raise UpstreamUnreachable(f"{error}.", details={"retryable": False}) from error
        except TimeoutError as error:
            raise UpstreamUnreachable(
                f"The page could not be read within {seconds or limits.READ_MAX_SECONDS} seconds."
            ) from error
        except (ProcessExpired, MemoryError, RecursionError) as error:
            log.error("The process that read %s ended: %r", url, error)
            raise UpstreamUnreachable("The page could not be read: it takes too much memory.") from error
        except Exception as error:
            # A defect of Orbweaver: log it with a traceback.
            log.exception("Reading %s failed", url)
            raise UpstreamUnreachable("The page could not be read.") from error

    async def _attempt(self, function: Callable[..., T], arguments: tuple[Any, ...], seconds: float | None) -> T:
        pool = self._started()
        progress = self._progress
        number = progress.add()
        future = pool.schedule(function, args=arguments, timeout=seconds or limits.READ_MAX_SECONDS)
        waiting = asyncio.wrap_future(future)
        try:
            while not waiting.done():
                was_active = pool.active
                await asyncio.wait({waiting}, timeout=LOOK_SECONDS)
                progress.note(number, future)
                if waiting.done():
                    break
                if not was_active:
                    # A pool that breaks forgets the tasks that it has not handed to a reader yet.
                    raise BrokenProcessPool("The reading processes have ended.")
                if progress.is_lost(number, future):
                    raise BrokenProcessPool("The reading process that took the page has ended.")
                if progress.is_stuck():
                    self._discard(pool)
                    raise BrokenProcessPool("The reading processes do not answer.")
            return waiting.result()
        finally:
            waiting.cancel()

    def _discard(self, pool: ProcessPool) -> None:
        """Use other readers from now on, and end these."""
        with self._lock:
            if self._pool is not pool:
                return
            self._pool = None
        log.error("The reading processes are replaced, because they do not answer")
        pool.stop()
        threading.Thread(target=pool.join, daemon=True).start()

    def close(self) -> None:
        """End all readers, including busy ones. Reading a page is cancelled then, and starts no other reader."""
        with self._lock:
            self._is_closed = True
            if self._pool is not None:
                self._pool.stop()
                self._pool.join()
                self._pool = None
