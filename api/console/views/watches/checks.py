"""One check of a watch, or two checks compared: the pages that changed, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, request

from api.console import pages, visitor
from api.console.playground.help_text import with_code
from api.console.results.sections import as_text
from api.console.views.watches import diffs
from api.console.views.watches.diffs import PageView
from api.console.watches.summary import WatchSummary, summary_of
from api.resources import watch_reads
from api.resources.watch_reads import CheckPages
from contract.errors import NotFound
from contract.fields.identifier import parse_number
from models.watches.check import CheckRow

blueprint = Blueprint("checks", __name__)
# Pages of a check that are shown with their diffs. The others are links.
PAGES_SHOWN = 10
# What the template `watches/parts.html` calls.
TEXTS: dict[str, Any] = {"as_text": lambda value: as_text(_joined(value)), "with_code": with_code}


def _joined(value: Any) -> Any:
    """A value; texts of a selector as one text."""
    return " · ".join(value) if isinstance(value, list) and all(isinstance(each, str) for each in value) else value


@dataclass(frozen=True)
class CheckView:
    """A check with some of its pages. `others` are the rest, as positions with URL, result and description."""

    watch: WatchSummary
    check: CheckRow
    other: CheckRow | None
    pages: Sequence[PageView]
    others: Sequence[tuple[int, dict[str, Any]]]
    left_out: int
    chosen: int | None = None


def view_of(read: CheckPages, most: int, chosen: int | None = None) -> CheckView:
    """A check with its first pages, or with the page at the position `chosen` alone."""
    numbered = list(enumerate(read.pages))
    shown = numbered[:most] if chosen is None else numbered[chosen : chosen + 1]
    kept = {number for number, _ in shown}
    return CheckView(
        summary_of(read.row, {}), read.found, read.other, diffs.views_of(read, shown),
        [each for each in numbered if each[0] not in kept], read.left_out, chosen,
    )  # fmt: skip


@blueprint.get("/<uuid:workspace_id>/watches/<uuid:watch_id>/checks/<uuid:check_id>")
def show(workspace_id: UUID, watch_id: UUID, check_id: UUID) -> Response:
    """One check. `page` of the query string selects one of its pages."""
    read = watch_reads.read_check(str(watch_id), str(check_id), None, visitor.caller())
    return _page(read)


@blueprint.get("/<uuid:workspace_id>/watches/<uuid:watch_id>/compare")
def compare(workspace_id: UUID, watch_id: UUID) -> Response:
    """Two checks, `from` and `to` of the query string, the older one on the left. They are checks of this watch."""
    older, newer = request.args.get("from", ""), request.args.get("to", "")
    read = watch_reads.read_check(str(watch_id), newer, older, visitor.counted("status"))
    if read.other is not None and read.other.number > read.found.number:
        read = watch_reads.read_check(str(watch_id), older, newer, visitor.caller())
    return _page(read)


def _page(read: CheckPages) -> Response:
    chosen = parse_number(request.args.get("page", ""))
    if chosen is not None and chosen >= len(read.pages):
        raise NotFound("The check has no page with this number.")
    return pages.render(
        "watches/check.html", view=view_of(read, PAGES_SHOWN, chosen), **TEXTS, compared=read.other is not None,
        between={"from": request.args.get("from"), "to": request.args.get("to")},
    )  # fmt: skip
