"""Finds the pages of an extract: in the sitemaps of its scopes, and by a web search."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable

from scrapy.crawler import Crawler

from contract import limits
from crawler import resources
from crawler.answers.extract.candidate import PathScope
from crawler.jobs import sitemap_traversal
from crawler.jobs.sitemap_traversal import ADDRESSES_PER_STEP
from crawler.providers.search.base import find
from crawler.providers.search.query import SearchQuery
from extraction.links.scope import Link, key_of
from extraction.links.sites import origin_of
from extraction.search.query import without_operators

SITEMAP_TIMEOUT_MS = 10_000
# All sitemaps of one site together. The pages that were found by then are extracted.
SITEMAPS_SECONDS = 20.0
QUERY_MAX_CHARS = 500

# Receives a page of a scope. Returns False when no more pages of it are needed.
Found = Callable[[PathScope, Link], bool]


def by_site(scopes: Iterable[PathScope]) -> list[list[PathScope]]:
    """The scopes, those of one site together: its sitemaps are read once."""
    sites: dict[str, list[PathScope]] = {}
    for scope in scopes:
        sites.setdefault(origin_of(scope.start), []).append(scope)
    return list(sites.values())


async def read_sitemaps(crawler: Crawler, scopes: list[PathScope], found: Found, workspace_id: str | None) -> None:
    """Report the pages in the sitemaps of one site, in their order."""
    shared = resources.of(crawler)
    traversal = sitemap_traversal.unpaced(
        crawler, workspace_id, timeout_ms=SITEMAP_TIMEOUT_MS, skip_guesses_if_delayed=shared.obeys_robots
    )
    unfilled = list(scopes)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SITEMAPS_SECONDS):
            async for addresses in traversal.addresses(scopes[0].start):
                unfilled = await _report(addresses, unfilled, found)
                if not unfilled:
                    return


async def _report(addresses: tuple[str, ...], scopes: list[PathScope], found: Found) -> list[PathScope]:
    """Report those of the addresses that are in a scope. Returns the scopes of which more pages are needed."""
    unfilled = list(scopes)
    for number, address in enumerate(addresses):
        if number % ADDRESSES_PER_STEP == 0:
            await asyncio.sleep(0)
        for scope in [*unfilled]:
            link = scope.follow(address)
            if link is not None and not found(scope, link):
                unfilled.remove(scope)
    return unfilled


async def search(crawler: Crawler, prompt: str) -> list[Link]:
    """The pages that a web search for the prompt finds.

    Raises:
        ServiceUnavailable: no search engine answered.
    """
    hits = await find(crawler, SearchQuery(query=_query(prompt), limit=limits.EXTRACT_SEARCH_PAGES_MAX))
    return [Link(hit.url, key_of(hit.url), "") for hit in hits]


def _query(prompt: str) -> str:
    """The prompt as a query: without operators, and shortened between words."""
    words = " ".join(without_operators(prompt).split())
    if len(words) <= QUERY_MAX_CHARS:
        return words
    return words[: QUERY_MAX_CHARS + 1].rpartition(" ")[0] or words[:QUERY_MAX_CHARS]
