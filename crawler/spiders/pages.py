"""The base of the crawl and batch spiders. Their frontier is in memory or, with a workspace, in Postgres."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from scrapy import signals
from scrapy.crawler import Crawler

from contract import limits
from contract.environment import Environment
from contract.errors import InvalidRequest
from contract.options.crawl import CrawlOptions
from crawler import resources, settings
from crawler.calls import call_of
from crawler.jobs.job_dir import JobDir
from crawler.jobs.known_job import KnownJob
from crawler.jobs.memory_frontier import MemoryFrontier
from crawler.jobs.operator_rules import OperatorRules
from crawler.jobs.spider_pages import OwnJob, SpiderPages
from crawler.meta import TASK
from crawler.outcomes import Outcomes
from crawler.resources import Resources
from crawler.spiders.base import OrbweaverSpider
from extraction.links.scope import start_links
from models import session
from models.pages.page import NewPage, start_pages


class PagesSpider(OrbweaverSpider):
    """A job of many pages. With `-a workspace=ID` and DATABASE_URL it is recorded and charged like a job of the API."""

    def __init__(self, name: str | None = None, *, workspace: str | None = None, **arguments: str) -> None:
        super().__init__(name, **arguments)
        self.workspace = workspace
        self._frontier: MemoryFrontier | OwnJob | None = None
        self._pages: SpiderPages | None = None
        self._outcomes: Outcomes

    def check(self) -> None:
        super().check()
        if self.workspace is not None:
            _environment()
            try:
                UUID(self.workspace)
            except ValueError as error:
                raise InvalidRequest.of("workspace", "must be the id of a workspace") from error

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> PagesSpider:
        spider = super().from_crawler(crawler, *args, **kwargs)
        if spider.workspace:
            # This must happen before the engine is created, because its components share the resources.
            crawler.resources = _recording()  # type: ignore[attr-defined]
            crawler.signals.connect(resources.of(crawler).close, signal=signals.engine_stopped, weak=False)
        spider._outcomes = Outcomes.from_crawler(crawler)  # Signals do not keep their receivers.
        return spider

    def check_job_dir(self, folder: str) -> None:
        """Check whether a JOBDIR can be used for this job.

        Raises:
            InvalidRequest: the folder holds another job, or the job is stored in Postgres.
        """
        if self.workspace is not None:
            raise InvalidRequest.of("JOBDIR", "must not be set with -a workspace=ID, which stores the job in Postgres")
        self._job_dir(folder, self.options()).load()

    async def start(self) -> AsyncIterator[Any]:
        """Run the job to its end. The requests of its pages do not come from here: the engine gets them as they are claimed."""
        self._frontier = self._made_frontier(self._limited(self.options()))
        self._pages = SpiderPages(self.crawler, self._frontier)
        await self._pages.run()
        return
        yield

    @property
    def memory_frontier(self) -> MemoryFrontier | None:
        """The frontier of a job that is not stored in Postgres, once the spider has started."""
        return self._frontier if isinstance(self._frontier, MemoryFrontier) else None

    async def closed(self, reason: str) -> None:
        """Save the remaining state to JOBDIR, if set. Cancel a stored job that a CLOSESPIDER setting ends."""
        if self._pages is not None:
            await self._pages.close()
        frontier, folder = self._frontier, self.settings["JOBDIR"]
        if isinstance(frontier, MemoryFrontier) and folder:
            self._job_dir(folder, self.options()).save(frontier.state())
        if isinstance(frontier, OwnJob) and reason.startswith("closespider_"):
            frontier.cancel()

    def fetch_failed(self, failure: Any) -> None:
        super().fetch_failed(failure)
        call = call_of(failure.request)
        if call is not None and not call.has_ended and not self.is_cut_off(failure.value):
            self.logger.warning("Failed: %s: %s", failure.request.meta[TASK].url, failure.value)

    def _limited(self, options: Any) -> Any:
        """The options, with DEPTH_LIMIT and CRAWLSPIDER_FOLLOW_LINKS applied."""
        if not isinstance(options, CrawlOptions):
            return options
        follows = self.settings.getbool("CRAWLSPIDER_FOLLOW_LINKS", True)
        depths = [options.max_depth, self.settings.getint("DEPTH_LIMIT") or None, None if follows else 0]
        return replace(options, max_depth=min((depth for depth in depths if depth is not None), default=None))

    def _job_dir(self, folder: str, options: Any) -> JobDir:
        return JobDir(folder, self.operation.name, options.starts)

    def _made_frontier(self, options: Any) -> MemoryFrontier | OwnJob:
        pages = start_pages(start_links(options))
        most = options.limit if isinstance(options, CrawlOptions) else len(pages)
        if self.workspace is None:
            return self._memory_frontier(KnownJob(self.operation.name, options), pages, most)
        job = OwnJob(resources.of(self.crawler), self.operation, options, pages, most, UUID(self.workspace))
        self.logger.info("Recording as job %s", job.job_id)
        return job

    def _memory_frontier(self, job: KnownJob, pages: Sequence[NewPage], most: int) -> MemoryFrontier:
        requests_max = self.settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")
        if requests_max == settings.CONCURRENT_REQUESTS_PER_DOMAIN:  # The default: the operator set none.
            requests_max = limits.HOST_REQUESTS_MAX
        rules = OperatorRules(self.crawler)
        frontier = MemoryFrontier(
            job, pages, most, host_requests_max=requests_max, accepts=rules.accepts, rank=rules.rank
        )
        folder = self.settings["JOBDIR"]
        if folder and (state := self._job_dir(folder, job.options).load()) is not None:
            frontier.restore(state)
            self.logger.info("Resuming the job in %s", folder)
        return frontier


def _recording() -> Resources:
    environment = _environment()
    return resources.create(environment, session.create(environment.database_url, pool_size=resources.THREADS))


def _environment() -> Environment:
    environment = Environment.read()
    if environment.given_database_url is None:
        raise InvalidRequest.of("workspace", "requires DATABASE_URL to be set")
    return environment
