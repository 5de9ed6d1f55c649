"""The list of watches, the page of one, and what its buttons do."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from flask import Blueprint, Response, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database, state
from api.console import pages, visitor
from api.console.playground.inputs import without_defaults
from api.console.playground.literals import as_json
from api.console.views.watches.checks import TEXTS, CheckView, view_of
from api.console.watches import inputs, words
from api.console.watches.summary import STATES, WatchSummary, summary_of
from api.resources import watch_changes, watch_reads
from contract.declare import load
from contract.fields.identifier import parse_id, parse_number
from contract.options.watch import WatchChanges
from contract.results.watch import feed_url, rss_url
from models.base import JsonObject
from models.watches import check, watch
from models.watches.check import CheckRow

blueprint = Blueprint("listing", __name__)
WATCHES_SHOWN, CHECKS_SHOWN, TEXT_MAX_CHARS = 30, 30, 200
# The page of a watch shows its last change. A check with more pages has a page of its own.
PAGES_SHOWN = 3


@blueprint.get("/<uuid:workspace_id>/watches")
def show_all(workspace_id: UUID) -> Response:
    """The watches, newest first. `state`, `q` and `before` of the query string select them."""
    chosen, text = request.args.get("state", ""), request.args.get("q", "").strip()[:TEXT_MAX_CHARS]
    status, failing = STATES.get(chosen, (None, None))
    before = request.args.get("before", "")
    last = parse_id(before)

    def read(connection: Connection) -> list[WatchSummary]:
        rows = watch.list_watches(
            connection, workspace_id, WATCHES_SHOWN + 1, before=last, status=status, failing=failing, named=text
        )
        checks = watch_reads.checks_of(connection, rows)
        return [summary_of(row, checks) for row in rows]

    found = database.snapshot(read)
    shown = found[:WATCHES_SHOWN]
    return pages.render(
        "watches/list.html", watches=shown, older=shown[-1].row.id if len(found) > WATCHES_SHOWN else None,
        is_first=last is None, chosen=chosen if chosen in STATES else None, states=list(STATES), text=text, **TEXTS,
    )  # fmt: skip


@dataclass(frozen=True)
class Timeline:
    """Some checks of a watch, newest first. `older` is the number of the last one, if there are more."""

    checks: list[CheckRow]
    older: int | None
    is_first: bool


@blueprint.get("/<uuid:workspace_id>/watches/<uuid:watch_id>")
def show(workspace_id: UUID, watch_id: UUID) -> Response:
    """One watch. `before` of the query string selects its checks."""
    before, caller = parse_number(request.args.get("before", "")), visitor.caller()

    def read(connection: Connection) -> tuple[WatchSummary, Timeline, list[JsonObject]]:
        row = watch_reads.require(connection, str(watch_id), caller)
        found = summary_of(row, watch_reads.checks_of(connection, [row]))
        checks = check.list_checks(connection, row.id, CHECKS_SHOWN + 1, before=before)
        older = checks[CHECKS_SHOWN - 1].number if len(checks) > CHECKS_SHOWN else None
        changed = check.read_pages(connection, found.last_change.id) if found.last_change else []
        return found, Timeline(checks[:CHECKS_SHOWN], older, before is None), changed

    found, timeline, changed = database.snapshot(read)
    change: CheckView | None = None
    if found.last_change is not None:
        reported = [each for each in changed if each["reported"]]
        change = view_of(watch_reads.CheckPages(found.row, found.last_change, reported, 0), PAGES_SHOWN)
    address = state.of().environment.base_url, found.row.feed_token
    return pages.render(
        "watches/watch.html", watch=found, timeline=timeline, change=change, words=words, **TEXTS,
        feed_url=feed_url(*address), rss_url=rss_url(*address),
        options=as_json(without_defaults(inputs.ALL, watch_reads.shown_options(found.row.options))),
    )  # fmt: skip


@blueprint.post("/<uuid:workspace_id>/watches/<uuid:watch_id>/run")
def run(workspace_id: UUID, watch_id: UUID) -> AnyResponse:
    """Check now."""
    watch_changes.run(str(watch_id), visitor.counted("start"))
    return _back(workspace_id, watch_id, "check-started")


@blueprint.post("/<uuid:workspace_id>/watches/<uuid:watch_id>/pause")
def pause(workspace_id: UUID, watch_id: UUID) -> AnyResponse:
    """Stop the checks."""
    return _set_status(workspace_id, watch_id, "paused", "watch-paused")


@blueprint.post("/<uuid:workspace_id>/watches/<uuid:watch_id>/resume")
def resume(workspace_id: UUID, watch_id: UUID) -> AnyResponse:
    """Let the checks continue."""
    return _set_status(workspace_id, watch_id, "active", "watch-resumed")


def _set_status(workspace_id: UUID, watch_id: UUID, status: str, notice: str) -> AnyResponse:
    watch_changes.update(load(WatchChanges, {"status": status}), str(watch_id), visitor.counted("cancel"))
    return _back(workspace_id, watch_id, notice)


def _back(workspace_id: UUID, watch_id: UUID, notice: str) -> AnyResponse:
    return pages.go("watches.listing.show", notice=notice, workspace_id=workspace_id, watch_id=watch_id)


@blueprint.post("/<uuid:workspace_id>/watches/<uuid:watch_id>/delete")
def delete(workspace_id: UUID, watch_id: UUID) -> AnyResponse:
    """Delete the watch, and stop its running check."""
    watch_changes.delete(str(watch_id), visitor.counted("cancel"))
    return pages.go("watches.listing.show_all", notice="watch-deleted", workspace_id=workspace_id)
