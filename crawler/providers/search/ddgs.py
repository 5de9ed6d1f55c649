"""The search engine `ddgs`: DuckDuckGo's page for browsers without scripts, which needs no key.

It is a page for people. It shows a captcha after many requests, which is a failure of this engine.
"""

from __future__ import annotations

from scrapy.crawler import Crawler

from contract.errors import UpstreamUnreachable
from crawler import resources
from crawler.providers.search import fetch, terms
from crawler.providers.search.query import FoundPage, ProviderFailed, SearchQuery
from extraction.search import duckduckgo

ADDRESS = "https://html.duckduckgo.com"
FRESHNESS = {"day": "d", "week": "w", "month": "m", "year": "y"}
QUERY_MAX_CHARS = 490


class DdgsProvider:
    """DuckDuckGo. Its further pages need a token from the first."""

    pages = 1

    def __init__(self, address: str = ADDRESS) -> None:
        self._address = address

    async def answer(self, crawler: Crawler, query: SearchQuery, number: int) -> tuple[FoundPage, ...]:
        """The pages that DuckDuckGo found.

        Raises:
            ProviderFailed: it answered with a captcha, or with a page that is not a page of results.
        """
        parameters = {"q": terms.with_sites(query, max_chars=QUERY_MAX_CHARS)}
        if query.time_range:
            parameters["df"] = FRESHNESS[query.time_range]
        if language := terms.language(query):
            parameters["kl"] = _region(language)
        url = f"{self._address}/html/"
        response = await fetch.get(crawler, url, parameters, headers={"Accept": "text/html"})
        try:
            page = await resources.of(crawler).reading.call(url, duckduckgo.read, response.body)
        except UpstreamUnreachable as error:
            raise ProviderFailed("Its page could not be read.") from error
        if page.problem:
            raise ProviderFailed(page.problem, is_temporary=page.problem == duckduckgo.CAPTCHA)
        return tuple(FoundPage(title=each.title, url=each.url, snippet=each.snippet) for each in page.results)


def _region(language: str) -> str:
    """DuckDuckGo's name of a language and country: `de-DE` is `de-de`, `en-GB` is `uk-en`."""
    tongue, _, country = language.partition("-")
    return f"{'uk' if country == 'GB' else country.lower()}-{tongue}"
