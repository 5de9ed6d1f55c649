"""The pages that an extract knows: each once, in the order in which they became known."""

from __future__ import annotations

from collections import Counter, deque
from itertools import islice

from contract import limits
from contract.sketch import alike
from crawler.answers.extract.candidate import Candidate, PathScope
from crawler.resources import Resources
from extraction.crawled_page import Outlinks
from extraction.links.scope import key_of

# Pages of one scope that are remembered for each page that may be extracted. Others are not counted.
REMEMBERED_PER_PAGE = 20
LINKS_MAX = 2_000


class Frontier:
    """Pages that wait, up to `limit` of which are started. A page that is given back is replaced by another one.

    The URLs of the request come first. Then the scopes take turns. Until `open_shares`, a scope starts at most its equal
    share of the pages, so that one whose pages are found sooner leaves a part for the others.
    """

    def __init__(self, shared: Resources, limit: int, scopes: int) -> None:
        self._shared = shared
        self._limit = limit
        self._share = -(-limit // max(1, scopes))
        self._started: Counter[PathScope | None] = Counter()
        self._order: dict[Candidate, int] = {}
        self._keys: set[str] = set()
        self._sketches: dict[str, str | None] = {}
        self._given: deque[Candidate] = deque()
        self._found: dict[PathScope | None, deque[Candidate]] = {}
        self._left = limit

    @property
    def is_full(self) -> bool:
        """Whether `limit` pages were started."""
        return self._left <= 0

    @property
    def waiting(self) -> int:
        """The number of waiting pages that may be started."""
        found = sum(min(len(queue), self._left_of(scope)) for scope, queue in self._found.items())
        return max(0, min(self._left, len(self._given) + found))

    @property
    def awaits_starts(self) -> bool:
        """Whether the start of a scope waits."""
        return any(page.is_start for queue in self._found.values() for page in queue)

    def open_shares(self) -> None:
        """From now on a scope may start as many pages as the limit leaves."""
        self._share = self._limit

    def add(self, page: Candidate) -> None:
        """Add a page, unless it is known or robots.txt disallows it."""
        if page.key in self._keys or not self.wants_more(page.scope):
            return
        if not page.obeys_robots or page.is_start or self._is_allowed(page.url):
            self._keys.add(page.key)
            self._order[page] = len(self._order)
            queue = self._found.setdefault(page.scope, deque()) if page.is_found else self._given
            queue.append(page)

    def wants_more(self, scope: PathScope | None) -> bool:
        """Whether more pages of a scope are remembered."""
        return len(self._found.get(scope, ())) < REMEMBERED_PER_PAGE * self._limit

    def add_links(self, page: Candidate, outlinks: Outlinks) -> None:
        """Add the links of a page that are in its scope."""
        if page.scope is None or page.depth >= limits.EXTRACT_DEPTH_MAX:
            return
        for link in islice(outlinks.links, LINKS_MAX):
            if page.scope.follow(link.url) is not None:
                self.add(Candidate(link.url, link.key, page.scope, page.depth + 1, is_found=True))

    def next(self) -> Candidate:
        """The next page, which now counts as started. There must be one."""
        self._left -= 1
        if self._given:
            return self._given.popleft()
        scope = next(scope for scope, queue in self._found.items() if queue and self._left_of(scope))
        queue = self._found.pop(scope)
        self._started[scope] += 1
        self._found[scope] = queue  # It is the turn of the other scopes.
        return queue.popleft()

    def give_back(self, page: Candidate) -> None:
        """Do not count a started page."""
        self._left += 1
        self._started[page.scope] -= page.is_found

    def _left_of(self, scope: PathScope | None) -> int:
        return max(0, self._share - self._started[scope])

    def note_copies(self, page: Candidate, final_url: str, outlinks: Outlinks) -> bool:
        """Remember the other keys of a page that was fetched. False if it is a found page that is known under one of them.

        A page that names another one as canonical is known if that one was read and its content is alike.
        """
        others = {key_of(final_url)} - {page.key}
        canonical = outlinks.canonical.key if outlinks.canonical else ""
        if page.is_found and (others & self._keys or alike(self._sketches.get(canonical), outlinks.sketch)):
            return False
        self._keys |= others
        self._sketches[page.key] = outlinks.sketch
        if canonical:
            self._sketches.setdefault(canonical, outlinks.sketch)
        return True

    def all_waiting(self) -> list[Candidate]:
        """The pages that were not started."""
        return [*self._given, *(page for queue in self._found.values() for page in queue)]

    def position(self, page: Candidate) -> int:
        """The position of a page in the result: given pages first, then in the order in which pages became known."""
        return self._order[page] - (len(self._order) if not page.is_found else 0)

    def _is_allowed(self, url: str) -> bool:
        rules = self._shared.known_rules(url, None)
        return rules is None or rules.allows(url)
