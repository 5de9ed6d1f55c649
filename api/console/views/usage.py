"""The credits of a workspace: balance, use per day and operation, and the ledger."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

from flask import Blueprint, Response, request

from api import database
from api.console import pages
from api.console.charts import usage_chart
from api.resources.account import entry
from contract.errors import NotFound
from models import usage
from models.accounts import credits, workspace

blueprint = Blueprint("usage", __name__)
PERIODS = (7, 30, 90)
ENTRIES = 25


@blueprint.get("/<uuid:workspace_id>/usage")
def show(workspace_id: UUID) -> Response:
    days, before = _days(), _cursor()
    first = datetime.now(UTC).date() - timedelta(days=days - 1)
    row, used, rows = database.snapshot(
        lambda connection: (
            workspace.require(connection, workspace_id),
            usage.by_day(connection, workspace_id, first),
            credits.list_movements(connection, workspace_id, ENTRIES + 1, before=before),
        )
    )
    return pages.render(
        "usage.html", workspace=row, chart=usage_chart(used, first, days), days=days, periods=PERIODS,
        rows=[(each, entry(each)) for each in rows[:ENTRIES]], is_first=before == credits.AFTER_ALL,
        more=rows[ENTRIES - 1].id if len(rows) > ENTRIES else None,
    )  # fmt: skip


def _days() -> int:
    text = request.args.get("days", "30")
    return int(text) if text in map(str, PERIODS) else 30


def _cursor() -> int:
    text = request.args.get("before")
    if not text:
        return credits.AFTER_ALL
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise NotFound("The page does not exist.")
    return int(text)
