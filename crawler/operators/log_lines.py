"""What a crawler writes into the log: addresses carry secrets in their queries, and items hold whole pages."""

from __future__ import annotations

import logging
from typing import Any

from scrapy.logformatter import LogFormatter


class Quiet(LogFormatter):
    """Scrapy's lines without one per page and per item."""

    def crawled(self, request: Any, response: Any, spider: Any) -> Any:
        return None

    def scraped(self, item: Any, response: Any, spider: Any) -> Any:
        return None

    def dropped(self, item: Any, exception: BaseException, response: Any, spider: Any) -> Any:
        return {"level": logging.INFO, "msg": "Left out: %(why)s", "args": {"why": exception}}

    def item_error(self, item: Any, exception: BaseException, response: Any, spider: Any) -> Any:
        return {"level": logging.ERROR, "msg": "Not read: %(why)s", "args": {"why": exception}}
