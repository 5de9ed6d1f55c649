"""What a crawler writes into the log: addresses carry secrets in their queries, and items hold whole pages."""

from __future__ import annotations

from typing import Any

from scrapy.logformatter import LogFormatter


class Quiet(LogFormatter):
    """Scrapy's lines without one per page and per item."""

    def crawled(self, request: Any, response: Any, spider: Any) -> Any:
        return None

    def scraped(self, item: Any, response: Any, spider: Any) -> Any:
        return None
