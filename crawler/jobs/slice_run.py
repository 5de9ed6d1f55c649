"""One run of a slice on a worker: it claims pages of its job, and ends when none can be claimed or its time is up."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from uuid import UUID

from sqlalchemy.exc import SQLAlchemyError

from contract import limits
from crawler.jobs.frontier import crawl
from crawler.jobs.pages_in_hand import PagesInHand
from models.page_jobs.page_claim import Claimed
from models.pages.page import PageTask
from models.schedule.slice import ClaimedSlice

log = logging.getLogger(__name__)

# A run ends after this time; then the slice waits after the other jobs of its workspace.
RUN_SECONDS = 2.5
# A run that has nothing to claim waits this long for its pages: quick ones soon end, and free their slots at the host.
LINGER_SECONDS = 0.3
# A run on a worker that reads more slowly than it fetches ends after this long: another worker may have time. If as many
# pages of the workspace are being read there as one run fetches, its runs wait up to this long after a claim until several
# pages have ended.
CROWDED_SECONDS = 1.0
# Pages of one run that are being fetched: those that one host takes.
FETCHING_MAX = limits.HOST_REQUESTS_MAX
# A claim costs the same for one page and for many: wait a short time until slots for a few are free.
BATCH_WAIT_SECONDS = 0.03
DATABASE_RETRY_SECONDS = 1.0


class SliceRun:
    """Runs a slice. `stopping()`: the worker stops. `on_due` is called with the workspace when a slice of it may be due."""

    def __init__(
        self,
        claimed: ClaimedSlice,
        pages: PagesInHand,
        *,
        stopping: Callable[[], bool],
        on_due: Callable[[UUID, float], None],
    ) -> None:
        self.slice = claimed
        self._pages = pages
        self._stopping = stopping
        self._on_due = on_due
        self.changed = asyncio.Event()
        self.has_ended = False
        # Whether the last claim got as many pages as the worker had free slots.
        self._is_full = True
        self._retries = False
        self._claimed_keys: set[tuple[UUID, int]] = set()
        self._until = time.monotonic() + RUN_SECONDS
        self._changed_at = self._claimed_at = time.monotonic()

    def wake(self) -> None:
        """Look again now, for example because the worker stops."""
        self.changed.set()

    async def run(self) -> None:
        """Claim pages until the run ends. If the database is unavailable, the slice's lease expires."""
        with self._pages.listening(self._note_change):
            await crawl(self, self._pages.begin)

    async def claim(self) -> Sequence[PageTask]:
        """The pages of one claim. A claim that ends the run ends the slice too, in the same transaction."""
        now = time.monotonic()
        is_last = self._stopping() or now >= self._ends_at()
        free = 0 if is_last else self._free_slots()
        if not (free or is_last):
            return ()
        claimed = await self._claim(free, end_run=is_last or self._is_quiet(now))
        if claimed is None:
            self.has_ended = now > self._until
            return ()
        if claimed.has_ended:
            self._on_due(self.slice.workspace_id, claimed.wait_seconds or 0.0)
            self.has_ended = True
        return claimed.tasks

    def _ends_at(self) -> float:
        return min(self._until, self._claimed_at + CROWDED_SECONDS) if self._is_crowded() else self._until

    def _free_slots(self) -> int:
        return min(self._fetching_slots(), self._worker_slots())

    def _worker_slots(self) -> int:
        return 0 if self._waits_for_more_slots() else self._pages.free_slots(self.slice.workspace_id)

    def _waits_for_more_slots(self) -> bool:
        """Whether the workspace has few free slots, and its pages may soon free enough for a claim of several."""
        return (
            self._pages.share_left(self.slice.workspace_id) < FETCHING_MAX
            and time.monotonic() < self._claims_again_at()
        )

    def _claims_again_at(self) -> float:
        """When the slice claims again although few slots are free. Pages that are being read end sooner or later."""
        workspace_id = self.slice.workspace_id
        if self._pages.fetched_of(workspace_id) >= FETCHING_MAX:
            return self._pages.last_claim_of(workspace_id) + CROWDED_SECONDS
        return self._claimed_at + LINGER_SECONDS

    def _fetching_slots(self) -> int:
        fetching = self._claimed_keys.intersection(self._pages.frontier.claimed) - self._pages.fetched
        return FETCHING_MAX - len(fetching)

    def _is_crowded(self) -> bool:
        """Whether the workspace has little of its share of the worker left, or the worker has no free slot."""
        workspace_id = self.slice.workspace_id
        return self._pages.share_left(workspace_id) < FETCHING_MAX or not self._pages.free_slots(workspace_id)

    def _is_quiet(self, now: float) -> bool:
        """Whether no page of the job is about to free a slot or to find links."""
        return now - self._changed_at >= LINGER_SECONDS or not self._pages.has_pages(self.slice.job_id)

    async def _claim(self, free: int, *, end_run: bool) -> Claimed | None:
        """What was claimed, or None when the database is unavailable."""
        self._is_full = self._retries = False
        try:
            with self._pages.reserving(self.slice.workspace_id, free):
                claimed = await self._pages.frontier.claim_of(
                    self.slice.job_id, free, fetched=tuple(self._pages.fetched), run=self.slice, end_run=end_run
                )
        except SQLAlchemyError as error:
            log.warning("Pages could not be claimed; trying again in %s s: %s", DATABASE_RETRY_SECONDS, error)
            self._retries = True
            return None
        self._is_full = len(claimed.tasks) == free
        for task in claimed.tasks:
            self._claimed_keys.add((task.job_id, task.number))
        if claimed.tasks:
            self._changed_at = self._claimed_at = time.monotonic()
        for workspace_id in claimed.due:
            self._on_due(workspace_id, 0.0)
        return claimed

    def _note_change(self, job_id: UUID | None) -> None:
        """A page was fetched or has ended. Those of other jobs matter when the worker's free slots limited the last claim."""
        if job_id == self.slice.job_id:
            self._changed_at = time.monotonic()
        elif not (self._is_full and self._free_slots()):
            return
        self.changed.set()

    async def wait(self) -> None:
        """Wait for a page of the job to end, until no page can make another one claimable or the time is up."""
        if self._retries:
            await asyncio.sleep(DATABASE_RETRY_SECONDS)
            return
        if self._is_full and self._free_slots():
            return
        now = time.monotonic()
        quiet_at = self._changed_at + LINGER_SECONDS
        until = min(self._ends_at(), quiet_at) if quiet_at > now and self._free_slots() else self._ends_at()
        if self._waits_for_more_slots() and self._pages.free_slots(self.slice.workspace_id):
            until = min(until, self._claims_again_at())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.changed.wait(), max(0.0, until - now))
        if self._pages.has_pages(self.slice.job_id) and not self._stopping():
            await asyncio.sleep(BATCH_WAIT_SECONDS)
