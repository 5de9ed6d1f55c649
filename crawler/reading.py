"""Reading pages outside the event loop, in a pool of processes. A process is killed when a page exceeds its limits."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import logging
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import fields
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessPool

from contract import limits
from contract.capture import PageCapture
from contract.errors import UpstreamUnreachable
from contract.options.page import ReadingOptions
from contract.process.logs import configure_format
from contract.results.page import PageFormats
from crawler.bounded_cache import BoundedCache
from crawler.workspace_turns import WorkspaceTurns
from extraction import images
from extraction.crawled_page import KeptPage, Outlinks, read_crawled, read_kept
from extraction.document.document import UnreadablePage
from extraction.images import PageImages
from extraction.links import sitemap
from extraction.links.scope import Scope
from extraction.links.sitemap import Sitemap
from extraction.page import read
from extraction.verdicts.app_shells import needs_rendering

log = logging.getLogger(__name__)
T = TypeVar("T")

# A reader is replaced after this many pages, so that memory leaks of parsers do not add up.
PAGES_PER_READER = 2_000
READER_MEMORY_BYTES = 2_000_000_000
RECENT_BYTES = 32_000_000
# A hostile page needs one second per megabyte; a busy machine may need more.
VERDICT_SECONDS = 5.0
START_SECONDS = 60.0
# How often a waiting page looks whether its readers still exist.
LOOK_SECONDS = 1.0
# A page creates tens of thousands of objects, and reference counting frees nearly all: cycles are collected rarely.
COLLECT_AFTER = (50_000, 20, 50)
_PRELOADED = ["extraction.preload"]
# Marks the recent results of pages that were stored.
_KEPT = "kept"


def _prepare_reader(log_format: str) -> None:
    """Prepare a new reader: limit its memory and collect garbage rarely. Its modules are already loaded."""
    configure_format(log_format, logging.WARNING)
    import resource

    # A page that needs gigabytes fails in its reader instead of exhausting the machine's memory.
    resource.setrlimit(resource.RLIMIT_AS, (READER_MEMORY_BYTES, READER_MEMORY_BYTES))
    gc.set_threshold(*COLLECT_AFTER)


def recent_key(capture: PageCapture, options: ReadingOptions) -> tuple[object, ...]:
    """All input that reading depends on, with a digest in place of the body."""
    digest = hashlib.blake2b(capture.body, digest_size=16).digest()
    reading = tuple(getattr(options, declared.name) for declared in fields(ReadingOptions))
    return capture.final_url, capture.status, capture.headers, capture.rendered, capture.warning, digest, reading


def size_of(key: tuple[object, ...], formats: PageFormats) -> int:
    """Approximate size of a page's formats and of their key in bytes. The page's headers are part of the key."""
    texts = sum(len(text) * 2 for text in (formats.markdown, formats.html, formats.raw_html) if text)
    links = sum(map(len, (*formats.links.internal, *formats.links.external))) * 2 if formats.links else 0
    described = 2 * len(repr(formats.metadata)) + sum(2 * len(repr(part)) for part in key)
    return 4_000 + described + texts + links + (len(repr(formats.structured)) * 4 if formats.structured else 0)


class ReadingPool:
    """Reads captures in other processes. They start with the first page, or with `warm`."""

    def __init__(self, readers: int | None = None, *, log_format: str = "text") -> None:
        self._log_format = log_format
        # Reading is deterministic, so equal input is not read again.
        self._recent: BoundedCache[tuple[object, ...], PageFormats] = BoundedCache(RECENT_BYTES)
        self._readers = readers or max(1, min(4, os.cpu_count() or 1))
        self._pool: ProcessPool | None = None
        self._lock = threading.Lock()
        # Pages wait here and not in the pool's queue: the queue is short, and workspaces take turns. Scrapes do not wait
        # for the pages of jobs that wait here.
        self._scrapes = WorkspaceTurns(2 * self._readers)
        self._pages = WorkspaceTurns(self._readers + 1)

    def _started(self) -> ProcessPool:
        with self._lock:
            if self._pool is not None and not self._pool.active:
                # If an idle reader is killed, its pool cannot be used any more.
                log.error("The reading processes are replaced, because one of them ended")
                threading.Thread(target=self._pool.join, daemon=True).start()
                self._pool = None
            if self._pool is None:
                # This process has threads and must not fork. A fork server forks small processes with shared code.
                context = multiprocessing.get_context("forkserver")
                context.set_forkserver_preload(_PRELOADED)
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
            UpstreamUnreachable: the body is not a page, or exceeded the reader's time or memory limit.
        """
        return await self._formats(capture, options, self._scrapes, workspace_id)

    async def read_to_keep(
        self,
        capture: PageCapture,
        options: ReadingOptions,
        scope: Scope | None,
        workspace_id: str | None,
        *,
        of_job: bool,
    ) -> KeptPage:
        """The formats of a page that will be stored, its links within `scope`, and its entry for the search index.

        A page that was read in this way shortly before has no entry: it is in the index already. The pages of a crawl are
        always read, because their links are needed.

        Raises:
            UpstreamUnreachable: as for `read`.
        """
        turns = self._pages if of_job else self._scrapes
        if scope is not None:
            async with turns.place(workspace_id):
                return await self._call(capture.final_url, read_kept, capture, options, scope)
        key = (*recent_key(capture, options), _KEPT)
        if found := self._recent.get(key):
            return KeptPage(found, Outlinks(), None)
        async with turns.place(workspace_id):
            page: KeptPage = await self._call(capture.final_url, read_kept, capture, options, scope)
        self._recent.put(key, page.formats, size_of(key, page.formats))
        return page

    async def read_of_job(
        self, capture: PageCapture, options: ReadingOptions, scope: Scope | None, workspace_id: str | None
    ) -> tuple[PageFormats, Outlinks]:
        """The formats of a job's page, and its links within `scope`. Scrapes have priority.

        Raises:
            UpstreamUnreachable: as for `read`.
        """
        if scope is None:
            return await self._formats(capture, options, self._pages, workspace_id), Outlinks()
        async with self._pages.place(workspace_id):
            return await self._call(capture.final_url, read_crawled, capture, options, scope)

    async def read_sitemap(self, body: bytes, url: str, workspace_id: str | None = None) -> Sitemap:
        """The entries of a sitemap document. Empty if it exceeded the reader's limits."""
        async with self._pages.place(workspace_id):
            try:
                return await self._call(url, sitemap.read, body, url)
            except UpstreamUnreachable:
                return Sitemap(complete=False)

    async def read_images(self, capture: PageCapture, workspace_id: str | None = None) -> PageImages:
        """The images of a captured page.

        Raises:
            UpstreamUnreachable: as for `read`.
        """
        async with self._scrapes.place(workspace_id):
            return await self._call(capture.final_url, images.read, capture)

    async def needs_rendering(self, capture: PageCapture, *, of_job: bool, workspace_id: str | None = None) -> bool:
        """Whether only a browser can show the page of a plain capture. False if the reader needs too long to decide."""
        async with (self._pages if of_job else self._scrapes).place(workspace_id):
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
        async with self._pages.place(workspace_id):
            return await self._call(url, function, *arguments, seconds=seconds)

    async def _formats(
        self, capture: PageCapture, options: ReadingOptions, turns: WorkspaceTurns, workspace_id: str | None
    ) -> PageFormats:
        key = recent_key(capture, options)
        if found := self._recent.get(key) or self._recent.get((*key, _KEPT)):
            return found
        async with turns.place(workspace_id):
            formats: PageFormats = await self._call(capture.final_url, read, capture, options)
        self._recent.put(key, formats, size_of(key, formats))
        return formats

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
        future = pool.schedule(function, args=arguments, timeout=seconds or limits.READ_MAX_SECONDS)
        waiting = asyncio.wrap_future(future)
        try:
            while not waiting.done():
                was_active = pool.active
                await asyncio.wait({waiting}, timeout=LOOK_SECONDS)
                if not was_active and not waiting.done():
                    # A pool that breaks forgets the tasks that it has not handed to a reader yet.
                    raise BrokenProcessPool("The reading processes have ended.")
            return waiting.result()
        finally:
            waiting.cancel()

    def close(self) -> None:
        """End all readers, including busy ones."""
        with self._lock:
            if self._pool is not None:
                self._pool.stop()
                self._pool.join()
                self._pool = None
