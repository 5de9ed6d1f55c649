"""The entries of a crawl or batch as the API returns them: one page of the list, results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    Connection,
    DateTime,
    Integer,
    Text,
    all_,
    any_,
    bindparam,
    cast,
    func,
    or_,
    select,
    true,
    tuple_,
)

from models import stored_result
from models.pages.page import PAGE, Page


class Entry(NamedTuple):
    """A page as the API returns it. `size` is the size of its result in bytes, 0 without a result."""

    number: int
    url: str
    status: str
    depth: int
    error: str | None
    final_url: str | None
    finished_at: datetime | None
    size: int


class Place(NamedTuple):
    """The place of an ended page in the order in which the pages of its job ended."""

    finished_at: datetime
    number: int


FIRST = Place(datetime(1970, 1, 1, tzinfo=UTC), -1)

_size = func.coalesce(Page.result_bytes, func.octet_length(Page.result), 0)
_COLUMNS = (Page.number, Page.url, Page.status, Page.depth, Page.error, Page.final_url, Page.finished_at, _size)
_of_job = (Page.job_id == bindparam("job"), Page.kind == PAGE)
# Callers see only those queued pages that may still be issued: the first ones of the queue.
_first_queued = (
    select(Page.rank, Page.number)
    .where(*_of_job, Page.status == "queued")
    .order_by(Page.rank, Page.number)
    .limit(bindparam("queued", type_=Integer))
    .subquery("first_queued")
)
_last_shown = (
    select(_first_queued)
    .order_by(_first_queued.c.rank.desc(), _first_queued.c.number.desc())
    .limit(1)
    .subquery("last_shown")
)
_is_shown = or_(
    Page.status.in_(("running", "completed", "failed")),
    (Page.status == "queued") & (tuple_(Page.rank, Page.number) <= tuple_(_last_shown.c.rank, _last_shown.c.number)),
)
_wanted_status = cast(bindparam("status"), Text)
_has_wanted_status = or_(_wanted_status.is_(None), Page.status == _wanted_status)
_ENTRIES = (
    select(*_COLUMNS)
    .outerjoin_from(Page, _last_shown, true())
    .where(*_of_job, _is_shown, _has_wanted_status, Page.number > bindparam("after", type_=Integer))
    .order_by(Page.number)
    .limit(bindparam("most", type_=Integer))
    .offset(bindparam("skipped", type_=Integer))
)


def list_entries(
    connection: Connection, job_id: UUID, *, queued: int, most: int | None = None, offset: int = 0, after: int = -1,
    status: str | None = None,
) -> list[Entry]:  # fmt: skip
    """Entries in the order of discovery after the number `after`, with only the first `queued` queued ones."""
    values = {"job": job_id, "queued": queued, "most": most, "skipped": offset, "after": after, "status": status}
    return [Entry(*row) for row in connection.execute(_ENTRIES, values)]


_is_ended = Page.status.in_(("completed", "failed"))
_place = tuple_(Page.finished_at, Page.number)
# The parameters `after_time` and `after_number` of a place.
AFTER = tuple_(bindparam("after_time", type_=DateTime(timezone=True)), bindparam("after_number", type_=Integer))
_ENDED = (
    select(*_COLUMNS)
    .where(*_of_job, _is_ended, _has_wanted_status, _place > AFTER)
    .order_by(Page.finished_at, Page.number)
    .limit(bindparam("most", type_=Integer))
)


def list_ended(
    connection: Connection, job_id: UUID, after: Place, *, most: int | None = None, status: str | None = None
) -> list[Entry]:
    """Entries that ended after the place `after`, in the order in which they ended.

    Pages end under their job's lock, and the time of their end is taken there. So a page that ends later has a later
    place, and a caller that continues after the last place it has seen misses no page.
    """
    values = {
        "job": job_id, "after_time": after.finished_at, "after_number": after.number, "most": most, "status": status,
    }  # fmt: skip
    return [Entry(*row) for row in connection.execute(_ENDED, values)]


_FINISHED = (
    select(*_COLUMNS)
    .where(
        *_of_job, _is_ended,
        Page.number != all_(bindparam("known", type_=ARRAY(Integer))),
    )
    .order_by(Page.finished_at, Page.number)
    .limit(bindparam("most", type_=Integer))
)  # fmt: skip


def list_finished(connection: Connection, job_id: UUID, known: Sequence[int], most: int) -> list[Entry]:
    """Up to `most` ended entries whose numbers are not in `known`, in the order in which they ended."""
    rows = connection.execute(_FINISHED, {"job": job_id, "known": list(known), "most": most})
    return [Entry(*row) for row in rows]


_RESULTS = select(Page.number, Page.result, Page.result_slot).where(
    Page.job_id == bindparam("job"), Page.number == any_(bindparam("numbers", type_=ARRAY(Integer))),
    or_(Page.result.is_not(None), Page.result_slot.is_not(None)),
)  # fmt: skip


def read_results(connection: Connection, job_id: UUID, numbers: Sequence[int]) -> dict[int, str]:
    """Results by page number. A result does not change once it is written."""
    results: dict[int, str] = {}
    by_slot: dict[int, list[int]] = {}
    for number, result, slot in connection.execute(_RESULTS, {"job": job_id, "numbers": list(numbers)}):
        if slot is not None:
            by_slot.setdefault(slot, []).append(number)
        elif result is not None:
            results[number] = result
    for slot, stored in by_slot.items():
        results |= stored_result.read(connection, slot, job_id, stored)
    return results


class StoredPage(NamedTuple):
    """One entry with its result."""

    url: str
    status: str
    depth: int
    error: str | None
    final_url: str | None
    result: str | None


_PAGE = select(Page.url, Page.status, Page.depth, Page.error, Page.final_url).where(
    Page.job_id == bindparam("job"), Page.number == bindparam("number")
)


def find(connection: Connection, job_id: UUID, number: int) -> StoredPage | None:
    """One page of a job, or None."""
    row = connection.execute(_PAGE, {"job": job_id, "number": number}).one_or_none()
    if row is None:
        return None
    return StoredPage(*row, result=read_results(connection, job_id, [number]).get(number))
