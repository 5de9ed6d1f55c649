"""Several URLs of one job that are the same page, by a redirect, or by a canonical URL and alike content.

The first of them that completes is kept, so that the page is not lost. The start page is always kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ARRAY, Connection, Integer, Uuid, any_, bindparam, cast, select, update

from contract.sketch import alike
from models.pages import frontier
from models.pages.page import PAGE, NewPage, Page, PageEnd


@dataclass(frozen=True)
class Merge:
    """Ended pages to keep, and ended pages that duplicate another page of the job.

    `stopped` are the numbers of other running pages that are now duplicates, `dropped` is the number of such queued ones.
    """

    retained: list[PageEnd] = field(default_factory=list)
    merged: list[PageEnd] = field(default_factory=list)
    stopped: list[int] = field(default_factory=list)
    dropped: int = 0


class _Known(NamedTuple):
    """The page that a key belongs to."""

    number: int
    status: str
    sketch: str | None = None


class _Decision:
    """Which of the ended pages are kept, given the job's known keys. Pure."""

    def __init__(
        self, ends: Sequence[PageEnd], known: Mapping[str, _Known], naming: Mapping[str, Sequence[_Known]]
    ) -> None:
        """`known` are pages by their keys, `naming` completed ones by the key that they name as canonical."""
        self.retained: list[PageEnd] = []
        self.merged: list[PageEnd] = []
        # Keys that are new to the job, and other pages that need not be fetched any more.
        self.new_aliases: dict[str, PageEnd] = {}
        self.dropped: set[_Known] = set()
        self._known = dict(known)
        self._naming = {key: list(pages) for key, pages in naming.items()}
        self._ending = {end.task.number for end in ends}
        for end in sorted(ends, key=lambda end: end.verdict != "completed"):
            self._decide(end)

    def _decide(self, end: PageEnd) -> None:
        number, keys = end.task.number, (end.task.key, *end.aliases)
        others = [self._known[key] for key in keys if key in self._known and self._known[key].number != number]
        if number != 0 and end.verdict in ("completed", "delayed") and any(map(_takes_precedence, others)):
            self.merged.append(end)
            return
        if number != 0 and end.verdict == "completed" and self._is_copy(end):
            self.merged.append(end)
            return
        self.retained.append(end)
        if end.verdict == "completed":
            self.new_aliases |= {key: end for key in end.aliases if key not in self._known}
            self.dropped |= {other for other in others if other.number not in self._ending}
            this = _Known(number, "completed", end.sketch)
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


def _takes_precedence(other: _Known) -> bool:
    return other.status in ("completed", "merged") or (other.number == 0 and other.status in ("queued", "running"))


_LOCK_KNOWN = (
    select(Page.key, Page.number, Page.status, Page.sketch)
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
    completed = [end for end in inside if end.verdict == "completed"]
    keys = {key for end in completed for key in (*end.aliases, *([end.canonical] if end.canonical else []))}
    named = {key for end in completed if end.sketch for key in (end.task.key, end.canonical) if key}
    naming = _find_naming(connection, job_id, sorted(named))
    if not keys and not naming:
        return Merge(retained=inside, merged=outside)
    rows = connection.execute(_LOCK_KNOWN, {"job": job_id, "keys": sorted(keys)})
    known = {key.hex: _Known(number, status, _hex(sketch)) for key, number, status, sketch in rows}
    decision = _Decision(inside, known, naming)
    open_pages = [page for page in decision.dropped if page.status in ("queued", "running")]
    _drop(connection, job_id, [page.number for page in open_pages])
    _add_aliases(connection, job_id, decision.new_aliases)
    return Merge(
        retained=decision.retained,
        merged=outside + decision.merged,
        stopped=[page.number for page in open_pages if page.status == "running"],
        dropped=sum(page.status == "queued" for page in open_pages),
    )


_NAMING = select(Page.canonical_key, Page.number, Page.sketch).where(
    Page.job_id == bindparam("job"),
    Page.canonical_key == any_(cast(bindparam("keys"), ARRAY(Uuid(as_uuid=False)))),
    Page.status == "completed",
)


def _find_naming(connection: Connection, job_id: UUID, keys: Sequence[str]) -> dict[str, list[_Known]]:
    """The completed pages that name one of these keys as canonical, by that key."""
    naming: dict[str, list[_Known]] = {}
    if keys:
        for key, number, sketch in connection.execute(_NAMING, {"job": job_id, "keys": list(keys)}):
            assert key is not None
            naming.setdefault(key.hex, []).append(_Known(number, "completed", _hex(sketch)))
    return naming


def _hex(sketch: UUID | None) -> str | None:
    return None if sketch is None else sketch.hex


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
