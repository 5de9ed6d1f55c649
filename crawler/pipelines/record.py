"""Writes a page's end down: result, charge and capture in one transaction.

Where nothing is recorded (`scrapy crawl`, `orbweaver scrape`) it only builds the result.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from uuid import UUID

from scrapy.crawler import Crawler
from sqlalchemy import Connection

from contract.declare import dump
from contract.results.page import ScrapeResult
from crawler import resources
from crawler.items import PageItem
from crawler.verbatim import cache_form
from extraction.outcome import result_of, unbilled, usable
from models import capture as captures
from models import credits, job
from models.session import transact


class LeaseLost(Exception):
    """The job went to another worker meanwhile; nothing of this run may be written."""


class RecordPipeline:
    """Fills `result`, and with a task writes it."""

    def __init__(self, shared: resources.Resources) -> None:
        self._shared = shared

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RecordPipeline:
        return cls(resources.of(crawler))

    async def process_item(self, item: PageItem) -> PageItem:
        assert item.formats is not None
        if item.task is None or self._shared.database is None:
            item.result = result_of(item.capture, item.formats, unbilled(item.capture))
            return item
        loop = asyncio.get_running_loop()
        item.result = await loop.run_in_executor(self._shared.threads, self._record, item)
        return item

    def _record(self, item: PageItem) -> ScrapeResult:
        """The recorded result.

        Raises:
            LeaseLost: the job is no longer this worker's.
        """
        assert item.formats is not None and self._shared.database is not None
        good = usable(item.capture, item.formats.quality)
        return transact(self._shared.database, lambda connection: self._write(connection, item, good))

    def _write(self, connection: Connection, item: PageItem, good: bool) -> ScrapeResult:
        assert item.task is not None and item.formats is not None
        if not job.held(connection, item.task):
            raise LeaseLost(str(item.task.job_id))
        used, remaining = credits.capture(connection, str(item.task.job_id), item.price if good else 0)
        usage = replace(unbilled(item.capture), credits_used=used, credits_remaining=remaining)
        result = result_of(item.capture, item.formats, usage)
        job.complete(connection, item.task, json.dumps(dump(result), ensure_ascii=False))
        if good and item.packed is not None:
            self._keep(connection, item, item.packed)
        return result

    def _keep(self, connection: Connection, item: PageItem, packed: bytes) -> None:
        owner = UUID(item.request.workspace_id) if item.request.private and item.request.workspace_id else None
        key = captures.key_of(item.request, cache_form(item.request.url))
        captures.store(connection, key, item.capture, packed, workspace_id=owner)
