"""Large results of pages and background jobs, apart from their rows, so that they are deleted by the day.

A result of up to `INLINE_MAX_BYTES` stays in the row that it belongs to. A larger one is stored here, once, in the
transaction that ends the page or job, whose row keeps the slot.
A result whose slot was emptied is absent. That happens only to jobs that ran for longer than a week.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta
from uuid import UUID

from sqlalchemy import ARRAY, Connection, Integer, LargeBinary, SmallInteger, Uuid, any_, bindparam, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from contract import limits
from models import packing
from models.array_rows import ArrayRows
from models.base import Base
from models.day_slots import DAY, DaySlots

INLINE_MAX_BYTES = 8_192
# The number under which the result of a job that has no pages is stored.
OF_JOB = 0
JOBS_KEPT = timedelta(seconds=limits.JOB_KEPT_SECONDS)
# A job may run for a week: its first results are then two weeks old when the job is deleted.
SLOTS = DaySlots(table="stored_result", slots=18, days=2 * JOBS_KEPT // DAY)


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


_stored = ArrayRows("stored", number=Integer(), body=LargeBinary())
_STORE = insert(StoredResult).from_select(
    [StoredResult.slot, StoredResult.job_id, StoredResult.number, StoredResult.body],
    select(SLOTS.today, bindparam("job", type_=Uuid()), _stored.c.number, _stored.c.body),
)


def store(connection: Connection, job_id: UUID, results: Mapping[int, str]) -> None:
    """Store results by page number, in the slot `SLOTS.today` of this transaction."""
    if results:
        packed = [(number, packing.pack(result.encode())) for number, result in results.items()]
        connection.execute(_STORE, {"job": job_id, **_stored.parameters(packed)})


_READ = select(StoredResult.number, StoredResult.body).where(
    StoredResult.slot == bindparam("in_slot"), StoredResult.job_id == bindparam("job"),
    StoredResult.number == any_(bindparam("numbers", type_=ARRAY(Integer))),
)  # fmt: skip


def read(connection: Connection, slot: int, job_id: UUID, numbers: Collection[int]) -> dict[int, str]:
    """The results of one slot by page number; those that were deleted are left out."""
    rows = connection.execute(_READ, {"in_slot": slot, "job": job_id, "numbers": list(numbers)})
    return {number: packing.unpack(body).decode() for number, body in rows}
