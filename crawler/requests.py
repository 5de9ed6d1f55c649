"""The Scrapy requests of captures, and of files that belong to a site."""

from __future__ import annotations

import asyncio
import logging

from scrapy.crawler import Crawler
from scrapy.http import Request, Response

from contract import limits
from contract.capture import CaptureRequest
from contract.options.page import ReadingOptions
from crawler.fetching.raw_url import verbatim
from crawler.meta import CAPTURE_REQUEST, DEADLINE, OPTIONS, PRICE, TASK, VERBATIM
from models.job import Task
from models.page import PageTask

log = logging.getLogger(__name__)


def request_for(wanted: CaptureRequest, options: ReadingOptions, task: Task | PageTask | None, price: int) -> Request:
    """The Scrapy request that captures a page and knows what it is for."""
    budget = (wanted.timeout_ms or limits.CAPTURE_MAX_MS) / 1000
    return Request(
        verbatim(wanted.url),
        method=wanted.method,
        body=wanted.body,
        headers=dict(wanted.headers),
        dont_filter=True,
        meta={
            VERBATIM: True,
            CAPTURE_REQUEST: wanted,
            OPTIONS: options,
            TASK: task,
            PRICE: price,
            DEADLINE: asyncio.get_running_loop().time() + budget,
            # A POST may have been carried out although its answer was lost.
            "dont_retry": wanted.method == "POST",
        },
    )


async def fetch_file(
    crawler: Crawler, url: str, *, timeout_ms: int, max_bytes: int, country: str | None = None
) -> Response | None:
    """A file that belongs to a site, such as robots.txt: never rendered, never cached; None where it cannot be had.

    It goes out as the pages do that it is for: through the proxy of their country.
    """
    wanted = CaptureRequest(url=url, country=country, render=False, timeout_ms=timeout_ms, store=False)
    deadline = asyncio.get_running_loop().time() + timeout_ms / 1000
    meta = {
        VERBATIM: True,
        CAPTURE_REQUEST: wanted,
        DEADLINE: deadline,
        "download_maxsize": max_bytes,
        "max_retry_times": 1,
    }
    assert crawler.engine is not None
    try:
        return await crawler.engine.download_async(Request(verbatim(url), dont_filter=True, meta=meta))
    except Exception as error:
        # Whatever is wrong with the file, the site is visited as if it had none.
        log.debug("%s cannot be had: %r", url, error)
        return None
