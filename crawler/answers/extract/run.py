"""One extract: finds its pages and extracts them in parallel, within its limits of pages, credits and time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from scrapy.crawler import Crawler
from sqlalchemy import Connection

from contract.capture import PageCapture
from contract.errors import (
    InsufficientCredits,
    InvalidRequest,
    RequestTimeout,
    ServiceError,
    ServiceUnavailable,
    UpstreamUnreachable,
)
from contract.fields.extract_target import is_scope
from contract.operations import EXTRACT
from contract.options.extract import ExtractOptions
from contract.results.page import warning_of
from crawler import resources
from crawler.answers.extract import discovery
from crawler.answers.extract.candidate import Candidate, PageEnd, PathScope
from crawler.answers.extract.frontier import Frontier
from crawler.answers.extract.page_extraction import PageAnswers
from crawler.items import workspace_of
from crawler.jobs.frontier import crawl
from crawler.resources import Resources
from extraction.crawled_page import Outlinks
from extraction.links.scope import Link, key_of
from models.accounts import credits
from models.jobs import job
from models.jobs.job import Task

log = logging.getLogger(__name__)
# Pages that are fetched or answered at the same time.
PAGES_AT_ONCE = 16


@dataclass(frozen=True)
class Extracted:
    """The pages of an extract in the order of its result, each with its end, what was left out, and why the web search failed."""

    pages: tuple[tuple[str, PageEnd], ...]
    warning: str | None
    search_error: ServiceUnavailable | None = None


class CreditAllowance:
    """Raises the credit hold of a job as its pages become known. Without a task every page is allowed."""

    def __init__(self, shared: Resources, task: Task | None) -> None:
        self._shared = shared
        self._task = task

    async def raise_to(self, pages: int) -> int:
        """The number of pages that credits are held for, after holding credits for up to `pages` pages."""
        if self._task is None or self._shared.database is None:
            return pages
        hold = partial(_extend, task=self._task, amount=pages * EXTRACT.credits)
        return await self._shared.transact(hold) // EXTRACT.credits


def _extend(connection: Connection, task: Task, amount: int) -> int:
    """The credits held. The job is locked before its hold, as at its end: in two orders, Postgres would end a transaction."""
    if not job.lock(connection, task):
        return 0
    return credits.extend(connection, str(task.job_id), amount, step=EXTRACT.credits)


class ExtractRun:
    """Runs one extract: what it claims are its pages, in the order in which they become known."""

    def __init__(self, crawler: Crawler, options: ExtractOptions, task: Task | None, seconds: float) -> None:
        self._crawler = crawler
        self._options = options
        self._seconds = seconds
        self._deadline = asyncio.get_running_loop().time() + seconds
        self._answers = PageAnswers(crawler, options, task, self._deadline, self._arrived)
        self._workspace_id = workspace_of(task)
        self._allowance = CreditAllowance(resources.of(crawler), task)
        self._scopes = [PathScope(entry) for entry in options.urls if is_scope(entry)]
        self._frontier = Frontier(resources.of(crawler), options.limit, len(self._scopes))
        self._ends: dict[Candidate, PageEnd] = {}
        self._pages: dict[asyncio.Task[PageEnd], Candidate] = {}
        self._finders: set[asyncio.Task[None]] = set()
        self.changed = asyncio.Event()
        self.has_ended = False
        self._allowed = 0
        self._credits_are_used_up = False
        self._search_warning: str | None = None
        self._search_error: ServiceUnavailable | None = None

    async def run(self) -> Extracted:
        """Extract until all pages have ended, a limit is reached, or the time is over."""
        self._begin()
        is_late = False
        try:
            async with asyncio.timeout_at(self._deadline):
                await crawl(self, self._start)
        except TimeoutError:
            is_late = True
            self._collect()
        finally:
            unfinished = [*self._pages.values()]
            await _cancel((*self._pages, *self._finders))
        return self._extracted(unfinished, is_late)

    def _begin(self) -> None:
        starts = {key_of(scope.start): scope for scope in reversed(self._scopes)}
        for url in self._options.urls:
            if not is_scope(url):
                self._frontier.add(Candidate(url, key_of(url), starts.get(key_of(url))))
        for scope in self._scopes:
            self._frontier.add(Candidate(scope.start, key_of(scope.start), scope, is_found=True))
        for scopes in discovery.by_site(self._scopes):
            self._start_finder(discovery.read_sitemaps(self._crawler, scopes, self._found, self._workspace_id))
        if self._options.enable_web_search:
            self._start_finder(self._search())

    async def claim(self) -> Sequence[Candidate]:
        """The next pages. Ends when nothing is left to find, or the limit or the credits are used up."""
        self._collect()
        payable = await self._count_payable()
        # From here on nothing is awaited: the deadline must not lose a page that was taken out of the frontier.
        pages = [self._frontier.next() for _ in range(payable)]
        if not (pages or self._pages):
            self.has_ended = not self._finders or self._frontier.is_full or self._is_out_of_credits
        return pages

    async def wait(self) -> None:
        """Wait until a page or a finder has ended, or pages were found."""
        await self.changed.wait()

    @property
    def _is_out_of_credits(self) -> bool:
        return self._credits_are_used_up and self._frontier.waiting > 0 and self._used >= self._allowed

    @property
    def _used(self) -> int:
        """Pages that are charged or may be."""
        return len(self._pages) + sum(end.data is not None for end in self._ends.values())

    def _collect(self) -> None:
        """Take the ends of finished pages. An error of a finder or a page task ends the run."""
        for task in [task for task in self._pages if task.done()]:
            page = self._pages.pop(task)
            end = self._ends[page] = task.result()
            if end.is_left_out:
                self._frontier.give_back(page)
            elif end.is_unread and page.is_start:
                if page.is_found:  # It is not reported beside pages of its scope, so it does not count as one of them.
                    self._frontier.give_back(page)
                self._try_without_slash(page)
        for finder in [finder for finder in self._finders if finder.done()]:
            self._finders.remove(finder)
            finder.result()
        is_searching = self._finders or self._frontier.awaits_starts
        if not is_searching and not any(page.is_start for page in self._pages.values()):
            self._frontier.open_shares()

    def _start(self, page: Candidate) -> None:
        task = asyncio.ensure_future(self._answers.answer(page))
        task.add_done_callback(lambda _: self.changed.set())
        self._pages[task] = page

    async def _count_payable(self) -> int:
        """The number of pages that may start now. Holds credits for all that are known, when more are needed."""
        most = min(self._frontier.waiting, PAGES_AT_ONCE - len(self._pages))
        if most > self._allowed - self._used and not self._credits_are_used_up:
            needed = self._used + self._frontier.waiting
            self._allowed = await self._allowance.raise_to(needed)
            self._credits_are_used_up = self._allowed < needed
        return max(0, min(most, self._allowed - self._used))

    def _start_finder(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        task.add_done_callback(lambda _: self.changed.set())
        self._finders.add(task)

    async def _search(self) -> None:
        assert self._options.prompt is not None
        try:
            links = await discovery.search(self._crawler, self._options.prompt)
        except ServiceUnavailable as error:
            log.warning("The web search of an extract failed: %s", error.message)
            self._search_error, self._search_warning = error, f"The web search failed: {error.message}"
            return
        if not links:
            self._search_warning = "The web search found no pages."
        for link in links:
            self._frontier.add(Candidate(link.url, link.key, is_found=True))

    def _found(self, scope: PathScope, link: Link) -> bool:
        self._frontier.add(Candidate(link.url, link.key, scope, depth=1, is_found=True))
        self.changed.set()
        return self._frontier.wants_more(scope)

    def _arrived(self, page: Candidate, capture: PageCapture, outlinks: Outlinks) -> bool:
        """Add the links of a page that was fetched. False if the page is a copy, or was redirected out of its scope."""
        if page.scope is None:
            return self._frontier.note_copies(page, capture.final_url, Outlinks())
        if page.is_start:
            page.scope.move(capture.final_url)
        if not page.scope.contains(capture.final_url):
            if page.is_start:
                raise UpstreamUnreachable(
                    f"{page.url} redirects to {capture.final_url}, which is outside of the scope."
                )
            return False
        self._frontier.add_links(page, outlinks)
        self.changed.set()
        return self._frontier.note_copies(page, capture.final_url, outlinks)

    def _try_without_slash(self, page: Candidate) -> None:
        """The index page of a path often has a URL without the slash at its end."""
        assert page.scope is not None
        other = page.scope.start_without_slash
        if other is not None and page.url != other:
            self._frontier.add(Candidate(other, key_of(other), page.scope, is_found=True))

    def _extracted(self, unfinished: Iterable[Candidate], is_late: bool) -> Extracted:
        late = f"The page was not extracted within the time limit of {self._seconds:.0f} seconds."
        ends = {page: PageEnd(error=RequestTimeout(late)) for page in unfinished} | self._ends
        waiting = self._frontier.all_waiting()
        for page in waiting:
            if not page.is_found:
                ends[page] = PageEnd(error=self._why_not_started(is_late))
        pages = tuple(
            (page.url, end) for page, end in sorted(ends.items(), key=lambda each: self._frontier.position(each[0]))
            if not end.is_left_out and not (page.is_start and page.is_found and end.is_unread)
        )  # fmt: skip
        return Extracted((*pages, *self._failed_scopes(ends)), self._warning(is_late), self._search_error)

    def _failed_scopes(self, ends: dict[Candidate, PageEnd]) -> Iterable[tuple[str, PageEnd]]:
        """An entry for each scope of which no page was extracted, because its start failed."""
        for scope in self._scopes:
            of_scope = [
                (page, end)
                for page, end in ends.items()
                if page.scope is scope and page.is_found and not end.is_left_out
            ]
            failures = [end for page, end in of_scope if page.is_start and end.is_unread]
            if failures and len(failures) == len(of_scope):
                yield scope.entry, failures[0]

    def _why_not_started(self, is_late: bool) -> ServiceError:
        if is_late:
            return RequestTimeout(f"The page was not fetched within the time limit of {self._seconds:.0f} seconds.")
        if self._frontier.is_full:
            return InvalidRequest(f"The page was not fetched: limit is {self._options.limit}.")
        return InsufficientCredits("The page was not fetched: insufficient credits.")

    def _warning(self, is_late: bool) -> str | None:
        left = sum(not _is_guess(page) for page in self._frontier.all_waiting())
        not_extracted = f"Known pages that were not extracted: {left}."
        sentences = [self._search_warning]
        if is_late:
            sentences.append(f"The time limit of {self._seconds:.0f} seconds was reached. {not_extracted}")
        elif self._is_out_of_credits:
            sentences.append(f"The credits do not suffice for all pages. {not_extracted}")
        elif self._frontier.is_full and (left or self._finders):
            sentences.append(f"The limit of {self._options.limit} pages was reached. {not_extracted}")
        return warning_of(*sentences)


def _is_guess(page: Candidate) -> bool:
    """Whether nothing but a missing start suggests this page: the start without its slash."""
    return page.is_start and page.is_found and page.scope is not None and page.url != page.scope.start


async def _cancel(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel the tasks and wait until they have ended."""
    running = [task for task in tasks if not task.done()]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
