"""The base of spiders whose result is not one scraped page: a map, a screenshot, a brand.

To add one: a row in `contract.operations` with the queue `jobs`, and a spider of its name with `gather` here. Worker, API and
`scrapy crawl` then run it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from scrapy.crawler import Crawler
from sqlalchemy import Connection

from contract.capture import CaptureRequest, PageCapture
from crawler import capture_store, resources
from crawler.capture import as_service_error
from crawler.items import ResultItem
from crawler.spiders.base import OrbweaverSpider
from models import packing
from models.jobs.job import Task


class GatheringSpider(OrbweaverSpider):
    """A spider that makes its result from any number of fetches. It returns them to `gather`, not to callbacks."""

    async def start(self) -> AsyncIterator[Any]:
        options = self.options()
        try:
            item = await self.gather(self.crawler, options, None)
        except Exception as error:
            subject = self.subject(options)
            failure = as_service_error(error, subject, self.name)  # Raises errors that are not failures of a fetch.
            self.logger.error("Failed: %s: %s", subject.url, failure)
            self.count_error(failure)
            return
        if item.result is not None:
            yield item

    @classmethod
    async def gather(cls, crawler: Crawler, options: Any, task: Task | None) -> ResultItem:
        """The result as an item. Its price is 0 if the caller gets the result for free.

        Raises:
            Exception: a service error, or the failure of a fetch, which the caller converts to one.
        """
        raise NotImplementedError

    @staticmethod
    async def keeping(
        crawler: Crawler, capture_request: CaptureRequest, capture: PageCapture
    ) -> Callable[[Connection], None]:
        """The `store` of an item that puts a capture into the cache. Nothing is done for one that came from there."""
        if capture.cached or capture.warning or not capture_request.store:
            return lambda connection: None
        threads = resources.of(crawler).threads
        packed = await asyncio.get_running_loop().run_in_executor(threads, packing.pack, capture.body)
        return lambda connection: capture_store.store_capture(connection, capture_request, capture, packed)

    @classmethod
    def subject(cls, options: Any) -> CaptureRequest:
        """The fetch that errors name. Its `timeout_ms` is the time limit of the whole operation."""
        return CaptureRequest(url=options.url, timeout_ms=getattr(options, "timeout", None))
