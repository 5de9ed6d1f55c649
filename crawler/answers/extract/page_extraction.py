"""The extraction of one page: it is fetched, judged, stored in the cache, and answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from scrapy.crawler import Crawler

from contract.capture import CaptureRequest, PageCapture
from contract.errors import InternalServerError, ServiceError, UpstreamUnreachable
from contract.options.extract import ExtractOptions
from contract.options.page import ReadingOptions
from contract.results.page import PageFormats
from crawler import capture_store, resources
from crawler.answers.extract.candidate import LEFT_OUT, Candidate, PageEnd
from crawler.answers.question import Question, Terms
from crawler.answers.schema_question import answer_page
from crawler.capture import as_service_error, capture_of, require_page
from crawler.failures import BotCheck, CrawlerClosed, RobotsDisallowed
from crawler.items import PageItem, workspace_of
from crawler.meta import OBEY_ROBOTS
from crawler.requests import download, request_for
from crawler.resources import Resources
from extraction.crawled_page import Outlinks, ReadPage
from extraction.links.scope import host_of
from extraction.verdicts.outcome import usable
from models import packing
from models.jobs.job import Task

log = logging.getLogger(__name__)
# Pages that are fetched at the same time. More are answered meanwhile.
FETCHED_AT_ONCE = 8
PAGE_TIMEOUT_MS = 60_000
LINKS = ReadingOptions(formats=("links",))

# Receives a page that was fetched and its links. Returns False if the page is a copy of another one or leaves its scope.
Arrived = Callable[[Candidate, PageCapture, Outlinks], bool]


class CrawlPace:
    """Spaces the requests of one extract to each host."""

    def __init__(self, shared: Resources) -> None:
        self._shared = shared
        self._last: dict[str, float] = {}

    async def wait(self, url: str) -> None:
        """Wait until the host of the URL may be requested. Its first request is not delayed."""
        host, now = host_of(url), asyncio.get_running_loop().time()
        last = self._last.get(host)
        at = now if last is None else max(now, last + self._delay_seconds(url))
        self._last[host] = at
        if at > now:
            await asyncio.sleep(at - now)

    def _delay_seconds(self, url: str) -> float:
        rules = self._shared.known_rules(url, None)
        return rules.delay_seconds if rules else 0.0


class PageAnswers:
    """Extracts pages until `deadline`, in the event loop's time."""

    def __init__(
        self, crawler: Crawler, options: ExtractOptions, task: Task | None, deadline: float, arrived: Arrived
    ) -> None:
        self._crawler = crawler
        self._shared = resources.of(crawler)
        self._options = options
        self._question = Question(
            schema=options.schema, prompt=options.prompt, prefer_structure=options.prefer_structure
        )
        self._deadline = deadline
        self._arrived = arrived
        self._workspace_id = workspace_of(task)
        self._slots = asyncio.Semaphore(FETCHED_AT_ONCE)
        self._pace = CrawlPace(self._shared)

    async def answer(self, page: Candidate) -> PageEnd:
        """The end of a page. A failure is reported in it.

        Raises:
            CrawlerClosed: the crawler is closing. The job is repeated.
        """
        try:
            return await self._answer(page)
        except CrawlerClosed:
            raise
        except RobotsDisallowed as error:
            return PageEnd(error=error, is_unread=True) if page.is_start else LEFT_OUT
        except ServiceError as error:
            return PageEnd(error=error, is_unread=True)
        except Exception:
            log.exception("Extracting %s failed", page.url)
            return PageEnd(error=InternalServerError("Internal error."), is_unread=True)

    async def _answer(self, page: Candidate) -> PageEnd:
        capture_request, capture = await self._fetch(page)
        item = PageItem(request=capture_request, capture=capture, options=LINKS)
        read = await self._read(item, page)
        formats, [answered] = read.formats, read.answered
        problem = _problem_of(capture, formats)
        if problem is not None:
            raise problem
        if usable(capture, formats.quality):
            await self._keep(item)
        if not self._arrived(page, capture, item.outlinks):
            return LEFT_OUT
        terms = Terms(
            deadline=self._deadline, workspace_id=self._workspace_id, asks_anew=self._options.max_age == 0
        )  # fmt: skip
        try:
            answer = await answer_page(self._crawler, capture, answered, self._question, terms)
        except ServiceError as error:
            return PageEnd(error=error)
        return PageEnd(
            data=answer.data or None, fields=answer.fields, warning=answer.warning or formats.warning,
            cached=capture.cached,
        )  # fmt: skip

    async def _fetch(self, page: Candidate) -> tuple[CaptureRequest, PageCapture]:
        if page.obeys_robots:
            await self._pace.wait(page.url)
        async with self._slots:
            left_ms = int((self._deadline - asyncio.get_running_loop().time()) * 1000)
            capture_request = self._options.capture_request(
                page.url, self._workspace_id, max(1, min(left_ms, PAGE_TIMEOUT_MS))
            )
            try:
                request = request_for(capture_request, LINKS, None, 0)
                request.meta[OBEY_ROBOTS] = page.obeys_robots and self._shared.obeys_robots
                capture = capture_of(await download(self._crawler, request), request)
            except Exception as error:
                raise as_service_error(error, capture_request, "") from error
        require_page(capture)
        return capture_request, capture

    async def _read(self, item: PageItem, page: Candidate) -> ReadPage:
        """The page's quality and links, its own answers, and what the cache and the search index keep of it if it is stored."""
        is_stored = not (item.capture.cached or item.capture.warning)
        is_stored = is_stored and self._shared.database is not None and self._workspace_id is not None
        reading = self._shared.reading.read_page(
            item.capture, LINKS, self._workspace_id, scope=self._shared.crawled(page.scope.site if page.scope else None),
            of_job=True, is_stored=is_stored, questions=(self._question.of_page,),
        )  # fmt: skip
        if is_stored:
            packed = asyncio.get_running_loop().run_in_executor(self._shared.threads, packing.pack, item.capture.body)
            read, item.packed = await asyncio.gather(reading, packed)
        else:
            read = await reading
        item.outlinks, item.entry = read.outlinks, read.entry
        return read

    async def _keep(self, item: PageItem) -> None:
        """Store the capture now: it is in the cache even if the rest of the extract fails."""
        if self._shared.database is not None and item.packed is not None:
            await self._shared.transact(partial(capture_store.store, items=(item,)))


def _problem_of(capture: PageCapture, formats: PageFormats) -> ServiceError | None:
    """Why no data is extracted from a page, or None. A page with little text may still declare all data."""
    if not capture.is_success:
        return UpstreamUnreachable(capture.status_sentence, details={"status": capture.status})
    if formats.quality.blocked:
        return BotCheck("The site returned a bot check instead of the page.")
    return None
