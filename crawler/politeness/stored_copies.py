"""The last good copies of robots.txt in Postgres, where all workers see them."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from models.schedule import robots_copy
from models.session import ask

log = logging.getLogger(__name__)
T = TypeVar("T")


class StoredCopies:
    """The copies that were fetched through one proxy: a site may send each proxy another file.

    An unavailable database is logged: then the copies of other workers do not count.
    """

    def __init__(self, database: Engine, threads: Executor, proxy: str | None) -> None:
        self._database = database
        self._threads = threads
        self._proxy = hashlib.sha256(proxy.encode()).hexdigest() if proxy else ""

    async def find(self, site: str) -> str | None:
        """The text of a copy that is younger than a day, or None."""
        return await self._ask(partial(robots_copy.find, site=site, proxy=self._proxy))

    async def store(self, site: str, text: str) -> None:
        """Store a copy that was just read."""
        await self._ask(partial(robots_copy.store, site=site, proxy=self._proxy, text=text))

    async def _ask(self, work: Callable[[Connection], T]) -> T | None:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, ask, self._database, work)
        except SQLAlchemyError as error:
            log.warning("A copy of robots.txt could not be stored or looked up: %s", error)
            return None
