"""The URLs in the sitemaps of a site, for crawls, maps and extracts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from functools import partial
from urllib.parse import urlsplit

from scrapy.crawler import Crawler
from scrapy.http import Response

from contract import limits
from crawler import resources
from crawler.middlewares.robots import rules_if_readable
from crawler.politeness.robots import Fetch, Rules
from crawler.requests import fetch_file
from extraction.links.sitemap import Sitemap

Read = Callable[[bytes, str], Awaitable[Sitemap]]
# The rules of the site of a URL, or None if they are unknown.
RulesOf = Callable[[str], Awaitable[Rules | None]]
USUAL_PATHS = (
    "/sitemap.xml",
    "/sitemap_index.xml",
    "/sitemap.xml.gz",
    "/sitemap.txt",
    "/sitemap-index.xml",
    "/wp-sitemap.xml",
)
FILES_AT_A_TIME = 4
# Number of URLs that are processed before other tasks on the loop may run.
ADDRESSES_PER_STEP = 100


def unpaced(
    crawler: Crawler, workspace_id: str | None, *, timeout_ms: int, skip_guesses_if_delayed: bool = False
) -> SitemapTraversal:
    """A traversal for one call, whose files wait for no page of a job. `timeout_ms` is for each file."""

    async def fetch(url: str) -> Response | None:
        return await fetch_file(
            crawler, url, timeout_ms=timeout_ms, max_bytes=limits.SITEMAP_MAX_BYTES, workspace_id=workspace_id
        )

    read = partial(resources.of(crawler).reading.read_sitemap, workspace_id=workspace_id)
    rules_of = partial(rules_if_readable, crawler, None, workspace_id=workspace_id)
    return SitemapTraversal(fetch, read, rules_of, skip_guesses_if_delayed=skip_guesses_if_delayed)


class SitemapTraversal:
    """Traverses a site's sitemaps. It reads each file once, follows indexes, and skips files that cannot be read.

    With `skip_guesses_if_delayed` it tries no usual paths on a site with a crawl delay: each would delay a page. It reads nothing
    if the delay is longer than crawls wait.
    """

    def __init__(self, fetch: Fetch, read: Read, rules_of: RulesOf, *, skip_guesses_if_delayed: bool = False) -> None:
        self._fetch = fetch
        self._read = read
        self._rules_of = rules_of
        self._skip_guesses_if_delayed = skip_guesses_if_delayed
        self._seen: set[str] = set()
        self._addresses_found = 0
        # Whether all files and URLs were read: a site may have more than the limits allow.
        self.complete = True

    async def addresses(self, url: str) -> AsyncIterator[tuple[str, ...]]:
        """The URLs of one sitemap file after another, in the order of their index.

        Sitemaps in robots.txt and at the first usual path are read first. The other usual paths are tried only if those
        have no URLs.
        """
        rules = await self._rules_of(url)
        if rules and rules.delays_too_long and self._skip_guesses_if_delayed:
            return
        named = rules.sitemaps[: limits.SITEMAP_FILES_MAX] if rules else []
        site = "/".join(url.split("/", 3)[:3])
        first, *others = (site + path for path in USUAL_PATHS)
        enough = self._skip_guesses_if_delayed and rules is not None and rules.delay_seconds > 0
        async for addresses in self._files(dict.fromkeys([*named, first])):
            enough = True
            yield addresses
        for other in others:
            if enough:
                return
            async for addresses in self._files([other]):
                enough = True
                yield addresses

    async def _files(self, urls: Iterable[str]) -> AsyncIterator[tuple[str, ...]]:
        level = list(urls)
        for _ in range(limits.SITEMAP_DEPTH_MAX):
            children: dict[str, None] = {}
            unread = [url for url in level if url not in self._seen]
            fresh = unread[: limits.SITEMAP_FILES_MAX - len(self._seen)]
            self.complete &= len(fresh) == len(unread)
            self._seen.update(fresh)
            for start in range(0, len(fresh), FILES_AT_A_TIME):
                for found in await asyncio.gather(*map(self._one, fresh[start : start + FILES_AT_A_TIME])):
                    children |= dict.fromkeys(found.children)
                    self.complete &= found.complete
                    if found.addresses:
                        self._addresses_found += len(found.addresses)
                        yield found.addresses
                if self._addresses_found > limits.SITEMAPS_ADDRESSES_MAX:
                    self.complete = False
                    return
            level = list(children)
            if not level:
                return

    async def _one(self, url: str) -> Sitemap:
        response = await self._fetch(url)
        if response is None or response.status != 200:
            return Sitemap()
        return await self._read(response.body, response.url)


def sitemap_url_of(url: str) -> str:
    """The URL under which the frontier stores the traversal of a site's sitemaps as a page."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/sitemap.xml"
