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
from crawler.providers.search.query import FoundPage, ProviderFailed, SearchHit, SearchProvider, SearchQuery
from crawler.providers.search.searxng import SearxngProvider

log = logging.getLogger(__name__)
RETRY_AFTER_SECONDS = 10
# A search engine's page with fewer entries is its last.
FULL_PAGE_MIN = 8
NONE_ANSWERED = "No search engine answered."
NONE_CONFIGURED = "No search engine is configured."
CHECK_SETTING = "Check ORBWEAVER_SEARCH_PROVIDER."


async def find(crawler: Crawler, query: SearchQuery) -> tuple[SearchHit, ...]:
    """The pages that a search found, best first. Empty if there are none.

    The search engines of ORBWEAVER_SEARCH_PROVIDER are asked in order, until one finds pages.

    Raises:
        ServiceUnavailable: no search engine answered, or none is configured.
    """
    shared = resources.of(crawler)
    environment = shared.environment
    providers = dict(providers_of(environment))
    if not providers:
        remedy = f"Set {' or '.join(environment.unset_search_settings)}."
        log.warning("%s %s", NONE_CONFIGURED, remedy)
        raise ServiceUnavailable(f"{NONE_CONFIGURED} {remedy if _is_operator(shared) else CHECK_SETTING}")
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
    """The query's page of the hits of the first search engine that finds any. Empty if some engine answered, but no more.

    Raises:
        ServiceUnavailable: no engine answered.
    """
    shared = resources.of(crawler)
    deadline = asyncio.get_running_loop().time() + limits.SEARCH_ENGINES_MAX_SECONDS
    failures: dict[str, ProviderFailed] = {}
    for name, provider in providers.items():
        left = deadline - asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(min(left, limits.SEARCH_ENGINE_MAX_SECONDS)):
                hits = await _hits(crawler, query, provider)
        except TimeoutError:
            failures[name] = ProviderFailed("It did not answer in time.", is_temporary=True)
        except ProviderFailed as failure:
            failures[name] = failure
        else:
            if hits:
                return hits[query.before :]
            continue
        log.warning("The search engine %s failed: %s", name, failures[name])
    if len(failures) == len(providers):
        raise none_answered(failures, for_operator=_is_operator(shared))
    return ()


async def _hits(crawler: Crawler, query: SearchQuery, provider: SearchProvider) -> tuple[SearchHit, ...]:
    """The hits up to the end of the query's page. The engine's own pages are read one after the other, as many as needed."""
    found: dict[str, FoundPage] = {}
    hits: tuple[SearchHit, ...] = ()
    for number in range(1, provider.pages + 1):
        try:
            entries = await provider.answer(crawler, query, number)
        except ProviderFailed:
            if len(hits) > query.before:
                break
            raise
        known = len(found)
        for entry in entries:
            found.setdefault(entry.url, entry)
        hits = accepted(query, found.values(), resources.of(crawler).policy)
        if len(hits) == query.most or len(entries) < FULL_PAGE_MIN or len(found) == known:
            break
    return hits


def none_answered(failures: Mapping[str, ProviderFailed], *, for_operator: bool) -> ServiceUnavailable:
    """The error when every search engine failed. Retry-After is set only if trying again can help.

    Args:
        failures: by name of the engine.
        for_operator: whether the message says why they failed, which is about the operator's keys and servers.
    """
    is_temporary = any(failure.is_temporary for failure in failures.values())
    remedy = "" if is_temporary else CHECK_SETTING
    if for_operator:
        remedy = " ".join(f"{name}: {failure}" for name, failure in failures.items())
    return ServiceUnavailable(
        f"{NONE_ANSWERED} {remedy}".strip(), retry_after_seconds=RETRY_AFTER_SECONDS if is_temporary else None
    )


def _is_operator(shared: resources.Resources) -> bool:
    """Whether the caller is the operator, at the command line. The service's own processes have a database."""
    return shared.database is None
