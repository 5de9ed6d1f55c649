"""Large results of pages and background jobs, apart from their rows, so that they are deleted by the day.

A result of up to `INLINE_MAX_BYTES` stays in the row that it belongs to. A larger one is stored here, once, in the
transaction that ends the page or job, whose row keeps the slot.
A result whose slot was emptied is absent. That happens only to jobs that ran for longer than a week.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Connection,
    Insert,
    Integer,
    LargeBinary,
    SmallInteger,
    Uuid,
    any_,
    bindparam,
    insert,
    select,
)
from sqlalchemy.orm import Mapped, mapped_column

from contract import limits
from models import packing
from models.base import Base
from models.day_slots import DAY, DaySlots

INLINE_MAX_BYTES = 8_192
# The number under which the result of a job that has no pages is stored.
OF_JOB = 0
JOB_RETENTION = timedelta(seconds=limits.JOB_RETENTION_SECONDS)
# A job may run for a week: its first results are then two weeks old when the job is deleted.
SLOTS = DaySlots(table="stored_result", slots=18, days=2 * JOB_RETENTION // DAY)


class StoredResult(Base):
    """The JSON text of one result in wire names, packed. `number` is the page's."""

    __tablename__ = "stored_result"
    __table_args__ = ({"postgresql_partition_by": "LIST (slot)"},)

    slot: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    job_id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    body: Mapped[bytes] = mapped_column(LargeBinary)


def bytes_if_large(result: str) -> int | None:
    """The size of a result that is to be stored here, or None for one that stays in its row."""
    size = len(result.encode())
    return size if size > INLINE_MAX_BYTES else None


def pack(result: str) -> bytes:
    """The stored form of a result."""
    return packing.pack(result.encode())


def insertion(job_id: ColumnElement[UUID], number: ColumnElement[int], packed: ColumnElement[bytes]) -> Insert:
    """A statement that stores packed results, in the slot `SLOTS.today` of the transaction; it skips those that are null."""
    columns = [StoredResult.slot, StoredResult.job_id, StoredResult.number, StoredResult.body]
    return insert(StoredResult).from_select(
        columns, select(SLOTS.today, job_id, number, packed).where(packed.is_not(None))
    )


_STORE = insertion(
    bindparam("job", type_=Uuid()), bindparam("number", type_=Integer), bindparam("packed", type_=LargeBinary)
)


def store(connection: Connection, job_id: UUID, result: str) -> None:
    """Store the result of a job that has no pages."""
    connection.execute(_STORE, {"job": job_id, "number": OF_JOB, "packed": pack(result)})


_READ = select(StoredResult.number, StoredResult.body).where(
    StoredResult.slot == bindparam("in_slot"), StoredResult.job_id == bindparam("job"),
    StoredResult.number == any_(bindparam("numbers", type_=ARRAY(Integer))),
)  # fmt: skip


def read(connection: Connection, slot: int, job_id: UUID, numbers: Collection[int]) -> dict[int, str]:
    """The results of one slot by page number; those that were deleted are left out."""
    rows = connection.execute(_READ, {"in_slot": slot, "job": job_id, "numbers": list(numbers)})
    return {number: packing.unpack(body).decode() for number, body in rows}
