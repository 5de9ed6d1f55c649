"""Pages of jobs: makes the request of a claimed page, and records the page's end.

Both the worker and `scrapy crawl` use it. The worker claims pages of all jobs from Postgres; `scrapy crawl` has its
frontier in memory. Both frontiers implement `Frontier`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from scrapy.crawler import Crawler
from scrapy.http import Request

from contract.errors import InvalidRequest
from contract.operations import CRAWL
from crawler.failures import HostBusy, RobotsDisallowed, RobotsUnreachable, Throttled
from crawler.items import PageItem
from crawler.jobs.crawl_delays import CrawlDelays
from crawler.jobs.found_pages import pages_of_links, pages_of_sitemaps
from crawler.jobs.frontier import Frontier
from crawler.jobs.known_job import KnownJob
from crawler.jobs.known_jobs import KnownJobs
from crawler.jobs.page_end import end_of, failure_of
from crawler.jobs.sitemap_traversal import SitemapTraversal
from crawler.meta import OBEY_ROBOTS, OF_JOB, PAGES, SLOT_AT
from crawler.middlewares.robots import UNREACHABLE_WAITS, rules_if_readable, rules_of
from crawler.politeness.retry_after import WAIT_SECONDS
from crawler.requests import request_for
from crawler.resources import Resources
from extraction.crawled_page import Outlinks
from extraction.links.scope import Scope, link_filter
from models.pages.page import PageEnd, PageTask

# How often a page is delayed because its host responded with 429 or 503.
DELAYS_MAX = 5
# A server that is unavailable (503) may stay so, and its pages must not keep a crawl running for long.
UNAVAILABLE_MAX_SECONDS = 30.0


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
        capture_request = options.capture_request(task.url, str(task.workspace_id))
        try:
            request = request_for(capture_request, options, task, task.price)
        except ValueError as error:
            raise InvalidRequest.of("url", "cannot be fetched") from error
        request.meta[PAGES] = self
        request.meta[OF_JOB] = True
        request.meta[SLOT_AT] = task.host
        request.meta[OBEY_ROBOTS] = task.operation == CRAWL.name and self._shared.obeys_robots
        return request

    async def prepare(self, item: PageItem) -> None:
        """Set the scope of an item. Its links are extracted within that scope."""
        assert isinstance(item.task, PageTask)
        job = await self.jobs.of(item.task)
        item.scope = self._shared.crawled(job.scope(item.capture.final_url if item.task.number == 0 else None))

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
        """Record that a page failed, that it waits for its host or its robots.txt, or that it is outside its crawl."""
        job = await self.jobs.of(task)
        if isinstance(error, RobotsDisallowed) and task.number:
            # The rules were unknown when the link was found; otherwise the link had been omitted. So the entries do not
            # depend on which rules were known.
            await self._end(job, PageEnd(task=task, verdict="outside"), None)
            return
        waits = waits_after(error)
        if isinstance(error, Throttled):
            await self.frontier.slow_down(task.host, backoff_seconds=waits[0])
        waits = waits[task.delays :]
        missed = 0 if _is_rate_limit(error) else count_missed(waits, task.late_seconds)
        if missed < len(waits):
            end = PageEnd(task=task, verdict="delayed", delay_seconds=waits[missed], delays=missed + 1)
            await self._end(job, end, None)
            return
        sentence = f"HTTP {error.status}" if isinstance(error, Throttled) else failure_of(error, request)
        found = await pages_of_links(job, task, self._delays, Outlinks(), task.url)
        await self._end(job, PageEnd(task=task, verdict="failed", error=sentence, found=found), None)

    async def read_sitemaps(self, task: PageTask, crawler: Crawler) -> None:
        """Add the pages in the site's sitemaps."""
        job = await self.jobs.of(task)
        country, workspace_id = job.options.scrape_options.country, str(task.workspace_id)
        traversal = SitemapTraversal(
            self._delays.files(crawler, country, workspace_id),
            partial(self._shared.reading.read_sitemap, workspace_id=workspace_id),
            partial(
                rules_of if self._shared.obeys_robots else rules_if_readable,
                crawler,
                country,
                workspace_id=workspace_id,
            ),
            skip_guesses_if_delayed=self._shared.obeys_robots,
        )
        found = await pages_of_sitemaps(job, task.url, self._delays, traversal)
        await self._end(job, PageEnd(task=task, verdict="completed", found=found), None)

    async def _end(self, job: KnownJob, end: PageEnd, item: PageItem | None) -> bool:
        is_written = await self.frontier.record(end, item)
        if is_written:
            self.jobs.note(job, end)
        return is_written


def waits_after(error: Exception) -> Sequence[float]:
    """How long a page waits after each error of this kind, before it fails. Empty if it fails at once."""
    if isinstance(error, Throttled):
        return backoff_seconds(error.status, error.seconds)
    if isinstance(error, HostBusy):  # The page led to another host. Meanwhile it leaves its slot at its own.
        return backoff_seconds(503, WAIT_SECONDS)
    if isinstance(error, RobotsUnreachable):
        return backoff_seconds(429, error.seconds) if error.is_throttled else UNREACHABLE_WAITS
    return ()


def backoff_seconds(status: int, seconds: float) -> list[float]:
    """How long a page waits after each response with 429 or 503, before it fails.

    Args:
        seconds: what the host asks for, or the default.
    """
    waits = [seconds * (1.0 if seconds > 5 else 2.0**number) for number in range(DELAYS_MAX)]
    if status != 503:
        return waits
    waits[0] = min(waits[0], UNAVAILABLE_MAX_SECONDS)
    while sum(waits) > UNAVAILABLE_MAX_SECONDS:
        waits.pop()
    return waits


def count_missed(waits: Sequence[float], late_seconds: float) -> int:
    """How many of its next waits a page has spent, if its last one took longer because its host had no free slot."""
    missed = 0
    while missed < len(waits) and late_seconds > waits[missed] / 2:
        late_seconds -= waits[missed]
        missed += 1
    return missed


def _is_rate_limit(error: Exception) -> bool:
    """Whether the host is available, and asks for fewer requests."""
    if isinstance(error, Throttled):
        return error.status != 503
    return isinstance(error, RobotsUnreachable) and error.is_throttled


def _is_in_scope(scope: Scope, url: str) -> bool:
    """Whether the final URL of a page is in the scope of the crawl."""
    return scope.external or link_filter(scope).link(url).inside
