"""The slices of one worker: runs those that it claims, and posts those that are due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import Engine as Database
from sqlalchemy.exc import SQLAlchemyError

from contract.process import log_context
from crawler.jobs.pages_in_hand import PagesInHand
from crawler.jobs.slice_run import SliceRun
from crawler.runner import result_within
from models.jobs.next_job import Slots
from models.schedule import slice
from models.schedule.slice import ClaimedSlice
from models.session import ask, transact
from workers.mailbox import Mailbox
from workers.queue import Claimed, Work

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
    """Its methods run on the event loop, except `claim` and `run`.

    `running` are the slices whose leases must be renewed. `pages` is set before the first slice runs.
    """

    pages: PagesInHand

    def __init__(
        self, *, owner: str, database: Database, mailbox: Mailbox, loop: asyncio.AbstractEventLoop, threads: Any,
    ) -> None:  # fmt: skip
        self.running: dict[UUID, SliceRun] = {}
        self._owner = owner
        self._database = database
        self._mailbox = mailbox
        self._loop = loop
        self._threads = threads
        self._stopping = False
        self._due: set[UUID] = set()
        self._posting: dict[UUID, asyncio.Task[None]] = {}

    def claim(self, queue: str, slots: Slots, with_lost: bool) -> Claimed | None:
        """The posted slices that have waited longest; None while Postgres is unavailable. The sweeper recovers lost ones."""
        try:
            claimed, left = ask(
                self._database, lambda connection: slice.claim_next(connection, self._owner, slots.number - slots.used)
            )
        except SQLAlchemyError as error:
            log.warning("No slice is claimed: %s", error)
            return None
        return Claimed([Work(one.id, partial(self.run, one), partial(self._return, one)) for one in claimed], left)

    def run(self, claimed: ClaimedSlice) -> None:
        """Run a slice until it ends. Blocks the calling thread."""
        try:
            result_within(asyncio.run_coroutine_threadsafe(self._run(claimed), self._loop), RUN_SECONDS_MAX)
        except TimeoutError:
            log.error("Slice %s did not end within %s s; its lease will expire", claimed.id, RUN_SECONDS_MAX)

    def _return(self, claimed: ClaimedSlice) -> None:
        """Let a slice wait again that was not begun, when the worker stops."""
        try:
            transact(self._database, lambda connection: slice.park(connection, claimed, 0), retry_seconds=STOP_SECONDS)
        except SQLAlchemyError as error:
            log.warning("The lease of slice %s will expire: %s", claimed.id, error)

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
        ends_at = self._loop.time() + STOP_SECONDS
        while self.running and self._loop.time() < ends_at:
            await asyncio.sleep(0.02)
        await self.pages.stop()
        if self._posting:
            await asyncio.wait(set(self._posting.values()), timeout=1.0)

    async def _run(self, claimed: ClaimedSlice) -> None:
        log_context.begin(job_id=claimed.job_id, workspace_id=claimed.workspace_id)
        run = SliceRun(claimed, self.pages, stopping=lambda: self._stopping, on_due=self.post_due_later)
        self.running[claimed.id] = run
        try:
            await run.run()
        except Exception:  # An error must not end the actor's thread: the slice's lease expires, and it runs again.
            log.exception("Slice %s of job %s failed", claimed.id, claimed.job_id)
        finally:
            self.running.pop(claimed.id, None)

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
        self._mailbox.post(transact(database, partial(slice.post_due, workspace_id=workspace_id)))

    async def _ask(self, how: Callable[..., T], what: Any) -> T:
        return await self._loop.run_in_executor(self._threads, how, self._database, what)
