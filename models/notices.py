"""Notices: announce committed changes to all processes that listen to Postgres, within milliseconds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, func, select

# The payload is the id of a key or workspace whose rights changed.
KEYS = "orbweaver_keys"
# The payload is the host of a brand.
BRANDS = "orbweaver_brands"
CHANNELS = (KEYS, BRANDS)


def send(connection: Connection, channel: str, payload: str) -> None:
    """Send a notice when the transaction is committed. A rolled-back transaction sends none."""
    connection.execute(select(func.pg_notify(channel, payload)))


@dataclass(frozen=True)
class Notice:
    """One received notice."""

    channel: str
    payload: str


@dataclass
class Subscription:
    """A connection that receives notices."""

    _plain: Any = field(repr=False)

    @property
    def file_number(self) -> int:
        """The socket, which becomes readable when notices arrive."""
        return int(self._plain.fileno())

    def take(self) -> Iterator[Notice]:
        """The notices that have arrived.

        Raises:
            psycopg2.Error: the connection is lost.
        """
        self._plain.poll()
        while self._plain.notifies:
            arrived = self._plain.notifies.pop(0)
            yield Notice(arrived.channel, arrived.payload)

    def check(self) -> None:
        """Make a round trip. Every notice that was sent before it has arrived afterwards.

        Raises:
            psycopg2.Error: the connection is lost.
        """
        with self._plain.cursor() as cursor:
            cursor.execute("SELECT 1")


@contextmanager
def subscribed(database: Engine) -> Iterator[Subscription]:
    """A connection that is subscribed to all channels, outside the pool."""
    pooled = database.raw_connection()
    plain: Any = pooled.driver_connection
    pooled.detach()
    try:
        plain.autocommit = True
        with plain.cursor() as cursor:
            for channel in CHANNELS:
                cursor.execute(f"LISTEN {channel}")
        yield Subscription(plain)
    finally:
        plain.close()
