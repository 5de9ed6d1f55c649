"""What a search asks for, and what a search engine answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from scrapy.crawler import Crawler


@dataclass(frozen=True, kw_only=True)
class SearchQuery:
    """One search. `time_range` is `day`, `week`, `month` or `year`; domains are lower case and in ASCII form."""

    query: str
    limit: int = 10
    page: int = 1
    time_range: str | None = None
    country: str | None = None
    include_domains: tuple[str, ...] = ()
    exclude_domains: tuple[str, ...] = ()

    @property
    def before(self) -> int:
        """The number of results on the pages before this one."""
        return (self.page - 1) * self.limit

    @property
    def most(self) -> int:
        """The number of results up to the end of this page."""
        return self.page * self.limit


@dataclass(frozen=True, kw_only=True)
class SearchHit:
    """One page that was found. `rank` counts from 1. `title` and `snippet` are plain text."""

    title: str
    url: str
    snippet: str
    rank: int


@dataclass(frozen=True, kw_only=True)
class FoundPage:
    """One entry of a search engine's answer, before it is checked. `dated` is its date, if the engine gives one."""

    title: str
    url: str
    snippet: str
    dated: datetime | None = None


class ProviderFailed(Exception):
    """A search engine gave no usable answer. The message is for the log and for operators, not for callers.

    `is_temporary` says whether trying again can help.
    """

    def __init__(self, message: str, *, is_temporary: bool = False) -> None:
        super().__init__(message)
        self.is_temporary = is_temporary


class SearchProvider(Protocol):
    """One search engine. `pages` is how many pages of results it gives."""

    @property
    def pages(self) -> int: ...

    async def answer(self, crawler: Crawler, query: SearchQuery, number: int) -> tuple[FoundPage, ...]:
        """The entries on one of the engine's pages, best first. Empty if there are none.

        Args:
            number: of the engine's page, from 1 to `pages`. Its pages need not be as long as those of the query.
        Raises:
            ProviderFailed: the engine did not answer, blocked the request, or answered something else than results.
        """
