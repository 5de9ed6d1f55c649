"""The counters of a crawl or batch, on the job's row: they change in the transaction that changes the pages.

A status is read from one row, however many pages the job has. The caller of `add` holds the job's lock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, Integer, String, Uuid, bindparam, func, select, update
from sqlalchemy.orm import aliased

from models.jobs.job import Job
from models.pages.page import PAGE, Page

# Higher than the number of any page.
NO_NEW_PAGES = 2**31 - 1


class Counts(NamedTuple):
    """The counters as stored, without entries that repeat an address. `repeats` are these.

    `found` are the pages that are or may become entries, `issued` those of them that are running or have ended. Pages
    beyond the job's limit (`pages_max`) are candidates: they are not counted as entries.
    """

    found: int
    issued: int
    pages_max: int
    completed: int
    failed: int
    credits: int
    repeats: int = 0

    @property
    def total(self) -> int:
        """The number of pages that are entries."""
        return max(self.issued, min(self.found, self.pages_max))

    @property
    def running(self) -> int:
        """The number of running pages."""
        return self.issued - self.completed - self.failed

    @property
    def queued(self) -> int:
        """The number of entries that wait."""
        return self.total - self.issued


# In the order of the fields of `Counts`.
COLUMNS = (
    Job.pages_found, Job.issued, Job.pages_max, Job.pages_completed, Job.pages_failed, Job.credits_used, Job.repeats,
)  # fmt: skip


class Shown(NamedTuple):
    """The counters as callers see them: with the entries that repeat an address of the list."""

    total: int
    completed: int
    failed: int
    credits: int


_original = aliased(Page)
_COUNT_REPEATS = (
    select(
        func.count(), func.count().filter(_original.status == "completed"),
        func.count().filter(_original.status == "failed"),
    )
    .select_from(Page)
    .join(_original, (_original.job_id == Page.job_id) & (_original.number == Page.duplicate_of))
    .where(Page.job_id == bindparam("job"), Page.duplicate_of.is_not(None))
)  # fmt: skip


def shown(connection: Connection, job_id: UUID, counts: Counts) -> Shown:
    """The counters of a job as callers see them."""
    total = completed = failed = 0
    if counts.repeats:
        total, completed, failed = connection.execute(_COUNT_REPEATS, {"job": job_id}).one()
    return Shown(counts.total + total, counts.completed + completed, counts.failed + failed, counts.credits)


@dataclass(frozen=True, kw_only=True)
class Change:
    """What changed in a transaction, as numbers of pages.

    Args:
        merged: entries that turned out to be other URLs of a page.
        not_issued: issued pages that are queued again or merged; negative for pages that ended without being issued.
        new_from: the number of the first page that was added in this transaction.
        start_final_url: the final URL of a crawl's start, once known.
    """

    completed: int = 0
    failed: int = 0
    credits: int = 0
    merged: int = 0
    not_issued: int = 0
    new_from: int = NO_NEW_PAGES
    start_final_url: str | None = None


_job = bindparam("job", type_=Uuid())
_new = (
    select(func.count())
    .select_from(Page)
    .where(
        Page.job_id == _job, Page.number >= bindparam("new_from", type_=Integer), Page.kind == PAGE,
        Page.status != "merged",
    )
    .scalar_subquery()
)  # fmt: skip
ADD = (
    update(Job)
    .where(Job.id == _job)
    .values(
        {
            Job.pages_found: Job.pages_found - bindparam("merged", type_=Integer) + _new,
            Job.issued: Job.issued - bindparam("not_issued", type_=Integer),
            Job.pages_completed: Job.pages_completed + bindparam("completed", type_=Integer),
            Job.pages_failed: Job.pages_failed + bindparam("failed", type_=Integer),
            Job.credits_used: Job.credits_used + bindparam("credits", type_=Integer),
            Job.start_final_url: func.coalesce(bindparam("start_final_url", type_=String), Job.start_final_url),
        }
    )
)


def add(connection: Connection, job_id: UUID, change: Change) -> None:
    """Add a change to the job's counters."""
    if change != Change():
        connection.execute(ADD, parameters(job_id, change))


def parameters(job_id: UUID, change: Change) -> dict[str, object]:
    """The parameters of the statement `ADD`."""
    return {"job": job_id, **vars(change)}


_COUNT = select(
    func.count().filter(Page.status == "completed"), func.count().filter(Page.status == "failed"),
    func.coalesce(func.sum(Page.credits), 0),
).where(Page.job_id == _job, Page.kind == PAGE)  # fmt: skip


def recount(connection: Connection, job_id: UUID) -> int:
    """Count the pages of an ending job, which has no others, and return how many are completed.

    During an upgrade, workers of a version without counters may have ended some of them.
    """
    completed, failed, credits = connection.execute(_COUNT, {"job": job_id}).one()
    numbers = {
        Job.pages_found: completed + failed, Job.pages_completed: completed, Job.pages_failed: failed,
        Job.credits_used: int(credits),
    }  # fmt: skip
    connection.execute(update(Job).where(Job.id == job_id).values(numbers))
    return int(completed)


_DROP_QUEUED = update(Job).where(Job.id == _job).values({Job.pages_found: Job.issued})


def drop_queued(connection: Connection, job_id: UUID) -> None:
    """Count no queued pages any more: they were deleted."""
    connection.execute(_DROP_QUEUED, {"job": job_id})
