"""Pages of jobs: a claimed page becomes a request, what came of it becomes its end.

The same for the worker, which takes pages of all jobs out of Postgres, and for `scrapy crawl`, which keeps its frontier in
memory: both are a `Frontier`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import OrderedDict
from dataclasses import replace
from typing import Any
from uuid import UUID

from scrapy.crawler import Crawler
from scrapy.http import Request

from contract.declare import dump
from contract.errors import InternalServerError, InvalidRequest, ServiceError
from contract.operations import CRAWL
from contract.options.crawl import CrawlOptions
from contract.results.page import Usage
from crawler.capture import as_service_error, request_of
from crawler.failures import RobotsDisallowed, Throttled
from crawler.items import Outcome, PageItem
from crawler.jobs.crawl_delays import CrawlDelays
from crawler.jobs.frontier import Frontier
from crawler.jobs.job_view import JobView
from crawler.jobs.sitemap_walk import TOGETHER, Walk, place_of_sitemaps
from crawler.meta import OBEY_ROBOTS, PAGES, PATIENT
from crawler.requests import request_for
from crawler.resources import Resources
from extraction.crawled_page import Outlinks
from extraction.links.scope import Scope, follower, key_of
from extraction.verdicts.outcome import result_of, unbilled, usable, why_unusable
from models.page import SITEMAP, NewPage, PageEnd, PageTask
from models.page_end import CANDIDATES_MIN, CANDIDATES_PER_PAGE

log = logging.getLogger(__name__)

# How often a page waits for a host that asks for patience, and the longest time that adds up to in one step.
DELAYS_MAX = 5
JOBS_REMEMBERED = 200
WALK_SECONDS = 600.0
# How many links of one page are followed.
LINKS_MAX = 10_000


class PageWork:
    """Carries claimed pages through a crawler."""

    def __init__(self, shared: Resources, frontier: Frontier) -> None:
        self.frontier = frontier
        self._shared = shared
        self._views: OrderedDict[UUID, JobView] = OrderedDict()
        self._delays = CrawlDelays(shared, frontier)

    async def view(self, task: PageTask) -> JobView:
        """What is known of the task's job.

        Raises:
            LookupError: the job is gone.
        """
        known = self._views.get(task.job_id)
        # The first page tells where the site is; who saw the job before that looks again.
        if known is None or (known.landed is None and task.number > 0 and task.operation == CRAWL.name):
            found = await self.frontier.view(task.job_id)
            if found is None:
                raise LookupError(str(task.job_id))
            if known is None:
                known = self._views[task.job_id] = found
            else:
                known.landed = found.landed or found.options.url  # type: ignore[attr-defined]
            while len(self._views) > JOBS_REMEMBERED:
                self._views.popitem(last=False)
        self._views.move_to_end(task.job_id)
        return known

    def forget(self, job_id: UUID) -> None:
        """Drop what is known of a job that ended."""
        self._views.pop(job_id, None)

    async def request(self, task: PageTask) -> Request:
        """The Scrapy request of a claimed page.

        Raises:
            LookupError: the job is gone.
            InvalidRequest: its address cannot be asked for.
        """
        view = await self.view(task)
        options = view.options.scrape_options
        if options.headers and not view.may_tell_headers(task.url):
            options = replace(options, headers={})
        wanted = options.capture_request(task.url, str(task.workspace_id))
        try:
            request = request_for(wanted, options, task, task.price)
        except ValueError as error:
            raise InvalidRequest.of("url", "Not an address that can be fetched.") from error
        request.meta[PAGES] = self
        request.meta[PATIENT] = True
        request.meta[OBEY_ROBOTS] = task.operation == CRAWL.name and self._delays.kept
        return request

    async def prepare(self, item: PageItem) -> None:
        """Give an item the scope that its links are read by."""
        assert isinstance(item.task, PageTask)
        view = await self.view(item.task)
        item.scope = view.scope(item.capture.final_url if item.task.number == 0 else None)

    async def record(self, item: PageItem) -> Outcome:
        """Write down a page that was fetched and read."""
        assert isinstance(item.task, PageTask) and item.formats is not None
        view = await self.view(item.task)
        if item.scope and item.task.number and not self._stayed(item.scope, item.capture.final_url):
            return await self._end(view, PageEnd(task=item.task, verdict="outside"), item)
        good = usable(item.capture, item.formats.quality)
        # The navigation of an error page is no way into the site: with it a dead start would pass for a crawl.
        outlinks = item.outlinks if item.capture.status < 400 else Outlinks()
        end = PageEnd(
            task=item.task,
            verdict="completed" if good else "failed",
            error=None if good else why_unusable(item.capture, item.formats),
            result=_written(item) if good else None,
            aliases=_aliases(item),
            found=await self._found(view, item.task, outlinks, item.capture.final_url),
            landed=item.capture.final_url if item.task.number == 0 and view.operation == CRAWL.name else None,
        )
        if item.task.operation == CRAWL.name:
            await self._delays.obey(item.task.url, item.task.host, item.request.country)
        return await self._end(view, end, item)

    async def failed(self, task: PageTask, error: Exception, request: Request | None) -> None:
        """Write down why a page could not be had, or that it waits for its host, or that it is none of a crawl's."""
        view = await self.view(task)
        if isinstance(error, RobotsDisallowed) and task.number:
            # Not known when it was met, else the link had been left out; so the entries do not depend on what was known.
            await self._end(view, PageEnd(task=task, verdict="outside"), None)
            return
        if isinstance(error, Throttled):
            await self.frontier.slow_down(task.host, complaint_seconds=error.seconds)
            if task.delays < DELAYS_MAX:
                wait = error.seconds * (1.0 if error.seconds > 5 else 2.0**task.delays)
                await self._end(view, PageEnd(task=task, verdict="delayed", delay_seconds=wait), None)
                return
            sentence = f"HTTP {error.status}"
        else:
            sentence = _sentence(error, request)
        found = await self._found(view, task, Outlinks(), task.url)
        await self._end(view, PageEnd(task=task, verdict="failed", error=sentence, found=found), None)

    async def walk(self, task: PageTask, crawler: Crawler) -> None:
        """Add what the site's sitemaps lead to."""
        view = await self.view(task)
        found: dict[str, NewPage] = {}
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WALK_SECONDS):
                await self._gather(view, task, crawler, found)
        await self._end(view, PageEnd(task=task, verdict="completed", found=tuple(found.values())), None)

    async def _gather(self, view: JobView, task: PageTask, crawler: Crawler, found: dict[str, NewPage]) -> None:
        scope = view.scope()
        assert scope is not None and isinstance(view.options, CrawlOptions)
        most = max(CANDIDATES_MIN, CANDIDATES_PER_PAGE * view.options.limit)
        country = view.options.scrape_options.country
        walk = Walk(
            self._delays.files(crawler, country),
            self._shared.reading.read_sitemap,
            self._shared.robots_for(country),
            sparing=self._delays.kept,
        )
        follow = follower(scope).follow
        async for addresses in walk.addresses(task.url):
            for number, address in enumerate(addresses):
                if number % TOGETHER == 0:
                    await asyncio.sleep(0)
                place = follow(address)
                if place is None or place.key in found:
                    continue
                new = view.new_page(address, place.key, place.host, 1)
                if new and self._delays.allow(address, country):
                    found[new.key] = new
                if len(found) >= most:
                    return

    async def _end(self, view: JobView, end: PageEnd, item: PageItem | None) -> Outcome:
        outcome = await self.frontier.record(end, item)
        if outcome.written:
            view.landed = end.landed or view.landed
            for new in end.found:
                view.seen[new.key] = min(new.depth, view.seen.get(new.key, new.depth))
        return outcome

    async def _found(self, view: JobView, task: PageTask, outlinks: Outlinks, landed: str) -> tuple[NewPage, ...]:
        """The pages that a page leads to, and from the first one the way to the site's sitemaps."""
        options = view.options
        if not isinstance(options, CrawlOptions) or (options.max_depth is not None and task.depth >= options.max_depth):
            return ()
        pages = []
        for number, place in enumerate(outlinks.places[:LINKS_MAX]):
            if number % TOGETHER == TOGETHER - 1:
                await asyncio.sleep(0)
            new = view.new_page(place.url, place.key, place.host, task.depth + 1)
            if new and self._delays.allow(place.url, options.scrape_options.country):
                pages.append(new)
        if task.number == 0 and options.sitemap == "include" and options.limit > 1:
            url = place_of_sitemaps(landed)
            key = key_of(f"{url}?sitemaps")
            pages.append(NewPage(url=url, key=key, host=task.host, kind=SITEMAP))
        return tuple(pages)

    @staticmethod
    def _stayed(scope: Scope, url: str) -> bool:
        """Whether a page that was followed ended where the crawl may go."""
        return scope.external or follower(scope).place(url).inside


def _aliases(item: PageItem) -> tuple[str, ...]:
    """Other keys of the same page: where it led, and what it calls itself."""
    assert isinstance(item.task, PageTask)
    if item.scope is None:
        return ()
    keys = [key_of(item.capture.final_url, ignore_query=item.scope.ignore_query)]
    if item.outlinks.canonical:
        keys.append(item.outlinks.canonical.key)
    return tuple(dict.fromkeys(key for key in keys if key != item.task.key))


def _sentence(error: Exception, request: Request | None) -> str:
    """The failure as a page entry tells it."""
    if request is not None and not isinstance(error, ServiceError):
        try:
            error = as_service_error(error, request_of(request), "")
        except Exception:
            log.exception("A page failed: %s", request.url)
            error = InternalServerError("Something went wrong on our side.")
    if isinstance(error, ServiceError):
        status = (error.details or {}).get("status") if isinstance(error.details, dict) else None
        return f"HTTP {status}" if status else f"{error.code}: {error.message}"
    return "INTERNAL_SERVER_ERROR: Something went wrong on our side."


def _written(item: PageItem) -> Any:
    """Makes the JSON text of the page's result, once its charge is known: everything else is written beforehand."""
    assert item.formats is not None
    result = result_of(item.capture, item.formats, unbilled(item.capture))
    item.result = result
    fields = dump(result)
    freshness = fields.pop("usage")["freshness"]
    body = json.dumps(fields, ensure_ascii=False)[:-1]

    def text(used: int, left: int) -> str:
        usage = Usage(credits_used=used, credits_remaining=left, freshness=freshness)
        item.result = replace(result, usage=usage)
        return f'{body}, "usage": {json.dumps(dump(usage))}}}'

    return text
