"""Listens for notices from Postgres, in a separate thread: revoked keys and resolved brands.

A key is trusted without a query only while the connection has answered within the last two seconds. A revocation takes effect
within milliseconds of its commit. While the connection is lost, every request checks its key in the database. So a revoked key is
accepted for at most two seconds, and only if the network drops packets without closing the connection.
"""

from __future__ import annotations

import logging
import select
import threading
import time
from collections.abc import Callable
from uuid import uuid4

import psycopg2
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from models import notices
from models.notices import Notice, Subscription
from models.session import transact

log = logging.getLogger(__name__)
CHECK_SECONDS = 0.5
TRUST_SECONDS = 2.0
RETRY_SECONDS = 1.0


class Listener(threading.Thread):
    """Passes Postgres notices to `on_notice`. `on_notice(None)` reports that notices may have been missed."""

    def __init__(self, database: Engine, on_notice: Callable[[Notice | None], object]) -> None:
        super().__init__(name="notices", daemon=True)
        self._database = database
        self._on_notice = on_notice
        self._stopping = threading.Event()
        self._checked_at = 0.0

    @property
    def is_trusted(self) -> bool:
        """Whether every notice so far has been received."""
        return time.monotonic() - self._checked_at < TRUST_SECONDS

    def run(self) -> None:
        while not self._stopping.is_set():
            try:
                with notices.subscribed(self._database) as subscription:
                    self._require_delivery(subscription)
                    self._on_notice(None)
                    self._listen(subscription)
            except Exception as error:  # An error must not end the thread: revocations would be missed.
                self._checked_at = 0.0
                away = isinstance(error, (SQLAlchemyError, psycopg2.Error, OSError))
                log.warning(
                    "Postgres notices are not received; logo serving checks each request's key in the database: %s",
                    error,
                    exc_info=not away,
                )
                self._stopping.wait(RETRY_SECONDS)

    def stop(self) -> None:
        """End the thread."""
        self._stopping.set()

    def _listen(self, subscription: Subscription) -> None:
        while not self._stopping.is_set():
            # Read before the check: what the check confirms is the time at which it began.
            began = time.monotonic()
            subscription.check()
            self._pass_on(subscription)
            self._checked_at = began
            select.select([subscription.file_number], [], [], CHECK_SECONDS)

    def _require_delivery(self, subscription: Subscription) -> None:
        """Check that a notice of another connection arrives. A pooler in transaction mode delivers none.

        Raises:
            OSError: no notice arrives.
        """
        sign = str(uuid4())
        transact(self._database, lambda connection: notices.send(connection, notices.KEYS, sign), retry_seconds=0)
        until = time.monotonic() + TRUST_SECONDS
        while (left := until - time.monotonic()) > 0:
            select.select([subscription.file_number], [], [], left)
            if any(notice.payload == sign for notice in list(subscription.take())):
                return
        raise OSError(
            "Postgres notices do not arrive over this connection. LISTEN needs a direct connection or a pooler in session mode."
        )

    def _pass_on(self, subscription: Subscription) -> None:
        for notice in subscription.take():
            self._on_notice(notice)
