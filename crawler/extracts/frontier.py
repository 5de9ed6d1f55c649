"""The pages that an extract knows: each once, in the order in which they became known."""

from __future__ import annotations

from itertools import islice

from contract import limits
from crawler.extracts.candidate import Candidate
from crawler.resources import Resources
from extraction.crawled_page import Outlinks
from extraction.links.scope import Link, key_of

# Pages that are remembered for each page that may be extracted. Others are not counted.
REMEMBERED_PER_PAGE = 20
LINKS_MAX = 2_000


class Frontier:
    """Pages that wait, up to `limit` of which are started. A page that is given back makes room for another one."""

    def __init__(self, shared: Resources, limit: int) -> None:
        self._shared = shared
        self._limit = limit
        self._pages: list[Candidate] = []
        self._keys: set[str] = set()
        self._started = 0
        self._given_back = 0

    @property
    def is_full(self) -> bool:
        """Whether `limit` pages were started."""
        return self._room == 0

    @property
    def has_next(self) -> bool:
        """Whether a page waits that may be started."""
        return self.waiting > 0

    @property
    def waiting(self) -> int:
        """The number of waiting pages that may be started."""
        return min(self._room, len(self._pages) - self._started)

    @property
    def _room(self) -> int:
        return max(0, self._limit - self._started + self._given_back)

    def add(self, page: Candidate) -> None:
        """Add a page, unless it is known or robots.txt disallows it."""
        if page.key in self._keys or len(self._pages) > REMEMBERED_PER_PAGE * self._limit:
            return
        if not page.obeys_robots or page.is_start or self._is_allowed(page.url):
            self._keys.add(page.key)
            self._pages.append(page)

    def add_links(self, page: Candidate, outlinks: Outlinks) -> None:
        """Add the links of a page that are in its scope."""
        if page.scope is None or page.depth >= limits.EXTRACT_DEPTH_MAX:
            return
        for link in islice(outlinks.links, LINKS_MAX):
            if page.scope.follow(link.url) is not None:
                self.add(Candidate(link.url, link.key, page.scope, page.depth + 1, is_found=True))

    def next(self) -> Candidate:
        """The next page, which now counts as started."""
        self._started += 1
        return self._pages[self._started - 1]

    def give_back(self) -> None:
        """Do not count one of the started pages."""
        self._given_back += 1

    def note_copies(self, page: Candidate, final_url: str, canonical: Link | None) -> bool:
        """Remember the other keys of a page that was fetched. False if it is a found page that is known under one of them."""
        others = {key_of(final_url), *([canonical.key] if canonical else [])} - {page.key}
        if page.is_found and others & self._keys:
            return False
        self._keys |= others
        return True

    def all_waiting(self) -> list[Candidate]:
        """The pages that were not started."""
        return self._pages[self._started :]

    def place(self, page: Candidate) -> int:
        """The place of a page in the order in which pages became known."""
        return self._pages.index(page)

    def _is_allowed(self, url: str) -> bool:
        obeys = self._shared.environment.robots == "respect"
        rules = self._shared.robots_for(None).known(url) if obeys else None
        return rules is None or rules.allows(url)
