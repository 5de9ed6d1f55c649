"""The search engine `searxng`: an operator's own SearXNG server, which asks other engines.

Its settings must allow the answer format `json`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from scrapy.crawler import Crawler

from crawler.providers.search import fetch, terms
from crawler.providers.search.accepted import without_tags
from crawler.providers.search.dates import moment
from crawler.providers.search.query import FoundPage, ProviderFailed, SearchQuery

PAGES_MAX = 15


class SearxngProvider:
    """A SearXNG server at an address of the operator, which may be private."""

    pages = PAGES_MAX

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")

    async def answer(self, crawler: Crawler, query: SearchQuery, number: int) -> tuple[FoundPage, ...]:
        """The pages that the server found.

        Raises:
            ProviderFailed: the server failed, or found nothing because its own engines failed.
        """
        parameters = {"q": terms.with_sites(query), "format": "json", "pageno": str(number)}
        if query.time_range:
            parameters["time_range"] = query.time_range
        if language := terms.language(query):
            parameters["language"] = language
        response = await fetch.get(
            crawler, f"{self._address}/search", parameters, headers={"Accept": "application/json"}, own_server=True
        )
        return read(fetch.json_object(response))


def read(answer: dict[str, Any]) -> tuple[FoundPage, ...]:
    """The pages of an answer.

    Raises:
        ProviderFailed: it is not an answer, or it is empty because the server's engines did not answer.
    """
    found = tuple(
        FoundPage(
            title=without_tags(fetch.text(row.get("title"))), url=fetch.text(row.get("url")),
            snippet=without_tags(fetch.text(row.get("content"))), dated=_dated(row),
        )
        for row in fetch.rows(answer.get("results"))
    )  # fmt: skip
    if not found and answer.get("unresponsive_engines"):
        raise ProviderFailed("Its own search engines did not answer.", is_temporary=True)
    return found


def _dated(row: dict[str, Any]) -> datetime | None:
    return moment(row.get("publishedDate"))
