"""Tables that are partitioned by the week of their ids, so that what has expired is dropped as a whole.

The first column of their key is a UUIDv7, which begins with its time: `page` has the id of its job there, `event` its own.
So the key stays unique in the whole table, and a statement that names a job or an event reads one partition.
A partition is named `<table>_<week>`, where weeks are counted since 1970. The sweeper creates the partitions of this week and
of the next one. Rows of a week without a partition go to `<table>_other`, which no write depends on.

Weeks, not days: a statement that does not name a job is planned for every partition. With 18 of them a claim of eight
pages took 65 % longer, with 4 as long as without any (`docs/operating.md`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import Connection, func, select, text

# The tables, each with the column that its partitions are made of.
TABLES = {"page": "job_id", "event": "id"}
WEEK = timedelta(days=7)
AHEAD = 1
# A session that has locked the table is not waited for: the next round tries again.
LOCK_TIMEOUT = "500ms"
# Rows are updated twice before they are left alone. So vacuum follows soon, and ends with the week.
SETTINGS = "autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05"
# The time of a UUIDv7, in milliseconds, is above these bits.
TIME_SHIFT = 80


def week_of(moment: datetime) -> int:
    """The number of the week since 1970 that a time is in."""
    return int(moment.timestamp() // WEEK.total_seconds())


def begin_of(week: int) -> datetime:
    """When a week begins."""
    return datetime.fromtimestamp(week * WEEK.total_seconds(), UTC)


def first_id(moment: datetime) -> UUID:
    """The smallest id of a time."""
    return UUID(int=round(moment.timestamp() * 1000) << TIME_SHIFT)


def create(connection: Connection) -> None:
    """Create the partitions of this week and the next one that are missing."""
    now = week_of(now_of(connection))
    for table in TABLES:
        known = list_weeks(connection, table)
        for week in range(max(now, _first_week(connection, table) + 1), now + AHEAD + 1):
            if week not in known:
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


def drop_one(
    connection: Connection, table: str, before: UUID, is_needed: Callable[[UUID, UUID], bool] = lambda first, end: False
) -> bool:
    """Drop the oldest partition that is not needed and whose ids are all smaller than `before`; whether one was dropped.

    One in each transaction, because nobody reads or writes the table until the transaction ends.

    Args:
        is_needed: whether rows with ids from the first one up to the second one are needed.
    """
    first_week = _first_week(connection, table)
    for week in list_weeks(connection, table):
        first = UUID(int=0) if week == first_week else first_id(begin_of(week))
        end = first_id(begin_of(week + 1))
        if end <= before and not is_needed(first, end):
            _unless_locked(connection, f"DROP TABLE {table}_{week}")
            return week not in list_weeks(connection, table)
    return False


def delete_other(connection: Connection, before: datetime, after: datetime, rows: int) -> bool:
    """Delete up to `rows` unneeded rows of weeks without a partition, with ids of before and after these times.

    Returns:
        Whether there may be more. Ids of the future are those of a process with a wrong clock.
    """
    found = [
        connection.execute(
            text(
                f"DELETE FROM {table}_other WHERE ctid = ANY (ARRAY(SELECT ctid FROM {table}_other"
                f" WHERE ({column} < :before OR {column} >= :after) AND {_IS_UNNEEDED[table]} LIMIT :rows))"
            ),
            {"before": first_id(before), "after": first_id(after), "at": before, "rows": rows},
        ).rowcount
        for table, column in TABLES.items()
    ]
    return max(found) >= rows


def now_of(connection: Connection) -> datetime:
    """The time of the transaction, by the clock of Postgres."""
    return connection.execute(select(func.now())).scalar_one()


# SQL text: the catalogue, and statements for which SQLAlchemy has no construct.
_IS_UNNEEDED = {"page": "NOT EXISTS (SELECT FROM job WHERE job.id = page_other.job_id)", "event": "created_at < :at"}
_WEEKS = text(
    "SELECT substring(relname FROM '[0-9]+$')::int FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid"
    " WHERE inhparent = to_regclass(:table) AND relname ~ '_[0-9]+$'"
    " AND (NOT :first OR pg_get_expr(relpartbound, pg_class.oid) LIKE '%(MINVALUE)%') ORDER BY 1"
)


def list_weeks(connection: Connection, table: str) -> list[int]:
    """The weeks that have a partition, oldest first. The first partition has the rows of all earlier weeks, too."""
    return list(connection.execute(_WEEKS, {"table": table, "first": False}).scalars())


def _first_week(connection: Connection, table: str) -> int:
    """The last week of the first partition; 0 after it was dropped."""
    return connection.execute(_WEEKS, {"table": table, "first": True}).scalar() or 0


def _unless_locked(connection: Connection, statements: str) -> None:
    connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"))
    connection.exec_driver_sql(
        f"DO $$ BEGIN {statements}; EXCEPTION WHEN lock_not_available OR check_violation THEN NULL; END $$"
    )
