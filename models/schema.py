"""The schema: migrations that do not stop a running service, and the limits of the service's role.

For the next migration:
- A new column of an existing table has a server default or may be null: jobs of the previous version are still running.
- An index on an existing table is created with `create_index`. It is the first step of its migration, because it ends
  the transaction: a migration that is tried again must be able to repeat everything before it.
- A statement that needs a strong lock gives up after `LOCK_TIMEOUT`, so that the service's statements do not queue
  for longer. `migrate` then tries again.
- A CHECK that only proves something to a later step is committed under the name `TEMPORARY_CHECK`. It is dropped when
  the migration fails.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from alembic import command, op
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from psycopg2.errors import DeadlockDetected, InsufficientPrivilege, LockNotAvailable
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.exc import OperationalError, ProgrammingError

from models import session
from models.session import AdvisoryLocks

log = logging.getLogger(__name__)
MIGRATIONS = Path(__file__).parent / "migrations"
# How long to wait for another process that migrates.
OTHER_SECONDS = 900.0
POLL_SECONDS = 0.2
LOCK_TIMEOUT = "2s"
STATEMENT_SECONDS = 3_600
# The pauses before a migration is tried again that could not lock a table: a minute in all.
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0)
# Refuses rows that the service writes later, so it must not outlive the migration.
TEMPORARY_CHECK = "is_of_first_partition"
# Defaults of the service's role in its database. PgBouncer does not pass on startup options, and setting them in every
# transaction would cost a round trip each time. A process that hangs inside a transaction keeps its locks: these limits
# release them within half a minute.
ROLE_SETTINGS = {
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "15s",
    "timezone": "UTC",
    "tcp_keepalives_idle": "60",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}


class MigrationBlocked(Exception):
    """A migration could not be applied because of other sessions or of rows. The message is for operators.

    Nothing was broken, unless the message says what must be done soon.
    """


def migrate(database_url: str, *, pauses: Sequence[float] = PAUSES, other_seconds: float = OTHER_SECONDS) -> None:
    """Bring the schema up to date. Safe to run repeatedly, from many processes at once, and beside a running service.

    Args:
        pauses: the pauses, in seconds, after which a migration that could not lock a table is tried again.
        other_seconds: how long to wait for another process that migrates.
    Raises:
        MigrationBlocked: a table stayed locked, or another process did not finish its migration in time.
    """
    engine = session.create(database_url, pool_size=2, answer_seconds=STATEMENT_SECONDS + 10)
    event.listen(engine, "begin", _use_own_limits)
    try:
        with _migration_lock(engine, other_seconds):
            _limit_role(engine)
            with _undone_on_failure(engine):
                _upgrade(engine, pauses)
    finally:
        engine.dispose()


def pending_migrations(database_url: str) -> list[str]:
    """Names of the revisions that are not applied yet, oldest first."""
    engine = session.create(database_url)
    try:
        with engine.connect() as connection:
            current = MigrationContext.configure(connection).get_current_heads()
    finally:
        engine.dispose()
    scripts = ScriptDirectory.from_config(config_of())
    return [script.revision for script in scripts.iterate_revisions("head", current or "base")][::-1]


def config_of(connection: Connection | None = None) -> Config:
    """Alembic's configuration, for commands that run on `connection`."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def create_index(
    name: str, table: str, columns: Sequence[str], *, where: str | None = None, unique: bool = False
) -> None:
    """Create an index on an existing table without blocking its writers. Only for migrations.

    Ends the migration's transaction. A part of an index that an earlier attempt left is dropped first.
    """
    with op.get_context().autocommit_block():
        op.execute(f"SET statement_timeout = '{STATEMENT_SECONDS}s'")
        op.execute("SET lock_timeout = 0")  # It waits for older transactions, and nobody waits for it.
        if op.get_bind().execute(_IS_INVALID, {"name": name}).scalar_one():
            op.drop_index(name, table, postgresql_concurrently=True)
        op.create_index(
            name, table, list(columns), unique=unique, postgresql_where=sa.text(where) if where else None,
            postgresql_concurrently=True, if_not_exists=True,
        )  # fmt: skip
        op.execute("RESET lock_timeout")
        op.execute("RESET statement_timeout")


# SQL text, here and below: catalogues and settings of Postgres, for which SQLAlchemy has no construct.
_IS_INVALID = text(
    "SELECT EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass(quote_ident(:name)) AND NOT indisvalid)"
)
_CHECKED = text("SELECT conrelid::regclass::text FROM pg_constraint WHERE contype = 'c' AND conname = :name ORDER BY 1")
_TRY_LOCK = text("SELECT pg_try_advisory_xact_lock(:key)")
_OLDEST = text(
    "SELECT pid, coalesce(nullif(application_name, ''), 'unnamed'), extract(epoch FROM now() - xact_start)::int"
    " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND xact_start < now() - interval '2 seconds' AND backend_type = 'client backend'"
    " AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = :key)"
    " ORDER BY xact_start LIMIT 3"
)
_ROLE_SETTINGS_NOW = text(
    "SELECT split_part(setting, '=', 1) FROM pg_db_role_setting, unnest(setconfig) AS setting"
    " WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)"
    " AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def _use_own_limits(connection: Connection) -> None:
    """Replace the role's limits in a transaction that begins. `create_index` sets its own."""
    plain = connection.connection.driver_connection
    if plain is not None and not plain.autocommit:
        connection.exec_driver_sql(
            f"SET LOCAL statement_timeout = '{STATEMENT_SECONDS}s'; SET LOCAL lock_timeout = '{LOCK_TIMEOUT}';"
            " SET LOCAL idle_in_transaction_session_timeout = 0"
        )


@contextmanager
def _migration_lock(engine: Engine, seconds: float) -> Iterator[None]:
    """The lock that only one migrating process holds.

    It belongs to an open transaction, because PgBouncer would not release a session's lock. It is polled: a statement
    that waits for it has a snapshot, for which CREATE INDEX CONCURRENTLY would wait in turn.
    """
    deadline = time.monotonic() + seconds
    while True:
        with engine.begin() as connection:
            if connection.execute(_TRY_LOCK, {"key": AdvisoryLocks.MIGRATION}).scalar_one():
                yield
                return
        if time.monotonic() > deadline:
            raise MigrationBlocked(
                f"Another process has been migrating the database for {seconds:g} s. Try again later."
            )
        time.sleep(POLL_SECONDS)


def _limit_role(engine: Engine) -> None:
    """Set the defaults of the role. A setting that the role has already is left as it is."""
    try:
        with engine.begin() as connection:
            missing = ROLE_SETTINGS.keys() - set(connection.execute(_ROLE_SETTINGS_NOW).scalars())
            for name in sorted(missing):
                connection.execute(text(_alter_role(connection, name)))
    except ProgrammingError as error:
        if not isinstance(error.orig, InsufficientPrivilege):
            raise
        log.warning(
            "The role of DATABASE_URL has no permission to set its own defaults. Set them as docs/operating.md shows: %s",
            error,
        )


def _alter_role(connection: Connection, name: str) -> str:
    database = connection.execute(text("SELECT quote_ident(current_database())")).scalar_one()
    return f"ALTER ROLE CURRENT_USER IN DATABASE {database} SET {name} TO '{ROLE_SETTINGS[name]}'"


def _upgrade(engine: Engine, pauses: Sequence[float]) -> None:
    """Apply the pending migrations, again after each pause while a table is locked."""
    for pause in (*pauses, None):
        try:
            with engine.connect() as connection:
                command.upgrade(config_of(connection), "head")
                return
        except OperationalError as error:
            # A worker whose transaction uses two tables of the migration in another order may win against it.
            if not isinstance(error.orig, (LockNotAvailable, DeadlockDetected)):
                raise
            transactions = _oldest_transactions(engine)
            if pause is None:
                raise MigrationBlocked(
                    f"A migration could not lock a table within {LOCK_TIMEOUT}, {len(pauses) + 1} times."
                    f" Oldest transactions: {transactions}. End them, or try again later."
                ) from error
            log.warning(
                "A table is locked; the migration is tried again in %s s. Oldest transactions: %s", pause, transactions
            )
            time.sleep(pause)


@contextmanager
def _undone_on_failure(engine: Engine) -> Iterator[None]:
    """If a migration fails, drop the checks that it has committed. The error tells what is left."""
    try:
        yield
    except MigrationBlocked as error:
        raise MigrationBlocked(f"{error} {_drop_checks(engine) or 'It changed nothing.'}") from error.__cause__
    except BaseException as error:
        if left := _drop_checks(engine):
            error.add_note(left)
        raise


def _drop_checks(engine: Engine) -> str | None:
    """Drop them; what operators are told if that failed."""
    try:
        with engine.begin() as connection:
            tables = connection.execute(_CHECKED, {"name": TEMPORARY_CHECK}).scalars().all()
        for table in tables:
            with engine.begin() as connection:
                connection.execute(text(f"ALTER TABLE {table} DROP CONSTRAINT {TEMPORARY_CHECK}"))
    except OperationalError:
        return (
            f"It may have left the CHECK {TEMPORARY_CHECK} on the tables page and event, which refuses all new rows after two"
            " days or later. Migrate again before that, or drop it."
        )
    return None


def _oldest_transactions(engine: Engine) -> str:
    with engine.begin() as connection:
        rows = connection.execute(_OLDEST, {"key": AdvisoryLocks.MIGRATION}).all()
    return ", ".join(f"pid {pid} ({name}, {seconds} s)" for pid, name, seconds in rows) or "none is older than 2 s"
