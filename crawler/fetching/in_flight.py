"""Downloads that end when their caller stops waiting.

Scrapy continues a download when the coroutine that awaits it is cancelled. So each call gets its own `InFlight` in
its request's meta, which redirects and retries keep. The download handler runs its downloads through it. When the call
ends, the remaining downloads are cancelled.
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
            DownloadCancelledError: the caller stopped waiting, before the download began or during it.
        """
        if self._ended:
            download.close()
            raise DownloadCancelledError("the caller stopped waiting before the download began")
        task = asyncio.ensure_future(download)
        self._downloads.add(task)
        try:
            # Not awaited directly: cancelling a coroutine that awaits a task cancels the task, which hides the cause.
            await asyncio.wait({task})
        except asyncio.CancelledError:
            task.cancel()  # The download's deadline passed.
            raise
        finally:
            self._downloads.discard(task)
        if task.cancelled():
            raise DownloadCancelledError("the caller stopped waiting")
        return task.result()

    def end(self) -> None:
        """Cancel the downloads in flight and reject further ones."""
        self._ended = True
        for task in list(self._downloads):
            task.cancel()
