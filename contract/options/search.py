"""Options of a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from marshmallow import ValidationError

from contract import limits
from contract.declare import option, schema_of
from contract.fields.basic import Flag, ListOf, Nested, OneOf, Text, WholeNumber
from contract.fields.domain import Domain
from contract.fields.location import Country
from contract.options.batch import PageOptions
from contract.options.scrape import ScrapeOptions
from contract.rules import Rule, Ruled

TIME_RANGES = ("day", "week", "month", "year")


@dataclass(frozen=True)
class ResultScrapeOptions(PageOptions):
    """How each result of a search is scraped."""

    cache_only: bool = option(
        Flag(), "Leave out the `data` of a result instead of fetching when no fresh cached copy exists.", default=False
    )
    store_in_cache: bool = option(
        Flag(), "Store the captures, so that later calls can be served from the cache.", default=True
    )

    def scrape_of(self, url: str) -> ScrapeOptions:
        """The scrape of one result."""
        values: dict[str, Any] = {declared.name: getattr(self, declared.name) for declared in fields(self)}
        return ScrapeOptions(url=url, **values)


class QueryText(Text):
    """The words of a search. They contain more than blanks."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_chars=1, max_chars=limits.SEARCH_QUERY_MAX_CHARS, **kwargs)
        self.metadata = {"published": {"pattern": r"^[^\x00]*[^\x00\s][^\x00]*$"}, **self.metadata}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if not text.strip():
            raise ValidationError("must not be blank")
        return text


@dataclass(frozen=True)
class SearchOptions(Ruled):
    """Options of one search."""

    query: str = option(QueryText(), 'What to search for: words, `"phrases"`, `-word`, `OR` and `site:`.')
    limit: int = option(
        WholeNumber(1, limits.SEARCH_LIMIT_MAX), "Maximum number of results.", default=limits.SEARCH_LIMIT_DEFAULT
    )
    page: int = option(
        WholeNumber(1, limits.SEARCH_PAGE_MAX),
        "Which page of the results to return. Each has `limit` results, and `rank` continues counting.", default=1,
    )  # fmt: skip
    scrape_results: bool = option(
        Flag(), "Also scrape each result. Its `data` is null otherwise, and where the page could not be scraped.",
        default=False,
    )  # fmt: skip
    scrape_options: ResultScrapeOptions = option(
        Nested(schema_of(ResultScrapeOptions)),
        "How each result is scraped. Ignored unless `scrapeResults` is true. `headers` require `includeDomains`: they are"
        " sent to these domains only.",
        default=ResultScrapeOptions(),
    )
    prefer_structure: bool = option(
        Flag(),
        "The same as `preferStructure` in `scrapeOptions`. Ignored unless `scrapeResults` is true.",
        default=False,
    )
    time_range: str | None = option(
        OneOf(*TIME_RANGES),
        "Return only pages that were published within this time; pages without a date count from when they were found.",
        default=None,
    )
    country: str | None = option(
        Country(),
        "Country that the results are for, as an ISO 3166 alpha-2 code. Pages of other countries are left out.",
        default=None,
    )
    include_domains: tuple[str, ...] = option(
        ListOf(Domain(), max_items=limits.SEARCH_DOMAINS_MAX),
        "Return only pages of these domains and their subdomains. All domains when the list is empty.",
        default=(),
    )
    exclude_domains: tuple[str, ...] = option(
        ListOf(Domain(), max_items=limits.SEARCH_DOMAINS_MAX),
        "Leave out the pages of these domains and their subdomains.",
        default=(),
    )

    RULES: ClassVar[tuple[Rule, ...]] = (
        # Without it, a caller's Authorization header would be sent to every site that a search engine finds.
        Rule(
            field="scrapeOptions.headers",
            message="require includeDomains: set it to the domains that the headers may be sent to",
            is_broken_by=lambda options: bool(
                options.scrape_results and options.scrape_options.headers and not options.include_domains
            ),
            when={
                "scrapeResults": {"const": True},
                "scrapeOptions": {
                    "type": "object",
                    "properties": {"headers": {"type": "object", "minProperties": 1}},
                    "required": ["headers"],
                },
            },
            then={"includeDomains": {"type": "array", "minItems": 1}},
        ),
    )

    def scrape_of(self, url: str) -> ScrapeOptions:
        """The scrape of one result."""
        options = self.scrape_options.scrape_of(url)
        return replace(options, prefer_structure=options.prefer_structure or self.prefer_structure)

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats of the scraped results; empty when none is scraped."""
        return self.scrape_options.formats if self.scrape_results else ()
