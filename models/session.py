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
# Any number that no other program on the same database takes; guards the migrations.
MIGRATION_LOCK = 7_032_026
# A restarted Postgres is back within seconds; a lost transaction is repeated until then.
PATIENCE_SECONDS = 20.0


def create(database_url: str, *, pool_size: int = 5, patient: bool = True) -> Engine:
    """An engine with safe defaults.

    Args:
        pool_size: connections kept; twice as many may be open for a moment.
        patient: whether a caller may wait for a free connection (20 s) rather than fail at once (3 s).
    """
    return create_engine(
        database_url,
        pool_size=pool_size,
        max_overflow=pool_size,
        pool_timeout=20 if patient else 3,
        # Errors are logged, and a statement's values are what callers send: addresses, their Authorization headers.
        hide_parameters=True,
        # No ping before use: it costs a round trip each time, and `transact` and `ask` repeat what a dead connection lost.
        pool_recycle=1800,
        connect_args={
            "connect_timeout": 3,
            "application_name": "orbweaver",
            # A process that freezes inside a transaction holds its locks: others shall go on within half a minute.
            "options": "-c statement_timeout=30000 -c idle_in_transaction_session_timeout=15000 -c timezone=UTC",
        },
    )


def transact(engine: Engine, work: Callable[[Connection], T], *, patience_seconds: float = PATIENCE_SECONDS) -> T:
    """The result of `work` in one committed transaction; repeated whole when the connection is lost.

    `work` must be repeatable: all of it is rolled back before it runs again.

    Raises:
        OperationalError: Postgres was unreachable for `patience_seconds`.
    """

    def once() -> T:
        with engine.begin() as connection:
            return work(connection)

    return _repeated(once, patience_seconds)


def ask(engine: Engine, work: Callable[[Connection], T], *, patience_seconds: float = PATIENCE_SECONDS) -> T:
    """The result of `work` that is a single statement: it needs no BEGIN and COMMIT, two round trips less.

    Raises:
        OperationalError: Postgres was unreachable for `patience_seconds`.
    """

    def once() -> T:
        with _committing_by_itself(engine) as connection:
            return work(connection)

    return _repeated(once, patience_seconds)


def snapshot(engine: Engine, work: Callable[[Connection], T], *, patience_seconds: float = PATIENCE_SECONDS) -> T:
    """The result of reading statements that all see the database as it was at one moment.

    Raises:
        OperationalError: Postgres was unreachable for `patience_seconds`.
    """

    def once() -> T:
        with engine.begin() as connection:
            connection.execute(_ONE_MOMENT)
            return work(connection)

    return _repeated(once, patience_seconds)


# SQL text: SQLAlchemy has no construct for it, and it names no table.
_ONE_MOMENT = text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


@contextmanager
def _committing_by_itself(engine: Engine) -> Iterator[Connection]:
    """A connection whose statements are each a transaction.

    Not by SQLAlchemy's isolation level: setting it back on a connection that has died fails with an error of the driver,
    after the statement's success, and the connection's place in the pool is lost for ever.
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
                    connection.invalidate()  # it died when it had done its work


def _repeated(once: Callable[[], T], patience_seconds: float) -> T:
    deadline = time.monotonic() + patience_seconds
    pause = 0.05
    while True:
        try:
            return once()
        except DBAPIError as error:
            # A lost connection may show as another class; only those are repeated, never a broken statement.
            lost = error.connection_invalidated or isinstance(error, OperationalError)
            if not lost or time.monotonic() + pause > deadline:
                raise
        time.sleep(pause)
        pause = min(pause * 2, 1.0)


def migrate(database_url: str) -> None:
    """Bring the schema up to date. Safe to run from many processes at once and again."""
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
