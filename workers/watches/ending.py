"""Ends the checks whose job has ended: compares their pages, stores versions, and writes the events."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Engine

from contract import limits
from contract.declare import load
from contract.environment import Environment
from contract.options.watch import WatchOptions
from contract.results.page_entry import error_sentence
from contract.watch_times import next_time
from extraction.changes.judgement import Asked, Judgement, Known, Visit
from models.jobs import outcome
from models.page_jobs import page_job
from models.pages import page_entry
from models.session import ask, transact
from models.watches import check, report, version, watch
from models.watches.check import Check, CheckRow
from models.watches.version import StoredPage
from models.watches.watch import Watch, WatchRow
from workers.sweep import PeriodicThread, separately

SECONDS = 1.0
RETENTION_SECONDS = 300.0
RESULTS_AT_ONCE = 25
# The most important first: the result of a check is that of its pages.
_ORDER = ("changed", "removed", "new", "same", "error")
NO_CREDITS = "Insufficient credits: the check was not made."
# Judges one page in a process for reading. The first argument is the workspace.
Judge = Callable[[UUID, Visit, Known, Asked], Judgement]


@dataclass(frozen=True)
class Found:
    """What the job of a check found. `error` is set if it found nothing."""

    judgements: tuple[Judgement, ...] = ()
    credits: int = 0
    error: str | None = None


class WatchEnder(PeriodicThread):
    """Ends checks whose job has ended, and deletes old checks and versions."""

    seconds = SECONDS

    def __init__(
        self, database: Engine, environment: Environment, judge_page: Judge, on_events: Callable[[], None]
    ) -> None:
        super().__init__(database)
        self._versions, self._days = environment.watch_versions
        self._judge = judge_page
        self._on_events = on_events
        self._retention_at = time.monotonic()

    def round(self) -> None:
        """End what can be ended now."""
        if ended := ask(self._database, check.list_ended):
            for row in transact(self._database, lambda connection: watch.claim_ended(connection, ended)):
                # One that fails does not stop the others. It is tried again when its lease ends.
                with separately(f"Ending check {row.check_id}", watch.END_LEASE.total_seconds()):
                    self._end(row)
        if time.monotonic() >= self._retention_at:
            self._delete_old()

    def _end(self, row: WatchRow) -> None:
        assert row.check_id is not None
        row_of_check = ask(self._database, partial(check.find, watch_id=row.id, check_id=row.check_id))
        if row_of_check is None:
            return
        found = self._find(row, row_of_check)
        end = partial(end_check, row=row, number=row_of_check.number, found=found, most_versions=self._versions)
        if transact(self._database, end):
            self._on_events()

    def _find(self, row: WatchRow, ended: CheckRow) -> Found:
        options = load(WatchOptions, row.options)
        if ended.job_id is None:
            return Found(error=NO_CREDITS)
        visits, credits, error = ask(self._database, partial(_read_job, row=row, options=options, job_id=ended.job_id))
        asked = Asked(
            compare=options.compare, selectors=options.selectors,
            conditions=tuple(row.options.get("conditions", ())),
            reports_new=options.kind == "site" and ended.number > 2,
            diff_max_chars=limits.WATCH_DIFF_MAX_CHARS,
        )  # fmt: skip
        judgements = tuple(self._judged(row, visits, asked))
        if not judgements and error is None:
            error = "The check found no page."
        return Found(judgements, credits, error)

    def _judged(self, row: WatchRow, visits: list[_Unread], asked: Asked) -> Iterator[Judgement]:
        for first in range(0, len(visits), RESULTS_AT_ONCE):
            some = visits[first : first + RESULTS_AT_ONCE]
            transact(self._database, partial(watch.renew_end, row=row))
            urls = [each.url for each in some]
            known = ask(self._database, partial(version.read_pages, watch_id=row.id, urls=urls))
            results = ask(self._database, partial(_read_results, unread=some))
            for each in some:
                stored = known.get(each.url)
                page = Known(stored.last, stored.noise, stored.state == "removed") if stored else Known()
                yield self._judge(row.workspace_id, Visit(each.url, results.get(each.url), each.error), page, asked)

    def _delete_old(self) -> None:
        steps = (check.delete_old, version.delete_old)
        if not any([transact(self._database, partial(step, days=self._days)) for step in steps]):
            self._retention_at = time.monotonic() + RETENTION_SECONDS


@dataclass(frozen=True)
class _Unread:
    """A page of a check's job, whose result is read later. `result` is that of a job without pages."""

    url: str
    error: str | None
    job_id: UUID
    number: int
    result: str | None = None


def _read_job(
    connection: Connection, row: WatchRow, options: WatchOptions, job_id: UUID
) -> tuple[list[_Unread], int, str | None]:
    """The visits of a check's job, what it cost, and why it failed."""
    if options.query is not None:
        ended = outcome.find_background(connection, job_id, row.workspace_id, options.operation)
        if ended is None or ended.result is None:
            message = ended.error.get("message") if ended and ended.error else None
            return [], 0, message or "The job of the check was deleted before it was compared."
        credits = json.loads(ended.result)["usage"]["creditsUsed"]
        return [_Unread(options.query, None, job_id, 0, ended.result)], credits, None
    found = page_job.find(connection, job_id, row.workspace_id, options.operation)
    if found is None:
        return [], 0, "The job of the check was deleted before it was compared."
    if found.status == "cancelled":
        return [], found.counts.credits, "The job of the check was cancelled."
    entries = page_entry.list_entries(connection, job_id, queued=0)
    visits = [_Unread(each.url, each.error, job_id, each.number) for each in entries]
    return visits, found.counts.credits, None if found.error is None else error_sentence(found.error)


def _read_results(connection: Connection, unread: list[_Unread]) -> dict[str, str]:
    """The results by URL."""
    own = {each.url: each.result for each in unread if each.result is not None}
    if own or not unread:
        return own
    results = page_entry.read_results(connection, unread[0].job_id, [each.number for each in unread])
    return {each.url: results[each.number] for each in unread if each.number in results}


def end_check(connection: Connection, row: WatchRow, number: int, found: Found, most_versions: int) -> bool:
    """Write the end of a check, its versions and its events, in one transaction; False if another worker has ended it."""
    assert row.check_id is not None
    current = watch.lock_running(connection, row.id, row.check_id)
    if current is None:
        return False
    for each in found.judgements:
        _store(connection, row.id, number, each, most_versions)
    counted = Counter(each.result for each in found.judgements)
    has_failed = not any(counted[result] for result in _ORDER if result != "error")
    result = next((each for each in _ORDER if counted[each]), "error")
    is_reported = any(each.is_reported for each in found.judgements)
    error = found.error if has_failed else None
    if has_failed and error is None:
        error = found.judgements[0].page["description"]
    values: dict[Any, Any] = {
        Check.status: "failed" if has_failed else "completed", Check.result: result, Check.summary: dict(counted),
        Check.reported: is_reported, Check.credits_used: found.credits, Check.error: error,
    }  # fmt: skip
    pages = [each.page for each in found.judgements if each.result != "same"]
    pages.sort(key=lambda page: (not page["reported"], _ORDER.index(page["result"])))
    check.end(connection, row.check_id, values, pages[: limits.WATCH_LISTED_PAGES_MAX])
    _change_watch(connection, current, is_reported, has_failed)
    return True


def _store(connection: Connection, watch_id: UUID, number: int, found: Judgement, most_versions: int) -> None:
    if found.last is None:
        return  # A page that was never read.
    url = found.page["url"]
    state = "removed" if found.is_removed else "present"
    version.write_page(connection, watch_id, StoredPage(url, found.last, found.noise, state))
    if found.version is not None:
        version.add(connection, watch_id, url, number, found.version, most=most_versions)


def _change_watch(connection: Connection, row: WatchRow, is_reported: bool, has_failed: bool) -> None:
    """Write what the end of a check changes of its watch, and the events. `row` is locked."""
    assert row.check_id is not None
    options = load(WatchOptions, row.options)
    failures = row.failures + 1 if has_failed else 0
    values: dict[Any, Any] = {Watch.check_id: None, Watch.last_check_id: row.check_id, Watch.failures: failures}
    kinds = []
    if is_reported:
        values[Watch.last_change_id] = row.check_id
        kinds.append(report.CHANGED)
    if has_failed and not row.error_reported and failures >= options.failures_before_error:
        values[Watch.error_reported] = True
        kinds.append(report.ERROR)
    if not has_failed and row.error_reported:
        values[Watch.error_reported] = False
        kinds.append(report.RECOVERED)
    if has_failed and row.status == "active" and row.trigger == "schedule":
        # A page that always fails is visited less and less often.
        values[Watch.next_at] = next_time(options.schedule, row.id, row.now, failures)
    watch.change(connection, row.id, values)
    report.add(connection, row, row.check_id, kinds)
