"""The entries of a crawl or batch as the API returns them: counters, one page of the list, results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ARRAY, Connection, Integer, Text, all_, any_, bindparam, case, cast, func, or_, select
from sqlalchemy.orm import aliased

from models.pages.page import PAGE, Page


@dataclass(frozen=True, kw_only=True)
class Counts:
    """The number of pages of a job by status. Queued pages beyond the job's limit are not counted."""

    queued: int
    running: int
    completed: int
    failed: int
    credits: int

    @property
    def total(self) -> int:
        return self.queued + self.running + self.completed + self.failed


_COUNTS = select(
    func.count().filter(Page.status == "queued"),
    func.count().filter(Page.status == "running"),
    func.count().filter(Page.status == "completed"),
    func.count().filter(Page.status == "failed"),
    func.coalesce(func.sum(Page.credits), 0),
).where(Page.job_id == bindparam("job"), Page.kind == PAGE)


def count(connection: Connection, job_id: UUID, pages_max: int) -> Counts:
    """The job's counters, computed from its entries."""
    queued, running, completed, failed, credits = connection.execute(_COUNTS, {"job": job_id}).one()
    left = max(0, pages_max - running - completed - failed)
    return Counts(
        queued=min(queued, left), running=running, completed=completed, failed=failed, credits=int(credits)
    )  # fmt: skip


class Entry(NamedTuple):
    """A page as the API returns it. `size` is the size of its result in bytes, 0 without a result."""

    number: int
    url: str
    status: str
    depth: int
    error: str | None
    size: int


# Callers see only those queued pages that may still be issued, by their place in the queue.
_queue_place = case(
    (Page.status == "queued", func.row_number().over(partition_by=Page.status, order_by=(Page.rank, Page.number)))
)
_shown = (
    select(Page.number, Page.url, Page.status, Page.depth, Page.error, Page.result, _queue_place.label("queue_place"))
    .where(Page.job_id == bindparam("job"), Page.kind == PAGE, Page.status != "merged")
    .subquery("shown")
)
_Shown = aliased(Page, _shown)
_wanted_status = cast(bindparam("status"), Text)
_ENTRIES = (
    select(
        _Shown.number, _Shown.url, _Shown.status, _Shown.depth, _Shown.error,
        func.coalesce(func.octet_length(_Shown.result), 0),
    )
    .where(
        or_(_shown.c.queue_place.is_(None), _shown.c.queue_place <= bindparam("queued")),
        or_(_wanted_status.is_(None), _Shown.status == _wanted_status),
    )
    .order_by(_Shown.number)
    .limit(bindparam("most", type_=Integer))
    .offset(bindparam("skipped", type_=Integer))
)  # fmt: skip


def list_entries(
    connection: Connection, job_id: UUID, *, queued: int, most: int | None = None, offset: int = 0, status: str | None = None
) -> list[Entry]:  # fmt: skip
    """Entries in the order of discovery, with only the first `queued` queued ones."""
    values = {"job": job_id, "queued": queued, "most": most, "skipped": offset, "status": status}
    return [Entry(*row) for row in connection.execute(_ENTRIES, values)]


_FINISHED = (
    select(
        Page.number, Page.url, Page.status, Page.depth, Page.error, func.coalesce(func.octet_length(Page.result), 0)
    )
    .where(
        Page.job_id == bindparam("job"), Page.kind == PAGE, Page.status.in_(("completed", "failed")),
        Page.number != all_(bindparam("known", type_=ARRAY(Integer))),
    )
    .order_by(Page.finished_at, Page.number)
    .limit(bindparam("most", type_=Integer))
)  # fmt: skip


def list_finished(connection: Connection, job_id: UUID, known: Sequence[int], most: int) -> list[Entry]:
    """Up to `most` ended entries whose numbers are not in `known`, in the order in which they ended."""
    rows = connection.execute(_FINISHED, {"job": job_id, "known": list(known), "most": most})
    return [Entry(*row) for row in rows]


_RESULTS = select(Page.number, Page.result).where(
    Page.job_id == bindparam("job"), Page.number == any_(bindparam("numbers", type_=ARRAY(Integer))),
    Page.result.is_not(None),
)  # fmt: skip


def read_results(connection: Connection, job_id: UUID, numbers: Sequence[int]) -> dict[int, str]:
    """Results by page number. A result does not change once it is written."""
    rows = connection.execute(_RESULTS, {"job": job_id, "numbers": list(numbers)})
    return {number: result for number, result in rows if result is not None}


class StoredPage(NamedTuple):
    """One entry with its result."""

    url: str
    status: str
    depth: int
    error: str | None
    result: str | None


_PAGE = select(Page.url, Page.status, Page.depth, Page.error, Page.result).where(
    Page.job_id == bindparam("job"), Page.number == bindparam("number")
)


def find(connection: Connection, job_id: UUID, number: int) -> StoredPage | None:
    """One page of a job, or None."""
    row = connection.execute(_PAGE, {"job": job_id, "number": number}).one_or_none()
    return StoredPage(*row) if row else None
