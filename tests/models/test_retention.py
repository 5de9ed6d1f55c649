"""Expired rows are deleted in portions, by index, one sweeper at a time, and beside running work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Connection, Engine, event, text

from models import retention
from models.base import new_id
from models.page_jobs import page_job
from models.pages.page import NewPage
from tests.models.desk import Desk, new

OLD = "UPDATE job SET status = 'completed', finished_at = now() - interval '8 days' WHERE id = :id"

EVENTS = """INSERT INTO event (id, job_id, type, page_number, host, status)
    SELECT gen_random_uuid(), job_id, 'batch.page', number, host, 'success' FROM page WHERE job_id = :id"""

# They were written long ago.
FAILED = """UPDATE event SET status = 'failed', id = lpad(page_number::text, 32, '0')::uuid
    WHERE job_id = :id AND page_number < 10"""
HOLDS = """INSERT INTO hold (key, workspace_id, amount, state, created_at)
    SELECT 'old:' || n, :me, 1, 'captured', now() - make_interval(mins => n) FROM generate_series(1, 20000) n"""
JOBS = """INSERT INTO job (id, workspace_id, operation, options, path, in_background, status, finished_at)
    SELECT gen_random_uuid(), :me, 'scrape', '{}', '/', n % 2 = 0, 'completed', now() - make_interval(secs => n)
    FROM generate_series(1, 20000) n"""


@contextmanager
def statements(database: Engine) -> Iterator[list[tuple[str, Any, int]]]:
    """(SQL, parameters, row count) of the statements of a block."""
    seen: list[tuple[str, Any, int]] = []

    def note(connection: Any, cursor: Any, statement: str, parameters: Any, *rest: Any) -> None:
        seen.append((statement, parameters, cursor.rowcount))

    event.listen(database, "after_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(database, "after_cursor_execute", note)


@pytest.fixture
def big_old_job(database: Engine, desk: Desk) -> UUID:
    """A finished job of 5,000 pages, each with an event."""
    job_id = new_id()
    pages = [NewPage(url=f"https://a.example/{n}", key=f"{n:032x}", host="a.example") for n in range(5_000)]
    with database.begin() as connection:
        page_job.create(
            connection, job_id=job_id, workspace_id=desk.workspace_id, operation="batch", options={}, path="/", price=1,
            pages_max=5_000, pages=pages,
        )  # fmt: skip
        connection.execute(text(EVENTS), {"id": job_id})
        connection.execute(text("UPDATE page SET status = 'completed' WHERE job_id = :id"), {"id": job_id})
        connection.execute(text(OLD), {"id": job_id})
    return job_id


def rows_of(database: Engine, job_id: UUID) -> list[int]:
    with database.connect() as connection:
        return [
            connection.execute(text(f"SELECT count(*) FROM {table} WHERE {key} = :id"), {"id": job_id}).scalar_one()
            for table, key in (("page", "job_id"), ("event", "job_id"), ("job", "id"))
        ]


def step(database: Engine, once: Callable[..., bool] = retention.delete_background_jobs, rows: int = 1_000) -> bool:
    with database.begin() as connection:
        return once(connection, rows=rows)


def test_a_big_old_job_is_deleted_without_its_pages(database: Engine, big_old_job: UUID) -> None:
    """They go with their partition. Events that were not delivered are deleted in portions: nobody is to retry them."""
    with database.begin() as connection:
        connection.execute(text(FAILED), {"id": big_old_job})
    with statements(database) as seen:
        assert not step(database, retention.delete_failed_events), "the job is stored"
        assert not step(database)
        while step(database, retention.delete_failed_events, rows=4):
            pass

    assert rows_of(database, big_old_job) == [5_000, 4_990, 0]
    assert [count for sql, _, count in seen if sql.startswith("DELETE")] == [0, 1, 4, 4, 2]


def test_claims_do_not_wait_for_retention(database: Engine, desk: Desk, big_old_job: UUID) -> None:
    desk.job(*(new(f"/{number}") for number in range(8)), operation="batch")
    with database.begin() as sweeper:
        assert not retention.delete_background_jobs(sweeper, rows=1_000)
        tasks = desk.claim(8)
        desk.end(tasks[0])

    assert len(tasks) == 8


def test_expired_rows_are_found_by_index(database: Engine, desk: Desk, big_old_job: UUID) -> None:
    with statements(database) as seen, database.connect() as connection:
        fill(connection, desk.workspace_id)
        for once in retention.STEPS:
            once(connection)
        sent = [
            (sql, given)
            for sql, given, _ in seen
            if sql.startswith(("DELETE", "SELECT job", "SELECT event", "SELECT min", "SELECT EXISTS"))
        ]
        plans = [plan_of(connection, sql, given) for sql, given in sent]
        connection.rollback()

    assert len(plans) >= 5
    for found in plans:
        assert not [table for table in ("page", "event", "hold", "job") if f"Seq Scan on {table}" in found], found


def plan_of(connection: Connection, sql: str, given: Any) -> str:
    # The other rows are a large part of these small tables: a scan costs about the same as an index, if there is one.
    is_large = sql.startswith(("SELECT job", "SELECT min"))
    connection.exec_driver_sql(f"SET LOCAL enable_seqscan = {'on' if is_large else 'off'}")
    return "\n".join(connection.exec_driver_sql(f"EXPLAIN {sql}", given).scalars())


def fill(connection: Connection, workspace_id: UUID) -> None:
    """Rows that are kept, so that the expired ones are a part of their tables."""
    kept = new_id()
    pages = [NewPage(url=f"https://b.example/{n}", key=f"{n:032x}", host="b.example") for n in range(20_000)]
    page_job.create(
        connection, job_id=kept, workspace_id=workspace_id, operation="batch", options={}, path="/", price=1,
        pages_max=5_000, pages=pages,
    )  # fmt: skip
    connection.execute(text(EVENTS), {"id": kept})
    for statement in (HOLDS, JOBS):
        connection.execute(text(statement), {"me": str(workspace_id)})
    connection.execute(text("ANALYZE page, event, hold, job"))
