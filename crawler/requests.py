"""Scrapy requests for captures, and for files that belong to a site."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from scrapy.crawler import Crawler
from scrapy.http import Request, Response

from contract.capture import CaptureRequest
from contract.options.page import ReadingOptions
from crawler.calls import Call, InFlight
from crawler.failures import CrawlerClosed
from crawler.fetching.raw_url import to_wire
from crawler.items import PageItem
from crawler.meta import CAN_WAIT_FOR_SLOT, CAPTURE_REQUEST, DEADLINE, IN_FLIGHT, OPTIONS, PRICE, TASK, VERBATIM
from models.jobs.job import Task
from models.pages.page import PageTask

log = logging.getLogger(__name__)


def request_for(
    capture_request: CaptureRequest, options: ReadingOptions, task: Task | PageTask | None, price: int
) -> Request:
    """The Scrapy request that captures a page, with the capture's data in its meta."""
    return Request(
        to_wire(capture_request.url),
        method=capture_request.method,
        body=capture_request.body,
        headers=dict(capture_request.headers),
        dont_filter=True,
        meta={
            VERBATIM: True,
            CAPTURE_REQUEST: capture_request,
            OPTIONS: options,
            TASK: task,
            PRICE: price,
            DEADLINE: asyncio.get_running_loop().time() + capture_request.max_seconds,
            # The origin may have processed a POST although its response was lost.
            "dont_retry": capture_request.method == "POST",
        },
    )


async def page_of(crawler: Crawler, request: Request, fetched: Callable[[], None] | None = None) -> PageItem:
    """The item of a page, which Scrapy's engine fetches, its callback makes and the pipelines process.

    Args:
        fetched: called once, when the request has ended and the page is about to be read.
    Raises:
        CrawlerClosed: the crawler is closed, or closed before the page was fetched.
        Exception: the failure of the fetch, the callback or a pipeline.
    """
    call = request.meta[IN_FLIGHT] = Call(fetched)
    request.errback = crawler.spider.fetch_failed  # type: ignore[union-attr]
    try:
        crawler.engine.crawl(request)
    except RuntimeError as error:
        raise CrawlerClosed(request.url) from error
    item: PageItem = await call.outcome()
    return item


async def download(crawler: Crawler, request: Request) -> Response:
    """The response to a request. When the caller stops waiting, the download ends too.

    Raises:
        CrawlerClosed: the crawler is closed, or closed meanwhile.
        Exception: the failure of the download, as Scrapy reports it.
    """
    in_flight = request.meta[IN_FLIGHT] = InFlight()
    try:
        assert crawler.engine is not None
        return await crawler.engine.download_async(request)
    except Exception as error:
        if crawler.engine is None or crawler.engine.spider is None:
            raise CrawlerClosed(request.url) from error
        raise
    finally:
        in_flight.end()


async def fetch_file(
    crawler: Crawler,
    url: str,
    *,
    timeout_ms: int,
    max_bytes: int,
    country: str | None = None,
    workspace_id: str | None = None,
) -> Response | None:
    """A file that belongs to a site, such as a sitemap: never rendered, never cached. None if it cannot be fetched.

    It is fetched through the same country's proxy as the site's pages. The time for which it waits for a slot at its host does
    not count.
    """
    request = file_request(url, timeout_ms=timeout_ms, max_bytes=max_bytes, country=country, workspace_id=workspace_id)
    try:
        return await download(crawler, request)
    except CrawlerClosed:
        raise
    except Exception as error:
        # Any error is ignored: the site is visited as if it had no such file.
        log.debug("%s could not be fetched: %r", url, error)
        return None


def file_request(
    url: str, *, timeout_ms: int, max_bytes: int, country: str | None = None, workspace_id: str | None = None
) -> Request:
    """The request for a file that belongs to a site."""
    capture_request = CaptureRequest(
        url=url, country=country, render=False, timeout_ms=timeout_ms, store=False, workspace_id=workspace_id
    )
    meta = {
        VERBATIM: True,
        CAPTURE_REQUEST: capture_request,
        DEADLINE: asyncio.get_running_loop().time() + timeout_ms / 1000,
        "download_maxsize": max_bytes,
        "max_retry_times": 1,
        CAN_WAIT_FOR_SLOT: True,
    }
    return Request(to_wire(url), dont_filter=True, meta=meta)
