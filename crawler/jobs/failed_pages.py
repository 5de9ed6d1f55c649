"""Ends pages whose processing failed. A page that did not cause its failure is queued again."""

from __future__ import annotations

import asyncio
import logging

from scrapy.http import Request
from sqlalchemy.exc import SQLAlchemyError

from contract.process.interruptions import Interruptions
from crawler.failures import JobVanished
from crawler.jobs.page_end import failure_of
from crawler.jobs.pages import PageWork
from crawler.jobs.stored_frontier import StoredFrontier
from models.pages.page import PageEnd, PageTask
from models.session import is_away

log = logging.getLogger(__name__)

# A page that was interrupted is queued again, up to this number of claims. Then its failure counts.
CLAIMS_MAX = 6
GIVE_BACK_SECONDS = 1.0


class FailedPages:
    """The failed pages of one worker."""

    def __init__(self, work: PageWork, frontier: StoredFrontier, interruptions: Interruptions) -> None:
        self._work = work
        self._frontier = frontier
        self._interruptions = interruptions

    async def end(self, task: PageTask, error: Exception, request: Request | None, begun: float) -> None:
        """Record the failure of a page, unless this process was paused or Postgres did not answer since `begun`."""
        if task.token < CLAIMS_MAX and self._interruptions.since(begun):
            await self._give_back(task, error)
            return
        try:
            await self._work.failed(task, error, request)
        except JobVanished:
            log.info("Job %s is no longer stored", task.job_id)
        except SQLAlchemyError as again:
            await self.unrecorded(task, again)
        except Exception:
            log.exception("The failure of page %s of job %s could not be prepared", task.number, task.job_id)
            await self._fail_without_job(task, error)

    async def unrecorded(self, task: PageTask, error: SQLAlchemyError) -> None:
        """End a page whose result could not be written."""
        if is_away(error):
            await self._give_back(task, error)
        else:
            log.warning(
                "Page %s of job %s could not be recorded; its lease will expire: %s", task.number, task.job_id, error
            )

    async def _give_back(self, task: PageTask, error: Exception) -> None:
        """Queue a page again. Waits until Postgres is available."""
        log.warning("Page %s of job %s was interrupted and is queued again: %r", task.number, task.job_id, error)
        while True:
            try:
                await self._frontier.release([task])
                return
            except SQLAlchemyError as again:
                if not is_away(again):
                    log.warning(
                        "Page %s of job %s could not be given back; its lease will expire: %s",
                        task.number, task.job_id, again,
                    )  # fmt: skip
                    return
                log.debug("Page %s of job %s is given back later: %s", task.number, task.job_id, again)
                await asyncio.sleep(GIVE_BACK_SECONDS)

    async def _fail_without_job(self, task: PageTask, error: Exception) -> None:
        """Record a page as failed without reading its job, for example when the job's options cannot be read."""
        try:
            await self._frontier.record(PageEnd(task=task, verdict="failed", error=failure_of(error, None)), None)
        except SQLAlchemyError as again:
            log.warning("Page %s of job %s is not released; its lease will expire: %s", task.number, task.job_id, again)
