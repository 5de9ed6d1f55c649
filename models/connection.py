"""psycopg2 connections on which every wait has a time limit.

A limit in Postgres (`schema.ROLE_SETTINGS`) does not help when its response does not arrive. libpq waits for a response
without a limit, so the waiting is done here.
"""

from __future__ import annotations

import select
from typing import Any

import psycopg2
from psycopg2 import extensions

CONNECT_SECONDS = 3.0
# A server that is gone without a word (power, network) is noticed after 10 s while something is sent to it, and after
# 20 s while only its answer is awaited. Unix sockets ignore these settings.
TCP_LIMITS = {
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 10_000,
}


class LimitedConnection(extensions.connection):
    """A connection that is closed when Postgres sends nothing for `answer_seconds` while a statement runs."""

    def __init__(self, dsn: str, *, answer_seconds: float) -> None:
        self.wait_seconds = CONNECT_SECONDS
        super().__init__(dsn)
        self.wait_seconds = answer_seconds


def limit_waits() -> None:
    """Make psycopg2 wait with `_wait` in this process. May be called repeatedly."""
    extensions.set_wait_callback(_wait)


def _wait(connection: Any) -> None:
    """Return when psycopg2 can continue. It closes a connection for which this raises."""
    limit: float | None = getattr(connection, "wait_seconds", None)
    while (state := connection.poll()) != extensions.POLL_OK:
        # A new poller each time: libpq may change the socket while it connects.
        poller = select.poll()
        poller.register(connection.fileno(), select.POLLIN if state == extensions.POLL_READ else select.POLLOUT)
        if not poller.poll(None if limit is None else limit * 1000):
            raise psycopg2.OperationalError(f"Postgres sent no answer for {limit:g} s. The connection is closed.")
