"""Pages of jobs: makes the request of a claimed page, and records the page's end.

Both the worker and `scrapy crawl` use it. The worker claims pages of all jobs from Postgres; `scrapy crawl` has its
frontier in memory. Both frontiers implement `Frontier`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from scrapy.crawler import Crawler
from scrapy.http import Request

from contract.errors import InvalidRequest
from contract.operations import CRAWL
from crawler.failures import RobotsDisallowed, Throttled
from crawler.items import PageItem
from crawler.jobs.crawl_delays import CrawlDelays
from crawler.jobs.found_pages import pages_of_links, pages_of_sitemaps
from crawler.jobs.frontier import Frontier
from crawler.jobs.known_job import KnownJob
from crawler.jobs.known_jobs import KnownJobs
from crawler.jobs.page_end import end_of, failure_of
from crawler.jobs.sitemap_walk import Walk
from crawler.meta import CAN_WAIT, OBEY_ROBOTS, PAGES
from crawler.requests import request_for
from crawler.resources import Resources
from extraction.crawled_page import Outlinks
from extraction.links.scope import Scope, link_filter
from models.pages.page import PageEnd, PageTask

# How often a page is delayed because its host responded with 429 or 503.
DELAYS_MAX = 5


class PageWork:
    """Processes claimed pages. Methods that need a page's job raise `JobVanished` when it is no longer stored."""

    def __init__(self, shared: Resources, frontier: Frontier) -> None:
        self.frontier = frontier
        self.jobs = KnownJobs(frontier)
        self._shared = shared
        self._delays = CrawlDelays(shared, frontier)

    async def request(self, task: PageTask) -> Request:
        """The Scrapy request of a claimed page.

        Raises:
            InvalidRequest: its URL cannot be fetched.
        """
        job = await self.jobs.of(task)
        options = job.options.scrape_options
        if options.headers and not job.may_send_headers(task.url):
            options = replace(options, headers={})
        wanted = options.capture_request(task.url, str(task.workspace_id))
        try:
            request = request_for(wanted, options, task, task.price)
        except ValueError as error:
            raise InvalidRequest.of("url", "The URL cannot be fetched.") from error
        request.meta[PAGES] = self
        request.meta[CAN_WAIT] = True
        request.meta[OBEY_ROBOTS] = task.operation == CRAWL.name and self._shared.obeys_robots
        return request

    async def prepare(self, item: PageItem) -> None:
        """Set the scope of an item. Its links are extracted within that scope."""
        assert isinstance(item.task, PageTask)
        job = await self.jobs.of(item.task)
        item.scope = job.scope(item.capture.final_url if item.task.number == 0 else None)

    async def record(self, item: PageItem) -> bool:
        """Record a page that was fetched and extracted."""
        task, final_url = item.task, item.capture.final_url
        assert isinstance(task, PageTask)
        job = await self.jobs.of(task)
        if item.scope and task.number and not _is_in_scope(item.scope, final_url):
            return await self._end(job, PageEnd(task=task, verdict="outside"), item)
        # The links of an error page are not followed: a crawl with a dead start URL would look like a success.
        outlinks = item.outlinks if item.capture.status < 400 else Outlinks()
        found = await pages_of_links(job, task, self._delays, outlinks, final_url)
        end = end_of(item, found, final_url if task.number == 0 and job.operation == CRAWL.name else None)
        if task.operation == CRAWL.name:
            await self._delays.obey(task.url, task.host, item.request.country)
        return await self._end(job, end, item)

    async def failed(self, task: PageTask, error: Exception, request: Request | None) -> None:
        """Record that a page failed, that it waits for its host, or that it is outside its crawl."""
        job = await self.jobs.of(task)
        if isinstance(error, RobotsDisallowed) and task.number:
            # The rules were unknown when the link was found; otherwise the link had been omitted. So the entries do not
            # depend on which rules were known.
            await self._end(job, PageEnd(task=task, verdict="outside"), None)
            return
        if isinstance(error, Throttled):
            await self.frontier.slow_down(task.host, backoff_seconds=error.seconds)
            if task.delays < DELAYS_MAX:
                wait = error.seconds * (1.0 if error.seconds > 5 else 2.0**task.delays)
                await self._end(job, PageEnd(task=task, verdict="delayed", delay_seconds=wait), None)
                return
            sentence = f"HTTP {error.status}"
        else:
            sentence = failure_of(error, request)
        found = await pages_of_links(job, task, self._delays, Outlinks(), task.url)
        await self._end(job, PageEnd(task=task, verdict="failed", error=sentence, found=found), None)

    async def walk(self, task: PageTask, crawler: Crawler) -> None:
        """Add the pages in the site's sitemaps."""
        job = await self.jobs.of(task)
        country = job.options.scrape_options.country
        walk = Walk(
            self._delays.files(crawler, country),
            partial(self._shared.reading.read_sitemap, workspace_id=str(task.workspace_id)),
            self._shared.robots_for(country),
            skip_guesses_if_delayed=self._shared.obeys_robots,
        )
        found = await pages_of_sitemaps(job, task.url, self._delays, walk)
        await self._end(job, PageEnd(task=task, verdict="completed", found=found), None)

    async def _end(self, job: KnownJob, end: PageEnd, item: PageItem | None) -> bool:
        is_written = await self.frontier.record(end, item)
        if is_written:
            self.jobs.note(job, end)
        return is_written


def _is_in_scope(scope: Scope, url: str) -> bool:
    """Whether the final URL of a page is in the scope of the crawl."""
    return scope.external or link_filter(scope).link(url).inside
