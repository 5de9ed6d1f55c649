"""Connections that are lost at random: before a statement, after it, before a commit, and after a commit whose answer is lost."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import Any, TypeVar

import psycopg2
from psycopg2 import extensions
from sqlalchemy import Connection, create_engine

from models import session
from models.connection import LimitedConnection, limit_waits
from tests.models.reference.store import Store

T = TypeVar("T")


class Faults:
    """Decides when a connection is lost. `struck` counts the losses by their place."""

    def __init__(self, seed: int, share: float) -> None:
        self.struck: Counter[str] = Counter()
        self._random, self._share, self._lock, self._are_on = random.Random(seed), share, Lock(), False

    @contextmanager
    def on(self) -> Iterator[None]:
        self._are_on = True
        yield
        self._are_on = False

    def strike(self, place: str, connection: extensions.connection) -> None:
        """Close the connection and raise what psycopg2 raises for a lost one, or do nothing."""
        with self._lock:
            if not self._are_on or self._random.random() >= self._share:
                return
            self.struck[place] += 1
        connection.close()
        raise psycopg2.OperationalError(f"the connection was lost {place}")


class FragileCursor(extensions.cursor):
    """A cursor of a `FragileConnection`."""

    def execute(self, query: Any, vars: Any = None) -> None:
        connection: Any = self.connection
        connection.faults.strike("before a statement", connection)
        super().execute(query, vars)
        connection.faults.strike("after a statement", connection)


class FragileConnection(LimitedConnection):
    """A connection of the service that can be lost."""

    def __init__(self, dsn: str, *, faults: Faults) -> None:
        super().__init__(dsn, answer_seconds=session.ANSWER_SECONDS)
        self.faults, self.cursor_factory = faults, FragileCursor

    def commit(self) -> None:
        self.faults.strike("before a commit", self)
        super().commit()
        self.faults.strike("after a commit", self)


class FragileStore(Store):
    """The store with the retries of the service, over connections that are lost."""

    def __init__(self, database_url: str, faults: Faults) -> None:
        limit_waits()
        factory = partial(FragileConnection, faults=faults)
        super().__init__(create_engine(database_url, pool_size=20, connect_args={"connection_factory": factory}))

    def transact(self, work: Callable[[Connection], T]) -> T:
        return session.transact(self.database, work)
