"""Equal questions of one process wait for each other. The second one finds the kept answer of the first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from crawler.providers.llm.base import ModelUnavailable


class QuestionTurns:
    """The questions that are being asked. One object per process, used on its event loop."""

    def __init__(self) -> None:
        # A lock disappears when no question holds it or waits for it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, key: str, deadline: float) -> AsyncIterator[None]:
        """Run the block while no other one with this key runs.

        Raises:
            ModelUnavailable: an equal question was still being asked at `deadline`, in the event loop's time.
        """
        lock = self._locks.setdefault(key, asyncio.Lock())
        try:
            async with asyncio.timeout_at(deadline):
                await lock.acquire()
        except TimeoutError as error:
            raise ModelUnavailable("The language model did not answer in time.") from error
        try:
            yield
        finally:
            lock.release()

    async def close(self) -> None:
        """Nothing stays open."""
