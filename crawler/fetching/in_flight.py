"""Downloads end with the call that waits for them.

Scrapy carries a download on when the coroutine that awaits it is cancelled. So each call gets an `InFlight` of its own, in
its request's meta, where redirects and retries find it; the download handler carries what it fetches in there, and the
end of the call ends what is left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from scrapy.exceptions import DownloadCancelledError

T = TypeVar("T")


class InFlight:
    """The downloads that one caller waits for."""

    def __init__(self) -> None:
        self._downloads: set[asyncio.Task[Any]] = set()
        self._ended = False

    async def carry(self, download: Coroutine[Any, Any, T]) -> T:
        """The download's result.

        Raises:
            DownloadCancelledError: the caller stopped waiting, before it began or meanwhile.
        """
        if self._ended:
            download.close()
            raise DownloadCancelledError("nobody waits for it")
        task = asyncio.ensure_future(download)
        self._downloads.add(task)
        try:
            # Not awaited itself: a coroutine that is cancelled while it awaits a task cancels it, and then the two look alike.
            await asyncio.wait({task})
        except asyncio.CancelledError:
            task.cancel()  # Its time ran out.
            raise
        finally:
            self._downloads.discard(task)
        if task.cancelled():
            raise DownloadCancelledError("nobody waits for it any more")
        return task.result()

    def end(self) -> None:
        """End what is in flight, and whatever would follow it."""
        self._ended = True
        for task in list(self._downloads):
            task.cancel()
