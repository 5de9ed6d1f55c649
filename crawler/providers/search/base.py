"""The only entry point for web search: asks the configured search engines in order, and checks what they answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping

from scrapy.crawler import Crawler

from contract import limits
from contract.environment import Environment
from contract.errors import ServiceUnavailable
from crawler import resources
from crawler.providers.search.accepted import accepted
from crawler.providers.search.brave import BraveProvider
from crawler.providers.search.ddgs import DdgsProvider
from crawler.providers.search.index import IndexProvider
from crawler.providers.search.query import ProviderFailed, SearchHit, SearchProvider, SearchQuery
from crawler.providers.search.searxng import SearxngProvider

log = logging.getLogger(__name__)
RETRY_AFTER_SECONDS = 10


async def find(crawler: Crawler, query: SearchQuery) -> tuple[SearchHit, ...]:
    """The pages that a search found, best first. Empty if there are none.

    The search engines of ORBWEAVER_SEARCH_PROVIDER are asked in order, until one finds pages.

    Raises:
        ServiceUnavailable: no search engine answered, or none is configured.
    """
    environment = resources.of(crawler).environment
    unset = environment.unset_search_settings
    providers = dict(providers_of(environment))
    if not providers:
        raise ServiceUnavailable(f"No search engine is configured: set {' or '.join(unset)}.")
    return await ask(crawler, query, providers)


def providers_of(environment: Environment) -> Iterator[tuple[str, SearchProvider]]:
    """The configured search engines by name, in the order of ORBWEAVER_SEARCH_PROVIDER."""
    for name in environment.search_providers:
        if name == "index":
            yield name, IndexProvider()
        elif name == "searxng" and environment.searxng_url:
            yield name, SearxngProvider(environment.searxng_url)
        elif name == "brave" and environment.brave_api_key:
            yield name, BraveProvider(environment.brave_api_key)
        elif name == "ddgs":
            yield name, DdgsProvider()


async def ask(crawler: Crawler, query: SearchQuery, providers: Mapping[str, SearchProvider]) -> tuple[SearchHit, ...]:
    """The hits of the first search engine that finds any. Empty if some engine answered and none found a page.

    Raises:
        ServiceUnavailable: no engine answered.
    """
    policy = resources.of(crawler).policy
    deadline = asyncio.get_running_loop().time() + limits.SEARCH_ENGINES_MAX_SECONDS
    problems: list[str] = []
    for name, provider in providers.items():
        left = deadline - asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(min(left, limits.SEARCH_ENGINE_MAX_SECONDS)):
                found = await provider.answer(crawler, query)
        except (ProviderFailed, TimeoutError) as error:
            problem = str(error) or "It did not answer in time."
            problems.append(f"{name}: {problem}")
            log.warning("The search engine %s failed: %s", name, problem)
            continue
        if hits := accepted(query, found, policy):
            return hits
    if len(problems) == len(providers):
        raise ServiceUnavailable(
            f"No search engine answered. {' '.join(problems)}", retry_after_seconds=RETRY_AFTER_SECONDS
        )
    return ()
