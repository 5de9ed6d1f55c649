"""Ends the checks whose job has ended: compares their pages, stores versions, and writes the events."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Engine

from contract import limits, prices
from contract.declare import load
from contract.environment import Environment
from contract.options.watch import WatchOptions
from contract.results.watch import BY_IMPORTANCE, with_addresses
from contract.watch_times import next_time
from extraction.changes.glance import glance_of
from extraction.changes.judgement import Judgement
from models.accounts import credits
from models.base import JsonObject
from models.session import ask, transact
from models.usage import WATCH_KEY
from models.watches import check, history, picture, report, version, watch
from models.watches.check import Check
from models.watches.version import StoredPage
from models.watches.watch import Watch, WatchRow
from workers.sweep import PeriodicThread, separately
from workers.watches.finding import CheckFinder, Describe, Found, Judge, Revisit

SECONDS = 1.0
RETENTION_SECONDS = 300.0


class WatchEnder(PeriodicThread):
    """Ends checks whose job has ended, and deletes old checks, versions and visits."""

    seconds = SECONDS

    def __init__(
        self, database: Engine, environment: Environment, judge_page: Judge, describe: Describe,
        on_events: Callable[[], None],
    ) -> None:  # fmt: skip
        super().__init__(database)
        self._versions, self._days = environment.watch_versions
        self._base_url = environment.base_url
        self._finder = CheckFinder(database, judge_page, describe)
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
        found = self._finder.find(row, row_of_check)
        if found.revisit is not None:
            visits = len(row_of_check.revisit_jobs or ())
            transact(self._database, partial(plan_revisit, row=row, revisit=found.revisit, visits=visits))
            return
        end = partial(
            end_check, row=row, number=row_of_check.number, found=found, most_versions=self._versions, base_url=self._base_url
        )  # fmt: skip
        if transact(self._database, end):
            self._on_events()

    def _delete_old(self) -> None:
        steps = (check.delete_old, version.delete_old, picture.delete_old, history.delete_old)
        if not any([transact(self._database, partial(step, days=self._days)) for step in steps]):
            self._retention_at = time.monotonic() + RETENTION_SECONDS


def plan_revisit(connection: Connection, row: WatchRow, revisit: Revisit, visits: int) -> None:
    """Write that another visit of some pages follows in the check. Nothing else of it is written yet.

    Nothing is written if another worker did so after the same `visits`.
    """
    assert row.check_id is not None
    if watch.lock_running(connection, row.id, row.check_id) is None:
        return
    if check.plan_revisit(connection, row.check_id, revisit.pause_seconds, revisit.urls, after=visits):
        watch.change(connection, row.id, {Watch.end_lease_until: None})


def end_check(
    connection: Connection, row: WatchRow, number: int, found: Found, most_versions: int, base_url: str
) -> bool:
    """Write the end of a check, its versions and its events, in one transaction; False if another worker has ended it."""
    assert row.check_id is not None
    current = watch.lock_running(connection, row.id, row.check_id)
    if current is None:
        return False
    _store(connection, row.id, number, found.judgements, most_versions)
    written = [_paid(connection, row, index, each) for index, each in enumerate(found.judgements)]
    paid = sum(cost for _, cost in written)
    counted = Counter(each.result for each in found.judgements)
    has_failed = not any(counted[result] for result in BY_IMPORTANCE if result != "error")
    result = next((each for each in BY_IMPORTANCE if counted[each]), "error")
    is_reported = any(each.is_reported for each in found.judgements)
    error = found.error if has_failed else None
    if has_failed and error is None:
        error = found.judgements[0].page["description"]
    values: dict[Any, Any] = {
        Check.status: "failed" if has_failed else "completed", Check.result: result, Check.summary: dict(counted),
        Check.reported: is_reported, Check.credits_used: found.credits + paid, Check.error: error,
    }  # fmt: skip
    pages = [with_addresses(page, base_url, row.feed_token) for page, _ in written if page["result"] != "same"]
    pages.sort(key=lambda page: (not page["reported"], BY_IMPORTANCE.index(page["result"])))
    words = {each.url: each.words for each in found.judgements}
    values[Check.glance] = glance_of(pages, words[pages[0]["url"]]) if pages else None
    check.end(connection, row.check_id, values, pages[: limits.WATCH_LISTED_PAGES_MAX])
    kinds = _change_watch(connection, current, is_reported, has_failed)
    report.add(connection, current, row.check_id, kinds, has_pages=bool(pages))
    return True


def _paid(connection: Connection, row: WatchRow, index: int, found: Judgement) -> tuple[JsonObject, int]:
    """The page of a judgement, and what its summary costs. Without enough credits the page has no summary."""
    page = found.page
    if page.get("summary") is None:
        return page, 0
    key = f"{WATCH_KEY}{row.check_id}:{index}"
    if credits.reserve(connection, row.workspace_id, key, prices.SUMMARY_SURCHARGE):
        return page, credits.capture(connection, key, prices.SUMMARY_SURCHARGE).amount
    return {name: value for name, value in page.items() if name != "summary"}, 0


def _store(
    connection: Connection, watch_id: UUID, number: int, judgements: Sequence[Judgement], most_versions: int
) -> None:
    """Write what changed of what is stored of the pages."""
    pages = [
        StoredPage(each.url, each.last, each.noise, version.REMOVED if each.is_removed else version.PRESENT)
        for each in judgements
        if each.last is not None
    ]
    version.write_pages(connection, watch_id, pages)
    version.set_removed(
        connection, watch_id, [each.url for each in judgements if each.last is None and each.is_removed]
    )
    versions = {each.url: each.version for each in judgements if each.version is not None}
    version.add(connection, watch_id, number, versions, most=most_versions)
    for each in judgements:
        if each.kept is not None and each.last is not None:
            picture.settle(connection, watch_id, each.url, each.kept, each.shown, most=most_versions)


def _change_watch(connection: Connection, row: WatchRow, is_reported: bool, has_failed: bool) -> list[str]:
    """Write what the end of a check changes of its watch. Returns the kinds of its events. `row` is locked."""
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
    return kinds
