"""Visits of a check that follow the first one, to confirm what it found: one free batch for each time."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection

from contract import limits
from contract.declare import load, stored
from contract.errors import InvalidRequest
from contract.operation_rows.watch import PATH
from contract.operations import BATCH
from contract.options.batch import BatchOptions
from contract.options.watch import WatchOptions
from extraction.changes.visit import Visit
from extraction.links.scope import start_links
from models.base import new_id
from models.page_jobs import page_job
from models.pages import page_entry
from models.pages.page import start_pages
from models.watches import check
from models.watches.check import Revisit
from models.watches.watch import WatchRow

log = logging.getLogger(__name__)

# A workspace that has too many jobs is asked again after this, and a watch that cannot be read.
POSTPONED = timedelta(seconds=60)


class Revisited(NamedTuple):
    """The later visits of a check by URL, in their order, and whether there was any job of them."""

    visits: Mapping[str, Sequence[Visit]]
    has_begun: bool


class Started(NamedTuple):
    """What one transaction did: the workspace of a check whose job began, or None for one that was postponed.

    `operations` are those of its jobs.
    """

    workspace_id: UUID | None
    operations: tuple[str, ...] = ()


def start_next(connection: Connection) -> Started | None:
    """Start the visit that has been due for longest, in one transaction. None if no visit is due."""
    due = check.lock_due_revisit(connection)
    if due is None:
        return None
    options = _options_of(due)
    if options is None or page_job.count_running(connection, due.workspace_id) >= limits.PAGE_JOBS_MAX:
        check.postpone_revisit(connection, due.check_id, int(POSTPONED.total_seconds()))
        return Started(None)
    check.started_revisit(connection, due.check_id, _start(connection, due, options))
    return Started(due.workspace_id, (BATCH.name,))


def _options_of(due: Revisit) -> BatchOptions | None:
    """The options of the batch. None if those of the watch are of another version."""
    try:
        return load(WatchOptions, due.options).revisit_options(due.urls)
    except InvalidRequest:
        log.exception("Watch %s cannot be read; its pages are visited again later", due.watch_id)
        return None


def _start(connection: Connection, due: Revisit, options: BatchOptions) -> UUID:
    """The id of the job. If it cannot be made, there is none with this id: a visit that failed."""
    job_id, pages = new_id(), start_pages(start_links(options))
    page_job.create(
        connection, job_id=job_id, workspace_id=due.workspace_id, operation=BATCH.name,
        options=stored(options, without=("urls",)), path=PATH, price=0, pages_max=len(pages), pages=pages,
        watch_id=due.watch_id,
    )  # fmt: skip
    return job_id


def read(connection: Connection, row: WatchRow, job_ids: Sequence[UUID]) -> Revisited:
    """What the jobs got of each page. Of a page that a job did not get, or that was not its, there is a visit with an error."""
    read = [_read(connection, row, job_id) for job_id in job_ids]
    urls = dict.fromkeys(url for visits in read for url in visits)
    return Revisited({url: [visits.get(url, Visit(url)) for visits in read] for url in urls}, bool(job_ids))


def _read(connection: Connection, row: WatchRow, job_id: UUID) -> dict[str, Visit]:
    job = page_job.find(connection, job_id, row.workspace_id, BATCH.name)
    entries = [] if job is None else page_entry.list_entries(connection, job_id, queued=0)
    results = page_entry.read_results(connection, job_id, [each.number for each in entries])
    return {each.url: Visit(each.url, results.get(each.number), each.error) for each in entries}
