"""Several URLs of one job that are the same page, by a redirect or by a canonical URL.

The first of them that completes is kept, so that the page is not lost. The start page is always kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ARRAY, Connection, Integer, Uuid, any_, bindparam, cast, select, update

from models.pages import frontier
from models.pages.page import PAGE, NewPage, Page, PageEnd


@dataclass(frozen=True)
class Merge:
    """Ended pages to keep, and ended pages that duplicate another page of the job.

    `stopped` are the numbers of other running pages that are now duplicates, `dropped` is the number of such queued ones.
    """

    kept: list[PageEnd] = field(default_factory=list)
    merged: list[PageEnd] = field(default_factory=list)
    stopped: list[int] = field(default_factory=list)
    dropped: int = 0


class _Known(NamedTuple):
    """The page that a key belongs to."""

    number: int
    status: str


class _Decision:
    """Which of the ended pages are kept, given the job's known keys. Pure."""

    def __init__(self, ends: Sequence[PageEnd], known: Mapping[str, _Known]) -> None:
        self.kept: list[PageEnd] = []
        self.merged: list[PageEnd] = []
        # Keys that are new to the job, and other pages that need not be fetched any more.
        self.new_aliases: dict[str, PageEnd] = {}
        self.dropped: set[_Known] = set()
        self._known = dict(known)
        self._ending = {end.task.number for end in ends}
        for end in sorted(ends, key=lambda end: end.verdict != "completed"):
            self._decide(end)

    def _decide(self, end: PageEnd) -> None:
        number, keys = end.task.number, (end.task.key, *end.aliases)
        others = [self._known[key] for key in keys if key in self._known and self._known[key].number != number]
        if number != 0 and end.verdict in ("completed", "delayed") and any(map(_takes_precedence, others)):
            self.merged.append(end)
            return
        self.kept.append(end)
        if end.verdict == "completed":
            self.new_aliases |= {key: end for key in end.aliases if key not in self._known}
            self.dropped |= {other for other in others if other.number not in self._ending}
            self._known |= dict.fromkeys(keys, _Known(number, "completed"))


def _takes_precedence(other: _Known) -> bool:
    return other.status in ("completed", "merged") or (other.number == 0 and other.status in ("queued", "running"))


_LOCK_KNOWN = (
    select(Page.key, Page.number, Page.status)
    .where(
        Page.job_id == bindparam("job"),
        Page.kind == PAGE,
        Page.key == any_(cast(bindparam("keys"), ARRAY(Uuid(as_uuid=False)))),
    )
    .order_by(Page.number)
    .with_for_update()
)


def merge(connection: Connection, job_id: UUID, ends: Sequence[PageEnd]) -> Merge:
    """Find duplicates among the ended pages and merge them. The caller holds the job's lock."""
    outside = [end for end in ends if end.verdict == "outside"]
    inside = [end for end in ends if end.verdict != "outside"]
    keys = {key for end in inside if end.verdict == "completed" for key in end.aliases}
    if not keys:
        return Merge(kept=inside, merged=outside)
    rows = connection.execute(_LOCK_KNOWN, {"job": job_id, "keys": sorted(keys)})
    decision = _Decision(inside, {key.hex: _Known(number, status) for key, number, status in rows})
    open_pages = [page for page in decision.dropped if page.status in ("queued", "running")]
    _drop(connection, job_id, [page.number for page in open_pages])
    _add_aliases(connection, job_id, decision.new_aliases)
    return Merge(
        kept=decision.kept,
        merged=outside + decision.merged,
        stopped=[page.number for page in open_pages if page.status == "running"],
        dropped=sum(page.status == "queued" for page in open_pages),
    )


_DROP = (
    update(Page)
    .where(Page.job_id == bindparam("job"), Page.number == any_(bindparam("numbers", type_=ARRAY(Integer))))
    .values({Page.status: "merged", Page.lease_owner: None, Page.lease_until: None})
)
_MERGE_NEW = (
    update(Page)
    .where(
        Page.job_id == bindparam("job"),
        Page.number.between(bindparam("first", type_=Integer), bindparam("last", type_=Integer)),
        Page.status == "queued",
    )
    .values({Page.status: "merged"})
)


def _drop(connection: Connection, job_id: UUID, numbers: Sequence[int]) -> None:
    """Mark pages that need not be fetched any more."""
    if numbers:
        connection.execute(_DROP, {"job": job_id, "numbers": sorted(numbers)})


def _add_aliases(connection: Connection, job_id: UUID, aliases: Mapping[str, PageEnd]) -> None:
    """Add URLs that need not be fetched, so that later links to them are recognised."""
    if aliases:
        pages = [NewPage(url=end.task.url, key=key, host=end.task.host) for key, end in aliases.items()]
        first = frontier.allocate_numbers(connection, job_id, len(pages))
        frontier.add(connection, job_id, pages, first=first)
        connection.execute(_MERGE_NEW, {"job": job_id, "first": first, "last": first + len(pages) - 1})
