"""Records a result: of a page (with its charge and capture), of a page of a job, or of an operation that is not one page.

Each is written in one transaction. Without a task (`scrapy crawl`, `orbweaver scrape`) nothing is recorded, and only the
result is built.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy import Connection

from contract.declare import dump
from contract.results.page import ScrapeResult
from crawler import capture_store, resources
from crawler.failures import LeaseLost, RepeatedPage, UnusablePage
from crawler.items import PageItem, ResultItem
from extraction.verdicts.outcome import result_of, unbilled, usable, why_unusable
from models.accounts import credits
from models.accounts.credits import Charge
from models.jobs import job


class RecordPipeline(resources.Component):
    """Sets `result` of each item. For an item with a task it also records the result."""

    async def process_item(self, item: PageItem | ResultItem) -> PageItem | ResultItem:
        """The item with its result.

        Raises:
            RepeatedPage: the page is a duplicate of another page of its job, or is now claimed by another worker.
            UnusablePage: the page failed.
        """
        if isinstance(item, ResultItem):
            if item.task is not None and self._shared.database is not None:
                await self._shared.transact(partial(_record_result, item=item, task=item.task))
            return item
        assert item.formats is not None
        if item.pages is not None:
            if not await item.pages.record(item):
                raise RepeatedPage(
                    f"{item.capture.url} is a duplicate of another page of the job, or belongs to another worker"
                )
            if item.result is None:
                raise UnusablePage(item.capture.url, why_unusable(item.capture, item.formats))
            return item
        if item.task is None or self._shared.database is None:
            item.result = result_of(item.capture, item.formats, unbilled(item.capture))
            return item
        item.result = await self._shared.transact(partial(_record, item=item))
        return item


def _record_result(connection: Connection, item: ResultItem, task: job.Task) -> None:
    """Record a result, charge for it, and store what belongs to it.

    Raises:
        LeaseLost: another worker has claimed the job, or it has ended.
    """
    if not job.lock(connection, task):
        raise LeaseLost(str(task.job_id))
    charge = credits.capture(connection, str(task.job_id), item.price)
    result = item.with_charge(item.result, *charge) if item.with_charge else item.result
    job.complete(connection, task, json.dumps(_dumped(result, charge), ensure_ascii=False))
    if item.store is not None:
        item.store(connection)


def _record(connection: Connection, item: PageItem) -> ScrapeResult:
    """The recorded result.

    Raises:
        LeaseLost: another worker has claimed the job, or it has ended.
    """
    assert isinstance(item.task, job.Task) and item.formats is not None
    if not job.lock(connection, item.task):
        raise LeaseLost(str(item.task.job_id))
    good = usable(item.capture, item.formats.quality)
    used, remaining = credits.capture(connection, str(item.task.job_id), item.price if good else 0)
    usage = replace(unbilled(item.capture), credits_used=used, credits_remaining=remaining)
    result = result_of(item.capture, item.formats, usage)
    job.complete(connection, item.task, json.dumps(dump(result), ensure_ascii=False))
    if good:
        capture_store.store(connection, (item,))
    return result


def _dumped(result: Any, charge: Charge) -> dict[str, Any] | None:
    """The result as JSON, with its charge in `usage` if it has that field. A result may be null."""
    if result is None:
        return None
    dumped = dump(result)
    if isinstance(dumped.get("usage"), dict):
        dumped["usage"] |= {"creditsUsed": charge.amount, "creditsRemaining": charge.balance}
    return dumped
