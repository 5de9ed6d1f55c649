"""The pictures of watches: screenshots of pages, and pictures of two screenshots with the difference marked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID

from sqlalchemy import Connection, ForeignKey, Index, LargeBinary, delete, exists, func, insert, or_, select, update
from sqlalchemy.orm import Mapped, aliased, mapped_column

from models.base import Base, created_at
from models.watches.version import key_of

# A change has at most three pictures.
OF_VERSION = 3


class Picture(Base):
    """A picture of a page. `is_shown`: a check or a version has its address. Others are replaced at the next visit."""

    __tablename__ = "watch_picture"
    __table_args__ = (
        Index("ix_watch_picture_page", "watch_id", "key", "created_at"),
        Index("ix_watch_picture_created_at", "created_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    watch_id: Mapped[UUID] = mapped_column(ForeignKey("watch.id", ondelete="CASCADE"))
    key: Mapped[UUID]
    media_type: Mapped[str]
    is_shown: Mapped[bool]
    body: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = created_at()


class NewPicture(Protocol):
    """A picture that is to be stored."""

    @property
    def id(self) -> str: ...
    @property
    def media_type(self) -> str: ...
    @property
    def body(self) -> bytes: ...


def add(connection: Connection, watch_id: UUID, url: str, pictures: Sequence[NewPicture]) -> None:
    """Store pictures of a page. Until `settle` has shown or kept them, they may be deleted."""
    for each in pictures:
        values = {
            "id": UUID(each.id), "watch_id": watch_id, "key": key_of(url), "media_type": each.media_type, "is_shown": False,
            "body": each.body,
        }  # fmt: skip
        connection.execute(insert(Picture).values(values))


def settle(connection: Connection, watch_id: UUID, url: str, kept: str, shown: Sequence[str], *, most: int) -> None:
    """Write which pictures of a page are shown from now on, and delete the others but `kept`. The caller has locked the watch.

    Args:
        kept: the picture that the next screenshot is compared with.
        most: how many changes of the page keep their pictures.
    """
    of_page = (Picture.watch_id == watch_id, Picture.key == key_of(url))
    if shown:
        named = (*of_page, Picture.id.in_([UUID(each) for each in shown]))
        connection.execute(update(Picture).where(*named).values({Picture.is_shown: True}))
    newest = select(Picture.id).where(*of_page).order_by(Picture.created_at.desc()).limit(OF_VERSION * most)
    unused = or_(~Picture.is_shown, Picture.id.not_in(newest))
    connection.execute(delete(Picture).where(*of_page, Picture.id != UUID(kept), unused))


def find(connection: Connection, watch_id: UUID, picture_id: UUID) -> tuple[str, bytes] | None:
    """The media type and the bytes of a picture, or None."""
    query = select(Picture.media_type, Picture.body).where(Picture.watch_id == watch_id, Picture.id == picture_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else (row[0], row[1])


_newer = aliased(Picture)


def delete_old(connection: Connection, days: int, rows: int = 500) -> bool:
    """Delete up to `rows` pictures that are older and not the newest of their page."""
    is_newer = (_newer.watch_id == Picture.watch_id, _newer.key == Picture.key, _newer.created_at > Picture.created_at)
    age = func.now() - func.make_interval(0, 0, 0, days)
    old = select(Picture.id).where(Picture.created_at < age, exists().where(*is_newer)).limit(rows)
    return connection.execute(delete(Picture).where(Picture.id.in_(old))).rowcount >= rows
