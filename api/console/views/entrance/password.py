"""Set a password by a link of the operator: `/console/password#token=…`."""

from __future__ import annotations

from flask import Blueprint, Response, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database, state
from api.console import claim, pages, visitor
from api.console.views.entrance import link
from contract.errors import InvalidRequest
from models.accounts import console_session, person
from models.accounts.person import PersonRow

blueprint = Blueprint("password", __name__)


@blueprint.get("/password")
@visitor.public
def show() -> Response:
    """The form, if the token is in the URL as in links of earlier versions; otherwise the page that sends it on."""
    return _form(_person()) if "token" in request.args else link.page("password")


@blueprint.post("/password/link")
@visitor.public
def open_link() -> Response:
    """The form for the token of a link."""
    return _form(_person())


@blueprint.post("/password")
@visitor.public
def store() -> AnyResponse:
    """Store the new password, and end all sessions of the person."""
    found = _person()
    state.of().limiter.check_link(request.remote_addr or "unknown", f"password link {found.id}")
    try:
        new_hash = claim.hash_of(request.form.get("password", ""), found.email, found.password_hash)
    except InvalidRequest as error:
        return _form(found, 400, pages.errors_of(error))
    token = request.form.get("token", "")

    def change(connection: Connection) -> None:
        person_id = person.of_link(connection, token, lock=True).id
        person.set_password(connection, person_id, new_hash)
        person.mark_proven(connection, person_id)
        console_session.end_all(connection, person_id)

    database.transact(change)
    return pages.go("sign_in.show", notice="password-set")


def _person() -> PersonRow:
    token = link.token()
    return database.ask(lambda connection: person.of_link(connection, token))


def _form(found: PersonRow, status: int = 200, errors: dict[str, str] | None = None) -> Response:
    return pages.render("entrance/password.html", status, email=found.email, token=link.token(), errors=errors or {})
