"""The rules of a job of many pages, without storage: which pages it knows, which of them may be requested next, when it ends.

Both frontiers apply them: the one in Postgres, and the one in memory (`crawler.jobs.memory_frontier`). What is found in a
page, within the scope and the depth of its crawl, is decided before (`crawler.jobs.found_pages`), and the rank of a page too
(`extraction.links.scope`). Pure: no clock, no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from contract import limits
from contract.sketch import alike
from models.pages.page import PAGE, SITEMAP, NewPage, PageEnd

# How many addresses beyond its limit a crawl stores: enough that one kind of URL cannot displace the others.
CANDIDATES_PER_PAGE = 10
CANDIDATES_MIN = 1_000
# A throttled host gets one more concurrent request per this many seconds without another 429 or 503.
RECOVERY_SECONDS = 10
# 429 and 503 responses within this time count once.
THROTTLE_SECONDS = 1
UNLIMITED = 10**6


def candidates_max(pages_max: int) -> int:
    """The maximum number of addresses that a job with this limit of pages stores."""
    return max(CANDIDATES_MIN, CANDIDATES_PER_PAGE * pages_max)


def new_candidates(ends: Iterable[PageEnd], pages_max: int, numbers_used: int) -> list[NewPage]:
    """The pages to add that ended pages link to: each once, at its smallest depth, up to the job's limit of addresses."""
    found: dict[str, NewPage] = {}
    for end in ends:
        for page in end.found:
            if page.key not in found or page.depth < found[page.key].depth:
                found[page.key] = page
    most = max(0, candidates_max(pages_max) - numbers_used)
    return sorted(found.values(), key=lambda page: page.rank)[:most]


def delays_of(end: PageEnd) -> int:
    """How many delays a page has had more that is queued again. One that is given back at once has had none."""
    return end.delays if end.delay_seconds > 0 else 0


def has_ended(*, running: bool, full: bool, queued: bool) -> bool:
    """Whether a job has no work left. `full`: its limit of pages is reached, so `running` must not count sitemaps."""
    return not running and (full or not queued)


@dataclass(frozen=True)
class Load:
    """The limits of a host for one kind of job, and its running requests. It gets none for `wait_seconds`.

    `delay_ms` is 0 for jobs that obey no Crawl-delay. `crawl_requests` are running pages of crawls, if there is a delay.
    `visits_wait` is whether visits wait for a slot.
    """

    requests_max: int = limits.HOST_REQUESTS_MAX
    delay_ms: int = 0
    wait_seconds: float = 0.0
    requests: int = 0
    crawl_requests: int = 0
    visits_wait: bool = False

    @property
    def free_slots(self) -> int:
        """How many more requests the host takes now; with a delay it gets one at a time."""
        if self.wait_seconds > 0:
            return 0
        free = max(0, self.requests_max - self.requests)
        return min(free, max(0, 1 - self.crawl_requests)) if self.delay_ms else free


def regained(requests_max: int, throttled_seconds: float | None, most: int = limits.HOST_REQUESTS_MAX) -> int:
    """How many requests a host takes at a time that was throttled to `requests_max` so many seconds ago; None if it never was."""
    return most if throttled_seconds is None else min(most, requests_max + int(throttled_seconds // RECOVERY_SECONDS))


def halved(requests_max: int) -> int:
    """How many requests a host takes at a time after a response with 429 or 503. `models.schedule.host` has it in SQL."""
    return max(1, requests_max // 2)


class Waiting(Protocol):
    """A page that waits for its claim."""

    @property
    def kind(self) -> str: ...
    @property
    def host(self) -> str: ...


@dataclass
class Slots:
    """The slots of one claim. `left` is how many pages it may take, `loads` has the hosts at which it may take some."""

    left: int
    loads: Mapping[str, Load]
    sitemap_tasks: int = UNLIMITED
    _used: dict[str, int] = field(default_factory=dict)

    def has_for(self, page: Waiting) -> bool:
        """Whether there is a slot for a page. Once no page may be issued, sitemaps are not read either."""
        if self.left <= 0:
            return False
        if page.kind == SITEMAP:
            return self.sitemap_tasks > 0
        load = self.loads.get(page.host)
        return load is not None and self._used.get(page.host, 0) < load.free_slots

    def take(self, page: Waiting) -> bool:
        """Take the slot for a page, if there is one."""
        if not self.has_for(page):
            return False
        if page.kind == PAGE:
            self._used[page.host] = self._used.get(page.host, 0) + 1
            self.left -= 1
        else:
            self.sitemap_tasks -= 1
        return True


class Known(NamedTuple):
    """The page that a key belongs to."""

    number: int
    status: str
    sketch: str | None = None


def keys_to_look_up(ends: Iterable[PageEnd]) -> set[str]:
    """The keys of pages that ended pages may repeat (`Merging`)."""
    completed = [end for end in ends if end.verdict == "completed"]
    return {key for end in completed for key in (*end.aliases, *([end.canonical] if end.canonical else []))}


def canonical_keys_to_look_up(ends: Iterable[PageEnd]) -> set[str]:
    """The keys that copies of ended pages may name as canonical (`Merging`)."""
    with_content = [end for end in ends if end.verdict == "completed" and end.sketch]
    return {key for end in with_content for key in (end.task.key, end.canonical) if key}


class Merging:
    """Which of the ended pages are kept. Several URLs of a job may be the same page.

    They are if a redirect leads from one to the other, or if their content is alike and one names the other as canonical, or
    both name the same. The first of them that completes is kept, so that the page is not lost. The start page is always kept.

    `retained` and `merged` are the ends. `new_aliases` are keys that are new to the job, with the ends of their pages; `dropped`
    are other pages that need not be fetched any more.
    """

    def __init__(
        self, ends: Sequence[PageEnd], known: Mapping[str, Known], naming: Mapping[str, Sequence[Known]]
    ) -> None:
        """`known` are pages by their keys, `naming` completed ones by the key that they name as canonical."""
        self.merged: list[PageEnd] = []
        self.new_aliases: dict[str, PageEnd] = {}
        self.dropped: set[Known] = set()
        self._known = dict(known)
        self._naming = {key: list(pages) for key, pages in naming.items()}
        self._ending = {end.task.number for end in ends}
        for end in sorted(ends, key=lambda end: end.verdict != "completed"):
            self._decide(end)
        merged = {end.task.number for end in self.merged}
        self.retained = [end for end in ends if end.task.number not in merged]

    def _decide(self, end: PageEnd) -> None:
        if end.verdict == "outside":
            self.merged.append(end)
            return
        number, keys = end.task.number, (end.task.key, *end.aliases)
        others = [self._known[key] for key in keys if key in self._known and self._known[key].number != number]
        if number != 0 and end.verdict in ("completed", "delayed") and any(map(_takes_precedence, others)):
            self.merged.append(end)
            return
        if number != 0 and end.verdict == "completed" and self._is_copy(end):
            self.merged.append(end)
            return
        if end.verdict == "completed":
            self.new_aliases |= {key: end for key in end.aliases if key not in self._known}
            self.dropped |= {other for other in others if other.number not in self._ending}
            this = Known(number, "completed", end.sketch)
            self._known |= dict.fromkeys(keys, this)
            if end.canonical:
                self._naming.setdefault(end.canonical, []).append(this)

    def _is_copy(self, end: PageEnd) -> bool:
        """Whether a completed page with alike content has the same canonical URL, or is at it."""
        canonical = self._known.get(end.canonical or "")
        named = (end.task.key, end.canonical or "")
        others = [*([canonical] if canonical else []), *(other for key in named for other in self._naming.get(key, ()))]
        return any(
            other.status == "completed" and other.number != end.task.number and alike(other.sketch, end.sketch)
            for other in others
        )


def _takes_precedence(other: Known) -> bool:
    return other.status in ("completed", "merged") or (other.number == 0 and other.status in ("queued", "running"))
