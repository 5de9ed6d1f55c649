"""Partitions of pages and events by the week: they are created ahead, and dropped when nobody can read them any more."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Connection, Engine, text

from models import retention, weeks
from models.base import new_id
from models.pages import event
from tests.models.desk import Desk

PAGE = text(
    "INSERT INTO page (job_id, number, key, url, host, depth, rank, status)"
    " VALUES (:job, 0, gen_random_uuid(), 'https://a.example/', 'a.example', 0, 0, 'completed') RETURNING tableoid::regclass::text"
)
WEEK = timedelta(days=7)


@pytest.fixture
def connection(database: Engine, desk: Desk) -> Iterator[Connection]:
    """A transaction that is rolled back, with the partitions of this week and the next ones, and without jobs."""
    with database.connect() as connection:
        connection.execute(text("DELETE FROM job"))
        weeks.create(connection)
        yield connection
        connection.rollback()


def add_page(connection: Connection, written: datetime) -> str:
    """Add a page of a job that began then; the partition that has it."""
    job_id = UUID(int=weeks.first_id(written).int + uuid4().int % 2**64)
    return str(connection.execute(PAGE, {"job": job_id}).scalar_one())


def now_of(connection: Connection) -> datetime:
    found: datetime = connection.execute(text("SELECT now()")).scalar_one()
    return found


def test_partitions_of_the_next_weeks_are_created_once(connection: Connection) -> None:
    now = weeks.week_of(now_of(connection))
    found = {table: weeks.list_weeks(connection, table) for table in weeks.TABLES}
    for table in weeks.TABLES:
        assert found[table][-1] == now + weeks.AHEAD

    weeks.create(connection)
    assert {table: weeks.list_weeks(connection, table) for table in weeks.TABLES} == found


def test_rows_are_in_the_partition_of_the_week_of_their_id(connection: Connection) -> None:
    now = now_of(connection)
    assert add_page(connection, now + WEEK) == f"page_{weeks.week_of(now) + 1}"
    assert add_page(connection, now + 9 * WEEK) == "page_other"


def test_new_ids_are_in_the_range_of_their_week() -> None:
    now = weeks.week_of(datetime.now(UTC))
    assert weeks.first_id(weeks.begin_of(now)) <= new_id() < weeks.first_id(weeks.begin_of(now + 1))


def test_week_whose_rows_are_elsewhere_already_gets_no_partition(connection: Connection) -> None:
    last = weeks.list_weeks(connection, "page")[-1]
    connection.execute(text(f"DROP TABLE page_{last}"))
    assert add_page(connection, weeks.begin_of(last) + timedelta(days=1)) == "page_other"

    weeks.create(connection)

    assert last not in weeks.list_weeks(connection, "page")
    assert last in weeks.list_weeks(connection, "event")


def test_weeks_are_dropped_when_they_ended_a_day_before_the_oldest_needed_row(connection: Connection) -> None:
    now = now_of(connection)
    known = weeks.list_weeks(connection, "page")
    end = weeks.begin_of(known[0] + 1)
    add_page(connection, now + 9 * WEEK)

    weeks.drop(connection, end + timedelta(hours=23))
    assert weeks.list_weeks(connection, "page") == known
    weeks.drop(connection, end + timedelta(hours=25))
    assert weeks.list_weeks(connection, "page") == known[1:]
    count = text("SELECT count(*) FROM page_other")
    assert connection.execute(count).scalar_one() == 1
    weeks.drop(connection, now + 10 * WEEK)
    assert connection.execute(count).scalar_one() == 0


@pytest.mark.parametrize(("days", "needed"), [(None, 7), (3, 7), (12, 12)])
def test_rows_are_needed_for_seven_days_and_since_the_oldest_job_began(
    connection: Connection, desk: Desk, days: int | None, needed: int
) -> None:
    now = now_of(connection)
    if days is not None:
        job = "INSERT INTO job (id, workspace_id, operation, options, path, in_background, created_at)"
        values = {"id": new_id(), "me": desk.workspace_id, "at": now - timedelta(days=days)}
        connection.execute(text(f"{job} VALUES (:id, :me, 'crawl', '{{}}', '/', true, :at)"), values)

    assert connection.execute(retention.NEEDED_FROM).scalar_one() == now - timedelta(days=needed)


def test_the_end_of_a_job_is_reported_once(connection: Connection) -> None:
    job_id = new_id()
    for _ in range(2):
        event.add(connection, job_id, "crawl.page", [1, 2], host="r.example")
        event.add(connection, job_id, "crawl.completed", [None], host="r.example")

    rows = connection.execute(text("SELECT type, count(*) FROM event WHERE job_id = :job GROUP BY 1"), {"job": job_id})
    assert {row.type: row.count for row in rows} == {"crawl.page": 4, "crawl.completed": 1}


def test_a_statement_that_names_a_job_reads_one_partition(connection: Connection) -> None:
    plan = connection.execute(
        text("EXPLAIN SELECT * FROM page WHERE job_id = :job AND status = 'running'"), {"job": new_id()}
    )
    assert "Append" not in "\n".join(plan.scalars())


def test_tables_that_are_updated_in_place_leave_space_and_are_vacuumed_early(connection: Connection) -> None:
    query = text("SELECT relname, array_to_string(reloptions, ' ') FROM pg_class WHERE reloptions IS NOT NULL")
    options = {name: given for name, given in connection.execute(query)}

    for table in ("job", "workspace", "host", "hold"):
        assert "fillfactor" in options[table]
    for table in ("job", "slice", f"page_{weeks.list_weeks(connection, 'page')[-1]}"):
        assert "autovacuum_vacuum_scale_factor=0.05" in options[table]
