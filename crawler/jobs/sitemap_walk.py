"""The URLs of a site: those in its sitemaps, and the links of its start page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from urllib.parse import unquote, urlsplit

from scrapy.http import Response

from contract import limits
from contract.options.map import MapOptions
from contract.results.map import MapResult
from crawler.politeness.robots import Fetch, Robots
from extraction.links.scope import LinkFilter, Scope
from extraction.links.sitemap import Sitemap

Read = Callable[[bytes, str], Awaitable[Sitemap]]
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
# A caller waits for a map, so the walk stops after this time. The map holds the URLs found by then.
WALK_SECONDS = 50.0


class Walk:
    """Walks a site's sitemaps. It reads each file once, follows indexes, and skips files that cannot be read.

    With `skip_guesses_if_delayed` it tries no usual paths on a site with a crawl delay: each would delay a page.
    """

    def __init__(self, fetch: Fetch, read: Read, robots: Robots, *, skip_guesses_if_delayed: bool = False) -> None:
        self._fetch = fetch
        self._read = read
        self._robots = robots
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
        rules = await self._robots.rules(url, self._fetch)
        named = rules.sitemaps[: limits.SITEMAP_FILES_MAX]
        site = "/".join(url.split("/", 3)[:3])
        first, *others = (site + path for path in USUAL_PATHS)
        enough = self._skip_guesses_if_delayed and rules.delay_seconds > 0
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


async def map_site(
    options: MapOptions, start: Response | None, links: Iterable[str], walk: Walk
) -> tuple[MapResult, bool]:
    """The map of a site, and whether the site has any URL at all, matching the search or not.

    Args:
        start: the start page, or None when it could not be fetched.
        links: the links of the start page, as absolute URLs.
    """
    final_url = start.url if start is not None else None
    scope = Scope(
        options.url, final_url, subdomains=options.include_subdomains, ignore_query=options.ignore_query_parameters
    )
    found = _Found(options, LinkFilter(scope))
    if start is not None and start.status < 400 and options.sitemap != "only":
        await found.add([options.url])
    own = len(found.links)
    if options.sitemap != "skip":
        try:
            async with asyncio.timeout(WALK_SECONDS):
                async for addresses in walk.addresses(final_url or options.url):
                    await found.add(addresses)
                    if found.total > len(found.links):
                        break
        except TimeoutError:
            found.complete = False
    nothing = len(found.links) == own and options.sitemap is None
    if (options.include_links or options.sitemap == "skip" or nothing) and options.sitemap != "only":
        await found.add(links)
    count = len(found.links)
    truncated = found.total > count or not (found.complete and walk.complete)
    result = MapResult(url=options.url, links=tuple(found.links), count=count, total=found.total, truncated=truncated)
    return result, found.any


class _Found:
    """Unique URLs of the site that contain the search term, in the order in which they were found."""

    def __init__(self, options: MapOptions, link_filter: LinkFilter) -> None:
        self._options = options
        self._link_filter = link_filter
        self._keys: set[str] = set()
        self._most = options.limit or limits.MAP_LIMIT_MAX
        self._term = (options.search or "").casefold()
        self.links: list[str] = []
        self.any = False
        self.complete = True

    @property
    def total(self) -> int:
        """The number of URLs found, of which `links` contains at most the limit."""
        return len(self._keys)

    async def add(self, addresses: Iterable[str]) -> None:
        for number, address in enumerate(addresses):
            if number % ADDRESSES_PER_STEP == 0:
                await asyncio.sleep(0)
            url = address.partition("?")[0] if self._options.ignore_query_parameters else address
            try:
                link = self._link_filter.link(url)
            except ValueError:
                continue
            if not link.inside:
                continue
            self.any = True
            if link.key in self._keys or not self._matches(url):
                continue
            self._keys.add(link.key)
            if len(self.links) < self._most:
                self.links.append(url)

    def _matches(self, url: str) -> bool:
        return not self._term or self._term in url.casefold() or self._term in unquote(url).casefold()


def sitemap_url_of(url: str) -> str:
    """The URL under which the frontier stores a site's sitemap walk as a page."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/sitemap.xml"
