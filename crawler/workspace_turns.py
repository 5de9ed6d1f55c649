"""A limit of concurrent work that workspaces use in turn."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator


class WorkspaceTurns:
    """Like `asyncio.Semaphore`, but waiting workspaces take turns, whatever number of tasks each has.

    A task waits for at most one task of each other workspace per free slot, besides the earlier ones of its own workspace.
    Tasks without a workspace count as those of one more.
    """

    def __init__(self, slots: int) -> None:
        self._free = slots
        # In the order of their turns. Only workspaces with waiting tasks are here.
        self._waiting: dict[str | None, deque[asyncio.Future[None]]] = {}

    @contextlib.asynccontextmanager
    async def slot(self, workspace_id: str | None) -> AsyncIterator[None]:
        """A slot until the block ends. Waits until it is the workspace's turn."""
        await self._take(workspace_id)
        try:
            yield
        finally:
            self._give_back()

    async def _take(self, workspace_id: str | None) -> None:
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(workspace_id, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # It got its slot and was cancelled before it ran.
                self._give_back()
            raise

    def _give_back(self) -> None:
        """Give a slot to the next workspace. After that, its next task waits for the others' turns."""
        while self._waiting:
            workspace_id, tasks = next(iter(self._waiting.items()))
            del self._waiting[workspace_id]
            turn = tasks.popleft()
            if tasks:
                self._waiting[workspace_id] = tasks
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
