"""The table of operations. Routes, OpenAPI, the Python client, MCP tools, the playground, prices in the documentation, help of
commands and the map of spiders are made from it.

To add an operation: a file in `options` and in `results`, a row here, a spider of the same name in `crawler.spiders`, a guide
in `docs/operations`, examples in `api/openapi/examples.json`, and its tests.
"""

from __future__ import annotations

from collections.abc import Mapping

from contract.operation_rows.brands import BRAND, BRAND_BATCH, BRAND_LOGO, LOGO, STYLEGUIDE
from contract.operation_rows.definition import Form, Operation, Tool
from contract.operation_rows.jobs import BATCH, CRAWL
from contract.operation_rows.pages import EXTRACT, IMAGES, MAP, PARSE, SCRAPE, SCREENSHOT, SEARCH
from contract.queues import JOBS_QUEUE

__all__ = [
    "BATCH", "BRAND", "BRAND_BATCH", "BRAND_LOGO", "CRAWL", "EXTRACT", "FORMAT_ENDPOINTS", "IMAGES", "LOGO", "MAP", "OPERATIONS",
    "PARSE", "SCRAPE", "SCREENSHOT", "SEARCH", "STYLEGUIDE", "TAGS", "Form", "Operation", "Tool", "offered", "queue_of",
]  # fmt: skip

# The groups of OpenAPI, in the order of the document.
TAGS = {
    "scrape": "Scrape one page.",
    "parse": "Read an uploaded file.",
    "map": "List the URLs of a site.",
    "search": "Search the web.",
    "extract": "Extract data from pages and sites.",
    "images": "List the images of a page.",
    "screenshot": "Take a screenshot of a page.",
    "crawl": "Scrape a whole site in the background.",
    "batch": "Scrape a list of URLs in the background.",
    "brand": "Names, logos, colours, fonts and profiles of companies.",
    "styleguide": "The design systems of sites.",
}

OPERATIONS: dict[str, Operation] = {
    operation.name: operation
    for operation in (
        SCRAPE, PARSE, MAP, SEARCH, EXTRACT, IMAGES, SCREENSHOT, CRAWL, BATCH, BRAND, BRAND_BATCH, BRAND_LOGO, STYLEGUIDE, LOGO,
    )
}  # fmt: skip


def offered() -> tuple[Operation, ...]:
    """The operations that callers can start."""
    return tuple(each for each in OPERATIONS.values() if each.path)


def queue_of(operation: str) -> str:
    """The queue of an operation. An operation of a newer version counts as a long job."""
    known = OPERATIONS.get(operation)
    return known.queue if known else JOBS_QUEUE


# Endpoints that return one format each: path segment -> (format, summary).
FORMAT_ENDPOINTS: Mapping[str, tuple[str, str]] = {
    "markdown": ("markdown", "Scrape one page as Markdown"),
    "html": ("html", "Scrape one page as cleaned HTML"),
    "raw-html": ("rawHtml", "Scrape one page as unmodified HTML"),
    "links": ("links", "List the links of one page"),
    "structured": ("structured", "Scrape the structured data of one page"),
}
