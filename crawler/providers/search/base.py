"""The door to web search: asks the configured search engines in order, and checks what they answer."""

from __future__ import annotations

from scrapy.crawler import Crawler

from crawler.providers.search.query import SearchHit, SearchQuery


async def find(crawler: Crawler, query: SearchQuery) -> tuple[SearchHit, ...]:
    """The pages that a search found, best first. Empty if there are none.

    The search engines of ORBWEAVER_SEARCH_PROVIDER are asked in order, until one finds pages.

    Raises:
        ServiceUnavailable: no search engine answered, or none is configured.
    """
    raise NotImplementedError
