"""The frontier in Postgres, shared with every other worker: it claims pages and records their ends.

Ends of a workspace that arrive within a short time, or during a transaction of it, are recorded together in one transaction.
Those of other workspaces do not wait for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar
from uuid import UUID

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from contract import limits
from contract.declare import load
from contract.operations import CRAWL
from contract.options.batch import JobOptions
from contract.options.crawl import CrawlOptions
from contract.tracing import spans
from crawler import capture_store
from crawler.items import PageItem
from crawler.jobs.crawl_delays import PAGE_FIRST_SECONDS
from crawler.jobs.known_job import KnownJob
from models.page_jobs import job_span, page_claim, page_end, page_job
from models.page_jobs.page_choice import Worker
from models.page_jobs.page_claim import Claimed
from models.pages import frontier
from models.pages.page import SITEMAP, PageEnd, PageTask
from models.schedule import host
from models.schedule.slice import ClaimedSlice
from models.session import ask, transact

log = logging.getLogger(__name__)
T = TypeVar("T")

# Reading a site's sitemaps holds files of many megabytes and may last for minutes. One is left to other workspaces.
SITEMAP_TASKS_MAX = 3
WORKSPACE_SITEMAP_TASKS_MAX = 2
# One that waits for a host's delay uses little memory, so this many more may run meanwhile.
WAITING_SITEMAP_TASKS_MAX = 6
WRITE_BATCH = 32
WRITE_BATCH_BYTES = 16_000_000
# A transaction costs about the same for one page and for several. While other pages of the workspace are being read, their
# ends are awaited until there are this many, for at most this long.
WRITE_ENOUGH = limits.HOST_REQUESTS_MAX
COLLECT_SECONDS = 0.3


@dataclass
class _Waiting:
    """An end that is waiting to be recorded."""

    end: PageEnd
    item: PageItem | None
    is_written: asyncio.Future[bool]


class StoredFrontier:
    """Claims and records for one process, `owner`. Its methods run on the event loop.

    `on_events` is called when events may have been written, `on_due` with workspaces whose slices may be due.
    `fetched` are (job, number) of claimed pages whose requests have ended: they are being read or recorded.
    """

    def __init__(
        self,
        database: Engine,
        threads: Executor | None,
        owner: str,
        *,
        on_events: Callable[[], None] = lambda: None,
        on_due: Callable[[Collection[UUID]], None] = lambda workspaces: None,
    ) -> None:
        self._database = database
        self._threads = threads
        self._owner = owner
        self._on_events = on_events
        self._on_due = on_due
        self._waiting: defaultdict[UUID, list[_Waiting]] = defaultdict(list)
        self._writers: dict[UUID, asyncio.Task[None]] = {}
        self._arrived = asyncio.Event()
        self._waiting_sitemap_tasks = 0
        self._isolated_claimed: Counter[UUID] = Counter()
        self.claimed: dict[tuple[UUID, int], PageTask] = {}
        self.fetched: set[tuple[UUID, int]] = set()
        self.changed = asyncio.Event()
        self.ended: set[UUID] = set()

    async def claim_of(
        self, job_id: UUID, most: int, *, fetched: Collection[tuple[UUID, int]] = (), run: ClaimedSlice | None = None,
        end_run: bool = False,
    ) -> Claimed:  # fmt: skip
        """Up to `most` pages of a job under a lease (`models.page_jobs.page_claim`)."""
        worker = Worker(
            owner=self._owner,
            fetched=fetched,
            sitemap_tasks=self._sitemap_tasks_left(run.workspace_id if run else None),
        )
        claimed = await self._run(
            transact, lambda connection: page_claim.claim(connection, job_id, worker, most, run=run, end_run=end_run)
        )
        self.claimed.update({(task.job_id, task.number): task for task in claimed.tasks})
        if claimed.ended_job:
            await self.report_end(job_id)
        return claimed

    def _sitemap_tasks_left(self, workspace_id: UUID | None) -> int:
        """How many more sitemap tasks may be claimed for a workspace. Those that wait for a host's delay do not count."""
        waiting = min(self._waiting_sitemap_tasks, WAITING_SITEMAP_TASKS_MAX)
        tasks: list[UUID | None] = [task.workspace_id for task in self.claimed.values() if task.kind == SITEMAP]
        return waiting + min(SITEMAP_TASKS_MAX - len(tasks), WORKSPACE_SITEMAP_TASKS_MAX - tasks.count(workspace_id))

    async def claim_suspect(self) -> PageTask | None:
        """One page that may have stopped its workers, or None. This process must process no other page meanwhile.

        Workspaces take turns: the pages of one take minutes if they hang.
        """
        worker = Worker(owner=self._owner)
        waiting = await self._run(ask, page_claim.list_jobs_with_suspects)
        for workspace_id, job_id in sorted(waiting, key=lambda one: self._isolated_claimed[one[0]]):
            claimed = await self._run(transact, partial(page_claim.claim_suspect, job_id=job_id, worker=worker))
            if claimed.ended_job:
                await self.report_end(job_id)
            for task in claimed.tasks:
                self.claimed[task.job_id, task.number] = task
                self._isolated_claimed[workspace_id] += 1
                return task
        return None

    async def renew_pages(self) -> None:
        """Renew the leases of the claimed pages."""
        tasks = list(self.claimed.values())
        await self._run(transact, lambda connection: frontier.renew(connection, tasks))

    async def record(self, end: PageEnd, item: PageItem | None) -> bool:
        """Record the end of a page. It is committed when this returns."""
        waiting = _Waiting(end, item, asyncio.get_running_loop().create_future())
        workspace_id = end.task.workspace_id
        self._waiting[workspace_id].append(waiting)
        self._arrived.set()
        if workspace_id not in self._writers:
            self._writers[workspace_id] = asyncio.ensure_future(self._write_all(workspace_id))
        try:
            return await asyncio.shield(waiting.is_written)
        finally:
            self.forget(end.task)
            self.changed.set()

    def forget(self, task: PageTask) -> None:
        """Remove a page from `claimed`, unless this process has claimed it again since its lease expired."""
        key = (task.job_id, task.number)
        if self.claimed.get(key) == task:
            del self.claimed[key]

    async def job(self, job_id: UUID) -> KnownJob | None:
        """The job's options and the final URL of its start, or None when it was deleted."""
        row = await self._run(ask, lambda connection: page_job.find_options(connection, job_id))
        if row is None:
            return None
        # No page needs the webhook, which may have more than a caller may send (`contract.firecrawl.webhook`).
        given = {name: value for name, value in row.options.items() if name != "webhook"}
        options: JobOptions = load(CrawlOptions if row.operation == CRAWL.name else JobOptions, given)
        return KnownJob(row.operation, options, row.start_final_url)

    async def report_end(self, job_id: UUID) -> None:
        """Report the span of a job that this process has ended."""
        if spans.is_on():
            await asyncio.get_running_loop().run_in_executor(self._threads, job_span.report, self._database, job_id)

    async def slow_down(self, name: str, *, delay_ms: int | None = None, backoff_seconds: float = 0.0) -> None:
        """Store a host's delay or backoff, for all workers."""

        def work(connection: Connection) -> None:
            if delay_ms is not None:
                host.set_delay(connection, name, delay_ms)
            if backoff_seconds:
                host.slow_down(connection, name, backoff_seconds)

        await self._run(transact, work)

    async def wait_for_slot(self, name: str, pause_seconds: float) -> None:
        """Wait until a file such as a sitemap may be requested from a host. The limit holds across workers."""
        self._waiting_sitemap_tasks += 1
        try:
            await asyncio.sleep(pause_seconds + PAGE_FIRST_SECONDS)
            while left := await self._run(transact, lambda connection: host.claim_visit(connection, name)):
                await asyncio.sleep(left)
        finally:
            self._waiting_sitemap_tasks -= 1

    async def release(self, tasks: Collection[PageTask]) -> None:
        """Queue pages again at once, when the process stops. Pages that have ended do not change."""
        for job_id in {task.job_id for task in tasks}:
            of_job = [task for task in tasks if task.job_id == job_id]
            release = partial(page_end.release, job_id=job_id, tasks=of_job)
            self._on_due(await self._run(transact, release))

    async def renew(self, job_id: UUID) -> None:
        """Renew the leases of a job that only this process works on, and of its claimed pages."""
        tasks = list(self.claimed.values())

        def work(connection: Connection) -> None:
            frontier.renew(connection, tasks)
            page_job.renew(connection, job_id, self._owner)

        await self._run(transact, work)

    async def cancelled(self, jobs: Collection[UUID] = ()) -> set[UUID]:
        """Those of `jobs`, or of the jobs with claimed pages, that have ended."""
        jobs = jobs or {task.job_id for task in self.claimed.values()}
        return await self._run(ask, lambda connection: page_job.list_ended(connection, jobs)) if jobs else set()

    async def _run(self, run: Callable[[Engine, Callable[[Connection], T]], T], work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, run, self._database, work)

    async def _write_all(self, workspace_id: UUID) -> None:
        """Record the ends of a workspace, one transaction after another: each locks the workspace's row for its charges."""
        waiting = self._waiting[workspace_id]
        try:
            while waiting:
                await self._collect(workspace_id)
                batch = waiting[: _batch_size(waiting)]
                del waiting[: len(batch)]
                await self._write_batch(batch)
        finally:
            del self._waiting[workspace_id], self._writers[workspace_id]

    async def _collect(self, workspace_id: UUID) -> None:
        """Wait for further ends of a workspace, while some are expected soon."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(COLLECT_SECONDS):
                while len(self._waiting[workspace_id]) < WRITE_ENOUGH and self._expects_more(workspace_id):
                    self._arrived.clear()
                    await self._arrived.wait()

    def _expects_more(self, workspace_id: UUID) -> bool:
        """Whether pages of the workspace are being read."""
        waiting = {(end.task.job_id, end.task.number) for end in (each.end for each in self._waiting[workspace_id])}
        reading = (self.claimed.get(key) for key in self.fetched - waiting)
        return any(task is not None and task.workspace_id == workspace_id for task in reading)

    async def _write_batch(self, batch: list[_Waiting]) -> None:
        by_job: dict[UUID, list[_Waiting]] = {}
        for waiting in batch:
            by_job.setdefault(waiting.end.task.job_id, []).append(waiting)
        for job_id, ends in by_job.items():
            await self._write(job_id, ends)

    async def _write(self, job_id: UUID, ends: list[_Waiting]) -> None:
        def work(connection: Connection) -> page_end.Ended:
            ended = page_end.end(connection, job_id, [waiting.end for waiting in ends])
            written = {id(end) for end in ended.written if end.verdict == "completed"}
            items = (waiting.item for waiting in ends if id(waiting.end) in written)
            capture_store.store(connection, (item for item in items if item is not None))
            return ended

        try:
            ended = await self._run(transact, work)
        except Exception as error:
            if len(ends) > 1 and not isinstance(error, OperationalError):
                for end in ends:  # One page that Postgres rejects must not fail the others.
                    await self._write(job_id, [end])
                return
            # Their leases expire, and another worker claims them again.
            log.exception("Pages of job %s could not be recorded", job_id)
            for waiting in ends:
                waiting.is_written.set_exception(error)
                waiting.is_written.exception()
            return
        if ended.job_status != "running":
            self.ended.add(job_id)
        if ended.has_webhook:
            self._on_events()
        if ended.due:
            self._on_due(ended.due)
        written = {id(end) for end in ended.written}
        for waiting in ends:
            waiting.is_written.set_result(id(waiting.end) in written)


def _batch_size(waiting: Sequence[_Waiting]) -> int:
    """The number of ends in the next transaction. It depends on their sizes, which differ by a factor of 100."""
    total = 0
    for number, one in enumerate(waiting[:WRITE_BATCH]):
        total += len(one.item.capture.body) if one.item else 0
        if total > WRITE_BATCH_BYTES:
            return max(1, number)
    return WRITE_BATCH
