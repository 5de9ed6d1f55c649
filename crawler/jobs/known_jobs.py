"""The jobs whose pages a process works on, in a memory of limited size."""

from __future__ import annotations

from uuid import UUID

from contract.operations import CRAWL
from crawler.bounded_cache import BoundedCache
from crawler.failures import JobVanished
from crawler.jobs.frontier import Frontier
from crawler.jobs.known_job import KnownJob
from models.pages.page import PageEnd, PageTask

KNOWN_JOBS_BYTES_MAX = 64_000_000


class KnownJobs:
    """Looks up jobs in the frontier and remembers them. A job that was dropped for lack of memory is looked up again."""

    def __init__(self, frontier: Frontier) -> None:
        self._frontier = frontier
        self._known: BoundedCache[UUID, KnownJob] = BoundedCache(KNOWN_JOBS_BYTES_MAX)

    @property
    def size(self) -> int:
        """The approximate size of the remembered jobs in bytes."""
        return self._known.size

    async def of(self, task: PageTask) -> KnownJob:
        """The task's job.

        Raises:
            JobVanished: the job is no longer stored.
        """
        known = self._known.get(task.job_id)
        # The end of the first page sets the final URL of the start. A job that was looked up before is looked up again.
        if known is None or (known.start_final_url is None and task.number > 0 and task.operation == CRAWL.name):
            found = await self._frontier.job(task.job_id)
            if found is None:
                raise JobVanished(str(task.job_id))
            if known is None:
                known = found
                self._known.put(task.job_id, known, known.size)
            else:
                known.start_final_url = found.start_final_url or found.start_url
        return known

    def note(self, job: KnownJob, end: PageEnd) -> None:
        """Remember what the recorded end of a page reports about its job."""
        job.start_final_url = end.start_final_url or job.start_final_url
        for new in end.found:
            job.remember(new)
        self._known.resize(end.task.job_id, job.size)

    def forget(self, job_id: UUID) -> None:
        """Drop a job that ended."""
        self._known.drop(job_id)
