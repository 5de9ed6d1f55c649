"""The engine, transactions that survive a restarted Postgres, and the numbers of advisory locks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import TypeVar

import psycopg2
from sqlalchemy import Connection, Engine, create_engine, func, select, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from models.connection import TCP_LIMITS, LimitedConnection, limit_waits

T = TypeVar("T")
# A transaction whose connection was lost is retried for this long: Postgres restarts within seconds.
RETRY_SECONDS = 20.0
# Longer than Postgres' own limit on a statement, which should come first because its message is clearer.
ANSWER_SECONDS = 35.0
# A heartbeat that takes longer is given up. The next one uses a new connection.
HEARTBEAT_ANSWER_SECONDS = 4.0
POOL_SECONDS = 20


def create(database_url: str, *, pool_size: int = 5, answer_seconds: float = ANSWER_SECONDS) -> Engine:
    """An engine whose waits all have a limit.

    It sets nothing for the session, so it works behind PgBouncer in transaction mode.

    Args:
        pool_size: the maximum number of open connections. A thread waits up to `POOL_SECONDS` for a free one.
        answer_seconds: a connection is closed when a statement gets no answer for this long.
    """
    limit_waits()
    return create_engine(
        database_url,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        # Errors are logged. Statement values come from callers and may hold secrets, such as Authorization headers.
        hide_parameters=True,
        # No ping before use: it costs a round trip each time, and `transact` and `ask` retry after a lost connection.
        pool_recycle=1800,
        connect_args={
            "connection_factory": partial(LimitedConnection, answer_seconds=answer_seconds),
            "application_name": "orbweaver",
            **TCP_LIMITS,
        },
    )


def create_for_heartbeats(database_url: str) -> Engine:
    """An engine with one connection, so that heartbeats never wait for other work of the process."""
    return create(database_url, pool_size=1, answer_seconds=HEARTBEAT_ANSWER_SECONDS)


def transact(engine: Engine, work: Callable[[Connection], T], *, retry_seconds: float = RETRY_SECONDS) -> T:
    """The result of `work` in one committed transaction; retried when the connection is lost.

    `work` may run several times. Each failed run is rolled back first.

    Raises:
        OperationalError: Postgres was unreachable for `retry_seconds`.
    """
    return _repeated(engine.begin, work, retry_seconds)


def ask(engine: Engine, work: Callable[[Connection], T], *, retry_seconds: float = RETRY_SECONDS) -> T:
    """The result of `work`, which needs no transaction. It runs without BEGIN and COMMIT, which saves two round trips.

    Each statement of `work` is committed at once, and sees what others have committed before it.

    Raises:
        OperationalError: Postgres was unreachable for `retry_seconds`.
    """
    return _repeated(partial(_committing_by_itself, engine), work, retry_seconds)


# Postgres is shutting down, starting, or out of connections.
_AWAY_CODES = ("57P", "53300", "08")


def is_away(error: Exception) -> bool:
    """Whether an error means that Postgres could not be reached, so that it says nothing about what was asked."""
    if not isinstance(error, DBAPIError):
        return isinstance(error, PoolTimeout)
    code = getattr(error.orig, "pgcode", None)
    if code is None:
        return error.connection_invalidated or isinstance(error, OperationalError)
    return str(code).startswith(_AWAY_CODES)


# A condition that is always true. The transaction of its statement commits without waiting for the disk. If Postgres
# crashes in the next 0.6 s, the transaction may be missing afterwards, but never one that a later commit has waited for.
NO_FLUSH = select(func.set_config("synchronous_commit", "off", True)).scalar_subquery() == "off"


# SQL text: SQLAlchemy has no construct for it, and it names no table.
_ONE_MOMENT = text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def snapshot(engine: Engine, work: Callable[[Connection], T], *, retry_seconds: float = RETRY_SECONDS) -> T:
    """As `transact`, for reading statements that all see the same snapshot of the database."""

    def read(connection: Connection) -> T:
        connection.execute(_ONE_MOMENT)
        return work(connection)

    return transact(engine, read, retry_seconds=retry_seconds)


@contextmanager
def _committing_by_itself(engine: Engine) -> Iterator[Connection]:
    """A connection in autocommit mode.

    SQLAlchemy's isolation level is not used: resetting it on a dead connection raises a driver error after the statement
    has succeeded, and the pool has one connection less until the process ends.
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


def _repeated(
    connect: Callable[[], AbstractContextManager[Connection]], work: Callable[[Connection], T], retry_seconds: float
) -> T:
    # A violated check is retried once. When an UPDATE waited for another transaction, Postgres checks the new values first
    # against the row as it was before that transaction, and only then computes them again from the current row.
    deadline = time.monotonic() + retry_seconds
    pause = 0.05
    violations = 0
    while True:
        try:
            with connect() as connection:
                return work(connection)
        except DBAPIError as error:
            # A lost connection may raise another class of error. Only lost connections are retried, not failed statements.
            lost = error.connection_invalidated or isinstance(error, OperationalError)
            violations += isinstance(error.orig, psycopg2.errors.CheckViolation)
            if not (lost or violations == 1) or time.monotonic() + pause > deadline:
                raise
        time.sleep(pause)
        pause = min(pause * 2, 1.0)


class AdvisoryLocks:
    """The numbers of the service's advisory locks. To add one: any number that is not in this list.

    No other program on the same database may use them.
    """

    # Locks with two keys. The second key is a hash of the name of a host or of the id of a workspace.
    SLICES_OF_WORKSPACE = 7_032
    HOST = 7_033
    BACKGROUND_JOBS_OF_WORKSPACE = 7_034

    # Locks with one key: one process at a time migrates, and one sweeps.
    MIGRATION = 7_032_026
    SWEEP = 7_032_027
