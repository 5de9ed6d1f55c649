"""Slots that many callers share: event streams, bodies that are received, passwords that are hashed.

Nobody can take all of them. Each owner (a workspace, a key, an address) has its own maximum. The last slots are reserved
for owners who have none.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping

from contract.errors import ServiceUnavailable, TooManyRequests

RETRY_SECONDS = 5
# The kinds of owners and who they are, such as `{"workspace": id, "key": id}`.
Owners = Mapping[str, str]


class Shares:
    """Slots of one process. Thread-safe.

    Args:
        what: the plural of what is counted, for messages.
        slots: how many there are for all.
        reserved: how many of them are only for owners who have none.
        each: the maximum of one owner, by kind.
    """

    def __init__(self, what: str, slots: int, reserved: int, each: Mapping[str, int]) -> None:
        self._what, self._slots, self._reserved, self._each = what, slots, reserved, each
        self._held: Counter[tuple[str, str]] = Counter()
        self._used = 0
        self._lock = threading.Lock()
        self._waiting: list[tuple[Owners, asyncio.Future[None]]] = []

    @contextlib.contextmanager
    def slot(self, owners: Owners) -> Iterator[None]:
        """A slot until the end of the block.

        Raises:
            TooManyRequests: one of the owners has its maximum.
            ServiceUnavailable: all slots are in use, or only reserved ones are free.
        """
        with self._lock:
            self._take(owners)
        try:
            yield
        finally:
            self._give_back(owners)

    @contextlib.asynccontextmanager
    async def slot_after(self, owners: Owners, wait_seconds: float) -> AsyncIterator[None]:
        """A slot until the end of the block, for which the caller waits. On an event loop that all waiting callers share.

        Raises:
            TooManyRequests, ServiceUnavailable: as `slot`, after the wait.
        """
        until = asyncio.get_running_loop().time() + wait_seconds
        while not self._try_take(owners, may_fail=asyncio.get_running_loop().time() < until):
            await self._next_end(owners, until)
        try:
            yield
        finally:
            self._give_back(owners)

    def _try_take(self, owners: Owners, *, may_fail: bool) -> bool:
        with self._lock:
            try:
                self._take(owners)
            except (TooManyRequests, ServiceUnavailable):
                if may_fail:
                    return False
                raise
        return True

    async def _next_end(self, owners: Owners, until: float) -> None:
        """Wait until a slot may be free for these owners."""
        loop = asyncio.get_running_loop()
        entry = (owners, loop.create_future())
        self._waiting.append(entry)
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    await entry[1]
        finally:
            self._waiting.remove(entry)

    def _take(self, owners: Owners) -> None:
        for kind, name in owners.items():
            if self._held[kind, name] >= self._each[kind]:
                raise TooManyRequests(
                    f"Too many {self._what} at the same time: {self._each[kind]} per {kind}.",
                    retry_after_seconds=RETRY_SECONDS,
                )
        free = self._slots - self._used
        has_some = any(self._held[each] for each in owners.items())
        if free <= (self._reserved if has_some else 0):
            raise ServiceUnavailable(
                f"Too many {self._what} at the same time. Try again shortly.", retry_after_seconds=RETRY_SECONDS
            )
        self._used += 1
        self._held.update(owners.items())

    def _give_back(self, owners: Owners) -> None:
        with self._lock:
            self._used -= 1
            self._held.subtract(owners.items())
            for each in owners.items():
                if not self._held[each]:
                    del self._held[each]
        for _, future in self._waiting:
            if not future.done():
                future.set_result(None)
