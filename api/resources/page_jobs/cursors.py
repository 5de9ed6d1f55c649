"""Cursors of the page entries and deliveries of a job."""

from __future__ import annotations

from datetime import timedelta

from models.pages.page_entry import FIRST, Position

_MICROSECOND = timedelta(microseconds=1)


def of_position(position: Position) -> str:
    """The cursor after an ended page."""
    return f"e{(position.finished_at - FIRST.finished_at) // _MICROSECOND}-{max(position.number, 0)}"


def of_number(number: int) -> str:
    """The cursor after a page in the order of discovery."""
    return f"n{number}"


def position_of(cursor: str | None) -> Position:
    """The position of a cursor that `of_position` made; the first one without a cursor."""
    if cursor is None:
        return FIRST
    micros, _, number = cursor[1:].partition("-")
    return Position(FIRST.finished_at + int(micros) * _MICROSECOND, int(number))


def number_of(cursor: str | None) -> int:
    """The number of a cursor that `of_number` made; -1 without a cursor."""
    return -1 if cursor is None else int(cursor[1:])


def is_number(cursor: str | None) -> bool:
    """Whether `of_number` made the cursor."""
    return cursor is not None and cursor.startswith("n")
