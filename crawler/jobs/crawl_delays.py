"""robots.txt rules and crawl delays. All workers obey them, for pages and for files such as sitemaps."""

from __future__ import annotations

import asyncio
import contextlib
import time

from scrapy.crawler import Crawler
from scrapy.http import Response

from contract import limits
from crawler.bounded_cache import BoundedCache
from crawler.jobs.frontier import Frontier
from crawler.politeness.robots import Fetch
from crawler.requests import fetch_file
from crawler.resources import Resources
from extraction.links.scope import host_of

SITEMAP_TIMEOUT_MS = 30_000
# A host's stored delay is not updated for this long, unless it changes.
DELAY_CACHED_SECONDS = 1_800.0
DELAYS_BYTES_MAX, BYTES_PER_HOST = 4_000_000, 500
# Before a file that is not a page takes the first slot of its host, it waits this long for pages.
PAGE_FIRST_SECONDS = 0.5


class CrawlDelays:
    """Applies robots.txt and crawl delays in one process. Delays are stored in the frontier, for all workers."""

    def __init__(self, shared: Resources, frontier: Frontier) -> None:
        self._shared = shared
        self._frontier = frontier
        self._delays: BoundedCache[str, tuple[int, float]] = BoundedCache(DELAYS_BYTES_MAX)

    def allow(self, url: str, country: str | None) -> bool:
        """Whether robots.txt allows a crawl of the URL. Unknown rules are checked before the fetch instead."""
        rules = self._shared.known_rules(url, country)
        return rules is None or rules.allows(url)

    async def obey(self, url: str, host: str, country: str | None) -> float:
        """The seconds that a host requires between two requests, stored for all workers. 0 when it requires none."""
        rules = self._shared.known_rules(url, country)
        if rules is None or rules.delays_too_long:  # No page of the host but the first is requested then.
            return 0.0
        delay_ms, now = int(rules.delay_seconds * 1000), time.monotonic()
        known, until = self._delays.get(host) or (0, 0.0)
        if delay_ms != known or (delay_ms and now >= until):
            self._delays.put(host, (delay_ms, now + DELAY_CACHED_SECONDS), BYTES_PER_HOST + len(host))
            await self._frontier.slow_down(host, delay_ms=delay_ms)
        return rules.delay_seconds

    def files(self, crawler: Crawler, country: str | None, workspace_id: str) -> Fetch:
        """A function that fetches sitemaps from a country. A host with a delay gets one at a time, in a free slot."""
        in_turn = asyncio.Lock()

        async def fetch(url: str) -> Response | None:
            host = host_of(url)
            pause_seconds = await self.obey(url, host, country)
            async with in_turn if pause_seconds else contextlib.nullcontext():
                if pause_seconds:
                    await self._frontier.wait_for_slot(host, pause_seconds)
                return await fetch_file(
                    crawler, url, timeout_ms=SITEMAP_TIMEOUT_MS, max_bytes=limits.SITEMAP_MAX_BYTES, country=country,
                    workspace_id=workspace_id,
                )  # fmt: skip

        return fetch
