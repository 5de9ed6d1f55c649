"""Every migration on a database with rows in every table: up, down and up again, without losing rows of tables that remain."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from alembic import command
from sqlalchemy import Column, Connection, Engine, MetaData, Table, create_engine, func, inspect, select, text
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


def fill(connection: Connection) -> None:
    """Add rows to every table that has none."""
    for table in tables_of(connection):
        if connection.execute(select(func.count()).select_from(table)).scalar_one() == 0:
            for number in range(1, ROWS + 1):
                connection.execute(table.insert().values(dict(row_of(connection, table, number))))


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


def counts(connection: Connection) -> dict[str, int]:
    return {
        table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in tables_of(connection)
    }


@pytest.fixture
def engine(empty_database: str) -> Iterator[Engine]:
    made = create_engine(empty_database)
    yield made
    made.dispose()


def test_each_migration_keeps_the_rows_up_and_down(engine: Engine, empty_database: str) -> None:
    revisions = schema.pending_migrations(empty_database)
    with engine.connect() as connection:
        for before, after in zip(["base", *revisions], revisions, strict=False):
            if before != "base":
                fill(connection)
                connection.commit()
            stored = counts(connection)
            connection.rollback()

            command.upgrade(schema.config_of(connection), after)
            connection.commit()
            upgraded = counts(connection)
            lost = {(after, name) for name in stored if upgraded.get(name, stored[name]) < stored[name]}
            assert lost <= EMPTIED
            fill(connection)
            connection.commit()
            command.downgrade(schema.config_of(connection), before)
            connection.commit()
            downgraded = counts(connection)
            lost = {name for name in stored if downgraded[name] < stored[name]} if before != "base" else set()
            assert lost <= TAKEN_AWAY, f"down from {after}"
            connection.rollback()
            command.upgrade(schema.config_of(connection), after)
            connection.commit()


def test_all_migrations_can_be_undone_with_rows_in_every_table(engine: Engine, empty_database: str) -> None:
    schema.migrate(empty_database)
    with engine.connect() as connection:
        fill(connection)
        connection.commit()
        assert all(counts(connection).values())
        connection.rollback()

        command.downgrade(schema.config_of(connection), "base")
        connection.commit()
        left = set(inspect(connection).get_table_names())
        assert left == {"alembic_version"}
        assert connection.execute(text("SELECT count(*) FROM alembic_version")).scalar_one() == 0
    schema.migrate(empty_database)
