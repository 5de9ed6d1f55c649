"""The spider of a map: the URLs of a site."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from urllib.parse import unquote

from scrapy.crawler import Crawler
from scrapy.http import Response

from contract import limits
from contract.capture import CaptureRequest
from contract.errors import ServiceError, UpstreamUnreachable
from contract.operations import MAP
from contract.options.map import MapOptions
from contract.options.page import ReadingOptions
from contract.results.map import MapResult
from crawler import resources
from crawler.capture import as_service_error, capture_of
from crawler.items import ResultItem, workspace_of
from crawler.jobs import sitemap_traversal
from crawler.jobs.sitemap_traversal import ADDRESSES_PER_STEP, SitemapTraversal
from crawler.requests import download, request_for
from crawler.spiders.gathering import GatheringSpider
from extraction.links.normal_form import normalise
from extraction.links.scope import LinkFilter, Scope
from models.jobs.job import Task
from models.search import find, search_page

SITEMAP_TIMEOUT_MS = 30_000
# The caller of a map waits, so its sitemaps are read for at most this time. The map has the URLs found by then.
SITEMAPS_SECONDS = 50.0
LINKS = ReadingOptions(formats=("links",))


class MapSpider(GatheringSpider):
    """`scrapy crawl map -a url=… [-a search=…] -O map.json`."""

    name = "map"
    operation = MAP

    @classmethod
    async def gather(cls, crawler: Crawler, options: MapOptions, task: Task | None) -> ResultItem:
        """The map of a site as an item.

        Raises:
            ServiceError: neither the start page nor a sitemap could be fetched.
        """
        shared, workspace_id = resources.of(crawler), workspace_of(task)
        start, links, problem = await _start(crawler, options, task)
        traversal = sitemap_traversal.unpaced(crawler, workspace_id, timeout_ms=SITEMAP_TIMEOUT_MS)
        result, anything = await map_site(options, start, links, traversal)
        if problem is not None and not anything:
            raise problem
        result = replace(result, titles=await _titles(shared, result.links))
        return ResultItem(result=result, task=task, price=MAP.price(options))


async def _titles(shared: resources.Resources, links: Sequence[str]) -> dict[str, str] | None:
    """The titles of the URLs that the search index has. None if it has none of them, or without a database."""
    if shared.database is None or not links:
        return None
    keys = {link: search_page.key_of(normalise(link)) for link in links}
    known = await shared.transact(partial(find.titles, keys=[*keys.values()]))
    return {link: known[key] for link, key in keys.items() if key in known} or None


async def _start(
    crawler: Crawler, options: MapOptions, task: Task | None
) -> tuple[Response | None, tuple[str, ...], ServiceError | None]:
    """(start page, its links, its error)."""
    capture_request = CaptureRequest(url=options.url, store=False, workspace_id=workspace_of(task))
    request = request_for(capture_request, LINKS, None, 0)
    try:
        response = await download(crawler, request)
        if response.status >= 400:
            return response, (), UpstreamUnreachable(f"The origin returned HTTP {response.status}.")
        found = (
            await resources.of(crawler).reading.read(capture_of(response, request), LINKS, capture_request.workspace_id)
        ).links
    except Exception as error:
        return None, (), as_service_error(error, capture_request, "")
    return response, (*found.internal, *found.external) if found else (), None


async def map_site(
    options: MapOptions, start: Response | None, links: Iterable[str], traversal: SitemapTraversal
) -> tuple[MapResult, bool]:
    """The map of a site, and whether the site has any URL at all, matching the search or not.

    Args:
        start: the start page, or None when it could not be fetched.
        links: the links of the start page, as absolute URLs.
    """
    final_url = start.url if start is not None else None
    scope = Scope(
        options.url, final_url, subdomains=options.include_subdomains, ignore_query=options.ignore_query_parameters
    )
    found = _Found(options, LinkFilter(scope))
    if start is not None and start.status < 400 and options.sitemap != "only":
        await found.add([options.url])
    own = len(found.links)
    if options.sitemap != "skip":
        try:
            async with asyncio.timeout(SITEMAPS_SECONDS):
                async for addresses in traversal.addresses(final_url or options.url):
                    await found.add(addresses)
                    if found.total > len(found.links):
                        break
        except TimeoutError:
            found.complete = False
    nothing = len(found.links) == own and options.sitemap is None
    if (options.include_links or options.sitemap == "skip" or nothing) and options.sitemap != "only":
        await found.add(links)
    count = len(found.links)
    truncated = found.total > count or not (found.complete and traversal.complete)
    result = MapResult(url=options.url, links=tuple(found.links), count=count, total=found.total, truncated=truncated)
    return result, found.any


class _Found:
    """Unique URLs of the site that contain the search term, in the order in which they were found."""

    def __init__(self, options: MapOptions, link_filter: LinkFilter) -> None:
        self._options = options
        self._link_filter = link_filter
        self._keys: set[str] = set()
        self._most = options.limit or limits.MAP_LIMIT_MAX
        self._term = (options.search or "").casefold()
        self.links: list[str] = []
        self.any = False
        self.complete = True

    @property
    def total(self) -> int:
        """The number of URLs found, of which `links` contains at most the limit."""
        return len(self._keys)

    async def add(self, addresses: Iterable[str]) -> None:
        for number, address in enumerate(addresses):
            if number % ADDRESSES_PER_STEP == 0:
                await asyncio.sleep(0)
            url = address.partition("?")[0] if self._options.ignore_query_parameters else address
            try:
                link = self._link_filter.link(url)
            except ValueError:
                continue
            if not link.inside:
                continue
            self.any = True
            if link.key in self._keys or not self._matches(url):
                continue
            self._keys.add(link.key)
            if len(self.links) < self._most:
                self.links.append(url)

    def _matches(self, url: str) -> bool:
        return not self._term or self._term in url.casefold() or self._term in unquote(url).casefold()
