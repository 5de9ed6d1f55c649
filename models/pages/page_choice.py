"""Chooses the pages that a worker claims: fair over workspaces and jobs, within the limits of hosts. Pure."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from models.pages.host import Pace
from models.pages.page import PAGE

# A page whose lease expired this often is claimed without other pages, so that it stops no other page.
LAPSES_ISOLATED = 2


class ReadyJob(NamedTuple):
    """A running job with a page that may be claimed. `left` is how many pages it may still issue."""

    id: UUID
    workspace_id: UUID
    operation: str
    price: int
    left: int
    running: int


class Candidate(NamedTuple):
    """A queued page that may be claimed."""

    job_id: UUID
    number: int
    kind: str
    key: UUID
    url: str
    host: str
    depth: int
    delays: int
    lapses: int


@dataclass(frozen=True)
class HostLoad:
    """The running requests and the limits of each host."""

    paces: Mapping[str, Pace]
    requests: Counter[str]

    def is_full(self, name: str) -> bool:
        """Whether the host has no free slot."""
        return self.requests[name] >= self.paces.get(name, Pace()).at_a_time

    def full(self) -> list[str]:
        """The hosts without a free slot."""
        return [name for name in {*self.paces, *self.requests} if self.is_full(name)]

    def with_delay(self, names: Iterable[str]) -> list[str]:
        """Those hosts that have a pause between two requests."""
        return sorted({name for name in names if name in self.paces and self.paces[name].delay_ms})


class Choice:
    """One choice: the workspace, and in it the job, with the fewest running pages comes next.

    `places` is how many pages the worker may still take of each workspace, `walks` how many sitemap walks.
    """

    def __init__(
        self, jobs: Sequence[ReadyJob], candidates: Iterable[Candidate], hosts: HostLoad, *, places: Mapping[UUID, int],
        walks: int,
    ) -> None:  # fmt: skip
        self._jobs = jobs
        self._hosts = hosts
        self._places = dict(places)
        self._walks = walks
        self._left = {job.id: job.left for job in jobs}
        self._by_job = Counter({job.id: job.running for job in jobs})
        self._by_workspace: Counter[UUID] = Counter()
        for job in jobs:
            self._by_workspace[job.workspace_id] += job.running
        self._candidates: dict[UUID, deque[Candidate]] = {job.id: deque() for job in jobs}
        for page in candidates:
            self._candidates[page.job_id].append(page)

    def choose(self, room: int, *, busy: bool) -> list[Candidate]:
        """Up to `room` pages; a page with `LAPSES_ISOLATED` lapses only alone, and only if not `busy`."""
        chosen: list[Candidate] = []
        while len(chosen) < room and (job := self._next_job()):
            page = self._candidates[job.id].popleft()
            if not self._fits(job, page):
                continue
            if page.lapses >= LAPSES_ISOLATED:
                # A busy worker claims nothing more until it is idle. Otherwise busy workers would never claim this page.
                return chosen if busy or chosen else [page]
            self._count(job, page)
            chosen.append(page)
        return chosen

    def _next_job(self) -> ReadyJob | None:
        waiting = [job for job in self._jobs if self._candidates[job.id] and self._places[job.workspace_id] > 0]
        return min(
            waiting,
            key=lambda job: (self._by_workspace[job.workspace_id], self._by_job[job.id], job.id),
            default=None,
        )

    def _fits(self, job: ReadyJob, page: Candidate) -> bool:
        if page.kind == PAGE:
            return self._left[job.id] > 0 and not self._hosts.is_full(page.host)
        return self._walks > 0

    def _count(self, job: ReadyJob, page: Candidate) -> None:
        if page.kind == PAGE:
            self._left[job.id] -= 1
            self._hosts.requests[page.host] += 1
        else:
            self._walks -= 1
        self._places[job.workspace_id] -= 1
        self._by_workspace[job.workspace_id] += 1
        self._by_job[job.id] += 1
