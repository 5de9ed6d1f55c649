"""The claimed pages that a worker processes, each from its request to its end.

A page stays here after the slice that claimed it has ended, so that a slow page does not keep a slice.
When a worker is killed, its leases expire and other workers claim its pages.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from uuid import UUID

from scrapy.http import Request
from sqlalchemy.exc import SQLAlchemyError

from contract.process import log_context
from contract.tracing import jobs, spans
from crawler.jobs.failed_pages import FailedPages
from crawler.jobs.running_pages import Engine, RunningPages
from crawler.jobs.stored_frontier import StoredFrontier
from models.pages.page import PageTask

log = logging.getLogger(__name__)

# Slow hosts of one workspace must not use all slots of a worker.
WORKSPACE_PAGES_MAX = 32
PAGES_MAX = WORKSPACE_PAGES_MAX + 16
# How often a worker polls for cancelled jobs without a wake-up.
WATCH_SECONDS = 0.7
STOP_SECONDS = 5.0


class PagesInHand(RunningPages):
    """Runs on the reactor's loop from `start` to `stop`.

    `fetched` are (job, number) of pages whose requests have ended: they are being extracted or recorded. `ended` counts the
    pages that this worker has processed since its start.
    """

    def __init__(self, engine: Engine, frontier: StoredFrontier) -> None:
        super().__init__(engine, frontier)
        self.frontier = frontier
        self.fetched = frontier.fetched
        self.ended = 0
        self._failed_pages = FailedPages(self.work, frontier, engine.resources.interruptions)
        self._wake_watching = asyncio.Event()
        self._begun_at: dict[tuple[UUID, int], float] = {}
        self._reserved: Counter[UUID] = Counter()
        self._listeners: list[Callable[[UUID | None], None]] = []
        self._watching: asyncio.Task[None]
        self._reporting: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start to poll for cancelled jobs."""
        self._watching = asyncio.ensure_future(self._watch())

    def check_jobs(self) -> None:
        """Look for cancelled jobs now. Must be called in the loop's thread."""
        self._wake_watching.set()

    def free_slots(self, workspace_id: UUID) -> int:
        """How many more pages of a workspace may be claimed."""
        in_use = len(self.frontier.claimed) + self._reserved.total()
        return max(0, min(self.share_left(workspace_id), PAGES_MAX - in_use))

    def share_left(self, workspace_id: UUID) -> int:
        """How many more pages the workspace may have in this worker, however many others have."""
        return WORKSPACE_PAGES_MAX - len(self._keys_of(workspace_id)) - self._reserved[workspace_id]

    def fetched_of(self, workspace_id: UUID) -> int:
        """How many pages of the workspace are being read or recorded."""
        return len(self.fetched.intersection(self._keys_of(workspace_id)))

    def last_claim_of(self, workspace_id: UUID) -> float:
        """When the youngest of the workspace's pages was claimed, by the monotonic clock."""
        return max((self._begun_at.get(key, 0.0) for key in self._keys_of(workspace_id)), default=0.0)

    def _keys_of(self, workspace_id: UUID) -> list[tuple[UUID, int]]:
        number = workspace_id.int  # Integers are compared several times faster than UUIDs.
        return [key for key, task in self.frontier.claimed.items() if task.workspace_id.int == number]

    @contextlib.contextmanager
    def reserving(self, workspace_id: UUID, pages: int) -> Iterator[None]:
        """Until the block ends, reserve slots for pages that are being claimed. Without it, claims at the same time exceed it."""
        self._reserved[workspace_id] += pages
        try:
            yield
        finally:
            self._reserved -= Counter({workspace_id: pages})
            self._notify(None)

    def has_pages(self, job_id: UUID) -> bool:
        """Whether this worker processes pages of the job."""
        return any(owner == job_id for owner, _ in self._running)

    @contextlib.contextmanager
    def listening(self, changed: Callable[[UUID | None], None]) -> Iterator[None]:
        """Until the block ends, call `changed` with the job's id whenever a page was fetched or has ended.

        It is called with None when reserved slots were released.
        """
        self._listeners.append(changed)
        try:
            yield
        finally:
            self._listeners.remove(changed)

    def begin(self, task: PageTask) -> None:
        self._begun_at[task.job_id, task.number] = time.monotonic()
        super().begin(task)

    def _note_ended(self, task: PageTask, running: asyncio.Task[None]) -> None:
        self.ended += 1
        super()._note_ended(task, running)
        if (task.job_id, task.number) not in self._running:
            self._begun_at.pop((task.job_id, task.number), None)
        self.frontier.forget(task)
        self._notify(task.job_id)

    def cancel(self, job_id: UUID) -> None:
        """Cancel the running pages of a job that has ended."""
        for (owner, _), running in list(self._running.items()):
            if owner == job_id:
                running.cancel()
        self.work.jobs.forget(job_id)

    async def stop(self, grace_seconds: float = STOP_SECONDS) -> None:
        """Wait up to `grace_seconds` for running pages, and release the rest. No page may begin any more."""
        if self._running:
            await asyncio.wait(set(self._running.values()), timeout=grace_seconds)
        cut = list(self.frontier.claimed.values())  # before the cancellation, which removes them
        left = {self._watching, *self._running.values()}
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=1.0)
        if cut:
            try:
                await self.frontier.release(cut)
            except SQLAlchemyError as error:
                log.warning("Pages could not be released; their leases will expire: %s", error)

    async def close(self) -> None:
        """Close the engine."""
        await self._engine.close()

    def _notify(self, job_id: UUID | None) -> None:
        for changed in list(self._listeners):
            changed(job_id)

    async def _process(self, task: PageTask) -> None:
        log_context.begin(job_id=task.job_id, workspace_id=task.workspace_id, trace_id=spans.trace_id(task.trace))
        with spans.within(jobs.context_of(task.trace, task.job_id)):
            try:
                await super()._process(task)
            finally:
                self.fetched.discard((task.job_id, task.number))
                if task.job_id in self.frontier.ended:
                    self.frontier.ended.discard(task.job_id)
                    self._stop_others(task)

    async def _failed(self, task: PageTask, error: Exception, request: Request | None, begun: float) -> None:
        if isinstance(error, SQLAlchemyError):
            await self._failed_pages.unrecorded(task, error)
        else:
            await self._failed_pages.end(task, error, request, begun)

    def _stop_others(self, task: PageTask) -> None:
        """Cancel the other pages of a job that has ended. The page that ended it is complete."""
        log.info("The %s has ended", task.operation)
        self._running.pop((task.job_id, task.number), None)
        self._begun_at.pop((task.job_id, task.number), None)
        self.cancel(task.job_id)
        if spans.is_on() and task.trace is not None:
            reporting = asyncio.ensure_future(self.frontier.report_end(task.job_id))
            self._reporting.add(reporting)
            reporting.add_done_callback(self._reporting.discard)

    def _note_fetched(self, task: PageTask) -> None:
        self.fetched.add((task.job_id, task.number))
        self._notify(task.job_id)

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
                log.warning("Cancelled jobs could not be looked up; trying again: %s", error)
            except Exception:  # An error must not end this loop: cancelled pages would continue.
                log.exception("Cancelled jobs could not be looked up")
