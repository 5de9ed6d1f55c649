"""The last visits of pages that callers scrape with the option `history`.

A page of a job may be read again after its worker died. Its visit has the same name then, and is compared with the visit before
it, so that a change is not lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from sqlalchemy import Connection, ForeignKey, Index, LargeBinary, case, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from models import packing
from models.base import Base, created_at
from models.watches.version import key_of


class PageHistory(Base):
    """The last visit of a page of a workspace's history, and the one before it: packed JSON of a version."""

    __tablename__ = "page_history"
    __table_args__ = (Index("ix_page_history_last_at", "last_at"),)

    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[UUID] = mapped_column(primary_key=True)
    visit: Mapped[str]
    last: Mapped[bytes] = mapped_column(LargeBinary)
    last_at: Mapped[datetime] = created_at()
    previous: Mapped[bytes | None] = mapped_column(LargeBinary)
    previous_at: Mapped[datetime | None]


@dataclass(frozen=True)
class HistoryPage:
    """A page of a history, and the name of the visit that is made now."""

    workspace_id: UUID
    history: str
    url: str
    visit: str

    @property
    def key(self) -> UUID:
        """The key of the page in the table."""
        return uuid5(key_of(self.url), self.history)


def read(connection: Connection, page: HistoryPage) -> tuple[str | None, datetime | None]:
    """The JSON of the visit before this one and its time, or None twice."""
    row = connection.execute(
        select(PageHistory).where(PageHistory.workspace_id == page.workspace_id, PageHistory.key == page.key)
    ).one_or_none()
    if row is None:
        return None, None
    packed, at = (row.previous, row.previous_at) if row.visit == page.visit else (row.last, row.last_at)
    return (None, None) if packed is None else (packing.unpack(packed).decode(), at)


def write(connection: Connection, page: HistoryPage, text: str) -> None:
    """Store a visit as the last one."""
    values = {
        PageHistory.workspace_id: page.workspace_id, PageHistory.key: page.key, PageHistory.visit: page.visit,
        PageHistory.last: packing.pack(text.encode()), PageHistory.last_at: func.clock_timestamp(),
    }  # fmt: skip
    statement = insert(PageHistory).values(values)
    is_again = PageHistory.visit == page.visit
    changed = {
        "visit": page.visit, "last": statement.excluded.last, "last_at": statement.excluded.last_at,
        "previous": case((is_again, PageHistory.previous), else_=PageHistory.last),
        "previous_at": case((is_again, PageHistory.previous_at), else_=PageHistory.last_at),
    }  # fmt: skip
    connection.execute(
        statement.on_conflict_do_update(index_elements=[PageHistory.workspace_id, PageHistory.key], set_=changed)
    )


def delete_old(connection: Connection, days: int, rows: int = 2_000) -> bool:
    """Delete up to `rows` pages that were not visited for longer."""
    is_old = PageHistory.last_at < func.now() - func.make_interval(0, 0, 0, days)
    old = select(PageHistory.workspace_id, PageHistory.key).where(is_old).limit(rows).subquery()
    is_same = (PageHistory.workspace_id == old.c.workspace_id, PageHistory.key == old.c.key)
    return connection.execute(delete(PageHistory).where(is_old, *is_same)).rowcount >= rows
