"""robots.txt rules and pauses between requests, obeyed by all workers and for every file of a site."""

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
# How long a host keeps to what it asked for without being asked again.
DELAY_KEPT_SECONDS = 1_800.0
DELAYS_BYTES_MAX, BYTES_PER_HOST = 4_000_000, 500
# A file that is no page leaves the first turn of its host to the pages: so much later it looks whether one came.
PAGE_FIRST_SECONDS = 0.5


class CrawlDelays:
    """robots.txt and pauses as one process obeys them; pauses are stored in the frontier, for all workers."""

    def __init__(self, shared: Resources, frontier: Frontier) -> None:
        self.kept = shared.environment.robots == "respect"
        self._shared = shared
        self._frontier = frontier
        self._delays: BoundedCache[str, tuple[int, float]] = BoundedCache(DELAYS_BYTES_MAX)

    def allow(self, url: str, country: str | None) -> bool:
        """Whether robots.txt lets a crawl go there; where it is not known yet, that shows when the page's turn comes."""
        rules = self._shared.robots_for(country).known(url) if self.kept else None
        return rules is None or rules.allows(url)

    async def obey(self, url: str, host: str, country: str | None) -> float:
        """The pause in seconds that a host asks for between two requests, noted for all who visit it; 0 for none."""
        rules = self._shared.robots_for(country).known(url) if self.kept else None
        if rules is None:
            return 0.0
        wanted, now = int(rules.delay_seconds * 1000), time.monotonic()
        known, until = self._delays.get(host) or (0, 0.0)
        if wanted != known or (wanted and now >= until):
            self._delays.put(host, (wanted, now + DELAY_KEPT_SECONDS), BYTES_PER_HOST + len(host))
            await self._frontier.slow_down(host, delay_ms=wanted)
        return rules.delay_seconds

    def files(self, crawler: Crawler, country: str | None) -> Fetch:
        """Fetches sitemaps as if from a country; of a host that wants pauses one at a time, each in its turn among the pages."""
        in_turn = asyncio.Lock()

        async def fetch(url: str) -> Response | None:
            host = host_of(url)
            pause_seconds = await self.obey(url, host, country)
            async with in_turn if pause_seconds else contextlib.nullcontext():
                if pause_seconds:
                    await self._frontier.wait_for_slot(host, pause_seconds)
                return await fetch_file(
                    crawler, url, timeout_ms=SITEMAP_TIMEOUT_MS, max_bytes=limits.SITEMAP_MAX_BYTES, country=country
                )

        return fetch
