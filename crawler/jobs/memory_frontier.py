"""The frontier of `scrapy crawl`: one job in memory, with the same rules as the stored one.

It is lost when the process ends. JOBDIR stores its `state` for the next process (`crawler.jobs.job_dir`).
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any, NamedTuple
from uuid import UUID

from contract import limits
from contract.sketch import alike
from crawler.items import PageItem
from crawler.jobs.crawl_delays import PAGE_FIRST_SECONDS
from crawler.jobs.known_job import KnownJob
from models.base import new_id
from models.page_jobs.page_end import CANDIDATES_MIN, CANDIDATES_PER_PAGE
from models.pages.page import PAGE, NewPage, PageEnd, PageTask

NO_WORKSPACE = UUID(int=0)
POLL_SECONDS = 0.2


class _Entry(NamedTuple):
    """A page in a queue. Entries are ordered by their rank and then by their number, which no other page has."""

    rank: float
    number: int
    page: NewPage


@dataclass(frozen=True)
class Progress:
    """The pages of a job by state. `queued` are known pages, of which the job's limit may allow fewer."""

    completed: int
    failed: int
    running: int
    queued: int


class MemoryFrontier:
    """One job. `changed` is set when a page ends. `host_requests_max` limits the running pages of one host."""

    def __init__(
        self,
        job: KnownJob,
        pages: Sequence[NewPage],
        pages_max: int,
        *,
        host_requests_max: int = limits.HOST_REQUESTS_MAX,
    ) -> None:
        self.job_id = new_id()
        self.changed = asyncio.Event()
        self._job = job
        self._pages_max = pages_max
        self._host_requests_max = host_requests_max
        self._issued = 0
        self._numbers_used = 0
        self._queue: list[_Entry] = []
        # Entries of the queue whose host had no free slot when they were at its front, by host. Otherwise each claim
        # would go through the whole queue again.
        self._without_slot: defaultdict[str, list[_Entry]] = defaultdict(list)
        self._running: Counter[str] = Counter()
        self._states: dict[str, str] = {}
        # The sketches of completed pages by their keys, and by the keys that they name as canonical.
        self._sketches: dict[str, str | None] = {}
        self._naming: defaultdict[str, list[str | None]] = defaultdict(list)
        self.claimed: dict[int, PageTask] = {}
        self._delays: Counter[int] = Counter()
        self._due: dict[int, float] = {}
        self._pauses: dict[str, float] = {}
        self._not_before: dict[str, float] = {}
        self._claimed_at = 0.0
        # The failed pages of this process, with their errors.
        self.failures: list[tuple[str, str]] = []
        for new in pages:
            self._add(new)

    def state(self) -> dict[str, Any]:
        """The ended and the remaining pages, as JSON. Claimed pages are remaining pages."""
        in_hand = [(task.depth, task.number, _again(task)) for task in self.claimed.values()]
        waiting = chain(self._queue, *self._without_slot.values())
        queued = [(rank, number, new) for rank, number, new in waiting if self._states.get(new.key) == "queued"]
        return {
            "redirected_to": self._job.start_final_url,
            "issued": self._issued - sum(task.kind == PAGE for task in self.claimed.values()),
            "met": self._numbers_used,
            "queue": [[rank, number, asdict(new)] for rank, number, new in (*in_hand, *queued)],
            "ended": {key: state for key, state in self._states.items() if state not in ("queued", "running")},
        }

    def progress(self) -> Progress:
        """The job's pages by state, from all runs of the job."""
        states = Counter(self._states.values())
        running = sum(task.kind == PAGE for task in self.claimed.values())
        return Progress(states["completed"], states["failed"], running, states["queued"])

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue from a `state`, which replaces the initial pages."""
        self._job.start_final_url = state["redirected_to"]
        self._issued, self._numbers_used = state["issued"], state["met"]
        self._queue = [_Entry(rank, number, NewPage(**new)) for rank, number, new in state["queue"]]
        heapq.heapify(self._queue)
        self._states = {new.key: "queued" for *_, new in self._queue} | state["ended"]

    async def finished(self) -> bool:
        """Whether no page is running and no page may be issued. At the limit, the reading of sitemaps is not awaited."""
        full = self._issued >= self._pages_max
        empty = not (self._queue or any(self._without_slot.values()))
        return not any(task.kind == PAGE or not full for task in self.claimed.values()) and (full or empty)

    async def wait(self) -> None:
        """Wait until a page has ended, or a host that pages wait for may be requested again.

        A host that became free since the last claim ends the wait at once.
        """
        due = [self._not_before.get(host, 0) for host, waiting in self._without_slot.items() if waiting]
        first = min((at for at in due if at > self._claimed_at), default=None)
        left = None if first is None else max(0.0, first - time.monotonic())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.changed.wait(), left)

    async def claim(self, most: int) -> Sequence[PageTask]:
        """Up to `most` pages whose host has a free slot."""
        claimed: list[PageTask] = []
        now = self._claimed_at = time.monotonic()
        while len(claimed) < most and (entry := self._next(now)) is not None:
            claimed.append(self._take(entry, now))
        return claimed

    def _next(self, now: float) -> _Entry | None:
        """Remove the first entry that can be claimed."""
        while front := self._front(self._queue):
            if self._can_be_claimed(front.page, now):
                break
            heapq.heappush(self._without_slot[front.page.host], heapq.heappop(self._queue))
        claimable = [
            queue
            for queue in (self._queue, *self._without_slot.values())
            if (front := self._front(queue)) and self._can_be_claimed(front.page, now)
        ]
        return heapq.heappop(min(claimable, key=lambda queue: queue[0])) if claimable else None

    def _front(self, queue: list[_Entry]) -> _Entry | None:
        """The first entry of a queue. Removes entries of pages that are no longer queued."""
        while queue and self._states.get(queue[0].page.key) != "queued":
            heapq.heappop(queue)
        return queue[0] if queue else None

    def _can_be_claimed(self, new: NewPage, now: float) -> bool:
        return new.kind != PAGE or (self._issued < self._pages_max and self._ready(new.host, now))

    async def record(self, end: PageEnd, item: PageItem | None) -> bool:
        """Record the end of a page."""
        task = self.claimed.pop(end.task.number)
        self.changed.set()
        counts = task.kind == PAGE
        self._running[task.host] -= counts
        if counts and (pause := self._pauses.get(task.host)):
            self._not_before[task.host] = max(self._not_before.get(task.host, 0), time.monotonic() + pause)
        if end.verdict == "delayed":
            self._issued -= counts
            self._delays[task.number] += end.delays
            self._due[task.number] = time.monotonic() + end.delay_seconds
            self._not_before[task.host] = max(self._not_before.get(task.host, 0), time.monotonic() + end.delay_seconds)
            self._states[task.key] = "queued"
            heapq.heappush(self._queue, _Entry(task.depth, task.number, _again(task)))
            return True
        for new in end.found:
            self._add(new)
        done = ("completed", "merged")
        copy = any(self._states.get(key) in done for key in end.aliases) or self._states[task.key] == "merged"
        copy = copy or (end.verdict == "completed" and self._is_copy(end))
        if end.verdict == "outside" or (end.verdict == "completed" and task.number and copy):
            self._issued -= counts
            self._states[task.key] = "merged"
            return False
        self._states[task.key] = end.verdict if counts else "visited"
        if counts and end.verdict == "failed":
            self.failures.append((task.url, end.error or ""))
        if end.verdict == "completed":
            self._states |= dict.fromkeys(end.aliases, "merged")
            self._sketches[task.key] = end.sketch
            if end.canonical:
                self._naming[end.canonical].append(end.sketch)
            if item is not None and end.result is not None:
                end.result(0, 0)
        return True

    def _is_copy(self, end: PageEnd) -> bool:
        """Whether a completed page with alike content has the same canonical URL, or is at it."""
        canonical = end.canonical or ""
        others = [self._sketches.get(canonical), *self._naming.get(end.task.key, ()), *self._naming.get(canonical, ())]
        return any(alike(other, end.sketch) for other in others)

    async def job(self, job_id: UUID) -> KnownJob | None:
        """The one job."""
        return self._job

    async def slow_down(self, host: str, *, delay_ms: int | None = None, backoff_seconds: float = 0.0) -> None:
        """Store a host's delay or backoff."""
        if delay_ms is not None:
            self._pauses[host] = delay_ms / 1000
        self._not_before[host] = max(self._not_before.get(host, 0), time.monotonic() + backoff_seconds)
        self.changed.set()

    async def wait_for_slot(self, host: str, pause_seconds: float) -> None:
        """Wait until a file such as a sitemap may be requested from a host."""
        await asyncio.sleep(pause_seconds + PAGE_FIRST_SECONDS)
        while not self._ready(host, time.monotonic()):
            left = self._not_before.get(host, 0) - time.monotonic()
            await asyncio.sleep(left if left > 0 else POLL_SECONDS)
        self._not_before[host] = time.monotonic() + pause_seconds

    def _add(self, new: NewPage) -> None:
        # A page is written to a file once, however often the list has its address.
        if (
            new.duplicate_of is not None
            or new.key in self._states
            or self._numbers_used > max(CANDIDATES_MIN, CANDIDATES_PER_PAGE * self._pages_max)
        ):
            return
        self._states[new.key] = "queued"
        heapq.heappush(self._queue, _Entry(new.rank, self._numbers_used, new))
        self._numbers_used += 1

    def _ready(self, host: str, now: float) -> bool:
        requests_max = 1 if self._pauses.get(host) else self._host_requests_max
        return self._running[host] < requests_max and now >= self._not_before.get(host, 0)

    def _take(self, entry: _Entry, now: float) -> PageTask:
        number, new = entry.number, entry.page
        self._states[new.key] = "running"
        self._issued += new.kind == PAGE
        self._running[new.host] += new.kind == PAGE
        if host_pause := self._pauses.get(new.host):
            self._not_before[new.host] = now + host_pause
        task = self.claimed[number] = PageTask(
            job_id=self.job_id, number=number, token=1, kind=new.kind, key=new.key, url=new.url, host=new.host, depth=new.depth,
            delays=self._delays[number], late_seconds=max(0.0, now - self._due.get(number, now)),
            operation=self._job.operation, workspace_id=NO_WORKSPACE, price=0,
        )  # fmt: skip
        return task


def _again(task: PageTask) -> NewPage:
    """The page of a task, to be queued again."""
    return NewPage(url=task.url, key=task.key, host=task.host, depth=task.depth, kind=task.kind)
