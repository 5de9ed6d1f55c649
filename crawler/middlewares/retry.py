"""Retries failed requests after a pause, so that the host has time to recover."""

from __future__ import annotations

import asyncio
import random

from scrapy import Request
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.http import Response

from crawler import stats
from crawler.meta import DEADLINE, OF_JOB
from crawler.politeness.retry_after import wait_seconds

PAUSE_SECONDS = 0.25
PAUSE_MAX_SECONDS = 5.0


class RetryWithPause(RetryMiddleware):
    """Scrapy's retries, each after a pause: 0.25 s, then 0.5 s, or up to 5 s when the host sends Retry-After.

    There is no retry when the pause would exceed the capture's deadline: such a retry cannot complete.
    """

    # Scrapy awaits the result of a middleware, but the type of its own class does not declare it.
    async def process_response(self, request: Request, response: Response) -> Request | Response:  # type: ignore[override]
        """The response, or the same request again."""
        again = super().process_response(request, response)
        if not isinstance(again, Request):
            return response
        retry_after = (
            wait_seconds(response) if "Retry-After" in response.headers and not request.meta.get(OF_JOB) else 0.0
        )
        return again if await self._paused(again, retry_after) else response

    async def process_exception(self, request: Request, exception: Exception) -> Request | None:  # type: ignore[override]
        """The same request again, when a retry may succeed."""
        again = super().process_exception(request, exception)
        return again if isinstance(again, Request) and await self._paused(again, 0.0) else None

    async def _paused(self, again: Request, retry_after_seconds: float) -> bool:
        """Pause before the next try. Returns False when there is not enough time."""
        tries = again.meta["retry_times"]
        usual = PAUSE_SECONDS * 2 ** (tries - 1) * random.uniform(0.8, 1.2)
        seconds = min(max(usual, retry_after_seconds), PAUSE_MAX_SECONDS)
        deadline: float | None = again.meta.get(DEADLINE)
        if deadline is not None and asyncio.get_running_loop().time() + seconds >= deadline:
            return False
        await asyncio.sleep(seconds)
        self.crawler.stats.inc_value(stats.RETRIED)
        return True
