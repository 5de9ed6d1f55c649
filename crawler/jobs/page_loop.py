"""The worker's loop for jobs of many pages: it claims pages of all jobs, a few at a time, and processes them.

No job belongs to one worker. Each worker claims pages while it has free slots, so workers can share a job. When a
worker is killed, its leases expire and other workers claim its pages.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol
from uuid import UUID

from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.http import Request
from sqlalchemy.exc import SQLAlchemyError

from crawler.failures import JobVanished
from crawler.items import PageItem
from crawler.jobs.page_end import failure_of
from crawler.jobs.pages import PageWork
from crawler.jobs.stored_frontier import WORKSPACE_PAGES_MAX, StoredFrontier
from crawler.resources import Resources
from models.pages.page import SITEMAP, PageEnd, PageTask

log = logging.getLogger(__name__)

# Eight slots are reserved for other workspaces: a worker claims at most `WORKSPACE_PAGES_MAX` pages of one workspace.
CLAIMED_MAX = WORKSPACE_PAGES_MAX + 8
# A claim costs the same for one page and for many. Wait until there is room for a few, but only for a short time.
CLAIM_BATCH = 8
BATCH_WAIT_SECONDS = 0.03
# Poll intervals without a wake-up: an idle worker polls for pages, a busy one for cancelled jobs.
IDLE_SECONDS = 1.0
WAITING_SECONDS = 0.2  # while pages wait for a delay or a backoff of their hosts
WATCH_SECONDS = 0.7
DATABASE_RETRY_SECONDS = 1.0
STOP_SECONDS = 5.0


class Engine(Protocol):
    """Fetches one page through a crawler (`crawler.runner`)."""

    resources: Resources

    def lease(self) -> AbstractAsyncContextManager[Crawler]:
        """A crawler that stays open until the block ends."""

    async def page(self, request: Request, fetched: Callable[[], None]) -> PageItem:
        """The page of a request. `fetched` is called once its download has ended."""


class PageLoop:
    """Runs on the reactor's loop from `start` to `stop`."""

    def __init__(self, engine: Engine, frontier: StoredFrontier) -> None:
        self.work = PageWork(engine.resources, frontier)
        self.frontier = frontier
        self._engine = engine
        self._wake_claiming = asyncio.Event()
        self._wake_watching = asyncio.Event()
        self._stopping = False
        self._woken = False
        self._running: dict[tuple[UUID, int], asyncio.Task[None]] = {}
        # Claimed pages whose requests have ended: they are being extracted or recorded.
        self._fetched: set[tuple[UUID, int]] = set()
        self._claiming: asyncio.Task[None]
        self._watching: asyncio.Task[None]

    def start(self) -> None:
        """Start claiming pages."""
        self._claiming = asyncio.ensure_future(self._claim_pages())
        self._watching = asyncio.ensure_future(self._watch())

    def wake(self) -> None:
        """Claim pages and check for ended jobs now. Must be called in the loop's thread."""
        self._woken = True
        self._wake_claiming.set()
        self._wake_watching.set()

    def cancel(self, job_id: UUID) -> None:
        """Cancel the running pages of a job that has ended."""
        for (owner, _), running in list(self._running.items()):
            if owner == job_id:
                running.cancel()
        self.work.jobs.forget(job_id)

    async def stop(self, grace_seconds: float = STOP_SECONDS) -> None:
        """Stop claiming, wait up to `grace_seconds` for running pages, and release the rest."""
        self._stopping = True
        self._wake_claiming.set()
        # The claim is not cancelled: pages that it has just claimed would be blocked until their leases expire.
        await asyncio.wait({self._claiming, *self._running.values()}, timeout=grace_seconds)
        cut = list(self.frontier.claimed.values())  # before the cancellation, which removes them
        left = {self._claiming, self._watching, *self._running.values()}
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=1.0)
        if cut:
            try:
                await self.frontier.release(cut)
            except SQLAlchemyError as error:
                log.warning("Pages could not be released; their leases will expire: %s", error)

    async def _claim_pages(self) -> None:
        quiet = True
        while not self._stopping:
            self._wake_claiming.clear()
            worthwhile = self._woken or quiet or WORKSPACE_PAGES_MAX - len(self._running) >= CLAIM_BATCH
            self._woken = False
            if worthwhile and (room := CLAIMED_MAX - len(self._running)):
                try:
                    for task in await self.frontier.claim(room, tuple(self._fetched)):
                        if not self._stopping:
                            self._begin(task)
                except SQLAlchemyError as error:
                    log.warning("Looking for pages again in %s s: %s", DATABASE_RETRY_SECONDS, error)
                    await asyncio.sleep(DATABASE_RETRY_SECONDS)
                    continue
                except Exception:  # An error must not end this loop: the worker would look healthy but claim no pages.
                    log.exception("Claiming pages failed; again in %s s", DATABASE_RETRY_SECONDS)
                    await asyncio.sleep(DATABASE_RETRY_SECONDS)
                    continue
            quiet = await self._pause()

    async def _pause(self) -> bool:
        """Wait until a claim is useful: pages ended, or work arrived. True after a timeout, or when no page runs."""
        seconds = WAITING_SECONDS if self.frontier.waiting else IDLE_SECONDS
        try:
            await asyncio.wait_for(self._wake_claiming.wait(), seconds)
        except TimeoutError:
            return True
        if self._running:
            await asyncio.sleep(BATCH_WAIT_SECONDS)
        return not self._running

    def _begin(self, task: PageTask) -> None:
        key = (task.job_id, task.number)
        running = self._running[key] = asyncio.ensure_future(self._process(task))

        def end(_: asyncio.Task[None]) -> None:
            if self._running.get(key) is running:
                del self._running[key]
            self.frontier.forget(task)
            self._wake_claiming.set()

        running.add_done_callback(end)

    async def _process(self, task: PageTask) -> None:
        """Process one page from its request to its end. No error of a page ends the worker."""
        request: Request | None = None
        try:
            if task.kind == SITEMAP:
                async with self._engine.lease() as crawler:
                    await self.work.walk(task, crawler)
                return
            request = await self.work.request(task)
            await self._engine.page(request, lambda: self._note_fetched(task))
        except DropItem:
            pass
        except JobVanished:
            log.info("Job %s is no longer stored", task.job_id)
        except SQLAlchemyError as error:
            log.warning(
                "Page %s of job %s could not be recorded; its lease will expire: %s", task.number, task.job_id, error
            )
        except Exception as error:
            await self._fail(task, error, request)
        finally:
            self._fetched.discard((task.job_id, task.number))
            if task.job_id in self.frontier.ended:
                self.frontier.ended.discard(task.job_id)
                self._stop_others(task)

    def _stop_others(self, task: PageTask) -> None:
        """Cancel the other pages of a job that has ended. The page that ended it is complete."""
        self._running.pop((task.job_id, task.number), None)
        self.cancel(task.job_id)

    async def _fail(self, task: PageTask, error: Exception, request: Request | None) -> None:
        try:
            await self.work.failed(task, error, request)
        except (SQLAlchemyError, JobVanished) as again:
            log.warning(
                "Page %s of job %s could not be recorded; its lease will expire: %s", task.number, task.job_id, again
            )
        except Exception:
            log.exception("The failure of page %s of job %s could not be prepared", task.number, task.job_id)
            await self._fail_without_job(task, error)

    async def _fail_without_job(self, task: PageTask, error: Exception) -> None:
        """Record a page as failed without reading its job, for example when the job's options cannot be read."""
        try:
            await self.frontier.record(PageEnd(task=task, verdict="failed", error=failure_of(error, None)), None)
        except SQLAlchemyError as again:
            log.warning("Page %s of job %s is left to its lease: %s", task.number, task.job_id, again)

    def _note_fetched(self, task: PageTask) -> None:
        self._fetched.add((task.job_id, task.number))
        self._wake_claiming.set()

    async def _watch(self) -> None:
        """Poll whether jobs with claimed pages have ended elsewhere, because a wake-up may be lost."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake_watching.wait(), WATCH_SECONDS)
            self._wake_watching.clear()
            try:
                for job_id in await self.frontier.cancelled():
                    self.cancel(job_id)
            except SQLAlchemyError as error:
                log.warning("Looking for cancelled jobs again: %s", error)
            except Exception:  # An error must not end this loop, as with claiming.
                log.exception("Looking for cancelled jobs failed")
