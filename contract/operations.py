"""One row per operation; REST, MCP and the documentation are generated from it.

To add one: options and result in their files, a price in `prices`, a spider in `crawler.spiders`, a row here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from contract import prices
from contract.options.batch import BatchOptions
from contract.options.crawl import CrawlOptions
from contract.options.map import MapOptions
from contract.options.page import MODEL_FORMATS
from contract.options.scrape import ScrapeOptions
from contract.results.job import PagesStatus
from contract.results.map import MapResult
from contract.results.page import ScrapeResult

# Jobs of many pages stand in no queue: their pages are rows that any worker takes.
PAGES = "pages"


@dataclass(frozen=True, kw_only=True)
class Operation:
    """What the service can be asked to do, and all that the doors need to know of it. `price` is that of one page."""

    name: str
    options: type
    result: type
    spider: str
    price: Callable[[Any], int]
    queue: str
    sentence: str


SCRAPE = Operation(
    name="scrape",
    options=ScrapeOptions,
    result=ScrapeResult,
    spider="scrape",
    price=lambda options: prices.scrape(options.formats),
    queue="scrape",
    sentence="Scrape one URL into the requested formats.",
)

MAP = Operation(
    name="map",
    options=MapOptions,
    result=MapResult,
    spider="map",
    price=lambda options: prices.MAP,
    queue="jobs",
    sentence="List the URLs of a site.",
)
CRAWL = Operation(
    name="crawl",
    options=CrawlOptions,
    result=PagesStatus,
    spider="crawl",
    price=lambda options: prices.scrape(options.scrape_options.formats),
    queue=PAGES,
    sentence="Scrape a whole site in the background.",
)
BATCH = Operation(
    name="batch",
    options=BatchOptions,
    result=PagesStatus,
    spider="batch",
    price=lambda options: prices.scrape(options.scrape_options.formats),
    queue=PAGES,
    sentence="Scrape a list of URLs in the background.",
)

OPERATIONS = {operation.name: operation for operation in (SCRAPE, MAP, CRAWL, BATCH)}

# The endpoints that answer one format each: path segment -> format.
FORMAT_ENDPOINTS = {
    "markdown": "markdown", "html": "html", "raw-html": "rawHtml", "links": "links", "structured": "structured",
}  # fmt: skip

__all__ = ["BATCH", "CRAWL", "FORMAT_ENDPOINTS", "MAP", "MODEL_FORMATS", "OPERATIONS", "PAGES", "SCRAPE", "Operation"]
