"""Log lines of a crawler. They omit queries of URLs, which may hold secrets, and items, which hold whole pages."""

from __future__ import annotations

import logging
from typing import Any

from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadCancelledError
from scrapy.http import Request
from scrapy.logformatter import LogFormatter
from scrapy.settings import BaseSettings

from contract.errors import ServiceError
from contract.process.logs import JsonLines
from crawler.capture import as_service_error, capture_request_of
from crawler.spiders.base import closing

# Marks the arguments of a log line about a failure that needs no traceback.
KNOWN = "known"


class _KnownFailures(logging.Filter):
    """Removes the traceback that Scrapy adds to a failure, when the failure has its own message."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, dict) and record.args.get(KNOWN):
            record.exc_info = None
        return True


_known_failures = _KnownFailures()


def log_as_json(settings: BaseSettings) -> None:
    """Write Scrapy's log as one JSON object per line, to where LOG_FILE and LOG_LEVEL say. For ORBWEAVER_LOG_FORMAT=json."""
    settings.set("LOG_INSTALL_ROOT_HANDLER", False, "cmdline")
    if not settings.getbool("LOG_ENABLED"):
        return
    handler: logging.Handler = logging.StreamHandler()
    if path := settings.get("LOG_FILE"):
        mode = "a" if settings.getbool("LOG_FILE_APPEND") else "w"
        handler = logging.FileHandler(path, mode, settings.get("LOG_ENCODING"))
    handler.setFormatter(JsonLines())
    handler.setLevel(settings.get("LOG_LEVEL"))
    logging.root.setLevel(logging.NOTSET)
    logging.root.addHandler(handler)


class QuietLogFormatter(LogFormatter):
    """Scrapy's log lines without one per page and per item. A known failure is logged in one line."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> QuietLogFormatter:
        logging.getLogger("scrapy.core.scraper").addFilter(_known_failures)
        return cls()

    def crawled(self, request: Any, response: Any, spider: Any) -> Any:
        return None

    def scraped(self, item: Any, response: Any, spider: Any) -> Any:
        return None

    def dropped(self, item: Any, exception: BaseException, response: Any, spider: Any) -> Any:
        line: Any = super().dropped(item, exception, response, spider)
        return {"level": line["level"], "msg": "Dropped: %(why)s", "args": {"why": exception}}

    def item_error(self, item: Any, exception: BaseException, response: Any, spider: Any) -> Any:
        return _line("Not read: %(why)s", exception, known=isinstance(exception, ServiceError))

    def spider_error(self, failure: Any, request: Any, response: Any, spider: Any) -> Any:
        known = isinstance(failure.value, ServiceError)
        return _line("Failed: %(url)s: %(why)s", failure.value, known=known, url=request.url)

    def download_error(self, failure: Any, request: Any, spider: Any, errmsg: str | None = None) -> Any:
        if isinstance(failure.value, DownloadCancelledError) and closing(spider.crawler):
            return _line("Cut off by the closing spider: %(url)s", failure.value, known=True, url=request.url)
        error = _service_error(failure.value, request)
        return _line("Failed: %(url)s: %(why)s", error or failure.value, known=error is not None, url=request.url)


def _line(message: str, error: BaseException, *, known: bool, url: str = "") -> dict[str, Any]:
    return {"level": logging.ERROR, "msg": message, "args": {"why": error, "url": url, KNOWN: known}}


def _service_error(error: Exception, request: Request) -> ServiceError | None:
    """The service error for a failed fetch, or None when the failure is unknown."""
    try:
        return as_service_error(error, capture_request_of(request), "")
    except type(error):
        return None  # Unknown errors are raised again.
