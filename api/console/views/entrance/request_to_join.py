"""Ask to join a workspace: `/console/request?workspace=ID`. The answer does not reveal which workspaces and people exist."""

from __future__ import annotations

import contextlib
from functools import partial
from uuid import UUID

from flask import Blueprint, Response, request

from api import database, state
from api.console import fixed_duration, pages, visitor
from api.ratelimit import network_of
from contract.errors import InvalidRequest, NotFound
from contract.fields.email import parse_email
from models.accounts import join_request

blueprint = Blueprint("request_to_join", __name__)
# Longer than the work takes, so that the time reveals as little as the answer.
ANSWER_SECONDS = 0.15


@blueprint.get("/request")
@visitor.public
def show() -> Response:
    return _form()


@blueprint.post("/request")
@visitor.public
def ask() -> Response:
    """Record the request, if the workspace exists. It takes no password: addresses are not verified."""
    found, network = visitor.current(), network_of(request.remote_addr or "unknown")
    try:
        workspace_id = _workspace_id()
        email = found.email if found else parse_email(request.form.get("email", ""))
    except InvalidRequest as error:
        return _form(400, pages.errors_of(error))
    is_signed_in = found is not None and found.session.is_proven
    asked_from = email if is_signed_in else network
    state.of().limiter.check_join_request(asked_from, str(workspace_id), is_signed_in=is_signed_in)
    asked = partial(join_request.create, is_signed_in=is_signed_in, asked_from=asked_from)
    with (
        fixed_duration.at_least(ANSWER_SECONDS, network),
        contextlib.suppress(InvalidRequest, NotFound),  # The same answer as for a recorded request.
    ):
        database.transact(lambda connection: asked(connection, workspace_id, email))
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
