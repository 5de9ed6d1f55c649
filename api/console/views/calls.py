"""The log of calls of a workspace: the list, and one call."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from flask import Blueprint, Response, request

from api import database, state
from api.console import pages
from api.console.playground.offered import OFFERED
from contract.errors import NotFound
from contract.fields.identifier import parse_id
from models.accounts import call_log, workspace
from models.accounts.call_log import CallRow, Filter
from models.base import LAST_ID

blueprint = Blueprint("calls", __name__)
SHOWN, TEXT_MAX_CHARS = 50, 200
# The words of the filter.
OUTCOMES: Mapping[str, bool] = {"succeeded": False, "failed": True}


@blueprint.get("/<uuid:workspace_id>/calls")
def show_all(workspace_id: UUID) -> Response:
    """The calls, newest first. `operation`, `outcome`, `key`, `q` and `before` of the query string select them."""
    given = {name: request.args.get(name, "") for name in ("operation", "outcome", "key", "q", "before")}
    chosen = Filter(
        given["operation"] if given["operation"] in OFFERED else None,
        OUTCOMES.get(given["outcome"]),
        parse_id(given["key"]),
        given["q"].strip()[:TEXT_MAX_CHARS],
    )
    before = parse_id(given["before"]) or LAST_ID
    rows, keys = database.snapshot(
        lambda connection: (
            call_log.list_calls(connection, workspace_id, SHOWN + 1, chosen, before=before),
            workspace.list_keys(connection, workspace_id),
        )
    )
    return pages.render(
        "calls/list.html", calls=rows[:SHOWN], older=rows[SHOWN - 1].id if len(rows) > SHOWN else None, given=given,
        chosen=chosen, is_first=before == LAST_ID, operations=list(OFFERED), outcomes=list(OUTCOMES), keys=keys,
        days=state.of().environment.call_log_days, again=again,
    )  # fmt: skip


@blueprint.get("/<uuid:workspace_id>/calls/<uuid:call_id>")
def show(workspace_id: UUID, call_id: UUID) -> Response:
    """One call."""
    found = database.ask(lambda connection: call_log.find(connection, workspace_id, call_id))
    if found is None:
        raise NotFound("The call is not in the log. Calls are stored for some days only.")
    return pages.render("calls/call.html", call=found, again=again)


def again(call: CallRow) -> dict[str, str] | None:
    """The query string of the playground with the form of a call like this one. None if the playground has no such form."""
    offered = OFFERED.get(call.operation)
    if offered is None:
        return None
    name = next((each.name for each in offered.inputs if each.required), None)
    has_subject = call.subject and name and " more" not in call.subject
    return {"operation": call.operation, **({name: call.subject} if has_subject and name and call.subject else {})}
