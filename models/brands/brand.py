"""Brands: one record per company, the hosts that lead to it, and the files of its logos.

A record is replaced as a whole when the brand is resolved again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import (
    Boolean,
    Connection,
    ForeignKey,
    Index,
    Integer,
    Interval,
    LargeBinary,
    String,
    Text,
    bindparam,
    delete,
    func,
    select,
    type_coerce,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, insert
from sqlalchemy.orm import Mapped, mapped_column

from contract.declare import dump, load
from contract.results.brands.brand import Brand
from contract.results.brands.served_logo import ServedLogo
from models import notices
from models.array_rows import ArrayRows
from models.base import Base, JsonObject, columns_of
from models.brands.search_words import grams_of
from models.session import NO_FLUSH


class StoredBrand(Base):
    """A resolved brand. `grams` are the trigrams of its name and domain, for the search."""

    __tablename__ = "brand"
    __table_args__ = (Index("ix_brand_grams", "grams", postgresql_using="gin"),)

    domain: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    primary_color: Mapped[str | None]
    record: Mapped[JsonObject] = mapped_column(JSONB)
    grams: Mapped[list[str]] = mapped_column(ARRAY(String))
    resolved_at: Mapped[datetime]


class BrandHost(Base):
    """A host that was requested, and the brand that it leads to."""

    __tablename__ = "brand_host"

    host: Mapped[str] = mapped_column(primary_key=True)
    domain: Mapped[str] = mapped_column(ForeignKey("brand.domain", ondelete="CASCADE"), index=True)


class StoredLogo(Base):
    """One file of a logo, as `contract.results.brands.served_logo` describes it."""

    __tablename__ = "brand_logo"

    domain: Mapped[str] = mapped_column(ForeignKey("brand.domain", ondelete="CASCADE"), primary_key=True)
    type: Mapped[str] = mapped_column(primary_key=True)
    theme: Mapped[str] = mapped_column(primary_key=True)
    size: Mapped[int] = mapped_column(Integer, primary_key=True)
    content_type: Mapped[str]
    body: Mapped[bytes] = mapped_column(LargeBinary)
    etag: Mapped[str]
    width: Mapped[int] = mapped_column(Integer)
    height: Mapped[int] = mapped_column(Integer)
    adaptive: Mapped[bool] = mapped_column(Boolean)
    logo_id: Mapped[str]


class LogoRow(NamedTuple):
    """A logo's file without its bytes."""

    type: str
    theme: str
    size: int
    content_type: str
    etag: str
    width: int
    height: int
    adaptive: bool
    logo_id: str


@dataclass(frozen=True)
class BrandRow:
    """A stored brand with the list of its logo files."""

    brand: Brand
    age: timedelta
    logos: tuple[LogoRow, ...] = field(default=(), repr=False)


_host = bindparam("host", type_=String)
_age = type_coerce(func.now() - StoredBrand.resolved_at, Interval())
_FIND = (
    select(StoredBrand.domain, StoredBrand.record, _age)
    .join(BrandHost, BrandHost.domain == StoredBrand.domain)
    .where(BrandHost.host == _host)
)
_LOGOS = (
    select(*columns_of(StoredLogo, LogoRow))
    .where(StoredLogo.domain == bindparam("domain", type_=String))
    .order_by(StoredLogo.size)
)


def find(connection: Connection, host: str) -> BrandRow | None:
    """The brand that a host leads to, or None."""
    row = connection.execute(_FIND, {"host": host}).one_or_none()
    if row is None:
        return None
    domain, record, age = row
    logos = connection.execute(_LOGOS, {"domain": domain}).all()
    return BrandRow(load(Brand, record), age, tuple(LogoRow(*logo) for logo in logos))


class ServedBrand(NamedTuple):
    """What logo serving needs of a brand."""

    age: timedelta
    domain: str
    name: str
    primary_color: str | None
    logos: tuple[LogoRow, ...]


_SERVED = (
    select(_age, StoredBrand.domain, StoredBrand.name, StoredBrand.primary_color)
    .join(BrandHost, BrandHost.domain == StoredBrand.domain)
    .where(BrandHost.host == _host)
)


def find_served(connection: Connection, host: str) -> ServedBrand | None:
    """What logo serving needs of the brand that a host leads to, or None."""
    row = connection.execute(_SERVED, {"host": host}).one_or_none()
    if row is None:
        return None
    logos = connection.execute(_LOGOS, {"domain": row.domain}).all()
    return ServedBrand(*row, logos=tuple(LogoRow(*logo) for logo in logos))


_BODY = select(StoredLogo.body).where(
    StoredLogo.domain == bindparam("domain", type_=String), StoredLogo.type == bindparam("kind", type_=String),
    StoredLogo.theme == bindparam("theme", type_=String), StoredLogo.etag == bindparam("etag", type_=String),
    StoredLogo.size == bindparam("size", type_=Integer),
)  # fmt: skip


def read_body(connection: Connection, domain: str, logo: LogoRow) -> bytes | None:
    """The bytes of a logo's file. None when the brand has been resolved again since the row was read."""
    values = {"domain": domain, "kind": logo.type, "theme": logo.theme, "etag": logo.etag, "size": logo.size}
    return connection.execute(_BODY, values).scalar_one_or_none()


_new = insert(StoredBrand).values({StoredBrand.resolved_at: func.now()})
_STORE = _new.on_conflict_do_update(
    index_elements=[StoredBrand.domain],
    set_={
        column: _new.excluded[column.key]
        for column in (
            StoredBrand.name, StoredBrand.primary_color, StoredBrand.record, StoredBrand.grams, StoredBrand.resolved_at,
        )
    },
)  # fmt: skip
# A brand that is lost in a crash is resolved again. The charge for it waits for the disk, and then the brand is there, too.
_DELETE_LOGOS = delete(StoredLogo).where(StoredLogo.domain == bindparam("of", type_=String), NO_FLUSH)
_INSERT_LOGOS = insert(StoredLogo)
_hosts = ArrayRows("hosts", with_position=True, host=Text())
_leading = insert(BrandHost).from_select(
    [BrandHost.host, BrandHost.domain], select(_hosts.c.host, bindparam("to", type_=String)).order_by(_hosts.c.position)
)
_leads = (
    _leading.on_conflict_do_update(
        index_elements=[BrandHost.host], set_={BrandHost.domain: _leading.excluded[BrandHost.domain.key]}
    )
    .returning(BrandHost.host)
    .cte("leads")
)
_LEAD = select(func.pg_notify(notices.BRANDS, _leads.c.host))


def store(connection: Connection, brand: Brand, files: Sequence[ServedLogo], hosts: Collection[str]) -> None:
    """Store a resolved brand, which replaces the stored one. `hosts` are requested hosts that lead to it."""
    values = {
        "domain": brand.domain, "name": brand.name, "primary_color": brand.primary_color, "record": dump(brand),
        "grams": sorted(grams_of(brand.name) | grams_of(brand.domain)),
    }  # fmt: skip
    # The upsert locks the row, so that two resolutions of one brand follow each other.
    connection.execute(_STORE, values)
    connection.execute(_DELETE_LOGOS, {"of": brand.domain})
    if files:
        connection.execute(_INSERT_LOGOS, [_row(brand.domain, file) for file in files])
    leading = [(host,) for host in sorted({brand.domain, *hosts})]
    connection.execute(_LEAD, {"to": brand.domain, **_hosts.parameters(leading)})


def _row(domain: str, file: ServedLogo) -> dict[str, object]:
    return {
        "domain": domain, "type": file.type, "theme": file.theme, "size": file.size, "content_type": file.content_type,
        "body": file.body, "etag": hashlib.blake2b(file.body, digest_size=12).hexdigest(), "width": file.width,
        "height": file.height, "adaptive": file.adaptive, "logo_id": file.logo_id,
    }  # fmt: skip
