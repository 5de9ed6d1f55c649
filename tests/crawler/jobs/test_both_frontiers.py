"""The frontier in memory and the one in Postgres decide alike: the same pages in the same order, and the same ends."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

import pytest
from sqlalchemy import Engine, text

from contract.options.batch import JobOptions
from contract.options.crawl import CrawlOptions
from contract.sketch import sketch_of
from crawler.jobs.known_job import KnownJob
from crawler.jobs.memory_frontier import MemoryFrontier
from extraction.links.scope import key_of
from models.page_jobs import job_end
from models.pages.page import SITEMAP, NewPage, PageEnd, PageTask
from models.schedule import host
from tests.models.desk import SITE, Desk, new

ALIKE = sketch_of("\n".join(f"line number {number} of the text" for number in range(9)))
ELSEWHERE = "https://b.example"


class Job(Protocol):
    """One job in one of the frontiers."""

    def claim(self, most: int) -> Sequence[PageTask]: ...
    def end(self, end: PageEnd) -> None: ...
    def throttle(self, name: str) -> None: ...
    def outcome(self) -> tuple[bool, int, int, int]:
        """Whether it has ended, and how many pages are issued, completed and failed."""


class InMemory:
    """A job in memory."""

    def __init__(self, operation: str, most: int, pages: Sequence[NewPage]) -> None:
        options = CrawlOptions(url=SITE) if operation == "crawl" else JobOptions()
        self._frontier = MemoryFrontier(KnownJob(operation, options), pages, most)

    def claim(self, most: int) -> Sequence[PageTask]:
        return asyncio.run(self._frontier.claim(most))

    def end(self, end: PageEnd) -> None:
        asyncio.run(self._frontier.record(end, None))

    def throttle(self, name: str) -> None:
        asyncio.run(self._frontier.slow_down(name, backoff_seconds=1e-6))

    def outcome(self) -> tuple[bool, int, int, int]:
        progress = self._frontier.progress()
        issued = self._frontier.state()["issued"] + progress.running
        return asyncio.run(self._frontier.finished()), issued, progress.completed, progress.failed


class InPostgres:
    """A job in Postgres."""

    def __init__(self, database: Engine, operation: str, most: int, pages: Sequence[NewPage]) -> None:
        self._desk = Desk(database)
        self._job_id = self._desk.job(*pages, operation=operation, most=most)
        with database.begin() as connection:  # Other tests throttle the same hosts.
            connection.execute(text("DELETE FROM host"))

    def claim(self, most: int) -> Sequence[PageTask]:
        return self._desk.claim_of(self._job_id, most).tasks

    def end(self, end: PageEnd) -> None:
        self._desk.end(end.task, end.verdict, **{
            name: getattr(end, name) for name in ("found", "aliases", "canonical", "sketch", "error", "delay_seconds")
        })  # fmt: skip

    def throttle(self, name: str) -> None:
        with self._desk.database.begin() as connection:
            host.slow_down(connection, name, 0.001)

    def outcome(self) -> tuple[bool, int, int, int]:
        row, counts = self._desk.row(self._job_id), self._desk.counts(self._job_id)
        with self._desk.database.begin() as connection:  # Its running pages would count for the hosts of the next job.
            job_end.cancel(connection, self._job_id, self._desk.workspace_id, row.operation)
        return row.status != "running", row.issued, counts.completed, counts.failed


def claim(most: int = 20) -> dict[str, Any]:
    return {"claim": most}


def end(path: str, verdict: str = "completed", *found: NewPage, **about: Any) -> dict[str, Any]:
    return {"path": path, "verdict": verdict, "found": found, **about}


def links(*paths: str, depth: int = 1, **about: Any) -> list[NewPage]:
    return [new(path, depth=depth, **about) for path in paths]


def key(path: str) -> str:
    return key_of(SITE + path)


START = [claim(), end("/", "completed", *links("/a", "/b", "/c")), claim(2)]
STORIES: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "pages with the lowest rank first, then as they were found": ({}, [
        claim(), end("/", "completed", *links("/deep", depth=2), *links("/a"), *links("/b", rank=5), *links("/c")),
        claim(2), claim(2), end("/a"), end("/c"), claim(),
    ]),
    "not more than the limit": ({"most": 3}, [*START, claim(), end("/a"), end("/b", "failed", error="HTTP 500"), claim()]),
    "a page that is not a page of the crawl leaves its part of the limit to another": (
        {"most": 3}, [*START, end("/a", "outside"), claim(), end("/b"), end("/c"), claim()],
    ),
    "a page that is delayed leaves its part of the limit to another": (
        {"most": 3}, [*START, end("/a", "delayed", delay_seconds=60), claim(), end("/b"), end("/c"), claim()],
    ),
    "a page that is queued again keeps its rank": (
        {}, [*START, end("/b", "delayed", delay_seconds=0), end("/a", "completed", *links("/d", rank=2)), claim(1), claim()],
    ),
    "only some of one host at a time": ({}, [
        claim(), end("/", "completed", *links(*(f"/{number}" for number in range(12))), *links("/far", site=ELSEWHERE, rank=9)),
        claim(), end("/3"), claim(), end("/4", "failed", error="-"), claim(1), claim(),
    ]),
    "half as many at a throttled host": ({}, [
        claim(), end("/", "completed", *links(*(f"/{number}" for number in range(12)))), {"throttle": "site.example"},
        {"throttle": "site.example"}, claim(), end("/0"), claim(),
    ]),
    "a link that is found at a smaller depth": ({}, [
        claim(), end("/", "completed", *links("/deep", depth=3, rank=8), *links("/a", "/b", rank=4)), claim(1),
        end("/a", "completed", *links("/deep", depth=1)), claim(1), claim(),
    ]),
    "a link that is found at a smaller depth with the same rank": ({}, [
        claim(), end("/", "completed", *links("/a"), *links("/deep", depth=3, rank=1)), claim(1),
        end("/a", "completed", *links("/deep", depth=2, rank=1)), claim(),
    ]),
    "a link to a delayed page that is found at a smaller depth": ({}, [
        claim(), end("/", "completed", *links("/a"), *links("/deep", "/late", depth=3)), claim(),
        end("/deep", "delayed", delay_seconds=0), end("/late", "delayed", delay_seconds=60),
        end("/a", "completed", *links("/deep", "/late", depth=2)), claim(),
    ]),
    "a redirect to a page that is known": ({}, [*START, end("/b"), end("/a", aliases=(key("/b"),)), claim()]),
    "a redirect to a page that waits": ({}, [*START, end("/a", aliases=(key("/c"),)), claim(), end("/b"), claim()]),
    "a redirect to a page that is running": (
        {"most": 3}, [*START, end("/a", aliases=(key("/b"),)), claim(), end("/b"), end("/c"), claim()],
    ),
    "a redirect to a page that fails": ({}, [*START, end("/b", "failed", error="-"), end("/a", aliases=(key("/b"),)), claim()]),
    "a redirect to the start": ({}, [*START, end("/a", aliases=(key("/"),)), end("/b"), claim(), end("/c"), claim()]),
    "a redirect to an address that is found later": (
        {}, [*START, end("/a", aliases=(key("/new"),)), end("/b", "completed", *links("/new")), claim(), end("/c"), claim()],
    ),
    "links of a copy are followed": ({}, [
        *START, end("/a", sketch=ALIKE), end("/b", "completed", *links("/d"), sketch=ALIKE, canonical=key("/a")), claim(),
    ]),
    "two copies of one page": ({}, [
        *START, end("/a", sketch=ALIKE, canonical=key("/x")), end("/b", sketch=ALIKE, canonical=key("/x")), claim(),
        end("/c", sketch=ALIKE, canonical=key("/y")), claim(),
    ]),
    "the canonical page after its copy": (
        {}, [*START, end("/a", sketch=ALIKE, canonical=key("/b")), end("/b", sketch=ALIKE), claim(), end("/c"), claim()],
    ),
    "sitemaps": ({"most": 3}, [
        claim(), end("/", "completed", *links("/s", kind=SITEMAP), *links("/a")), claim(), end("/a"), claim(),
        end("/s", "completed", *links("/b", "/c")), claim(), end("/b"), claim(),
    ]),
    "a list of pages": (
        {"operation": "batch", "pages": [new("/1"), new("/2"), new("/far", site=ELSEWHERE)], "most": 3},
        [claim(2), end("/2"), claim(), end("/far", "failed", error="-"), end("/1"), claim()],
    ),
}  # fmt: skip


def told(job: Job, story: Sequence[dict[str, Any]]) -> list[Any]:
    """What the job gives at each claim, and what it has come to in the end."""
    running: dict[str, PageTask] = {}
    given: list[Any] = []
    for step in story:
        if "claim" in step:
            tasks = {task.url.removeprefix(SITE).removeprefix(ELSEWHERE): task for task in job.claim(step["claim"])}
            running |= tasks
            given.append([(path, task.depth, task.delays) for path, task in tasks.items()])
        elif "throttle" in step:
            job.throttle(step["throttle"])
        else:
            about = {name: value for name, value in step.items() if name != "path"}
            job.end(PageEnd(task=running.pop(step["path"]), **about))
    return [*given, job.outcome()]


@pytest.mark.parametrize("name", STORIES)
def test_both_frontiers_decide_alike(isolated_database: Engine, name: str) -> None:
    about, story = STORIES[name]
    kind = {"operation": "crawl", "most": 100, "pages": [new("/")], **about}

    in_memory = told(InMemory(**kind), story)

    assert in_memory == told(InPostgres(isolated_database, **kind), story)
    assert any(in_memory[1:-1]), "something is claimed after the start"
