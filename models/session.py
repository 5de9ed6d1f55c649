"""Connections: the engine, transactions that survive a restarted Postgres, and the migrations."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import psycopg2
from sqlalchemy import Connection, Engine, create_engine, func, select, text
from sqlalchemy.exc import DBAPIError, OperationalError

T = TypeVar("T")
MIGRATIONS = Path(__file__).parent / "migrations"
# Advisory lock of the migrations: any number that no other program on the database uses.
MIGRATION_LOCK = 7_032_026
# A transaction whose connection was lost is retried for this long: Postgres restarts within seconds.
RETRY_SECONDS = 20.0


def create(database_url: str, *, pool_size: int = 5) -> Engine:
    """An engine with safe defaults.

    Args:
        pool_size: connections kept open; up to twice as many may be open at a time.
    """
    return create_engine(
        database_url,
        pool_size=pool_size,
        max_overflow=pool_size,
        pool_timeout=20,
        # Errors are logged. Statement values come from callers and may hold secrets, such as Authorization headers.
        hide_parameters=True,
        # No ping before use: it costs a round trip each time, and `transact` and `ask` retry after a lost connection.
        pool_recycle=1800,
        connect_args={
            "connect_timeout": 3,
            "application_name": "orbweaver",
            # A process that hangs inside a transaction keeps its locks. These limits release them within half a minute.
            "options": "-c statement_timeout=30000 -c idle_in_transaction_session_timeout=15000 -c timezone=UTC",
        },
    )


def transact(engine: Engine, work: Callable[[Connection], T], *, retry_seconds: float = RETRY_SECONDS) -> T:
    """The result of `work` in one committed transaction; retried when the connection is lost.

    `work` may run several times. Each failed run is rolled back first.

    Raises:
        OperationalError: Postgres was unreachable for `retry_seconds`.
    """

    def once() -> T:
        with engine.begin() as connection:
            return work(connection)

    return _repeated(once, retry_seconds)


def ask(engine: Engine, work: Callable[[Connection], T], *, retry_seconds: float = RETRY_SECONDS) -> T:
    """The result of `work`, which is a single statement. It runs without BEGIN and COMMIT, which saves two round trips.

    Raises:
        OperationalError: Postgres was unreachable for `retry_seconds`.
    """

    def once() -> T:
        with _committing_by_itself(engine) as connection:
            return work(connection)

    return _repeated(once, retry_seconds)


def snapshot(engine: Engine, work: Callable[[Connection], T], *, retry_seconds: float = RETRY_SECONDS) -> T:
    """The result of reading statements that all see the same snapshot of the database.

    Raises:
        OperationalError: Postgres was unreachable for `retry_seconds`.
    """

    def once() -> T:
        with engine.begin() as connection:
            connection.execute(_ONE_MOMENT)
            return work(connection)

    return _repeated(once, retry_seconds)


# SQL text: SQLAlchemy has no construct for it, and it names no table.
_ONE_MOMENT = text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


@contextmanager
def _committing_by_itself(engine: Engine) -> Iterator[Connection]:
    """A connection in autocommit mode.

    SQLAlchemy's isolation level is not used: resetting it on a dead connection raises a driver error after the statement
    has succeeded, and the connection's place in the pool is lost for good.
    """
    with engine.connect() as connection:
        plain = connection.connection.driver_connection
        assert plain is not None
        try:
            plain.autocommit = True
        except psycopg2.Error as error:
            connection.invalidate()
            raise OperationalError("autocommit", None, error) from error
        try:
            yield connection
        finally:
            if not connection.invalidated:
                try:
                    plain.autocommit = False
                except psycopg2.Error:
                    connection.invalidate()  # The connection died after its statement.


def _repeated(once: Callable[[], T], retry_seconds: float) -> T:
    deadline = time.monotonic() + retry_seconds
    pause = 0.05
    while True:
        try:
            return once()
        except DBAPIError as error:
            # A lost connection may raise another class of error. Only lost connections are retried, not failed statements.
            lost = error.connection_invalidated or isinstance(error, OperationalError)
            if not lost or time.monotonic() + pause > deadline:
                raise
        time.sleep(pause)
        pause = min(pause * 2, 1.0)


def migrate(database_url: str) -> None:
    """Bring the schema up to date. Safe to run repeatedly and from many processes at once."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create(database_url)
    try:
        with engine.connect() as connection:
            connection.execute(select(func.pg_advisory_lock(MIGRATION_LOCK)))
            connection.commit()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
    finally:
        engine.dispose()


def pending_migrations(database_url: str) -> list[str]:
    """Names of the revisions that are not applied yet, oldest first."""
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create(database_url)
    try:
        with engine.connect() as connection:
            current = MigrationContext.configure(connection).get_current_heads()
        scripts = ScriptDirectory.from_config(config)
        return [script.revision for script in scripts.iterate_revisions("head", current or "base")][::-1]
    finally:
        engine.dispose()
