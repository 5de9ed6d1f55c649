"""The credits of a workspace: balance, use per day and operation, and the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from flask import Blueprint, Response, request

from api import database
from api.console import pages
from api.console.charts import usage_chart
from api.resources.account import entry
from contract.errors import NotFound
from contract.fields.identifier import parse_number
from models import usage
from models.accounts import call_log, credits, workspace
from models.jobs import listing

blueprint = Blueprint("usage", __name__)
PERIODS = (7, 30, 90)
ENTRIES = 25
# The ledger's entries that are read for the lines of one page: a crawl has an entry for each of its pages.
MOVEMENTS_MAX = 1_000


@dataclass
class Line:
    """Entries of the ledger that are of one kind and job, in the position of the newest."""

    newest: credits.Movement
    kind: str
    job_id: str | None
    entries: int = 0
    delta: int = 0


@blueprint.get("/<uuid:workspace_id>/usage")
def show(workspace_id: UUID) -> Response:
    days, before = _days(), _cursor()
    first = datetime.now(UTC).date() - timedelta(days=days - 1)
    row, used, rows, jobs, calls = database.snapshot(
        lambda connection: (
            workspace.require(connection, workspace_id),
            usage.by_day(connection, workspace_id, first),
            rows := credits.list_movements(connection, workspace_id, MOVEMENTS_MAX + 1, before=before),
            listing.find_all(connection, workspace_id, ids := _jobs(rows)),
            call_log.of_jobs(connection, workspace_id, ids),
        )
    )
    lines, more = _lines(rows)
    return pages.render(
        "usage.html", workspace=row, chart=usage_chart(used, first, days), days=days, periods=PERIODS,
        lines=lines, jobs=jobs, calls=calls, is_first=before == credits.AFTER_ALL, more=more,
    )  # fmt: skip


def _jobs(rows: list[credits.Movement]) -> set[UUID]:
    return {UUID(found) for each in rows if (found := entry(each).job_id)}


def _lines(rows: list[credits.Movement]) -> tuple[list[Line], int | None]:
    """The lines of a page, and the id of its last entry if there are more.

    Jobs that run at the same time have one line each. The next page begins after the last entry, also of a job with a line here.
    """
    lines: dict[tuple[str, str], Line] = {}
    last: int | None = None
    for each in rows[:MOVEMENTS_MAX]:
        known = entry(each)
        key = (known.kind, known.job_id or known.id)
        if key not in lines and len(lines) == ENTRIES:
            return [*lines.values()], last
        line = lines.setdefault(key, Line(each, known.kind, known.job_id))
        line.entries += 1
        line.delta += each.delta
        last = each.id
    return [*lines.values()], last if len(rows) > MOVEMENTS_MAX else None


def _days() -> int:
    text = request.args.get("days", "30")
    return int(text) if text in map(str, PERIODS) else 30


def _cursor() -> int:
    text = request.args.get("before")
    if not text:
        return credits.AFTER_ALL
    if (found := parse_number(text, credits.AFTER_ALL)) is None:
        raise NotFound("The page does not exist.")
    return found
