"""How many pages of an extract the workspace can pay for."""

from __future__ import annotations

from functools import partial

from contract import prices
from crawler.resources import Resources
from models.accounts import credits
from models.jobs.job import Task


class CreditAllowance:
    """Raises the credit hold of a job as its pages become known. Without a task every page is allowed."""

    def __init__(self, shared: Resources, task: Task | None) -> None:
        self._shared = shared
        self._task = task

    async def raise_to(self, pages: int) -> int:
        """The number of pages that credits are held for, after holding credits for up to `pages` pages."""
        if self._task is None or self._shared.database is None:
            return pages
        key, price = str(self._task.job_id), prices.EXTRACT_PAGE
        hold = partial(credits.extend, key=key, amount=pages * price, step=price)
        return await self._shared.transact(hold) // price
