"""What a process remembers about a job of many pages while it works on some of its pages."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from contract.options.batch import JobOptions
from contract.options.crawl import CrawlOptions
from extraction.links.scope import Scope, kind_of, rank_of, scope_of
from extraction.links.sites import origin_of, site_of
from models.pages.page import NewPage

# Maximum number of URLs that a process remembers of one job, and the bytes per URL in a dict of integers
# that has just grown.
SEEN_MAX = 100_000
BYTES_PER_ADDRESS, BYTES_PER_JOB = 100, 4_000


@dataclass
class KnownJob:
    """One job. The remembered URLs only save work: the frontier decides whether a page is new."""

    operation: str
    options: JobOptions
    start_final_url: str | None = None
    _depths: dict[int, int] = field(default_factory=dict, repr=False)
    _kinds: Counter[int] = field(default_factory=Counter, repr=False)

    def __post_init__(self) -> None:
        self._own_bytes = BYTES_PER_JOB + 2 * len(repr(self.options))

    @property
    def size(self) -> int:
        """The approximate size in bytes."""
        return self._own_bytes + BYTES_PER_ADDRESS * (len(self._depths) + len(self._kinds))

    @property
    def start_url(self) -> str | None:
        """Where a crawl starts; None for a list of pages."""
        return self.options.url if isinstance(self.options, CrawlOptions) else None

    def scope(self, start_final_url: str | None = None) -> Scope | None:
        """The scope of a crawl; None for a list of pages."""
        return (
            scope_of(self.options, start_final_url or self.start_final_url)
            if isinstance(self.options, CrawlOptions)
            else None
        )

    def may_send_headers(self, url: str) -> bool:
        """Whether the caller's headers may be sent to the URL. In a crawl they are sent only to the site's origin."""
        if not isinstance(self.options, CrawlOptions):
            return True
        seed, start_final_url = self.options.url, self.start_final_url or self.options.url
        # When the start URL redirects to another site, or from https to http, the target does not receive the headers.
        trusted = site_of(start_final_url) == site_of(seed) and not (
            seed.startswith("https:") and start_final_url.startswith("http:")
        )
        return origin_of(url) in {origin_of(seed), origin_of(start_final_url if trusted else seed)}

    def new_page(self, url: str, key: str, host: str, depth: int) -> NewPage | None:
        """The page to add, or None when the job already knows it at the same or a smaller depth."""
        if self._depths.get(_digest(key), 1_000) <= depth:
            return None
        if len(self._depths) > SEEN_MAX or len(self._kinds) > SEEN_MAX:
            self._depths.clear()
            self._kinds.clear()
        kind = hash(kind_of(url))
        self._kinds[kind] += 1
        return NewPage(url=url, key=key, host=host, depth=depth, rank=rank_of(url, depth, self._kinds[kind] - 1))

    def remember(self, page: NewPage) -> None:
        """Remember that the frontier has the page."""
        digest = _digest(page.key)
        self._depths[digest] = min(page.depth, self._depths.get(digest, page.depth))


def _digest(key: str) -> int:
    """A key of 32 hexadecimal digits, shortened to 60 bits. This takes a third of the memory."""
    return int(key[:15], 16)
