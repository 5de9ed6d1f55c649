"""The page entries that a status request selects, and the cursor of those that follow."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection

from api.resources.page_jobs import cursors
from contract.options.paging import Paging
from models.page_jobs.page_job import PageJob
from models.pages import page_entry
from models.pages.page_entry import Entry, Position


class Selected(NamedTuple):
    """Page entries, and the `nextCursor` of the response."""

    entries: list[Entry]
    next_cursor: str | None


def select_entries(connection: Connection, row: PageJob, paging: Paging) -> Selected:
    """The entries of a job that the request selects.

    In the order of discovery, entries of a running job may appear, move and disappear. So a caller who reads a running job
    in parts gets the pages that have ended, in the order in which they ended, which only grows.
    """
    if cursors.is_number(paging.cursor):
        return _discovered(connection, row, paging)
    by_end = paging.cursor is not None or (
        row.status == "running"
        and paging.limit is not None
        and paging.offset is None
        and paging.status not in ("queued", "running")
    )
    return _ended(connection, row, paging) if by_end else _discovered(connection, row, paging)


def _discovered(connection: Connection, row: PageJob, paging: Paging) -> Selected:
    found = page_entry.list_entries(
        connection, row.id, queued=row.counts.queued, most=_one_more(paging.limit), offset=paging.offset or 0,
        after=cursors.number_of(paging.cursor), status=paging.status, repeats=bool(row.counts.repeats),
    )  # fmt: skip
    shown = found[: paging.limit]
    # The order of a running job changes, so its list has no cursor.
    follows = len(found) > len(shown) and paging.offset is None and row.status != "running"
    return Selected(shown, cursors.of_number(shown[-1].number) if follows else None)


def _ended(connection: Connection, row: PageJob, paging: Paging) -> Selected:
    after = cursors.position_of(paging.cursor)
    found = page_entry.list_ended(
        connection, row.id, after, most=_one_more(paging.limit), status=paging.status, repeats=bool(row.counts.repeats)
    )
    shown = found[: paging.limit]
    if len(found) == len(shown) and row.status != "running":
        return Selected(shown, None)
    return Selected(shown, cursors.of_position(_position(shown[-1]) if shown else after))


def _position(entry: Entry) -> Position:
    assert entry.finished_at is not None
    return Position(entry.finished_at, entry.number)


def _one_more(limit: int | None) -> int | None:
    """One entry more than requested shows whether more entries follow."""
    return None if limit is None else limit + 1
