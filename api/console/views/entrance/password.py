"""Set a password by a link of the operator: `/console/password?token=…`."""

from __future__ import annotations

from flask import Blueprint, Response, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database, state
from api.console import claim, pages, visitor
from contract.errors import InvalidRequest
from models.accounts import console_session, person
from models.accounts.person import PersonRow

blueprint = Blueprint("password", __name__)


@blueprint.get("/password")
@visitor.public
def show() -> Response:
    return _form(_person())


@blueprint.post("/password")
@visitor.public
def store() -> AnyResponse:
    """Store the new password, and end all sessions of the person."""
    found = _person()
    state.of().limiter.check_holder(request.remote_addr or "unknown", f"password link {found.id}")
    try:
        new_hash = claim.hash_of(request.form.get("password", ""))
    except InvalidRequest as error:
        return _form(found, 400, pages.errors_of(error))
    token = request.form.get("token", "")

    def change(connection: Connection) -> None:
        person_id = person.of_link(connection, token, lock=True).id
        person.set_password(connection, person_id, new_hash)
        console_session.end_all(connection, person_id)

    database.transact(change)
    return pages.go("sign_in.show", notice="password-set")


def _person() -> PersonRow:
    token = request.values.get("token", "")
    return database.ask(lambda connection: person.of_link(connection, token))


def _form(found: PersonRow, status: int = 200, errors: dict[str, str] | None = None) -> Response:
    token = request.values.get("token", "")
    return pages.render("entrance/password.html", status, email=found.email, token=token, errors=errors or {})
