"""Tables whose rows are deleted by the day: partitioned into slots, where a day's slot is its number modulo the slots.

A slot of expired days is emptied as a whole (TRUNCATE). That costs the same for any number of rows,
leaves nothing to vacuum and frees the disk space at once. The migrations create all partitions, named
`<table>_<slot>`, so none is ever missing and none is created while the service runs.

Days are UTC days of the database's clock. There are more slots than stored days: a slot waits some days to be emptied
before it is used again. If no sweeper ran in those days, old rows stay until the slot is used again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, Integer, SmallInteger, cast, extract, func, select, text

DAY = timedelta(days=1)
# A reader that holds an old slot, such as a backup, is not waited for: the next round tries again.
LOCK_TIMEOUT = "500ms"


def is_partition(table: str) -> bool:
    """Whether a table is a partition, by day or by week (`weeks.py`). Alembic does not compare partitions with the models."""
    return re.fullmatch(r"\w+_(\d+|other)", table) is not None


def _day_of(moment: ColumnElement[datetime]) -> ColumnElement[int]:
    """The number of the day since 1970."""
    return cast(func.floor(extract("epoch", moment) / DAY.total_seconds()), Integer)


@dataclass(frozen=True, kw_only=True)
class DaySlots:
    """The slots of one table. Rows of the last `days` days and of today remain; `slots` is at least `days` + 3."""

    table: str
    slots: int
    days: int

    @property
    def today(self) -> ColumnElement[int]:
        """The slot of rows that are written now."""
        return cast(_day_of(func.now()) % self.slots, SmallInteger)

    def between(self, first: datetime, last: datetime) -> list[int]:
        """The slots of the days from `first` to `last`, by this machine's clock.

        Postgres opens only the partitions that a statement names, so a reader names the few that it needs.
        """
        days = range(int(first.timestamp() // DAY.total_seconds()), int(last.timestamp() // DAY.total_seconds()) + 1)
        return sorted({day % self.slots for day in days})

    def empty(self, connection: Connection, needed_from: ColumnElement[datetime] | None = None) -> None:
        """Empty the slots of expired days.

        Args:
            needed_from: rows that were written before this time are not needed even if they are younger than `days`.
        """
        first: ColumnElement[datetime] = func.now() - self.days * DAY
        if needed_from is not None:
            first = func.greatest(first, func.coalesce(needed_from, func.now()))
        first_day, today = connection.execute(select(_day_of(first), _day_of(func.now()))).one()
        # Tomorrow is included: its first transactions may have begun.
        current = {day % self.slots for day in range(first_day, today + 2)}
        for slot in sorted(set(range(self.slots)) - current):
            self._empty_slot(connection, slot)

    def _empty_slot(self, connection: Connection, slot: int) -> None:
        partition = f"{self.table}_{slot}"
        if connection.execute(text(f"SELECT EXISTS (SELECT FROM {partition})")).scalar_one():
            connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"))
            connection.execute(
                text(f"DO $$ BEGIN TRUNCATE {partition}; EXCEPTION WHEN lock_not_available THEN NULL; END $$")
            )
