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
    time_range: str | None = None
    country: str | None = None
    include_domains: tuple[str, ...] = ()
    exclude_domains: tuple[str, ...] = ()


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
    """One search engine."""

    async def answer(self, crawler: Crawler, query: SearchQuery) -> tuple[FoundPage, ...]:
        """The pages that the engine found, best first. Empty if it found none.

        Raises:
            ProviderFailed: the engine did not answer, blocked the request, or answered something else than results.
        """
