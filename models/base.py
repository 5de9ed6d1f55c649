"""The declarative base of all tables, and their ids."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, MetaData, Uuid, func
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from uuid_utils.compat import uuid7

NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


# A JSON column's value. The contract validates it before it is written.
JsonObject = dict[str, Any]


class Base(DeclarativeBase):
    """All times are UTC with a zone, all ids UUIDv7 unless a table says otherwise."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map = {datetime: DateTime(timezone=True), UUID: Uuid()}  # noqa: RUF012 (SQLAlchemy's own form)


def new_id() -> UUID:
    """A new UUIDv7. These ids sort by creation time."""
    return uuid7()


# Greater than all ids.
LAST_ID = UUID(int=2**128 - 1)


def created_at() -> Mapped[datetime]:
    """A column set to the database's time at insertion."""
    return mapped_column(DateTime(timezone=True), server_default=func.now())


def columns_of(table: type[Base], record: type, *computed: Any) -> list[Any]:
    """What a query selects for a record: the columns with the names of its fields, in their order. The last ones are `computed`."""
    names = list(record.__annotations__)
    return [*(getattr(table, name) for name in names[: len(names) - len(computed)]), *computed]
