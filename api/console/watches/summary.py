"""A watch as the console lists it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from api.console.watches import words
from contract.declare import load
from contract.options.watch import WatchOptions
from models.watches.check import CheckRow
from models.watches.watch import WatchRow

# The words of the filter: the status, and whether the last checks failed.
STATES: Mapping[str, tuple[str, bool | None]] = {
    "active": ("active", False), "failing": ("active", True), "paused": ("paused", None),
}  # fmt: skip


@dataclass(frozen=True)
class WatchSummary:
    """A watch with its options, its last check and its last change that was reported."""

    row: WatchRow
    options: WatchOptions
    last_check: CheckRow | None
    last_change: CheckRow | None

    @property
    def state(self) -> str:
        """`active`, `paused`, or `failing` while its last checks failed."""
        return "failing" if self.row.status == "active" and self.row.failures else self.row.status

    @property
    def target(self) -> str:
        """What is watched: `https://a.example/ and 2 more`, or the words of the search."""
        if self.options.query is not None:
            return self.options.query
        if self.options.site is not None:
            return self.options.site.url
        first, *more = self.options.urls
        return f"{first} and {len(more)} more" if more else first

    @property
    def schedule(self) -> str:
        """When it checks, in words."""
        return words.schedule(self.options.schedule)


def summary_of(row: WatchRow, checks: Mapping[UUID, CheckRow]) -> WatchSummary:
    """A watch, with those of the checks that are its last check and its last change."""
    last, change = (checks.get(each) if each else None for each in (row.last_check_id, row.last_change_id))
    return WatchSummary(row, load(WatchOptions, row.options), last, change)
