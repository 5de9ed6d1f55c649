"""Tables that are partitioned by the week of their ids, so that what has expired is dropped as a whole.

The first column of their key is a UUIDv7, which begins with its time: `page` has the id of its job there, `event` its own.
So the key stays unique in the whole table, and a statement that names a job or an event reads one partition.
A partition is named `<table>_<week>`, where weeks are counted since 1970. The sweeper creates the partitions of this week and
of the next one. Rows of a week without a partition go to `<table>_other`, which no write depends on.

Weeks, not days: a statement that does not name a job is planned for every partition. With 18 of them a claim of eight
pages took 65 % longer, with 4 as long as without any (`docs/operating.md`).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import Connection, text

# The tables, each with the column that its partitions are made of.
TABLES = {"page": "job_id", "event": "id"}
WEEK = timedelta(days=7)
AHEAD = 1
# A session that has locked the table is not waited for: the next round tries again.
LOCK_TIMEOUT = "500ms"
# Rows are updated twice before they are left alone. So vacuum follows soon, and ends with the week.
SETTINGS = "autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05"
# The time of a UUIDv7, in milliseconds, is above these bits.
_TIME_SHIFT = 80


def week_of(moment: datetime) -> int:
    """The number of the week since 1970 that a time is in."""
    return int(moment.timestamp() // WEEK.total_seconds())


def begin_of(week: int) -> datetime:
    """When a week begins."""
    return datetime.fromtimestamp(week * WEEK.total_seconds(), UTC)


def first_id(moment: datetime) -> UUID:
    """The smallest id of a time."""
    return UUID(int=round(moment.timestamp() * 1000) << _TIME_SHIFT)


def create(connection: Connection) -> None:
    """Create the partitions of this week and the next one that are missing."""
    now = week_of(connection.execute(text("SELECT now()")).scalar_one())
    for table in TABLES:
        weeks = list_weeks(connection, table)
        for week in range(max(now, max(weeks, default=0) + 1), now + AHEAD + 1):
            _unless_locked(connection, creation(table, week))


def creation(table: str, week: int) -> str:
    """The statements that create the partition of a week, without a lock that stops reads and writes of the table.

    They have no effect if `<table>_other` has rows of that week.
    """
    name = f"{table}_{week}"
    return (
        f"CREATE TABLE {name} (LIKE {table} INCLUDING ALL) WITH ({SETTINGS});"
        f" ALTER TABLE {table} ATTACH PARTITION {name}"
        f" FOR VALUES FROM ('{first_id(begin_of(week))}') TO ('{first_id(begin_of(week + 1))}')"
    )


def drop(connection: Connection, needed_from: datetime) -> None:
    """Drop the partitions whose ids are all from before `needed_from`, with a day between, because clocks may differ."""
    expired = needed_from - timedelta(days=1)
    for table, column in TABLES.items():
        for week in list_weeks(connection, table):
            if begin_of(week + 1) < expired:
                _unless_locked(connection, f"DROP TABLE {table}_{week}")
        connection.execute(text(f"DELETE FROM {table}_other WHERE {column} < :first"), {"first": first_id(expired)})


# SQL text: the catalogue, and statements for which SQLAlchemy has no construct.
_WEEKS = text(
    "SELECT substring(relname FROM '[0-9]+$')::int FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid"
    " WHERE inhparent = to_regclass(:table) AND relname ~ '_[0-9]+$' ORDER BY 1"
)


def list_weeks(connection: Connection, table: str) -> list[int]:
    """The weeks that have a partition, oldest first. The first partition has the rows of all earlier weeks, too."""
    return list(connection.execute(_WEEKS, {"table": table}).scalars())


def _unless_locked(connection: Connection, statements: str) -> None:
    connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"))
    connection.exec_driver_sql(
        f"DO $$ BEGIN {statements}; EXCEPTION WHEN lock_not_available OR check_violation THEN NULL; END $$"
    )
