"""Every migration on a database with rows in every table: up, down and up again, without losing rows of tables that remain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any
from uuid import uuid4

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Column, Connection, Engine, MetaData, Table, create_engine, inspect, select, text
from sqlalchemy.dialects.postgresql import ARRAY, JSON, JSONB, TSVECTOR
from sqlalchemy.types import Boolean, Date, DateTime, Float, Integer, LargeBinary, Numeric, String, Uuid

from models import day_slots, schema
from models.base import new_id

ROWS = 2
# What an upgrade empties: pages are fetched again.
EMPTIED = {("0006", "capture")}
# What a downgrade takes away: rows that the version before does not have, and work in progress that the next visit makes anew.
TAKEN_AWAY = {"event", "api_key"}
# Texts that constraints or other columns limit.
TEXTS = {"status": "completed", "kind": "page", "state": "active"}


def value_of(column: Column[Any], number: int) -> Any:
    """Any value of the column's type, a different one for each row."""
    kind = column.type
    for types, value in (
        (Uuid, new_id()), ((JSON, JSONB), {}), (Boolean, True), (DateTime, datetime.now(UTC)), (Date, datetime.now(UTC).date()),
        (ARRAY, []), (Integer, number), ((Float, Numeric), number), (LargeBinary, bytes([number])), (TSVECTOR, "a"),
        (String, TEXTS.get(column.name, f"text {number} {uuid4()}")[: getattr(kind, "length", None)]),
    ):  # fmt: skip
        if isinstance(kind, types):  # type: ignore[arg-type]
            return value
    raise LookupError(f"{column}: {kind}")


def tables_of(connection: Connection) -> list[Table]:
    """The tables without partitions, each after those that it refers to."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: not day_slots.is_partition(name) and name != "alembic_version")
    return found.sorted_tables


def fill(connection: Connection, tables: Sequence[Table]) -> None:
    """Add rows to every table that has none."""
    stored = counts(connection, tables)
    for table in tables:
        if not stored[table.name]:
            for number in range(1, ROWS + 1):
                connection.execute(table.insert().values(dict(row_of(connection, table, number))))
    connection.commit()


def row_of(connection: Connection, table: Table, number: int) -> Iterator[tuple[str, Any]]:
    for column in table.columns:
        if column.server_default is not None or column.identity is not None:
            continue
        referred = next((key.column for key in column.foreign_keys), None)
        if referred is not None:
            known = connection.execute(select(referred).order_by(referred)).scalars().all()
            yield column.name, known[(number - 1) % len(known)]
        else:
            yield column.name, value_of(column, number)


def counts(connection: Connection, tables: Iterable[Table]) -> dict[str, int]:
    """The number of rows of each table."""
    names = [table.name for table in tables]
    if not names:
        return {}
    columns = ", ".join(f'(SELECT count(*) FROM "{name}")' for name in names)
    return dict(zip(names, connection.execute(text(f"SELECT {columns}")).one(), strict=True))


@pytest.fixture
def engine(empty_database: str) -> Iterator[Engine]:
    made = create_engine(empty_database)
    yield made
    made.dispose()


@pytest.fixture(autouse=True)
def loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command of Alembic would load all migrations."""
    monkeypatch.setattr(ScriptDirectory, "from_config", cache(ScriptDirectory.from_config))


def test_each_migration_keeps_the_rows_up_and_down(engine: Engine, empty_database: str) -> None:
    revisions = schema.pending_migrations(empty_database)
    with engine.connect() as connection:
        config = schema.config_of(connection)
        tables: list[Table] = []
        for before, after in zip(["base", *revisions], revisions, strict=False):
            fill(connection, tables)
            stored = counts(connection, tables)
            connection.commit()

            command.upgrade(config, after)
            connection.commit()
            changed = tables_of(connection)
            upgraded = counts(connection, changed)
            lost = {(after, name) for name in stored if upgraded.get(name, stored[name]) < stored[name]}
            assert lost <= EMPTIED
            fill(connection, changed)
            command.downgrade(config, before)
            connection.commit()
            downgraded = counts(connection, tables)
            lost = {name for name in stored if downgraded[name] < stored[name]}
            assert lost <= TAKEN_AWAY, f"down from {after}"
            connection.commit()
            command.upgrade(config, after)
            connection.commit()
            tables = changed


def test_all_migrations_can_be_undone_with_rows_in_every_table(engine: Engine, empty_database: str) -> None:
    schema.migrate(empty_database)
    with engine.connect() as connection:
        fill(connection, tables := tables_of(connection))
        assert all(counts(connection, tables).values())
        connection.commit()

        command.downgrade(schema.config_of(connection), "base")
        connection.commit()
        left = set(inspect(connection).get_table_names())
        assert left == {"alembic_version"}
        assert connection.execute(text("SELECT count(*) FROM alembic_version")).scalar_one() == 0
    schema.migrate(empty_database)
