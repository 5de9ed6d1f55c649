"""The Crawl-delay of robots.txt, for the pages that an extract finds."""

from __future__ import annotations

import asyncio

from crawler.resources import Resources
from extraction.links.scope import host_of


class CrawlPace:
    """Spaces the requests of one extract to each host."""

    def __init__(self, shared: Resources) -> None:
        self._shared = shared
        self._last: dict[str, float] = {}

    async def wait(self, url: str) -> None:
        """Wait until the host of the URL may be requested. Its first request is not delayed."""
        host, now = host_of(url), asyncio.get_running_loop().time()
        last = self._last.get(host)
        at = now if last is None else max(now, last + self._delay_seconds(url))
        self._last[host] = at
        if at > now:
            await asyncio.sleep(at - now)

    def _delay_seconds(self, url: str) -> float:
        rules = self._shared.known_rules(url, None)
        return rules.delay_seconds if rules else 0.0
