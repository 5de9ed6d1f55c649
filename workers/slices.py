"""The slices of one worker: runs those whose messages it takes, and posts those that are due.

Postgres knows every slice. A message only wakes a worker: duplicates end at once, and the sweeper posts lost ones again.
While Redis is unavailable, a worker runs the slices itself that it cannot post.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import Engine as Database
from sqlalchemy.exc import SQLAlchemyError

from contract.process import log_context
from contract.queues import PAGES_QUEUE
from crawler.jobs.pages_in_hand import PagesInHand
from crawler.jobs.slice_run import SliceRun
from crawler.runner import result_within
from models.schedule import slice
from models.schedule.slice import SLICES_AT_ONCE, PostedSlice
from models.session import ask, transact
from workers.queue import Mailbox

log = logging.getLogger(__name__)
T = TypeVar("T")

# A slice that waits longer than this is left to the sweeper.
TIMER_SECONDS_MAX = 60.0
# A run lasts seconds. Its claims wait for Postgres, at most a minute each. Meanwhile the lease is renewed, so
# without a limit a run that hangs would keep its job from all other workers.
RUN_SECONDS_MAX = 180.0
# Slices end soon after the worker has begun to stop.
STOP_SECONDS = 2.0


class Slices:
    """Its methods run on the event loop, except `run` and `post`.

    `running` are the slices whose leases must be renewed. `pages` is set before the first slice runs.
    """

    pages: PagesInHand

    def __init__(
        self, *, owner: str, database: Database, mailbox: Mailbox, loop: asyncio.AbstractEventLoop, threads: Any,
        stalled: Callable[[], bool],
    ) -> None:  # fmt: skip
        self.running: dict[UUID, SliceRun] = {}
        self._owner = owner
        self._database = database
        self._mailbox = mailbox
        self._loop = loop
        self._threads = threads
        self._stalled = stalled
        self._stopping = False
        self._due: set[UUID] = set()
        self._posting: dict[UUID, asyncio.Task[None]] = {}

    def run(self, slice_id: str) -> None:
        """Run a slice until it ends. Blocks the calling thread."""
        if self._stalled():
            log.warning("Slice %s is left to other workers: the event loop does not answer", slice_id)
            return
        try:
            result_within(asyncio.run_coroutine_threadsafe(self._run(UUID(slice_id)), self._loop), RUN_SECONDS_MAX)
        except TimeoutError:
            log.error("Slice %s did not end within %s s; its lease will expire", slice_id, RUN_SECONDS_MAX)

    def post(self, posted: Sequence[PostedSlice]) -> None:
        """Send the messages of slices. Runs the slices here while Redis is unavailable, as far as slots are free."""
        for one in self._mailbox.post(posted):
            self._loop.call_soon_threadsafe(self._run_here, one.id)

    def post_due(self, workspaces: Iterable[UUID]) -> None:
        """Post the slices of these workspaces that are due, up to the share of each workspace."""
        for workspace_id in workspaces:
            self._due.add(workspace_id)
            if workspace_id not in self._posting:
                self._posting[workspace_id] = asyncio.ensure_future(self._post_all_of(workspace_id))

    def post_due_or_wake(self, workspaces: Iterable[UUID], slices: Iterable[UUID]) -> None:
        """Post the slices of these workspaces, and let those of `slices` that run here claim: a slot was left to them."""
        for slice_id in slices:
            if slice_id in self.running:
                self.running[slice_id].wake()
        self.post_due(workspaces)

    def post_due_later(self, workspace_id: UUID, seconds: float) -> None:
        """The same after some time."""
        if seconds <= 0:
            self.post_due([workspace_id])
        elif seconds < TIMER_SECONDS_MAX:
            self._loop.call_later(seconds, self.post_due, [workspace_id])

    async def stop(self) -> None:
        """End all slices and pages of this worker. The remaining slices are posted for other workers."""
        self._stopping = True
        for run in list(self.running.values()):
            run.wake()
        await self._until(lambda: not self.running, STOP_SECONDS)
        await self.pages.stop()
        if self._posting:
            await asyncio.wait(set(self._posting.values()), timeout=1.0)

    async def _until(self, done: Callable[[], bool], seconds: float) -> None:
        ends_at = self._loop.time() + seconds
        while not done() and self._loop.time() < ends_at:
            await asyncio.sleep(0.02)

    async def _run(self, slice_id: UUID) -> None:
        try:
            claimed = await self._ask(ask, lambda connection: slice.claim(connection, slice_id, self._owner))
        except SQLAlchemyError as error:
            log.warning("Slice %s is left to the sweeper: %s", slice_id, error)
            return
        if claimed is None:
            return  # A duplicate message, or the job has ended.
        log_context.begin(job_id=claimed.job_id, workspace_id=claimed.workspace_id)
        run = SliceRun(claimed, self.pages, stopping=lambda: self._stopping, on_due=self.post_due_later)
        self.running[slice_id] = run
        try:
            await run.run()
        except Exception:  # An error must not end the actor's thread: the slice's lease expires, and it runs again.
            log.exception("Slice %s of job %s failed", slice_id, claimed.job_id)
        finally:
            self.running.pop(slice_id, None)

    def _run_here(self, slice_id: UUID) -> None:
        if len(self.running) < SLICES_AT_ONCE and not self._stopping and not self._mailbox.is_paused(PAGES_QUEUE):
            asyncio.ensure_future(self._run(slice_id))  # noqa: RUF006 (`running` has it as soon as it is claimed)

    async def _post_all_of(self, workspace_id: UUID) -> None:
        """Post the slices of a workspace. Each waits for its own lock, so none waits for the lock of another one."""
        try:
            while workspace_id in self._due:
                self._due.discard(workspace_id)
                await self._ask(self._post_due, workspace_id)
        except SQLAlchemyError as error:
            log.warning("Slices of workspace %s are left to the sweeper: %s", workspace_id, error)
        finally:
            del self._posting[workspace_id]

    def _post_due(self, database: Database, workspace_id: UUID) -> None:
        self.post(transact(database, partial(slice.post_due, workspace_id=workspace_id)))

    async def _ask(self, how: Callable[..., T], what: Any) -> T:
        return await self._loop.run_in_executor(self._threads, how, self._database, what)
