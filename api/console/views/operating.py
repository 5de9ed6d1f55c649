"""Pages for operators: all workspaces, their credits, and all people. To change them, use the command line."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, request

from api import database
from api.console import pages, visitor
from models import usage
from models.accounts import directory

blueprint = Blueprint("operating", __name__)
SHOWN, TEXT_MAX_CHARS = 100, 200
USE_DAYS = 30


@blueprint.get("/operating/workspaces")
@visitor.operators_only
def workspaces() -> Response:
    """The workspaces, newest first, or those whose name or id is searched for."""
    sought = _search_text()
    rows = database.ask(lambda connection: directory.workspaces(connection, sought, SHOWN + 1))
    return pages.render(
        "operating/workspaces.html", rows=rows[:SHOWN], q=sought, has_more=len(rows) > SHOWN, most=SHOWN
    )


@blueprint.get("/operating/credits")
@visitor.operators_only
def credits() -> Response:
    """The credits that the workspaces used, the largest use first, or of those whose name or id is searched for."""
    sought, first = _search_text(), datetime.now(UTC).date() - timedelta(days=USE_DAYS - 1)
    rows = database.ask(lambda connection: usage.by_workspace(connection, first, sought, SHOWN + 1))
    return pages.render(
        "operating/credits.html", rows=rows[:SHOWN], q=sought, has_more=len(rows) > SHOWN, most=SHOWN, days=USE_DAYS
    )


@blueprint.get("/operating/people")
@visitor.operators_only
def people() -> Response:
    """The people, newest first, or those whose address is searched for."""
    sought = _search_text()
    rows = database.ask(lambda connection: directory.people(connection, sought, SHOWN + 1))
    return pages.render("operating/people.html", rows=rows[:SHOWN], q=sought, has_more=len(rows) > SHOWN, most=SHOWN)


def _search_text() -> str:
    return request.args.get("q", "").strip()[:TEXT_MAX_CHARS]
