"""Ask to join a workspace: `/console/request?workspace=ID`. The answer does not reveal which workspaces and people exist."""

from __future__ import annotations

import contextlib
from uuid import UUID

from flask import Blueprint, Response, request

from api import database, state
from api.console import pages, visitor
from contract.errors import InvalidRequest, NotFound
from contract.fields.email import parse_email
from models.accounts import join_request

blueprint = Blueprint("request_to_join", __name__)


@blueprint.get("/request")
@visitor.public
def show() -> Response:
    return _form()


@blueprint.post("/request")
@visitor.public
def ask() -> Response:
    """Record the request, if the workspace exists. It takes no password: addresses are not verified."""
    found = visitor.current()
    try:
        workspace_id = _workspace_id()
        email = found.email if found else parse_email(request.form.get("email", ""))
    except InvalidRequest as error:
        return _form(400, pages.errors_of(error))
    state.of().limiter.check_sign_in(request.remote_addr or "unknown", f"request {email}")
    with contextlib.suppress(InvalidRequest, NotFound):  # The same answer as for a recorded request.
        database.transact(lambda connection: join_request.create(connection, workspace_id, email))
    return pages.render("entrance/requested.html", email=email)


def _workspace_id() -> UUID:
    try:
        return UUID(request.form.get("workspace", "").strip())
    except ValueError as error:
        raise InvalidRequest.of("workspace", "must be the id of a workspace") from error


def _form(status: int = 200, errors: dict[str, str] | None = None) -> Response:
    return pages.render(
        "entrance/request.html", status, workspace=request.values.get("workspace", ""), email=request.form.get("email", ""),
        errors=errors or {},
    )  # fmt: skip
