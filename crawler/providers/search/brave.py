"""The search engine `brave`: the web search of Brave's Search API."""

from __future__ import annotations

from typing import Any

from scrapy.crawler import Crawler

from crawler.providers.search import fetch, terms
from crawler.providers.search.accepted import without_tags
from crawler.providers.search.dates import moment
from crawler.providers.search.query import FoundPage, ProviderFailed, SearchQuery

ADDRESS = "https://api.search.brave.com"
FRESHNESS = {"day": "pd", "week": "pw", "month": "pm", "year": "py"}
# Limits of the API on a query.
QUERY_MAX_CHARS, QUERY_MAX_WORDS = 400, 50
COUNT_MAX, PAGES_MAX = 20, 10
# Countries that the API accepts; others are left out of the request and applied to its answer.
COUNTRIES = frozenset(
    "AR AU AT BE BR CA CL DK FI FR DE GR HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US".split()
)


class BraveProvider:
    """Brave's API with the operator's key."""

    pages = PAGES_MAX

    def __init__(self, key: str, address: str = ADDRESS) -> None:
        self._key = key
        self._address = address

    async def answer(self, crawler: Crawler, query: SearchQuery, number: int) -> tuple[FoundPage, ...]:
        """The pages that Brave found.

        Raises:
            ProviderFailed: the API failed or rejected the key.
        """
        text = terms.with_sites(query, max_chars=QUERY_MAX_CHARS, max_words=QUERY_MAX_WORDS)
        parameters = {"q": text, "count": str(COUNT_MAX), "text_decorations": "false", "result_filter": "web"}
        if number > 1:
            parameters["offset"] = str(number - 1)
        if query.time_range:
            parameters["freshness"] = FRESHNESS[query.time_range]
        if query.country in COUNTRIES:
            parameters["country"] = str(query.country)
        headers = {"Accept": "application/json", "X-Subscription-Token": self._key}
        response = await fetch.get(crawler, f"{self._address}/res/v1/web/search", parameters, headers=headers)
        return read(fetch.json_object(response))


def read(answer: dict[str, Any]) -> tuple[FoundPage, ...]:
    """The pages of an answer. An answer without web results has no `web`.

    Raises:
        ProviderFailed: it is not an answer of a search.
    """
    if answer.get("type") != "search":
        raise ProviderFailed("It answered with something else than search results.")
    web = answer.get("web")
    if web is None:
        return ()
    return tuple(
        FoundPage(
            title=without_tags(fetch.text(row.get("title"))), url=fetch.text(row.get("url")),
            snippet=without_tags(fetch.text(row.get("description"))), dated=moment(row.get("page_age")),
        )
        for row in fetch.rows(web.get("results") if isinstance(web, dict) else None)
    )  # fmt: skip
