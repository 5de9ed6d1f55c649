"""What a caller may ask of a whole site."""

from __future__ import annotations

from dataclasses import dataclass

from contract import limits
from contract.declare import option
from contract.fields import Flag, OneOf, Several, Whole
from contract.options.batch import JobOptions
from contract.web_fields import HttpUrl, PathPattern


@dataclass(frozen=True)
class CrawlOptions(JobOptions):
    """Options of one crawl."""

    url: str = option(HttpUrl(), "Where the crawl starts; this page is always fetched.")
    limit: int = option(Whole(1, limits.CRAWL_LIMIT_MAX), "Most pages to scrape.", default=limits.CRAWL_LIMIT_DEFAULT)
    max_depth: int | None = option(
        Whole(0, limits.CRAWL_DEPTH_MAX),
        "Most links to follow one after another; 0 scrapes the start alone.",
        default=None,
    )
    include_paths: tuple[str, ...] = option(
        Several(PathPattern(), max_items=limits.PATHS_MAX),
        "RE2 patterns, searched for in path and query: only what matches one is followed.",
        default=(),
    )
    exclude_paths: tuple[str, ...] = option(
        Several(PathPattern(), max_items=limits.PATHS_MAX), "RE2 patterns of what is not followed.", default=()
    )
    allow_subdomains: bool = option(Flag(), "Follow links to other hosts of the same domain.", default=False)
    allow_external_links: bool = option(
        Flag(), "Scrape pages of other sites that are linked to; their own links are not followed.", default=False
    )
    ignore_query_parameters: bool = option(Flag(), "Treat URLs that differ only by query string as one.", default=False)
    sitemap: str = option(OneOf("skip", "include"), "Whether the site's sitemaps lead to pages too.", default="include")

    @property
    def starts(self) -> tuple[str, ...]:
        return (self.url,)
