"""The spider of a map: the URLs of a site."""

from __future__ import annotations

from functools import partial

from scrapy.crawler import Crawler
from scrapy.http import Response

from contract import limits
from contract.capture import CaptureRequest
from contract.errors import ServiceError, UpstreamUnreachable
from contract.operations import MAP
from contract.options.map import MapOptions
from contract.options.page import ReadingOptions
from crawler import resources
from crawler.capture import as_service_error, capture_of
from crawler.items import ResultItem, workspace_of
from crawler.jobs.sitemap_walk import Walk, map_site
from crawler.requests import download, fetch_file, request_for
from crawler.spiders.gathering import GatheringSpider
from models.jobs.job import Task

SITEMAP_TIMEOUT_MS = 30_000
LINKS = ReadingOptions(formats=("links",))


class MapSpider(GatheringSpider):
    """`scrapy crawl map -a url=… [-a search=…] -O map.json`."""

    name = "map"
    operation = MAP

    @classmethod
    async def gather(cls, crawler: Crawler, options: MapOptions, task: Task | None) -> ResultItem:
        """The map of a site as an item.

        Raises:
            ServiceError: neither the start page nor a sitemap could be fetched.
        """
        shared = resources.of(crawler)
        start, links, problem = await _start(crawler, options, task)

        async def fetch(url: str) -> Response | None:
            return await fetch_file(crawler, url, timeout_ms=SITEMAP_TIMEOUT_MS, max_bytes=limits.SITEMAP_MAX_BYTES)

        read = partial(shared.reading.read_sitemap, workspace_id=workspace_of(task))
        walk = Walk(fetch, read, shared.robots_for(None))
        result, anything = await map_site(options, start, links, walk)
        if problem is not None and not anything:
            raise problem
        return ResultItem(result=result, task=task, price=MAP.price(options))


async def _start(
    crawler: Crawler, options: MapOptions, task: Task | None
) -> tuple[Response | None, tuple[str, ...], ServiceError | None]:
    """(start page, its links, its error)."""
    wanted = CaptureRequest(url=options.url, store=False, workspace_id=workspace_of(task))
    request = request_for(wanted, LINKS, None, 0)
    try:
        response = await download(crawler, request)
        if response.status >= 400:
            return response, (), UpstreamUnreachable(f"The origin returned HTTP {response.status}.")
        found = (
            await resources.of(crawler).reading.read(capture_of(response, request), LINKS, wanted.workspace_id)
        ).links
    except Exception as error:
        return None, (), as_service_error(error, wanted, "")
    return response, (*found.internal, *found.external) if found else (), None
