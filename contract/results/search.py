"""Result of a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from marshmallow import fields

from contract.declare import option, schema_of
from contract.results.page import ScrapeResult
from contract.results.page_entry import error_code_option


@dataclass(frozen=True)
class SearchUsage:
    """Credits that a search consumed."""

    credits_used: int = option(fields.Integer(), "Credits charged: 1, and 1 for each result in `data`.")
    credits_remaining: int = option(fields.Integer(), "Workspace balance after the call.")


@dataclass(frozen=True)
class SearchResultEntry:
    """One result of a search."""

    title: str = option(fields.String(), "Title of the page.")
    url: str = option(fields.String(), "URL of the page.")
    snippet: str = option(fields.String(), "Passage of the page that fits the query, or its description.")
    rank: int = option(fields.Integer(), "Position of the result, counted from 1 on the first page.")
    data: ScrapeResult | None = option(
        fields.Nested(schema_of(ScrapeResult), allow_none=True),
        "The scraped page. null when scraping is off, or when the page could not be scraped.",
        default=None,
    )
    error: str | None = option(
        fields.String(allow_none=True),
        "Why the page could not be scraped. null when it was scraped, or when scraping is off.",
        default=None,
    )
    error_code: str | None = error_code_option()


@dataclass(frozen=True)
class SearchResult:
    """The results of a search, best first."""

    query: str = option(fields.String(), "The query.")
    status: Literal["ok"] = option(
        fields.String(metadata={"enum": ["ok"]}), "`ok`. A search that failed is an error.", default="ok"
    )
    results: tuple[SearchResultEntry, ...] = option(
        fields.List(fields.Nested(schema_of(SearchResultEntry))),
        "Results, best first. Empty if there are none.",
        default=(),
    )
    usage: SearchUsage = option(fields.Nested(schema_of(SearchUsage)), "Credits that the call consumed.")
