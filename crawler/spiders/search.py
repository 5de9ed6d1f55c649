"""The spider of a search: asks the search engines, and scrapes what they found."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scrapy.crawler import Crawler

from contract import limits, prices
from contract.capture import CaptureRequest
from contract.errors import ServiceUnavailable
from contract.operations import SEARCH
from contract.options.scrape import ScrapeOptions
from contract.options.search import SearchOptions
from contract.results.page import ScrapeResult
from contract.results.page_entry import error_code, error_sentence
from contract.results.search import SearchResult, SearchResultEntry, SearchUsage
from crawler import capture_store, resources
from crawler.capture import capture_of, require_page
from crawler.failures import CrawlerClosed
from crawler.items import PageItem, ResultItem, workspace_of
from crawler.jobs.page_end import failure_of
from crawler.meta import DEADLINE
from crawler.providers.search.base import find
from crawler.providers.search.query import SearchHit, SearchQuery
from crawler.requests import download, request_for
from crawler.spiders import budget
from crawler.spiders.gathering import GatheringSpider
from extraction.links.sites import origin_of
from extraction.verdicts.outcome import usable, why_unusable
from models.jobs.job import Task

log = logging.getLogger(__name__)
TOO_LATE = "REQUEST_TIMEOUT: The page was not scraped in time."


@dataclass(frozen=True, kw_only=True)
class _Scraped:
    """How the scrape of a result ended: with a page, or with the text of an error. Neither if it was not to be scraped.

    `unavailable` is the error if something in this service failed, such as the language model.
    """

    page: PageItem | None = None
    error: str | None = None
    unavailable: ServiceUnavailable | None = None


class SearchSpider(GatheringSpider):
    """`scrapy crawl search -a query=… [-a limit=5] [-a scrapeResults=true] -O results.jsonl`."""

    name = "search"
    operation = SEARCH

    @classmethod
    async def gather(cls, crawler: Crawler, options: SearchOptions, task: Task | None) -> ResultItem:
        """The results of a search as an item. Pages that could not be scraped are free.

        Raises:
            ServiceUnavailable: no search engine answered; or no result was scraped, and one of them because a language model
                is not configured or failed.
        """
        # Pages that are not scraped by then are left out, so that the search is answered within the budget of its call.
        seconds = budget.seconds_left(resources.of(crawler).environment.sync_budget_seconds, task)
        deadline = asyncio.get_running_loop().time() + seconds
        hits = await find(crawler, _query(options))
        ends = [_Scraped() for _ in hits]
        if options.scrape_results:
            ends = await _scrape_all(crawler, hits, options, task, deadline)
        _require_answer(ends)
        scraped = [end.page for end in ends if end.page is not None]
        result = SearchResult(
            query=options.query,
            results=tuple(map(_entry, hits, ends)),
            usage=SearchUsage(credits_used=0, credits_remaining=0),
        )
        return ResultItem(
            result=result, task=task, price=prices.search(len(scraped)), with_charge=_with_charge,
            store=lambda connection: capture_store.store(connection, scraped),
        )  # fmt: skip

    @classmethod
    def subject(cls, options: SearchOptions) -> CaptureRequest:
        """A search has no URL: errors name the query."""
        return CaptureRequest(url=f"search: {options.query}")


def _query(options: SearchOptions) -> SearchQuery:
    return SearchQuery(
        query=options.query, limit=options.limit, page=options.page, time_range=options.time_range, country=options.country,
        include_domains=options.include_domains, exclude_domains=options.exclude_domains,
    )  # fmt: skip


async def _scrape_all(
    crawler: Crawler, hits: tuple[SearchHit, ...], options: SearchOptions, task: Task | None, deadline: float
) -> list[_Scraped]:
    """The ends of the scrapes of the hits. They are fetched at the same time, a few from each host."""
    hosts = {origin_of(hit.url): asyncio.Semaphore(limits.HOST_REQUESTS_MAX) for hit in hits}
    workspace_id = workspace_of(task)

    async def scrape(hit: SearchHit) -> _Scraped:
        try:
            async with asyncio.timeout_at(deadline), hosts[origin_of(hit.url)]:
                return await _scrape(crawler, options.scrape_of(hit.url), workspace_id)
        except TimeoutError:
            log.info("%s was not scraped in time", hit.url)
            return _Scraped(error=TOO_LATE)

    return await asyncio.gather(*map(scrape, hits))


async def _scrape(crawler: Crawler, options: ScrapeOptions, workspace_id: str | None) -> _Scraped:
    """A page through the downloader and the pipelines, which record nothing. An error if it is not usable."""
    capture_request = options.capture_request(workspace_id)
    request = request_for(capture_request, options, None, 0)
    try:
        response = await download(crawler, request)
        capture = capture_of(response, request)
        require_page(capture)
        item = PageItem(
            request=capture_request, capture=capture, options=options, deadline=request.meta[DEADLINE], is_part=True
        )
        item = await crawler.engine.scraper.itemproc.process_item_async(item)
    except (CrawlerClosed, TimeoutError):
        raise
    except Exception as error:
        # One page must not fail the search, whatever happens to it. Unknown errors are logged with their traceback.
        message = failure_of(error, request)
        log.info("%s was not scraped: %s", capture_request.url, message)
        return _Scraped(error=message, unavailable=error if isinstance(error, ServiceUnavailable) else None)
    assert item.formats is not None
    if usable(capture, item.formats.quality):
        return _Scraped(page=item)
    return _Scraped(error=why_unusable(capture, item.formats))


def _require_answer(ends: Sequence[_Scraped]) -> None:
    """Fail the search if no page was scraped and one of them needed something that is not available.

    Raises:
        ServiceUnavailable: the error of that page.
    """
    if any(end.page for end in ends):
        return
    for end in ends:
        if end.unavailable is not None:
            raise end.unavailable


def _entry(hit: SearchHit, end: _Scraped) -> SearchResultEntry:
    data: ScrapeResult | None = None if end.page is None else end.page.result
    return SearchResultEntry(
        title=hit.title, url=hit.url, snippet=hit.snippet, rank=hit.rank, data=data,
        error=None if end.error is None else error_sentence(end.error),
        error_code=None if end.error is None else error_code(end.error),
    )  # fmt: skip


def _with_charge(result: SearchResult, charged: int, balance: int) -> SearchResult:
    """The result with its charge: 1 for the search, and 1 in each page that was scraped."""
    entries = []
    for entry in result.results:
        if entry.data is not None:
            page_price = prices.SEARCH_PAGE if charged else 0
            usage = replace(entry.data.usage, credits_used=page_price, credits_remaining=balance)
            entry = replace(entry, data=replace(entry.data, usage=usage))
        entries.append(entry)
    return replace(result, results=tuple(entries), usage=SearchUsage(credits_used=charged, credits_remaining=balance))
