"""A limit of concurrent work that its owners use in turn: workspaces in a worker, callers in an API process."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator


class Turns:
    """Like `asyncio.Semaphore`, but waiting owners take turns, whatever number of tasks each has.

    A task waits for at most one task of each other owner per free slot, besides the earlier ones of its own.
    Tasks without an owner count as those of one more.
    """

    def __init__(self, slots: int) -> None:
        self._free = slots
        # In the order of their turns. Only owners with waiting tasks are here.
        self._waiting: dict[str | None, deque[asyncio.Future[None]]] = {}

    @contextlib.asynccontextmanager
    async def slot(self, owner: str | None, *, first: bool = False) -> AsyncIterator[None]:
        """A slot until the block ends. Waits until it is the owner's turn; `first` is before the owner's other tasks."""
        await self._take(owner, first)
        try:
            yield
        finally:
            self._give_back()

    async def _take(self, owner: str | None, first: bool) -> None:
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        tasks = self._waiting.setdefault(owner, deque())
        (tasks.appendleft if first else tasks.append)(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # It got its slot and was cancelled before it ran.
                self._give_back()
            raise

    def _give_back(self) -> None:
        """Give a slot to the next owner. After that, its next task waits for the others' turns."""
        while self._waiting:
            owner, tasks = next(iter(self._waiting.items()))
            del self._waiting[owner]
            turn = tasks.popleft()
            if tasks:
                self._waiting[owner] = tasks
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
