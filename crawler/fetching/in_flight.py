"""What is in the air for each job, so that a cancelled job's downloads end at once."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Coroutine
from typing import Any, TypeVar
from uuid import UUID

from scrapy.exceptions import DownloadCancelledError

T = TypeVar("T")


class InFlight:
    """The downloads of this process, by job."""

    def __init__(self) -> None:
        self._in_the_air: dict[UUID, set[asyncio.Task[Any]]] = defaultdict(set)

    async def carry(self, job_id: UUID, download: Coroutine[Any, Any, T]) -> T:
        """The download's result.

        Raises:
            DownloadCancelledError: the job was cancelled meanwhile.
        """
        task = asyncio.ensure_future(download)
        self._in_the_air[job_id].add(task)
        try:
            # Not awaited itself: whoever is cancelled while awaiting a task cancels it too, and then the two look alike.
            await asyncio.wait({task})
        except asyncio.CancelledError:
            task.cancel()  # Who waits for it was cancelled, or ran out of time.
            raise
        finally:
            flying = self._in_the_air[job_id]
            flying.discard(task)
            if not flying:
                self._in_the_air.pop(job_id, None)
        if task.cancelled():
            raise DownloadCancelledError(f"job {job_id} was cancelled")
        return task.result()

    def cancel(self, job_id: UUID) -> None:
        """End what is in the air for a job."""
        for task in list(self._in_the_air.get(job_id, ())):
            task.cancel()
