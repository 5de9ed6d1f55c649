"""Compares a page with its last visit, if the caller asks for it by the option `history`."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from uuid import UUID

from contract.declare import load
from contract.errors import InvalidRequest
from contract.results.timestamps import timestamp
from contract.results.watch import PageChanges
from crawler import resources
from crawler.items import PageItem
from extraction.changes.judgement import Asked, compare_visits
from extraction.changes.visit import Visit
from extraction.verdicts.outcome import usable
from models.base import new_id
from models.jobs.job import Task
from models.pages.page import PageTask
from models.watches import history
from models.watches.history import HistoryPage


class HistoryPipeline(resources.Component):
    """Sets `changes` in the formats of each item that has a history. A page of a job that fails is not compared."""

    async def process_item(self, item: PageItem) -> PageItem:
        """The item with its changes. An item that is not a page is returned unchanged.

        Raises:
            InvalidRequest: nothing is stored here, because the crawler runs without a database.
        """
        name = getattr(item.options, "history", None) if isinstance(item, PageItem) else None
        if name is None:
            return item
        assert item.formats is not None
        if isinstance(item.task, PageTask) and not usable(item.capture, item.formats.quality):
            return item
        workspace_id = item.request.workspace_id
        if self._shared.database is None or workspace_id is None:
            raise InvalidRequest.of("history", "needs the service, which stores the last visit")
        page = HistoryPage(UUID(workspace_id), name, item.capture.url, _visit(item.task))
        last, at = await self._shared.ask(partial(history.read, page=page))
        difference, text = await self._shared.reading.call(
            item.capture.final_url, compare_visits, _seen(item), last, _asked(item), workspace_id=workspace_id
        )
        if text is not None:
            await self._shared.transact(partial(history.write, page=page, text=text))
        changes = load(PageChanges, {**difference, "previousAt": timestamp(at)})
        item.formats = replace(item.formats, changes=changes)
        return item


def _visit(task: Task | PageTask | None) -> str:
    """The name of a visit: the same when its worker dies and another one makes it again."""
    if task is None:
        return str(new_id())
    return task.charge_key if isinstance(task, PageTask) else str(task.job_id)


def _asked(item: PageItem) -> Asked:
    compare = ("markdown", "json") if "json" in item.options.formats else ("markdown",)
    return Asked(compare=compare)


def _seen(item: PageItem) -> Visit:
    """What is compared, in the names of a scrape's result."""
    capture, formats = item.capture, item.formats
    assert formats is not None
    read = {
        "status": capture.status, "finalUrl": capture.final_url, "metadata": {"title": formats.metadata.title},
        "markdown": formats.markdown, "quality": {"blocked": formats.quality.blocked}, "json": formats.json,
    }  # fmt: skip
    return Visit(capture.url, json.dumps(read, ensure_ascii=False))
