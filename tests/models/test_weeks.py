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


def add_job(connection: Connection, desk: Desk, created: datetime, began: datetime) -> None:
    """Add a background job: `created` by the clock of Postgres, `began` by that of the machine which made its id."""
    job = "INSERT INTO job (id, workspace_id, operation, options, path, in_background, created_at)"
    values = {"id": weeks.first_id(began), "me": desk.workspace_id, "at": created}
    connection.execute(text(f"{job} VALUES (:id, :me, 'crawl', '{{}}', '/', true, :at)"), values)


def test_partitions_of_the_next_weeks_are_created_once(connection: Connection) -> None:
    now = weeks.week_of(weeks.now_of(connection))
    found = {table: weeks.list_weeks(connection, table) for table in weeks.TABLES}
    for table in weeks.TABLES:
        assert found[table][-1] == now + weeks.AHEAD

    weeks.create(connection)
    assert {table: weeks.list_weeks(connection, table) for table in weeks.TABLES} == found


def test_rows_are_in_the_partition_of_the_week_of_their_id(connection: Connection) -> None:
    now = weeks.now_of(connection)
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


def test_partitions_are_created_after_the_clock_was_once_far_ahead(connection: Connection) -> None:
    now = weeks.week_of(weeks.now_of(connection))
    for table in weeks.TABLES:
        connection.execute(text(f"DROP TABLE {table}_{weeks.list_weeks(connection, table)[-1]}"))
        connection.execute(text(weeks.creation(table, now + 500)))

    weeks.create(connection)

    for table in weeks.TABLES:
        assert weeks.list_weeks(connection, table)[-2:] == [now + weeks.AHEAD, now + 500]


def test_one_week_that_has_ended_is_dropped_at_a_time(connection: Connection) -> None:
    known = weeks.list_weeks(connection, "page")
    first, end = UUID(int=0), weeks.first_id(weeks.begin_of(known[0] + 1))

    assert not weeks.drop_one(connection, "page", UUID(int=end.int - 1))
    assert not weeks.drop_one(connection, "page", end, lambda *ids: ids == (first, end))
    assert weeks.drop_one(connection, "page", end)
    assert weeks.list_weeks(connection, "page") == known[1:]


def test_a_job_that_never_ends_keeps_the_pages_of_its_own_week_only(connection: Connection, desk: Desk) -> None:
    now = weeks.now_of(connection)
    this = weeks.week_of(now)
    for table in weeks.TABLES:
        connection.execute(text(f"DROP TABLE {table}_{weeks.list_weeks(connection, table)[0]}"))
        for week in range(this - 7, this - 3):
            connection.execute(text(weeks.creation(table, week)))
    began = weeks.begin_of(this - 5)
    add_job(connection, desk, began, began)

    for step in (retention.drop_pages, retention.drop_events):
        while step(connection):
            pass

    old = {table: [week for week in weeks.list_weeks(connection, table) if week < this] for table in weeks.TABLES}
    assert old == {"page": [this - 5], "event": []}


@pytest.mark.parametrize(
    ("created", "began", "needed"), [(None, None, 8), (3, 3, 8), (12, 0, 13), (0, 12, 12), (40, 40, 15)]
)
def test_events_are_needed_for_seven_days_and_since_the_oldest_job_began_for_fourteen(
    connection: Connection, desk: Desk, created: int | None, began: int | None, needed: int
) -> None:
    now = weeks.now_of(connection)
    if created is not None and began is not None:
        add_job(connection, desk, now - timedelta(days=created), now - timedelta(days=began))

    assert retention.events_needed_from(connection) == weeks.first_id(now - timedelta(days=needed))


def test_expired_rows_of_weeks_without_a_partition_are_deleted_in_portions(connection: Connection, desk: Desk) -> None:
    now = weeks.now_of(connection)
    for week in weeks.list_weeks(connection, "page"):
        connection.execute(text(f"DROP TABLE page_{week}"))
    add_job(connection, desk, now, now - 6 * WEEK)
    connection.execute(PAGE, {"job": weeks.first_id(now - 6 * WEEK)})
    for written in (now - 5 * WEEK, now - 3 * WEEK, now, now + 9 * WEEK):
        assert add_page(connection, written) == "page_other"

    assert [retention.delete_other(connection, rows=2) for _ in range(2)] == [True, False]
    left = connection.execute(text("SELECT job_id FROM page_other ORDER BY 1")).scalars().all()
    assert len(left) == 2 and left[0] == weeks.first_id(now - 6 * WEEK) and left[1] >= weeks.first_id(now)


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
