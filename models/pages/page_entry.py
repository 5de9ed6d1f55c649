"""The entries of a crawl or batch as the API returns them: one page of the list, results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    BindParameter,
    Connection,
    DateTime,
    Integer,
    Text,
    all_,
    any_,
    bindparam,
    case,
    cast,
    func,
    null,
    or_,
    select,
    true,
    tuple_,
)
from sqlalchemy.orm import aliased

from models import stored_result
from models.pages.page import PAGE, Page


class Entry(NamedTuple):
    """A page as the API returns it.

    `size` is the size of its result in bytes, 0 without a result. `duplicate_of` is the address of the entry that it repeats.
    """

    number: int
    url: str
    status: str
    depth: int
    error: str | None
    final_url: str | None
    finished_at: datetime | None
    size: int
    duplicate_of: str | None = None


class Position(NamedTuple):
    """The position of an ended page in the order in which the pages of its job ended."""

    finished_at: datetime
    number: int


FIRST = Position(datetime(1970, 1, 1, tzinfo=UTC), -1)

_original = aliased(Page)
_job: BindParameter[UUID] = bindparam("job")
# Every page beside the one whose status and result it has: itself, or the page that it repeats.
_repeats = (
    select(
        Page.job_id, Page.number, Page.kind, Page.url, Page.duplicate_of, _original.rank, _original.number.label("original"),
        _original.status, _original.depth, _original.error, _original.final_url, _original.finished_at, _original.result,
        _original.result_bytes, _original.result_slot, case((Page.duplicate_of.is_not(None), _original.url)).label("repeated"),
    )
    .join(
        _original,
        (_original.job_id == Page.job_id) & (_original.number == func.coalesce(Page.duplicate_of, Page.number)),
    )
    .where(Page.job_id == _job)
    .subquery("entries")
    .c
)  # fmt: skip
_pages = Page.__table__.c
_status = cast(bindparam("status"), Text)
# Callers see only those queued pages that may still be issued: the first ones of the queue.
_first_queued = (
    select(Page.rank, Page.number)
    .where(Page.job_id == _job, Page.kind == PAGE, Page.status == "queued")
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
# The parameters `after_time` and `after_number` of a position.
AFTER = tuple_(bindparam("after_time", type_=DateTime(timezone=True)), bindparam("after_number", type_=Integer))


class _Statements:
    """The statements about entries: of jobs without repeats from the table alone, of others from `_repeats`."""

    def __init__(self, rows: Any, *, number: Any, repeated: Any) -> None:
        size = func.coalesce(rows.result_bytes, func.octet_length(rows.result), 0)
        entry = (
            rows.number, rows.url, rows.status, rows.depth, rows.error, rows.final_url, rows.finished_at, size, repeated,
        )  # fmt: skip
        of_job = (rows.job_id == _job, rows.kind == PAGE)
        is_shown = or_(
            rows.status.in_(("running", "completed", "failed")),
            (rows.status == "queued") & (tuple_(rows.rank, number) <= tuple_(_last_shown.c.rank, _last_shown.c.number)),
        )
        has_status = or_(_status.is_(None), rows.status == _status)
        most = bindparam("most", type_=Integer)
        ended = select(*entry).where(*of_job, rows.status.in_(("completed", "failed")))
        ended = ended.order_by(rows.finished_at, rows.number).limit(most)
        self.entries = (
            select(*entry)
            .outerjoin_from(rows.number.table, _last_shown, true())
            .where(*of_job, is_shown, has_status, rows.number > bindparam("after", type_=Integer))
            .order_by(rows.number)
            .limit(most)
            .offset(bindparam("skipped", type_=Integer))
        )
        self.ended = ended.where(has_status, tuple_(rows.finished_at, rows.number) > AFTER)
        self.finished = ended.where(rows.number != all_(bindparam("known", type_=ARRAY(Integer))))


_STATEMENTS = {
    False: _Statements(_pages, number=_pages.number, repeated=null()),
    True: _Statements(_repeats, number=_repeats.original, repeated=_repeats.repeated),
}


def list_entries(
    connection: Connection, job_id: UUID, *, queued: int, most: int | None = None, offset: int = 0, after: int = -1,
    status: str | None = None, repeats: bool = False,
) -> list[Entry]:  # fmt: skip
    """Entries in the order of discovery after the number `after`, with only the first `queued` queued ones.

    Args:
        repeats: whether the job has addresses more than once.
    """
    values = {"job": job_id, "queued": queued, "most": most, "skipped": offset, "after": after, "status": status}
    return [Entry(*row) for row in connection.execute(_STATEMENTS[repeats].entries, values)]


def list_ended(
    connection: Connection, job_id: UUID, after: Position, *, most: int | None = None, status: str | None = None,
    repeats: bool = False,
) -> list[Entry]:  # fmt: skip
    """Entries that ended after the position `after`, in the order in which they ended.

    Pages end under their job's lock, and the time of their end is taken there. So a page that ends later has a later
    position, and a caller that continues after the last position it has seen misses no page.
    """
    values = {
        "job": job_id, "after_time": after.finished_at, "after_number": after.number, "most": most, "status": status,
    }  # fmt: skip
    return [Entry(*row) for row in connection.execute(_STATEMENTS[repeats].ended, values)]


def list_finished(
    connection: Connection, job_id: UUID, known: Sequence[int], most: int, *, repeats: bool = False
) -> list[Entry]:
    """Up to `most` ended entries whose numbers are not in `known`, in the order in which they ended."""
    rows = connection.execute(_STATEMENTS[repeats].finished, {"job": job_id, "known": list(known), "most": most})
    return [Entry(*row) for row in rows]


_RESULTS = select(_repeats.number, _repeats.original, _repeats.result, _repeats.result_slot).where(
    _repeats.number == any_(bindparam("numbers", type_=ARRAY(Integer))),
    or_(_repeats.result.is_not(None), _repeats.result_slot.is_not(None)),
)  # fmt: skip


def read_results(connection: Connection, job_id: UUID, numbers: Sequence[int]) -> dict[int, str]:
    """Results by page number. A result does not change once it is written. That of a repeat says that it cost nothing."""
    results: dict[int, str] = {}
    by_slot: dict[int, dict[int, list[int]]] = {}
    free = set()
    for number, original, result, slot in connection.execute(_RESULTS, {"job": job_id, "numbers": list(numbers)}):
        if number != original:
            free.add(number)
        if slot is not None:
            by_slot.setdefault(slot, {}).setdefault(original, []).append(number)
        elif result is not None:
            results[number] = result
    for slot, stored in by_slot.items():
        for original, result in stored_result.read(connection, slot, job_id, list(stored)).items():
            results |= dict.fromkeys(stored[original], result)
    return {number: _without_charge(text) if number in free else text for number, text in results.items()}


def _without_charge(result: str) -> str:
    """The result with 0 as the credits that it cost. `usage` is its last member."""
    head, name, tail = result.rpartition('"creditsUsed": ')
    return f"{head}{name}0{tail.lstrip('0123456789')}" if name else result


class StoredPage(NamedTuple):
    """One entry with its result."""

    url: str
    status: str
    depth: int
    error: str | None
    final_url: str | None
    duplicate_of: str | None
    result: str | None


_PAGE = select(
    _repeats.url, _repeats.status, _repeats.depth, _repeats.error, _repeats.final_url, _repeats.repeated
).where(_repeats.number == bindparam("number"))


def find(connection: Connection, job_id: UUID, number: int) -> StoredPage | None:
    """One page of a job, or None."""
    row = connection.execute(_PAGE, {"job": job_id, "number": number}).one_or_none()
    if row is None:
        return None
    return StoredPage(*row, result=read_results(connection, job_id, [number]).get(number))
