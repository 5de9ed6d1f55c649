"""The pages of watches: their last visit, what changes at every visit, and their versions.

The newest version is stored whole. Each older one is stored as its difference to the next newer one (zstd with that one as
its dictionary), so the oldest can be deleted without reading any.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from sqlalchemy import Connection, ForeignKey, Index, LargeBinary, bindparam, delete, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, aliased, mapped_column

from models import packing
from models.base import Base, created_at

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_NAMESPACE = UUID("6f1d8a2e-5b0c-5a57-9d53-1f8f6a2f4c11")
_DICTIONARY_MIN_BYTES = 8
PRESENT, REMOVED = "present", "removed"


class WatchedPage(Base):
    """A page of a watch. `last` is the packed visit that the next one is compared with, `noise` what was learned."""

    __tablename__ = "watch_page"

    watch_id: Mapped[UUID] = mapped_column(ForeignKey("watch.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[UUID] = mapped_column(primary_key=True)
    url: Mapped[str]
    last: Mapped[bytes | None] = mapped_column(LargeBinary)
    noise: Mapped[bytes | None] = mapped_column(LargeBinary)
    # `present` or `removed`: a page that stays away is reported once.
    state: Mapped[str] = mapped_column(server_default="present")


class Version(Base):
    """A version of a page, from the check with this number. `base` is the number of the version that unpacks it."""

    __tablename__ = "watch_version"
    __table_args__ = (Index("ix_watch_version_created_at", "created_at"),)

    watch_id: Mapped[UUID] = mapped_column(ForeignKey("watch.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    base: Mapped[int | None]
    body: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = created_at()


@dataclass(frozen=True)
class StoredPage:
    """A page of a watch: the last visit and the noise as JSON texts."""

    url: str
    last: str | None
    noise: str | None
    state: str


def key_of(url: str) -> UUID:
    """The key of a page."""
    return uuid5(_NAMESPACE, url)


def read_pages(connection: Connection, watch_id: UUID, urls: Sequence[str]) -> dict[str, StoredPage]:
    """The stored pages of a watch by URL."""
    columns = (WatchedPage.url, WatchedPage.last, WatchedPage.noise, WatchedPage.state)
    keys = [key_of(url) for url in urls]
    query = select(*columns).where(WatchedPage.watch_id == watch_id, WatchedPage.key.in_(keys))
    return {
        url: StoredPage(url, _text(last), _text(noise), state) for url, last, noise, state in connection.execute(query)
    }


def list_changed(connection: Connection, watch_id: UUID, numbers: Sequence[int]) -> list[str]:
    """The URLs of the pages that got a version after the earlier of two checks, up to the later one."""
    same = (Version.watch_id == WatchedPage.watch_id, Version.key == WatchedPage.key)
    between = (Version.number > min(numbers), Version.number <= max(numbers))
    query = select(WatchedPage.url).where(WatchedPage.watch_id == watch_id, exists().where(*same, *between))
    return list(connection.execute(query.order_by(WatchedPage.url)).scalars())


def _text(packed: bytes | None) -> str | None:
    return None if packed is None else packing.unpack(packed).decode()


_WRITE = insert(WatchedPage)
_WRITE_PAGES = _WRITE.on_conflict_do_update(
    index_elements=[WatchedPage.watch_id, WatchedPage.key],
    set_={name: _WRITE.excluded[name] for name in ("last", "noise", "state")},
)
WRITTEN_AT_ONCE = 50


def write_pages(connection: Connection, watch_id: UUID, pages: Sequence[StoredPage]) -> None:
    """Store different pages of a watch. The caller has locked the watch."""
    for first in range(0, len(pages), WRITTEN_AT_ONCE):
        connection.execute(_WRITE_PAGES, [_packed(watch_id, page) for page in pages[first : first + WRITTEN_AT_ONCE]])


def _packed(watch_id: UUID, page: StoredPage) -> dict[str, object]:
    return {
        "watch_id": watch_id, "key": key_of(page.url), "url": page.url, "state": page.state,
        "last": None if page.last is None else packing.pack(page.last.encode()),
        "noise": None if page.noise is None else packing.pack(page.noise.encode()),
    }  # fmt: skip


def list_present(connection: Connection, watch_id: UUID) -> list[str]:
    """The URLs of the pages of a watch that were read and not found to be removed, in order."""
    present = (WatchedPage.watch_id == watch_id, WatchedPage.state == PRESENT, WatchedPage.last.is_not(None))
    return list(connection.execute(select(WatchedPage.url).where(*present).order_by(WatchedPage.url)).scalars())


def set_removed(connection: Connection, watch_id: UUID, urls: Sequence[str]) -> None:
    """Write that pages of a watch are away. The caller has locked the watch."""
    if urls:
        away = (WatchedPage.watch_id == watch_id, WatchedPage.key.in_([key_of(url) for url in urls]))
        connection.execute(update(WatchedPage).where(*away).values({WatchedPage.state: REMOVED}))


_newer = aliased(Version)


def add(connection: Connection, watch_id: UUID, number: int, texts: Mapping[str, str], *, most: int) -> None:
    """Store new versions of pages by URL, and delete the oldest ones of each beyond `most`. The caller has locked the watch."""
    urls = list(texts)
    for first in range(0, len(urls), WRITTEN_AT_ONCE):
        some = {key_of(url): texts[url].encode() for url in urls[first : first + WRITTEN_AT_ONCE]}
        _add(connection, watch_id, number, some, most)


def _add(connection: Connection, watch_id: UUID, number: int, contents: Mapping[UUID, bytes], most: int) -> None:
    of_pages = (Version.watch_id == watch_id, Version.key.in_(contents))
    newest = select(Version.key, Version.number, Version.body).where(
        *of_pages, Version.base.is_(None), Version.number < number
    )
    previous = connection.execute(newest).all()
    differences = [
        {"of_key": key, "of_number": before, "difference": _pack_difference(packing.unpack(body), contents[key])}
        for key, before, body in previous
        if len(contents[key]) >= _DICTIONARY_MIN_BYTES
    ]
    if differences:
        of_page = (Version.key == bindparam("of_key"), Version.number == bindparam("of_number"))
        changed = {Version.body: bindparam("difference"), Version.base: number}
        connection.execute(update(Version).where(Version.watch_id == watch_id, *of_page).values(changed), differences)
    rows = [
        {"watch_id": watch_id, "key": key, "number": number, "base": None, "body": packing.pack(content)}
        for key, content in contents.items()
    ]
    connection.execute(insert(Version).on_conflict_do_nothing(), rows)
    if previous:
        place = func.row_number().over(partition_by=Version.key, order_by=Version.number.desc())
        kept = select(Version.key, Version.number, place.label("place")).where(*of_pages).subquery()
        old = (Version.key == kept.c.key, Version.number == kept.c.number, kept.c.place > most)
        connection.execute(delete(Version).where(*of_pages, *old))


def read(connection: Connection, watch_id: UUID, url: str, number: int) -> str | None:
    """The version of a page that the check with this number saw; None if it saw none, or the version was deleted."""
    query = (
        select(Version.number, Version.base, Version.body)
        .where(Version.watch_id == watch_id, Version.key == key_of(url))
        .order_by(Version.number.desc())
    )
    content: bytes | None = None
    for stored, base, body in connection.execute(query).all():
        content = packing.unpack(body) if base is None else _unpack_difference(body, content or b"")
        if stored <= number:
            return content.decode()
    return None


def _dictionary(content: bytes) -> zstd.ZstdDict:
    return zstd.ZstdDict(content, is_raw=True)


def _pack_difference(content: bytes, newer: bytes) -> bytes:
    # The window must reach over the whole of both.
    window = min(27, max(10, (len(content) + len(newer)).bit_length() + 1))
    options = {
        int(zstd.CompressionParameter.compression_level): packing.LEVEL,
        int(zstd.CompressionParameter.window_log): window,
    }
    return zstd.compress(content, options=options, zstd_dict=_dictionary(newer).as_prefix)


def _unpack_difference(packed: bytes, newer: bytes) -> bytes:
    options = {int(zstd.DecompressionParameter.window_log_max): 27}
    return zstd.decompress(packed, zstd_dict=_dictionary(newer).as_prefix, options=options)


def delete_old(connection: Connection, days: int, rows: int = 2_000) -> bool:
    """Delete up to `rows` versions that are older and not the newest of their page."""
    is_newer = (_newer.watch_id == Version.watch_id, _newer.key == Version.key, _newer.number > Version.number)
    old = (
        select(Version.watch_id, Version.key, Version.number)
        .where(Version.created_at < func.now() - func.make_interval(0, 0, 0, days), exists().where(*is_newer))
        .limit(rows)
        .subquery()
    )
    is_old = (Version.watch_id == old.c.watch_id, Version.key == old.c.key, Version.number == old.c.number)
    return connection.execute(delete(Version).where(*is_old)).rowcount >= rows
