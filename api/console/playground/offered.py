"""The operations of the playground: how each one is called, which options its form shows first, and what it starts with.

The paths, methods of the Python client and tools of MCP are those of their own tables; a test compares them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from api.console.playground.inputs import Input, describe
from contract import prices
from contract.operations import (
    BATCH,
    BRAND,
    BRAND_BATCH,
    BRAND_LOGO,
    CRAWL,
    EXTRACT,
    IMAGES,
    MAP,
    SCRAPE,
    SCREENSHOT,
    SEARCH,
    STYLEGUIDE,
    Operation,
)


@dataclass(frozen=True, kw_only=True)
class Offered:
    """One operation of the playground. `subject` is the positional argument of the client's method.

    `tool` is the name of the MCP tool, None when there is none; it does not have the options of `not_in_tool`. `starts` has
    texts of the form that differ from the defaults. `job_field` names the field of the answer that has a started job's id.
    """

    operation: Operation
    title: str
    path: str
    subject: str
    client_method: str
    price: str
    common: tuple[str, ...]
    method: str = "POST"
    tool: str | None = None
    not_in_tool: frozenset[str] = frozenset()
    starts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    job_field: str | None = None

    @property
    def name(self) -> str:
        """The operation's name, as in the address of its form."""
        return self.operation.name

    @cached_property
    def inputs(self) -> tuple[Input, ...]:
        """The inputs of its form: the common ones in the order of `common`, then the others."""
        described = describe(self.operation.options, self.common)
        places = {path: place for place, path in enumerate(self.common)}
        return tuple(sorted(described, key=lambda each: places.get(each.path, len(places))))


_PAGE = "per page"
_CALL = "per call"
_DOMAIN = "per resolved domain"


def _price(credits: int, of: str) -> str:
    return f"{prices.format_credits(credits)} {of}"


OFFERED: Mapping[str, Offered] = {
    offered.name: offered
    for offered in (
        Offered(
            operation=SCRAPE, title="Scrape", path="/v1/web/scrape", subject="url", client_method="scrape", tool="scrape",
            price=_price(prices.SCRAPE, _PAGE), not_in_tool=frozenset({"async", "method", "body"}), job_field="jobId",
            common=("url", "formats", "onlyMainContent", "includeLinks", "renderJs"),
        ),
        Offered(
            operation=CRAWL, title="Crawl", path="/v1/web/crawl", subject="url", client_method="start_crawl", tool="crawl",
            price=_price(prices.SCRAPE, _PAGE), not_in_tool=frozenset({"webhook"}), job_field="crawlId",
            common=("url", "limit", "maxDepth", "sitemap"), starts={"limit": ["20"]},
        ),
        Offered(
            operation=BATCH, title="Batch", path="/v1/web/batch", subject="urls", client_method="start_batch", tool="batch",
            price=_price(prices.SCRAPE, _PAGE), not_in_tool=frozenset({"webhook"}), job_field="batchId", common=("urls",),
        ),
        Offered(
            operation=MAP, title="Map", path="/v1/web/map", subject="url", client_method="map", tool="map",
            price=_price(prices.MAP, _CALL), common=("url", "search", "limit", "sitemap"),
        ),
        Offered(
            operation=SEARCH, title="Search", path="/v1/web/search", subject="query", client_method="search", tool="search",
            price=_price(prices.SEARCH, f"per search, {prices.SEARCH_PAGE} more per scraped result"),
            common=("query", "limit", "scrapeResults", "timeRange"),
        ),
        Offered(
            operation=EXTRACT, title="Extract", path="/v1/web/extract", subject="urls", client_method="extract", tool="extract",
            price=_price(prices.EXTRACT_PAGE, "per page with data"), common=("urls", "schema", "prompt", "showConfidence"),
            starts={"showConfidence": ["true"]},
        ),
        Offered(
            operation=SCREENSHOT, title="Screenshot", path="/v1/web/screenshot", subject="url", client_method="screenshot",
            tool="screenshot", price=_price(prices.SCREENSHOT, _CALL), common=("url", "fullPage"),
        ),
        Offered(
            operation=IMAGES, title="Images", path="/v1/web/images", subject="url", client_method="images", tool="images",
            price=_price(prices.IMAGES, _CALL), common=("url", "renderJs"),
        ),
        Offered(
            operation=BRAND, title="Brand", method="GET", path="/v1/web/brand", subject="domain", client_method="brand",
            tool="brand", price=_price(prices.BRAND, _DOMAIN), common=("domain",),
        ),
        Offered(
            operation=BRAND_BATCH, title="Brands", path="/v1/web/brand", subject="domains",
            client_method="brands", price=_price(prices.BRAND, _DOMAIN), common=("domains",),
        ),
        Offered(
            operation=BRAND_LOGO, title="Logo", method="GET", path="/v1/web/brand/logo", subject="domain",
            client_method="brand_logo", tool="logo", price=_price(prices.BRAND_LOGO, "per call that returns a logo"),
            common=("domain", "type", "theme"),
        ),
        Offered(
            operation=STYLEGUIDE, title="Styleguide", method="GET", path="/v1/web/styleguide", subject="domain",
            client_method="styleguide", tool="styleguide", price=_price(prices.STYLEGUIDE, _CALL), common=("domain",),
        ),
    )
}  # fmt: skip
