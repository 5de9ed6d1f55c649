"""robots.txt: fetched once an hour for each site, and shared by all crawls of the process."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from protego import Protego
from scrapy.http import Response

from crawler.bounded_cache import BoundedCache
from crawler.failures import CrawlerClosed

log = logging.getLogger(__name__)

AGENT = "Orbweaver"
KEPT_SECONDS = 3_600.0
# After a failed fetch, robots.txt is fetched again sooner.
KEPT_FAILED_SECONDS = 60.0
# Limit for all sites together. A parser takes 2 to 31 bytes per character of its source, plus a fixed size.
RULES_BYTES_MAX = 64_000_000
BYTES_PER_CHARACTER, BYTES_PER_SITE = 32, 2_000
# Maximum Crawl-delay that is obeyed. With a delay of minutes a crawl would last for days.
DELAY_MAX_SECONDS = 30.0
BYTES_MAX = 500_000
# Each URL is matched against every rule, and rules with wildcards are matched one by one.
LINES_MAX, WILDCARDS_MAX, WILDCARD_CHARS_MAX = 5_000, 1_000, 500

_RULE = re.compile(r"\s*(?:(?P<disallow>d\w+w)|allow|crawl[\s-]delay)\b[\s:]*([^#]*)", re.I)
_AGENT = re.compile(r"\s*user[\s-]*agent\b[\s:]*([^#]*)", re.I)

Fetch = Callable[[str], Awaitable[Response | None]]


@dataclass(frozen=True)
class Rules:
    """The rules of one site. Without a readable robots.txt every URL is allowed."""

    parser: Protego | None
    until: float
    failed: bool = False

    def allows(self, url: str) -> bool:
        return self.parser is None or bool(self.parser.can_fetch(url, AGENT))

    @property
    def delay_seconds(self) -> float:
        """The site's Crawl-delay in seconds; 0 without one."""
        delay = self.parser.crawl_delay(AGENT) if self.parser else None
        return min(float(delay or 0), DELAY_MAX_SECONDS)

    @property
    def sitemaps(self) -> list[str]:
        return list(self.parser.sitemaps) if self.parser else []


@dataclass
class _SharedFetch:
    """A fetch of one site's robots.txt, and the number of callers that wait for it."""

    answer: asyncio.Task[Rules]
    callers: int = 0


class Robots:
    """The rules of sites, by origin."""

    def __init__(self) -> None:
        self._rules: BoundedCache[str, Rules] = BoundedCache(RULES_BYTES_MAX)
        self._fetches: dict[str, _SharedFetch] = {}

    @property
    def size(self) -> int:
        """The approximate size of the rules in bytes."""
        return self._rules.size

    async def rules(self, url: str, fetch: Fetch) -> Rules:
        """The rules of the site of `url`. Concurrent callers share one fetch. It is cancelled when the last one leaves.

        A site whose robots.txt fails delays its pages, which may be cached, only once and not every minute.
        """
        site = _site(url)
        if known := self.known(url):
            return known
        shared = self._fetches.get(site)
        pending = shared or self._begin(site, fetch)
        last = self._rules.get(site)
        if last and last.failed and last.until + KEPT_FAILED_SECONDS > time.monotonic():
            return last
        try:
            return await self._answer(site, pending)
        except CrawlerClosed:
            if shared is None:
                raise
        return await self.rules(url, fetch)  # The closed crawler belonged to another caller.

    async def _answer(self, site: str, pending: _SharedFetch) -> Rules:
        pending.callers += 1
        try:
            return await asyncio.shield(pending.answer)
        finally:
            pending.callers -= 1
            if not pending.callers:
                self._forget(site, pending)
                pending.answer.cancel()

    def known(self, url: str) -> Rules | None:
        """The rules, or None when they are unknown or expired."""
        found = self._rules.get(_site(url))
        return found if found and found.until > time.monotonic() else None

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
        parser, source, failed = None, "", response is None or response.status >= 500
        if response is not None and response.status < 400:
            source = _relevant_lines(response.body[:BYTES_MAX].decode("utf-8-sig", "replace"))
            parser = Protego.parse(source)
        kept = KEPT_FAILED_SECONDS if failed else KEPT_SECONDS
        found = Rules(parser, time.monotonic() + kept, failed)
        self._rules.put(site, found, BYTES_PER_SITE + BYTES_PER_CHARACTER * len(source))
        return found


def _relevant_lines(text: str) -> str:
    """A robots.txt with only the groups for this crawler and for `*`. The parser keeps the rules of every group."""
    lines, wildcards, ours, between = [], 0, False, False
    for line in text.splitlines()[:LINES_MAX]:
        if found := _AGENT.match(line):
            name = found[1].strip().partition("/")[0].lower()
            mine = name in ("", "*", AGENT.lower())
            ours, between = mine or (ours and not between), False
            line = f"User-agent: {name if mine else 'others'}"
        elif found := _RULE.match(line):
            between = True
            if not ours:
                continue
            if "*" in found[2] or "$" in found[2]:
                wildcards += 1
                if wildcards > WILDCARDS_MAX or len(line) > WILDCARD_CHARS_MAX:
                    line = _without_wildcards(found)
        lines.append(line)
    return "\n".join(lines)


def _without_wildcards(rule: re.Match[str]) -> str:
    """A rule without wildcards in place of one with them. It disallows the same and more, but not the whole site."""
    start = re.split(r"[*$]", rule[2].strip(), maxsplit=1)[0]
    return f"Disallow: {start}" if rule["disallow"] and len(start) > 1 else ""


def _site(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
