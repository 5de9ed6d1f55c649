"""How many pages of an extract the workspace can pay for."""

from __future__ import annotations

import asyncio

from contract import prices
from crawler.resources import Resources
from models.accounts import credits
from models.jobs.job import Task
from models.session import transact


class CreditAllowance:
    """Raises the credit hold of a job as its pages become known. Without a task every page is allowed."""

    def __init__(self, shared: Resources, task: Task | None) -> None:
        self._shared = shared
        self._task = task

    async def raise_to(self, pages: int) -> int:
        """The number of pages that credits are held for, after holding credits for up to `pages` pages."""
        database, task = self._shared.database, self._task
        if task is None or database is None:
            return pages
        key, price = str(task.job_id), prices.EXTRACT_PAGE

        def hold() -> int:
            return transact(database, lambda connection: credits.extend(connection, key, pages * price, step=price))

        held = await asyncio.get_running_loop().run_in_executor(self._shared.threads, hold)
        return held // price
