"""The pages of a check with their diffs as rows, and the unchanged lines between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from api import database
from api.console.watches import side_by_side
from api.console.watches.side_by_side import SideBySide
from api.resources.watch_reads import CheckPages
from extraction.changes import version as versions
from extraction.changes.texts import lines
from models.base import JsonObject
from models.watches import version

# The diffs of one page of the console, together. The others are links.
DIFFS_MAX_CHARS = 300_000
# Of longer pages only the number of unchanged lines is shown.
LINES_MAX_CHARS = 200_000


@dataclass(frozen=True)
class PageView:
    """A page of a check. `number` is its position; `diff` is None if it has none, or if it is too long to be shown here."""

    number: int
    page: JsonObject
    diff: SideBySide | None
    is_too_long: bool


def views_of(read: CheckPages, shown: Sequence[tuple[int, JsonObject]]) -> list[PageView]:
    """The pages with these positions."""
    left, found = DIFFS_MAX_CHARS, []
    for number, page in shown:
        # The first one always fits: it has at most `WATCH_DIFF_MAX_CHARS`.
        fits = len(page["diff"]) <= left
        left -= len(page["diff"]) if fits else 0
        diff = side_by_side.read(page["diff"], _lines_before(read, page)) if page["diff"] and fits else None
        found.append(PageView(number, page, diff, not fits))
    return found


def _lines_before(read: CheckPages, page: JsonObject) -> list[str] | None:
    """The lines that the diff of a page counts in, if the version before is stored and not too long."""
    number = read.other.number if read.other else read.found.number - 1
    text = database.ask(partial(version.read, watch_id=read.row.id, url=page["url"], number=number))
    if text is None:
        return None
    markdown = versions.from_json(text).markdown
    return [line.raw for line in lines.read(markdown)] if len(markdown) <= LINES_MAX_CHARS else None
