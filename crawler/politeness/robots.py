"""robots.txt: fetched once an hour for each site, and shared by all crawls of the process.

A 4xx response means that there are no rules. While the file cannot be read (5xx, 429, no answer), its last good copy
counts for a day. It is stored for all workers. Without a copy, the rules are unknown and nothing may be crawled.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Protocol
from urllib.parse import urlsplit

from scrapy.http import Response

from crawler.bounded_cache import BoundedCache
from crawler.failures import CrawlerClosed, RobotsUnreachable
from crawler.politeness.retry_after import wait_seconds
from crawler.politeness.robots_file import RobotsFile, relevant_text

FRESH_SECONDS = 3_600.0
# How soon a file is requested again that could not be read: while its last good copy counts, and without one.
FAILURE_SECONDS = 60.0
RETRY_SECONDS = 2.0
COPY_SECONDS = 86_400.0
# `read_at` of a stored copy, whose age the store has checked, and of rules that were never read.
NEVER = float("-inf")
# Limit for all sites together. A parsed file takes 2 to 31 bytes per character of its source, plus a fixed size.
RULES_BYTES_MAX = 64_000_000
BYTES_PER_CHARACTER, BYTES_PER_SITE = 32, 2_000
# Maximum Crawl-delay that is obeyed. With a longer delay a crawl would last for weeks.
DELAY_MAX_SECONDS = 300.0
# A longer text is parsed in a thread: the largest take half a second.
INLINE_MAX_CHARS = 20_000

# The response to a request for robots.txt, or None without one.
Fetch = Callable[[str], Awaitable[Response | None]]


class Copies(Protocol):
    """Stores the last good copies of robots.txt, by site."""

    async def find(self, site: str) -> str | None:
        """The text of a copy that is younger than a day."""

    async def store(self, site: str, text: str) -> None:
        """Store a copy that was just read."""


@dataclass(frozen=True)
class Rules:
    """The rules of one site, which were read at `read_at` and count until `until` (monotonic time).

    `size` is their approximate size in bytes. `failure` is set if robots.txt could not be read and there is no copy: the rules
    are unknown.
    """

    file: RobotsFile
    until: float
    read_at: float
    size: int = BYTES_PER_SITE
    failure: RobotsUnreachable | None = None

    def allows(self, url: str) -> bool:
        return self.file.allows(url)

    @property
    def delay_seconds(self) -> float:
        """The site's Crawl-delay in seconds, as far as it is obeyed; 0 without one."""
        return min(self.file.delay_seconds, DELAY_MAX_SECONDS)

    @property
    def delays_too_long(self) -> bool:
        """Whether the site's Crawl-delay is longer than crawls wait."""
        return self.file.delay_seconds > DELAY_MAX_SECONDS

    @property
    def sitemaps(self) -> list[str]:
        return self.file.sitemaps


@dataclass
class _SharedFetch:
    """A fetch of one site's robots.txt, and the number of callers that wait for it."""

    answer: asyncio.Task[Rules]
    callers: int = 0


class Robots:
    """The rules of sites, by origin. Without `copies`, only the copies of this process count."""

    def __init__(self, copies: Copies | None = None) -> None:
        self._copies = copies
        self._rules: BoundedCache[str, Rules] = BoundedCache(RULES_BYTES_MAX)
        self._fetches: dict[str, _SharedFetch] = {}

    @property
    def size(self) -> int:
        """The approximate size of the rules in bytes."""
        return self._rules.size

    async def rules(self, url: str, fetch: Fetch) -> Rules:
        """The rules of the site of `url`. Concurrent callers share one fetch. It is cancelled when the last one leaves.

        Raises:
            RobotsUnreachable: robots.txt cannot be read now, and there is no copy of it.
            Exception: the error of the fetch.
        """
        site = _site(url)
        found = self._current(site)
        if found is None:
            shared = self._fetches.get(site)
            try:
                found = await self._answer(site, shared or self._begin(site, fetch))
            except CrawlerClosed:
                if shared is None:
                    raise
                return await self.rules(url, fetch)  # The closed crawler belonged to another caller.
        if found.failure is not None:
            raise found.failure
        return found

    def known(self, url: str) -> Rules | None:
        """The rules, or None when they are unknown or expired."""
        found = self._current(_site(url))
        return None if found is None or found.failure else found

    def _current(self, site: str) -> Rules | None:
        found = self._rules.get(site)
        return found if found and found.until > time.monotonic() else None

    async def _answer(self, site: str, pending: _SharedFetch) -> Rules:
        pending.callers += 1
        try:
            return await asyncio.shield(pending.answer)
        finally:
            pending.callers -= 1
            if not pending.callers:
                self._forget(site, pending)
                pending.answer.cancel()

    def _begin(self, site: str, fetch: Fetch) -> _SharedFetch:
        # The fetch is a separate task: when the first caller is cancelled, the others still wait for it.
        pending = self._fetches[site] = _SharedFetch(asyncio.ensure_future(self._fetch_rules(site, fetch)))
        pending.answer.add_done_callback(lambda _: self._forget(site, pending))
        return pending

    def _forget(self, site: str, pending: _SharedFetch) -> None:
        if self._fetches.get(site) is pending:
            del self._fetches[site]

    async def _fetch_rules(self, site: str, fetch: Fetch) -> Rules:
        response = await fetch(f"{site}/robots.txt")
        failure = _failure_of(site, response)
        if failure is not None:
            return await self._without_answer(site, failure)
        assert response is not None
        text = relevant_text(response.body) if response.status < 300 else ""
        now = time.monotonic()
        found = self._put(site, await _parsed(text, now + FRESH_SECONDS, now))
        if self._copies is not None:
            await self._copies.store(site, text)
        return found

    async def _without_answer(self, site: str, failure: RobotsUnreachable) -> Rules:
        """The rules of the last good copy, or that they are unknown."""
        now, last = time.monotonic(), self._rules.get(site)
        until = now + max(FAILURE_SECONDS, failure.seconds)
        if last and last.failure is None and last.read_at > now - COPY_SECONDS:
            return self._put(site, replace(last, until=until))
        text = await self._copies.find(site) if self._copies else None
        if text is not None:
            return self._put(site, await _parsed(text, until, NEVER))
        return self._put(site, Rules(RobotsFile(), now + failure.seconds, NEVER, failure=failure))

    def _put(self, site: str, found: Rules) -> Rules:
        self._rules.put(site, found, found.size)
        return found


async def _parsed(text: str, until: float, read_at: float) -> Rules:
    if len(text) > INLINE_MAX_CHARS:
        file = await asyncio.to_thread(RobotsFile, text)
    else:
        file = RobotsFile(text)
    return Rules(file, until, read_at, BYTES_PER_SITE + BYTES_PER_CHARACTER * len(text))


def _failure_of(site: str, response: Response | None) -> RobotsUnreachable | None:
    """Why a response does not contain the rules, or None if it does."""
    if response is not None and response.status < 500 and response.status != 429:
        return None
    reason = "The host did not answer." if response is None else f"HTTP {response.status}."
    seconds = wait_seconds(response) if response is not None and response.status == 429 else RETRY_SECONDS
    return RobotsUnreachable(
        f"{site}/robots.txt could not be read: {reason} Nothing is crawled there until it can be read.",
        seconds=seconds, is_throttled=response is not None and response.status == 429,
    )  # fmt: skip


def _site(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
