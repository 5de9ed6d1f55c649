"""The last good copies of robots.txt, for all workers. A copy counts for a day while its site does not answer."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, Text, bindparam, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from models import packing
from models.base import Base, created_at

RETENTION = timedelta(days=1)


class RobotsCopy(Base):
    """The lines of a site's robots.txt that concern crawls, packed. `proxy` is a digest of the proxy that fetched it."""

    __tablename__ = "robots_copy"

    site: Mapped[str] = mapped_column(Text, primary_key=True)
    proxy: Mapped[str] = mapped_column(Text, primary_key=True)
    packed: Mapped[bytes]
    read_at: Mapped[datetime] = created_at()


_STORE = insert(RobotsCopy).values(
    {name: bindparam(f"the_{name}") for name in ("site", "proxy", "packed")} | {"read_at": func.now()}
)
_STORE = _STORE.on_conflict_do_update(
    index_elements=[RobotsCopy.site, RobotsCopy.proxy],
    set_={RobotsCopy.packed: _STORE.excluded.packed, RobotsCopy.read_at: _STORE.excluded.read_at},
)
_FIND = select(RobotsCopy.packed).where(
    RobotsCopy.site == bindparam("the_site"), RobotsCopy.proxy == bindparam("the_proxy"),
    RobotsCopy.read_at > func.now() - RETENTION,
)  # fmt: skip


def store(connection: Connection, site: str, proxy: str, text: str) -> None:
    """Store a copy that was just read."""
    packed = packing.pack(text.encode())
    connection.execute(_STORE, {"the_site": site, "the_proxy": proxy, "the_packed": packed})


def find(connection: Connection, site: str, proxy: str) -> str | None:
    """The text of a copy that is younger than a day, or None."""
    packed = connection.execute(_FIND, {"the_site": site, "the_proxy": proxy}).scalar_one_or_none()
    return None if packed is None else packing.unpack(packed).decode()


def delete_stale(connection: Connection) -> None:
    """Delete the copies that no longer count."""
    connection.execute(delete(RobotsCopy).where(RobotsCopy.read_at < func.now() - RETENTION))
