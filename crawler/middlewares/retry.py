"""A host that fails is asked again, after a pause that gives it time to recover."""

from __future__ import annotations

import asyncio
import random

from scrapy import Request
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.http import Response

from crawler import stats
from crawler.meta import CAN_WAIT, DEADLINE
from crawler.middlewares.politeness import wait_seconds

PAUSE_SECONDS = 0.25
PAUSE_MAX_SECONDS = 5.0


class RetryWithPause(RetryMiddleware):
    """Scrapy's retries, each after a pause: a quarter of a second, half of one, or up to five as the host asks.

    Where the pause would outlast the capture's deadline the failure stands: a try that cannot end helps nobody.
    """

    # Scrapy awaits what a middleware gives, but its own class does not say so.
    async def process_response(self, request: Request, response: Response) -> Request | Response:  # type: ignore[override]
        """The response, or the same request again."""
        again = super().process_response(request, response)
        if not isinstance(again, Request):
            return response
        retry_after = (
            wait_seconds(response) if "Retry-After" in response.headers and not request.meta.get(CAN_WAIT) else 0.0
        )
        return again if await self._paused(again, retry_after) else response

    async def process_exception(self, request: Request, exception: Exception) -> Request | None:  # type: ignore[override]
        """The same request again, where trying again may help."""
        again = super().process_exception(request, exception)
        return again if isinstance(again, Request) and await self._paused(again, 0.0) else None

    async def _paused(self, again: Request, retry_after_seconds: float) -> bool:
        """Wait before the next try; whether there was time to."""
        tries = again.meta["retry_times"]
        usual = PAUSE_SECONDS * 2 ** (tries - 1) * random.uniform(0.8, 1.2)
        seconds = min(max(usual, retry_after_seconds), PAUSE_MAX_SECONDS)
        deadline: float | None = again.meta.get(DEADLINE)
        if deadline is not None and asyncio.get_running_loop().time() + seconds >= deadline:
            return False
        await asyncio.sleep(seconds)
        self.crawler.stats.inc_value(stats.RETRIED)
        return True
