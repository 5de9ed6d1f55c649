"""Options of a crawl."""

from __future__ import annotations

from dataclasses import dataclass

from contract import limits
from contract.declare import option
from contract.fields.basic import Flag, ListOf, OneOf, WholeNumber
from contract.fields.path_pattern import PathPattern
from contract.fields.url import HttpUrl
from contract.options.batch import JobOptions


@dataclass(frozen=True)
class CrawlOptions(JobOptions):
    """Options of one crawl."""

    url: str = option(
        HttpUrl(), "Start URL. It is always scraped, also when `includePaths` and `excludePaths` do not select it."
    )
    limit: int = option(
        WholeNumber(1, limits.CRAWL_LIMIT_MAX),
        "Maximum number of pages to scrape, the start URL included.",
        default=limits.CRAWL_LIMIT_DEFAULT,
    )
    max_depth: int | None = option(
        WholeNumber(0, limits.CRAWL_DEPTH_MAX),
        "Maximum link depth from the start URL. 0 scrapes only the start URL. No maximum when omitted.",
        default=None,
    )
    include_paths: tuple[str, ...] = option(
        ListOf(PathPattern(), max_items=limits.PATHS_MAX),
        "Regular expressions in RE2 syntax, searched for in a URL's path and query."
        " Only URLs that match at least one are scraped. Every URL matches when the list is empty.",
        default=(),
    )
    exclude_paths: tuple[str, ...] = option(
        ListOf(PathPattern(), max_items=limits.PATHS_MAX),
        "Regular expressions in RE2 syntax, searched for in a URL's path and query. URLs that match one are skipped.",
        default=(),
    )
    allow_subdomains: bool = option(Flag(), "Also scrape other hosts of the same domain.", default=False)
    allow_external_links: bool = option(
        Flag(), "Also scrape pages of other sites that the site links to. Links on those pages are not followed.",
        default=False,
    )  # fmt: skip
    ignore_query_parameters: bool = option(
        Flag(), "Treat URLs that differ only in the query string as one page.", default=False
    )
    sitemap: str = option(
        OneOf("skip", "include"),
        "`include` also scrapes the pages that the site's sitemaps list; `skip` does not read sitemaps.",
        default="include",
    )

    @property
    def starts(self) -> tuple[str, ...]:
        return (self.url,)
