"""One row per operation; REST, MCP and the documentation are generated from it.

To add one: options and result in their files, a price in `prices`, a spider in `crawler.spiders`, a row here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from contract import prices
from contract.options.page import MODEL_FORMATS
from contract.options.scrape import ScrapeOptions
from contract.results.page import ScrapeResult


@dataclass(frozen=True, kw_only=True)
class Operation:
    """What the service can be asked to do, and all that the doors need to know of it."""

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

OPERATIONS = {operation.name: operation for operation in (SCRAPE,)}

# The endpoints that answer one format each: path segment -> format.
FORMAT_ENDPOINTS = {
    "markdown": "markdown", "html": "html", "raw-html": "rawHtml", "links": "links", "structured": "structured",
}  # fmt: skip

__all__ = ["FORMAT_ENDPOINTS", "MODEL_FORMATS", "OPERATIONS", "SCRAPE", "Operation"]
