"""The frontier of `scrapy crawl`: one job in memory, under the same rules as the stored one (`models.pages.rules`).

It is lost when the process ends. JOBDIR stores its `state` for the next process (`crawler.jobs.job_dir`).
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from operator import attrgetter
from typing import Any
from uuid import UUID

from contract import limits
from crawler.items import PageItem
from crawler.jobs.crawl_delays import PAGE_FIRST_SECONDS
from crawler.jobs.known_job import KnownJob
from crawler.jobs.memory_hosts import MemoryHosts
from crawler.politeness.host_visits import NO_WORKSPACE
from models.base import new_id
from models.pages import rules
from models.pages.page import PAGE, NewPage, PageEnd, PageTask
from models.pages.rules import Known, Merging, Slots

POLL_SECONDS = 0.2


@dataclass(frozen=True, order=True, slots=True)
class _Entry:
    """A page that waits or is claimed. Entries are ordered by their rank and then by their number, which no other page has."""

    rank: float
    number: int
    page: NewPage = field(compare=False)


@dataclass(frozen=True)
class Progress:
    """The pages of a job by state. `queued` are known pages, of which the job's limit may allow fewer."""

    completed: int
    failed: int
    running: int
    queued: int


class MemoryFrontier:
    """One job. `changed` is set when a page ends. `host_requests_max` limits the running pages of one host.

    `accepts` is asked once for each new page that was found, `rank` orders the pages: the smallest first.
    `failures` are the failed pages of this process, with their errors.
    """

    def __init__(
        self,
        job: KnownJob,
        pages: Sequence[NewPage],
        pages_max: int,
        *,
        host_requests_max: int = limits.HOST_REQUESTS_MAX,
        accepts: Callable[[NewPage], bool] = lambda page: True,
        rank: Callable[[NewPage], int] = attrgetter("rank"),
    ) -> None:
        self.job_id = new_id()
        self.changed = asyncio.Event()
        self.claimed: dict[int, PageTask] = {}
        self.failures: list[tuple[str, str]] = []
        self._job = job
        self._pages_max = pages_max
        self._accepts, self._rank = accepts, rank
        self._hosts = MemoryHosts(host_requests_max)
        self._issued = 0
        self._numbers_used = 0
        # Every key of the job, and the completed pages by the keys that they name as canonical.
        self._known: dict[str, Known] = {}
        self._naming: defaultdict[str, list[Known]] = defaultdict(list)
        # The queued and the claimed pages by their keys. A queue may also have entries that were replaced or dropped.
        self._entries: dict[str, _Entry] = {}
        self._queue: list[_Entry] = []
        # Entries of the queue whose host had no free slot when they were at its front, by host. Otherwise each claim
        # would go through the whole queue again.
        self._without_slot: defaultdict[str, list[_Entry]] = defaultdict(list)
        # Entries that were delayed, by the time at which they are due.
        self._delayed: list[tuple[float, _Entry]] = []
        self._delays: Counter[int] = Counter()
        self._due: dict[int, float] = {}
        self._claimed_at = 0.0
        self._add(page for page in pages if page.duplicate_of is None)  # A page is written to a file once.

    def state(self) -> dict[str, Any]:
        """The ended and the remaining pages, as JSON. Claimed pages are remaining pages."""
        return {
            "redirected_to": self._job.start_final_url,
            "issued": self._issued - len(self._running),
            "met": self._numbers_used,
            "queue": [[each.rank, each.number, asdict(each.page)] for each in sorted(self._entries.values())],
            "ended": {key: known.status for key, known in self._known.items() if key not in self._entries},
        }

    def progress(self) -> Progress:
        """The job's pages by state, from all runs of the job."""
        states = Counter(known.status for known in self._known.values())
        return Progress(states["completed"], states["failed"], len(self._running), states["queued"])

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue from a `state`, which replaces the initial pages."""
        self._job.start_final_url = state["redirected_to"]
        self._issued, self._numbers_used = state["issued"], state["met"]
        self._known = {key: Known(-1, status) for key, status in state["ended"].items()}
        self._entries, self._queue = {}, []
        for rank, number, new in state["queue"]:
            self._enqueue(_Entry(rank, number, NewPage(**new)))

    async def finished(self) -> bool:
        """Whether no page is running and no page may be issued. At the limit, the reading of sitemaps is not awaited."""
        full = self._issued >= self._pages_max
        running = self._running if full else self._claimed_entries
        queued = len(self._entries) > len(self._claimed_entries)
        return rules.has_ended(running=bool(running), full=full, queued=queued)

    async def wait(self) -> None:
        """Wait until a page has ended, or a page or a host that pages wait for may be requested again.

        A host that became free since the last claim ends the wait at once.
        """
        self._hosts.now = self._claimed_at
        free = self._hosts.first_free(host for host, waiting in self._without_slot.items() if waiting)
        due = [at for at in (free, self._delayed[0][0] if self._delayed else None) if at is not None]
        left = max(0.0, min(due) - time.monotonic()) if due else None
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.changed.wait(), left)

    async def claim(self, most: int) -> Sequence[PageTask]:
        """Up to `most` pages whose host has a free slot."""
        now = self._claimed_at = self._hosts.now = time.monotonic()
        while self._delayed and self._delayed[0][0] <= now:
            heapq.heappush(self._queue, heapq.heappop(self._delayed)[1])
        slots = Slots(self._pages_max - self._issued, self._hosts)
        claimed: list[PageTask] = []
        while len(claimed) < most and (entry := self._next(slots)) is not None:
            claimed.append(self._take(entry, now))
        return claimed

    def _next(self, slots: Slots) -> _Entry | None:
        """Remove the first entry that can be claimed."""
        while (front := self._front(self._queue)) and not slots.has_for(front.page):
            if slots.left <= 0:
                return None
            heapq.heappush(self._without_slot[front.page.host], heapq.heappop(self._queue))
        fronts = ((self._front(queue), queue) for queue in (self._queue, *self._without_slot.values()))
        claimable = [(front, queue) for front, queue in fronts if front and slots.has_for(front.page)]
        if not claimable:
            return None
        entry, queue = min(claimable, key=lambda each: each[0])
        slots.left -= entry.page.kind == PAGE
        return heapq.heappop(queue)

    def _front(self, queue: list[_Entry]) -> _Entry | None:
        """The first entry of a queue. Removes entries that were replaced or dropped."""
        while queue and self._entries.get(queue[0].page.key) is not queue[0]:
            heapq.heappop(queue)
        return queue[0] if queue else None

    async def record(self, end: PageEnd, item: PageItem | None) -> bool:
        """Record the end of a page. One that has ended already does not change."""
        task = self.claimed.pop(end.task.number, None)
        if task is None:
            return False
        self.changed.set()
        self._hosts.now = time.monotonic()
        if task.kind == PAGE:
            self._hosts.end(task.host)
        if self._known[task.key].status != "running":
            return False  # Another page has ended that is the same one.
        merging = self._merge(end)
        if merging.retained:
            self._write(end)
        else:
            self._end(task.key, "merged")
        self._issued -= task.kind == PAGE and (not merging.retained or end.verdict == "delayed")
        found = rules.new_candidates([end], self._pages_max, self._numbers_used)
        self._add(new for new in found if new.key in self._known or self._accepts(new))
        if merging.retained and item is not None and end.result is not None:
            end.result(0, 0)
        return bool(merging.retained)

    def _merge(self, end: PageEnd) -> Merging:
        """Decide whether the page is kept. Other pages that are the same one are dropped."""
        known = {key: self._known[key] for key in rules.keys_to_look_up([end]) if key in self._known}
        naming = {
            key: self._naming[key] for key in rules.canonical_keys_to_look_up([end]) if key in self._naming
        }  # fmt: skip
        merging = Merging([end], known, naming)
        for key, other in known.items():
            if other in merging.dropped and other.status in ("queued", "running"):
                self._issued -= other.status == "running" and self._entries[key].page.kind == PAGE
                self._end(key, "merged")
        self._known |= dict.fromkeys(merging.new_aliases, Known(-1, "merged"))
        self._numbers_used += len(merging.new_aliases)
        return merging

    def _write(self, end: PageEnd) -> None:
        """Store how a page ended that is kept."""
        task = end.task
        if end.verdict == "delayed":
            self._delays[task.number] += rules.delays_of(end)
            self._due[task.number] = self._hosts.now + end.delay_seconds
            self._enqueue(self._entries[task.key])
            return
        self._end(task.key, end.verdict if task.kind == PAGE else "visited", end.sketch)
        if end.verdict == "completed" and end.canonical:
            self._naming[end.canonical].append(self._known[task.key])
        if end.verdict == "failed" and task.kind == PAGE:
            self.failures.append((task.url, end.error or ""))

    def _end(self, key: str, status: str, sketch: str | None = None) -> None:
        self._known[key] = Known(self._entries.pop(key).number, status, sketch)

    async def job(self, job_id: UUID) -> KnownJob | None:
        """The one job."""
        return self._job

    async def slow_down(self, host: str, *, delay_ms: int | None = None, backoff_seconds: float = 0.0) -> None:
        """Store a host's delay or backoff."""
        self._hosts.now = time.monotonic()
        if delay_ms is not None:
            self._hosts.set_delay(host, delay_ms / 1000)
        if backoff_seconds:
            self._hosts.slow_down(host, backoff_seconds)
        self.changed.set()

    async def wait_for_slot(self, host: str, pause_seconds: float) -> None:
        """Wait until a file such as a sitemap may be requested from a host."""
        await asyncio.sleep(pause_seconds + PAGE_FIRST_SECONDS)
        while True:
            self._hosts.now = time.monotonic()
            load = self._hosts[host]
            if load.free_slots:
                break
            await asyncio.sleep(load.wait_seconds if load.wait_seconds > 0 else POLL_SECONDS)
        self._hosts.start_pause(host)

    @property
    def _claimed_entries(self) -> list[PageTask]:
        """The claimed pages and sitemaps that are still needed: those that are not merged with another page meanwhile."""
        return [task for task in self.claimed.values() if task.key in self._entries]

    @property
    def _running(self) -> list[PageTask]:
        return [task for task in self._claimed_entries if task.kind == PAGE]

    def _add(self, pages: Iterable[NewPage]) -> None:
        """Add pages that are not known yet. A queued page that is found at a smaller depth gets that depth."""
        for new in pages:
            known, entry = self._known.get(new.key), self._entries.get(new.key)
            if known is None:
                self._enqueue(_Entry(self._rank(new), self._numbers_used, new))
                self._numbers_used += 1
            elif known.status == "queued" and entry is not None and new.depth < entry.page.depth:
                nearer = replace(entry.page, depth=new.depth, rank=min(entry.page.rank, new.rank))
                self._enqueue(replace(entry, rank=self._rank(nearer), page=nearer))

    def _enqueue(self, entry: _Entry) -> None:
        self._entries[entry.page.key] = entry
        self._known[entry.page.key] = Known(entry.number, "queued")
        if entry.number in self._due:
            heapq.heappush(self._delayed, (self._due[entry.number], entry))
        else:
            heapq.heappush(self._queue, entry)

    def _take(self, entry: _Entry, now: float) -> PageTask:
        number, new = entry.number, entry.page
        self._known[new.key] = Known(number, "running")
        if new.kind == PAGE:
            self._issued += 1
            self._hosts.begin(new.host)
        task = self.claimed[number] = PageTask(
            job_id=self.job_id, number=number, token=1, kind=new.kind, key=new.key, url=new.url, host=new.host, depth=new.depth,
            delays=self._delays[number], late_seconds=now - self._due.get(number, now) if self._delays[number] else 0.0,
            operation=self._job.operation, workspace_id=NO_WORKSPACE, price=0,
        )  # fmt: skip
        return task
