"""Starts the checks that are due."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import Connection, Engine

from contract import limits
from contract.declare import load, stored
from contract.errors import InvalidRequest
from contract.operation_rows.watch import PATH
from contract.operations import OPERATIONS, SCREENSHOT, SEARCH
from contract.options.batch import JobOptions
from contract.options.crawl import CrawlOptions
from contract.options.search import SearchOptions
from contract.options.watch import WatchOptions
from contract.watch_times import SECOND_VISIT, next_time
from extraction.links.scope import start_links
from models.accounts import workspace
from models.base import new_id
from models.jobs import background, new_job, open_jobs
from models.page_jobs import page_job
from models.pages.page import start_pages
from models.schedule import slice
from models.session import transact
from models.watches import check, watch
from models.watches.watch import Watch, WatchRow
from workers.mailbox import Mailbox
from workers.sweep import PeriodicThread
from workers.watches import pictures, revisits
from workers.watches.revisits import Started

log = logging.getLogger(__name__)

SECONDS = 1.0
# Starting checks may take this long before clocks that were set back are looked for again.
ROUND_SECONDS = 10.0
# Operations whose jobs have no pages.
IN_BACKGROUND = frozenset((SEARCH.name, SCREENSHOT.name))
UNREADABLE = timedelta(days=1)


class WatchStarter(PeriodicThread):
    """Starts the checks that are due."""

    seconds = SECONDS

    def __init__(self, database: Engine, mailbox: Mailbox) -> None:
        super().__init__(database)
        self._mailbox = mailbox

    def round(self) -> None:
        """Plan again what a wrong clock planned, then start all that is due, visits that confirm first."""
        transact(self._database, plan_set_back)
        for start in (revisits.start_next, start_next):
            until = time.monotonic() + ROUND_SECONDS
            while not self._stopping.is_set() and time.monotonic() < until:
                begun = transact(self._database, start)
                if begun is None:
                    break
                if begun.workspace_id is not None:
                    self._post(begun.workspace_id, begun.operations)

    def _post(self, workspace_id: UUID, operations: Sequence[str]) -> None:
        """Wake workers for the jobs. What is not posted here, the sweeper posts."""
        if not IN_BACKGROUND.isdisjoint(operations):
            for posted in transact(self._database, lambda connection: background.post_next(connection, workspace_id)):
                self._mailbox.submit(posted.id, OPERATIONS[posted.operation].queue)
        if not IN_BACKGROUND.issuperset(operations):
            self._mailbox.post(transact(self._database, lambda connection: slice.post_due(connection, workspace_id)))


def start_next(connection: Connection) -> Started | None:
    """Start the check that has been due for longest, with its job, in one transaction. None if no watch is due.

    A watch that is late by any number of intervals is checked once, and then at its next time after now.
    """
    row = watch.lock_due(connection)
    if row is None:
        return None
    options = _options_of(connection, row)
    if options is None:
        return Started(None)
    owner = workspace.require(connection, row.workspace_id)
    if owner.suspended_at is not None or not _has_room(connection, row, options):
        watch.change(connection, row.id, {Watch.next_at: row.now + revisits.POSTPONED, Watch.planned_at: row.now})
        return Started(None)
    check_id = row.next_check_id or new_id()
    job_id, picture_jobs = _start_jobs(connection, row, options)
    check.add(
        connection, check_id, row.id, number=row.checks + 1, trigger=row.trigger, scheduled_for=row.next_at or row.now,
        job_id=job_id, picture_jobs=picture_jobs,
    )  # fmt: skip
    watch.started(connection, row, check_id, _next_at(row, options))
    return Started(row.workspace_id, (options.operation, *([SCREENSHOT.name] if picture_jobs else [])))


def _has_room(connection: Connection, row: WatchRow, options: WatchOptions) -> bool:
    """Whether the workspace may have the jobs of one more check."""
    taken = len(pictures.urls(options))
    if taken and open_jobs.count_background(connection, row.workspace_id) + taken > limits.ASYNC_SCRAPES_MAX:
        return False
    return page_job.count_running(connection, row.workspace_id) < limits.PAGE_JOBS_MAX


def _start_jobs(connection: Connection, row: WatchRow, options: WatchOptions) -> tuple[UUID | None, list[UUID]]:
    """The id of the job of a check, and those of its screenshots. None and no ids if the workspace has too few credits."""
    try:
        with connection.begin_nested():
            job_id = _start_job(connection, row, options)
            return job_id, pictures.start(connection, row, options) if job_id else []
    except pictures.TooFewCredits:
        return None, []


def _options_of(connection: Connection, row: WatchRow) -> WatchOptions | None:
    """The options of a watch. If they are those of another version, None: the watch is tried again in a day."""
    try:
        return load(WatchOptions, row.options)
    except InvalidRequest:
        log.exception("Watch %s cannot be read; it is tried again in a day", row.id)
        watch.change(connection, row.id, {Watch.next_at: row.now + UNREADABLE, Watch.planned_at: row.now})
        return None


def _next_at(row: WatchRow, options: WatchOptions) -> datetime | None:
    if row.status != "active":
        return None
    planned = next_time(options.schedule, row.id, row.now)
    # The second visit follows soon, and teaches what changes at every visit.
    return min(planned, row.now + SECOND_VISIT) if row.checks == 0 else planned


def _start_job(connection: Connection, row: WatchRow, options: WatchOptions) -> UUID | None:
    """The id of the job of a check, or None if the workspace has too few credits."""
    run, operation, job_id = options.run_options(), OPERATIONS[options.operation], new_id()
    price = operation.price(run)
    if isinstance(run, SearchOptions):
        return new_job.create(
            connection, workspace_id=row.workspace_id, operation=operation.name, options=stored(run), path=PATH,
            in_background=True, price=price, job_id=job_id, watch_id=row.id,
        )  # fmt: skip
    assert isinstance(run, JobOptions)
    pages = start_pages(start_links(run))
    is_made = page_job.create(
        connection, job_id=job_id, workspace_id=row.workspace_id, operation=operation.name,
        options=stored(run, without=("urls",)), path=PATH, price=price,
        pages_max=run.limit if isinstance(run, CrawlOptions) else len(pages), pages=pages, watch_id=row.id,
    )  # fmt: skip
    return job_id if is_made else None


def plan_set_back(connection: Connection) -> None:
    """Plan the watches again that were planned while the clock was ahead: otherwise they would wait until it is there again."""
    for row in watch.lock_set_back(connection):
        options = _options_of(connection, row)
        if options is None:
            continue
        log.warning("The clock was set back: watch %s is planned again", row.id)
        planned = next_time(options.schedule, row.id, row.now, row.failures)
        watch.change(connection, row.id, {Watch.next_at: planned, Watch.planned_at: row.now})
