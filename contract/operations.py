"""The operations of the service: their options, results, prices and queues. The API and the workers read this table.

To add an operation: a file in `options` and in `results`, a price in `prices`, a spider in `crawler.spiders`, a row here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from contract import prices
from contract.options.batch import BatchOptions
from contract.options.brand import BrandBatchOptions, BrandLogoOptions, BrandOptions
from contract.options.crawl import CrawlOptions
from contract.options.extract import ExtractOptions
from contract.options.images import ImagesOptions
from contract.options.map import MapOptions
from contract.options.scrape import ScrapeOptions
from contract.options.screenshot import ScreenshotOptions
from contract.options.search import SearchOptions
from contract.options.styleguide import StyleguideOptions
from contract.queues import JOBS_QUEUE, PAGES_QUEUE, SCRAPE_QUEUE
from contract.results.brands.brand import BrandResult
from contract.results.brands.brand_lookup import BrandBatchResult, ChosenLogo
from contract.results.brands.styleguide import StyleguideResult
from contract.results.extract import ExtractResult
from contract.results.images import ImagesResult
from contract.results.job import PagesStatus
from contract.results.map import MapResult
from contract.results.page import ScrapeResult
from contract.results.screenshot import ScreenshotResult
from contract.results.search import SearchResult


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One operation. `price` returns the credits of one page with the given options."""

    name: str
    options: type
    result: type
    spider: str
    price: Callable[[Any], int]
    queue: str
    summary: str


SCRAPE = Operation(
    name="scrape",
    options=ScrapeOptions,
    result=ScrapeResult,
    spider="scrape",
    price=lambda options: prices.scrape(options.formats),
    queue=SCRAPE_QUEUE,
    summary="Scrape one URL into the requested formats",
)

MAP = Operation(
    name="map",
    options=MapOptions,
    result=MapResult,
    spider="map",
    price=lambda options: prices.MAP,
    queue=JOBS_QUEUE,
    summary="List the URLs of a site",
)
# Each page with data costs this price. The worker holds credits for more pages as it finds them.
EXTRACT = Operation(
    name="extract",
    options=ExtractOptions,
    result=ExtractResult,
    spider="extract",
    price=lambda options: prices.EXTRACT_PAGE,
    queue=JOBS_QUEUE,
    summary="Extract data that follows a schema from pages and sites",
)
IMAGES = Operation(
    name="images",
    options=ImagesOptions,
    result=ImagesResult,
    spider="images",
    price=lambda options: prices.IMAGES,
    queue=JOBS_QUEUE,
    summary="List the images of one page",
)
SCREENSHOT = Operation(
    name="screenshot",
    options=ScreenshotOptions,
    result=ScreenshotResult,
    spider="screenshot",
    price=lambda options: prices.SCREENSHOT,
    queue=JOBS_QUEUE,
    summary="Take a screenshot of one page",
)
SEARCH = Operation(
    name="search",
    options=SearchOptions,
    result=SearchResult,
    spider="search",
    # The most that a search can cost. It is charged for the results that were really scraped.
    price=lambda options: prices.search(options.limit if options.scrape_results else 0),
    queue=JOBS_QUEUE,
    summary="Search the web, and scrape the results",
)
CRAWL = Operation(
    name="crawl",
    options=CrawlOptions,
    result=PagesStatus,
    spider="crawl",
    price=lambda options: prices.scrape(options.scrape_options.formats),
    queue=PAGES_QUEUE,
    summary="Scrape a whole site in the background",
)
BATCH = Operation(
    name="batch",
    options=BatchOptions,
    result=PagesStatus,
    spider="batch",
    price=lambda options: prices.scrape(options.scrape_options.formats),
    queue=PAGES_QUEUE,
    summary="Scrape a list of URLs in the background",
)

BRAND = Operation(
    name="brand",
    options=BrandOptions,
    result=BrandResult,
    spider="brand",
    price=lambda options: prices.BRAND,
    queue=JOBS_QUEUE,
    summary="Look up the brand of a domain",
)
BRAND_BATCH = Operation(
    name="brand-batch",
    options=BrandBatchOptions,
    result=BrandBatchResult,
    spider="brand-batch",
    price=lambda options: prices.BRAND * len(options.hosts),
    queue=JOBS_QUEUE,
    summary="Look up the brands of many domains",
)
BRAND_LOGO = Operation(
    name="brand-logo",
    options=BrandLogoOptions,
    result=ChosenLogo,
    spider="brand-logo",
    price=lambda options: prices.BRAND_LOGO,
    queue=JOBS_QUEUE,
    summary="Choose a logo of a domain",
)
STYLEGUIDE = Operation(
    name="styleguide",
    options=StyleguideOptions,
    result=StyleguideResult,
    spider="styleguide",
    price=lambda options: prices.STYLEGUIDE,
    queue=JOBS_QUEUE,
    summary="Read the design system of a site",
)
# Started by logo serving for a domain that is not stored. Its result is the stored logo files.
LOGO = Operation(
    name="logo",
    options=BrandOptions,
    result=type(None),
    spider="logo",
    price=lambda options: 0,
    queue=JOBS_QUEUE,
    summary="Resolve a domain for logo serving",
)

OPERATIONS = {
    operation.name: operation
    for operation in (
        SCRAPE, MAP, IMAGES, SCREENSHOT, SEARCH, EXTRACT, CRAWL, BATCH, BRAND, BRAND_BATCH, BRAND_LOGO, LOGO, STYLEGUIDE,
    )
}  # fmt: skip


def queue_of(operation: str) -> str:
    """The queue of an operation. An operation of a newer version counts as a long job."""
    known = OPERATIONS.get(operation)
    return known.queue if known else JOBS_QUEUE


# Endpoints that return one format each: path segment -> format.
FORMAT_ENDPOINTS = {
    "markdown": "markdown", "html": "html", "raw-html": "rawHtml", "links": "links", "structured": "structured",
}  # fmt: skip
