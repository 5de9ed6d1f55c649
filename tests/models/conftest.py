"""A database that no worker uses, an empty one, and a workspace with crawls and batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from sqlalchemy import Engine, text

from contract.environment import Environment
from models.page_jobs import lost_page
from tests.models.desk import Desk


@pytest.fixture(scope="session")
def database(isolated_database: Engine) -> Engine:
    return isolated_database


@pytest.fixture
def empty_database(environment: Environment, database: Engine) -> Iterator[str]:
    """The URL of a fresh database on the session's server."""
    name = f"empty_{uuid4().hex}"
    with database.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield environment.database_url.replace("/orbweaver?", f"/{name}?")
    with database.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


def written_days_ago(database: Engine, table: str, key: object, days: int) -> None:
    """Put one row of a table with day slots where it would be if it had been written some days ago."""
    column, slots = {"stored_capture": ("key", 12), "stored_result": ("job_id", 18)}[table]
    move = f"UPDATE {table} SET slot = (floor(extract(epoch FROM now()) / 86400)::int - :days) % {slots} WHERE {column} = :key"
    with database.begin() as connection:
        assert connection.execute(text(move), {"key": key, "days": days}).rowcount == 1


@pytest.fixture
def desk(database: Engine) -> Desk:
    with database.begin() as connection:
        connection.execute(text("UPDATE job SET status = 'cancelled' WHERE status = 'running'"))
        connection.execute(text("DELETE FROM page"))
        connection.execute(text("DELETE FROM slice"))
        connection.execute(text("DELETE FROM host"))
        connection.execute(text("DELETE FROM visit"))
        connection.execute(text("UPDATE hold SET state = 'released' WHERE state = 'active'"))
        connection.execute(text("UPDATE workspace SET reserved = 0"))
    return Desk(database)


@pytest.fixture
def expire(database: Engine) -> Callable[[], None]:
    """Let every lease lapse, and recover what is lost."""

    def expire_leases() -> None:
        with database.begin() as connection:
            connection.execute(
                text("UPDATE page SET lease_until = now() - interval '1 second' WHERE status = 'running'")
            )
            for job_id in lost_page.list_jobs(connection):
                lost_page.recover(connection, job_id)

    return expire_leases
