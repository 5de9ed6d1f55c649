"""robots.txt, for requests that obey it: those of crawls, but not those for a URL that a caller gave.

The rules apply to cached pages too: a page that the site disallows is not returned from the cache.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import CannotResolveHostError, IgnoreRequest
from scrapy.http import Response

from crawler import resources
from crawler.capture import capture_request_of
from crawler.failures import CrawlDelayTooLong, CrawlerClosed, RobotsDisallowed, RobotsUnreachable, denied
from crawler.meta import CAN_WAIT_FOR_SLOT, DEADLINE, OBEY_ROBOTS, OF_JOB, OPTIONS, PREFIX_ONLY, SLOT_AT, TASK
from crawler.politeness.robots import DELAY_MAX_SECONDS, Rules
from crawler.politeness.robots_file import BYTES_MAX
from crawler.requests import download, file_request
from extraction.links.scope import host_of
from models.pages.page import PageTask

log = logging.getLogger(__name__)
ROBOTS_TIMEOUT_MS = 10_000
# The pauses before a robots.txt that could not be read is requested again: 30 s in all. Then the page fails.
UNREACHABLE_WAITS = (2.0, 4.0, 8.0, 16.0)


class RobotsMiddleware:
    """Checks the site's rules before each plain hop of a request that obeys robots.txt, and again for the final URL.

    Hops inside the browser, and hops before a page was cached, cannot be checked: only their final URL is.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        # An operator's choice for single pages and batches. Files, such as robots.txt itself, have no options.
        self._obeys_all = crawler.settings.getbool("ROBOTSTXT_OBEY")

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsMiddleware:
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Let the request pass.

        Raises:
            RobotsDisallowed: the site's rules disallow the URL.
            RobotsUnreachable: the rules cannot be read now.
            CrawlDelayTooLong: the site asks for a longer pause than crawls make.
        """
        if self._is_checked(request):
            await self._require(request, request.url)

    async def process_response(self, request: Request, response: Response) -> Response:
        """The response.

        Raises:
            RobotsDisallowed: the response has another URL, which the rules of its site disallow.
            RobotsUnreachable: the rules of its site cannot be read now.
        """
        if response.url != request.url and self._is_checked(request):
            await self._require(request, response.url)
        return response

    def _is_checked(self, request: Request) -> bool:
        return bool(request.meta.get(OBEY_ROBOTS) or (self._obeys_all and OPTIONS in request.meta))

    async def _require(self, request: Request, url: str) -> None:
        rules = await self._rules(request, url)
        if not rules.allows(url):
            raise RobotsDisallowed(f"robots.txt does not allow {url}")
        if rules.delays_too_long and not _is_start(request):
            raise CrawlDelayTooLong(
                f"robots.txt asks for a pause of {rules.file.delay_seconds:g} s between two requests (Crawl-delay)."
                f" Crawls wait for at most {DELAY_MAX_SECONDS:g} s, so the page was not fetched."
            )

    async def _rules(self, request: Request, url: str) -> Rules:
        """The rules of a URL. A request that is not a page of a job waits here until they can be read."""
        asked = capture_request_of(request)
        rules = partial(rules_of, self._crawler, asked.country, url, workspace_id=asked.workspace_id)
        for seconds in () if request.meta.get(OF_JOB) else UNREACHABLE_WAITS:
            try:
                return await rules()
            except RobotsUnreachable as error:
                pause = max(seconds, error.seconds)
                if asyncio.get_running_loop().time() + pause >= request.meta.get(DEADLINE, 0.0):
                    raise
            await asyncio.sleep(pause)
        return await rules()


async def rules_of(crawler: Crawler, country: str | None, url: str, *, workspace_id: str | None = None) -> Rules:
    """The rules of the site of a URL, for crawls from a country.

    Raises:
        RobotsUnreachable: they cannot be read now.
        CannotResolveHostError: the host name cannot be resolved.
    """
    return await resources.of(crawler).robots_for(country).rules(url, partial(_fetch, crawler, country, workspace_id))


async def rules_if_readable(
    crawler: Crawler, country: str | None, url: str, *, workspace_id: str | None = None
) -> Rules | None:
    """The rules of the site of a URL, or None if they cannot be read now."""
    try:
        return await rules_of(crawler, country, url, workspace_id=workspace_id)
    except (RobotsUnreachable, CannotResolveHostError):
        return None


async def _fetch(crawler: Crawler, country: str | None, workspace_id: str | None, url: str) -> Response | None:
    """robots.txt, or None when the host does not answer."""
    request = file_request(
        url, timeout_ms=ROBOTS_TIMEOUT_MS, max_bytes=BYTES_MAX + 1, country=country, workspace_id=workspace_id
    )
    # It waits for no slot of its host: the pages that hold all of them may be waiting for these rules. At another host, to
    # which it is redirected, it waits within its time limit.
    request.meta.update({PREFIX_ONLY: True, SLOT_AT: host_of(url), CAN_WAIT_FOR_SLOT: False})
    try:
        return await download(crawler, request)
    except (CrawlerClosed, CannotResolveHostError):
        raise
    except Exception as error:
        log.debug("%s could not be fetched: %r", url, error)
        if isinstance(error, IgnoreRequest) or denied(error):
            return Response(url, status=404)  # It redirects without end, or to where nothing may be fetched.
        return None


def _is_start(request: Request) -> bool:
    """Whether the page is the start of its crawl, which no other page of it comes before."""
    task = request.meta.get(TASK)
    return isinstance(task, PageTask) and task.number == 0
