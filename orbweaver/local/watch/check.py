"""One check of `orbweaver watch`: every page is visited and compared."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime
from typing import TYPE_CHECKING, Any

from contract.declare import dump
from contract.errors import ServiceError
from contract.operations import SCRAPE
from contract.options.batch import PageOptions
from contract.options.scrape import ScrapeOptions
from contract.options.watch import WatchOptions
from contract.results.timestamps import timestamp
from contract.results.watch import BY_IMPORTANCE, WatchSummary
from extraction.changes.judgement import Asked, Judgement, Known, judge
from extraction.changes.visit import Visit

if TYPE_CHECKING:
    from crawler.runner import Engine

# Pages that are visited at the same time. Visits of one host also wait for each other.
PAGES_AT_ONCE = 8


@dataclass(frozen=True)
class Check:
    """What a check found."""

    started_at: datetime
    finished_at: datetime
    found: tuple[Judgement, ...]

    @property
    def result(self) -> str:
        """The most important result of its pages."""
        return min((each.result for each in self.found), key=BY_IMPORTANCE.index)

    @property
    def has_failed(self) -> bool:
        """Whether no page could be read."""
        return self.result == "error"

    def reports(self, *results: str) -> bool:
        """Whether a page with one of these results is to be reported."""
        return any(each.is_reported and each.result in results for each in self.found)

    @property
    def summary(self) -> dict[str, int]:
        """The number of pages by result."""
        return dump(WatchSummary(**Counter(each.result for each in self.found)))

    def as_record(self, next_check_at: datetime | None) -> dict[str, Any]:
        """The check as JSON, in the names of the API. Pages whose result is `same` are left out."""
        return {
            "startedAt": timestamp(self.started_at), "finishedAt": timestamp(self.finished_at), "result": self.result,
            "summary": self.summary, "pages": [each.page for each in self.found if each.result != "same"],
            "nextCheckAt": timestamp(next_check_at),
        }  # fmt: skip


def asked_of(options: WatchOptions) -> Asked:
    """What is compared."""
    conditions = tuple(dump(each) for each in options.conditions)
    return Asked(
        compare=options.compare, selectors=options.selectors, conditions=conditions, confirms=options.confirm
    )  # fmt: skip


async def check(
    engine: Engine, options: WatchOptions, known: Callable[[str], Known], on_pause: Callable[[str, int], None]
) -> tuple[Judgement, ...]:
    """What is found on each page, in the order of the URLs.

    Args:
        on_pause: called with a URL and seconds when a page is to be visited again, to confirm what changed.
    """
    pages, asked = options.run_options().scrape_options, asked_of(options)
    slots = asyncio.Semaphore(PAGES_AT_ONCE)

    async def one(url: str) -> Judgement:
        visits: list[Visit] = []
        while True:
            async with slots:
                visits.append(await _visit(engine, url, pages))
                try:
                    found = await engine.resources.reading.call(url, judge, visits[0], known(url), asked, visits[1:])
                except ServiceError as error:
                    return judge(Visit(url, error=error.message), known(url), asked)
            if found.pause_seconds is None:
                return found
            on_pause(url, found.pause_seconds)
            await asyncio.sleep(found.pause_seconds)

    return tuple(await asyncio.gather(*map(one, dict.fromkeys(options.urls))))


async def _visit(engine: Engine, url: str, pages: PageOptions) -> Visit:
    options = ScrapeOptions(url=url, **{each.name: getattr(pages, each.name) for each in fields(PageOptions)})
    try:
        result = await engine.perform(SCRAPE.name, options, None, "orbweaver watch")
    except ServiceError as error:
        return Visit(url, error=error.message)
    return Visit(url, json.dumps(dump(result), ensure_ascii=False))
