"""The pages that a crawl visits next: those that a page links to, and those in the site's sitemaps."""

from __future__ import annotations

import asyncio
import contextlib

from contract.options.crawl import CrawlOptions
from crawler.jobs.crawl_delays import CrawlDelays
from crawler.jobs.known_job import KnownJob
from crawler.jobs.sitemap_traversal import ADDRESSES_PER_STEP, SitemapTraversal, sitemap_url_of
from extraction.crawled_page import Outlinks
from extraction.links.scope import key_of, link_filter
from models.pages import rules
from models.pages.page import SITEMAP, NewPage, PageTask

SITEMAPS_SECONDS = 600.0
# Maximum number of links of one page that are followed.
LINKS_MAX = 10_000


async def pages_of_links(
    job: KnownJob, task: PageTask, delays: CrawlDelays, outlinks: Outlinks, final_url: str
) -> tuple[NewPage, ...]:
    """The pages that a page links to. For the first page also the traversal of the site's sitemaps."""
    options = job.options
    if not isinstance(options, CrawlOptions) or (options.max_depth is not None and task.depth >= options.max_depth):
        return ()
    pages = []
    for number, link in enumerate(outlinks.links[:LINKS_MAX]):
        if number % ADDRESSES_PER_STEP == ADDRESSES_PER_STEP - 1:
            await asyncio.sleep(0)
        new = job.new_page(link.url, link.key, link.host, task.depth + 1)
        if new and delays.allow(link.url, options.scrape_options.country):
            pages.append(new)
    if task.number == 0 and options.sitemap == "include" and options.limit > 1:
        url = sitemap_url_of(final_url)
        pages.append(NewPage(url=url, key=key_of(f"{url}?sitemaps"), host=task.host, kind=SITEMAP))
    return tuple(pages)


async def pages_of_sitemaps(
    job: KnownJob, url: str, delays: CrawlDelays, traversal: SitemapTraversal
) -> tuple[NewPage, ...]:
    """The pages in the sitemaps of a site. After `SITEMAPS_SECONDS` only those that were found by then."""
    found: dict[str, NewPage] = {}
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SITEMAPS_SECONDS):
            await _gather(job, url, delays, traversal, found)
    return tuple(found.values())


async def _gather(
    job: KnownJob, url: str, delays: CrawlDelays, traversal: SitemapTraversal, found: dict[str, NewPage]
) -> None:
    scope = job.scope()
    assert scope is not None and isinstance(job.options, CrawlOptions)
    most = rules.candidates_max(job.options.limit)
    follow = link_filter(scope).follow
    async for addresses in traversal.addresses(url):
        for number, address in enumerate(addresses):
            if number % ADDRESSES_PER_STEP == 0:
                await asyncio.sleep(0)
            link = follow(address)
            if link is None or link.key in found:
                continue
            new = job.new_page(address, link.key, link.host, 1)
            if new and delays.allow(address, job.options.scrape_options.country):
                found[new.key] = new
            if len(found) >= most:
                return
