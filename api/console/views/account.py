"""The signed-in person: workspaces, the password, and all sessions."""

from __future__ import annotations

from flask import Blueprint, Response, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database, state
from api.console import claim, pages, visitor
from contract.errors import InvalidRequest
from models.accounts import console_session, person

blueprint = Blueprint("account", __name__)


@blueprint.get("/account")
def show() -> Response:
    return pages.render("account.html", errors={})


@blueprint.post("/account/password")
def change_password() -> AnyResponse:
    """Store a new password. All sessions of the person end, this one too."""
    session = visitor.signed_in().session
    state.of().limiter.check_holder(request.remote_addr or "unknown", f"session {session.id}")
    found = database.ask(lambda connection: person.find(connection, session.email))
    if not claim.matches(found.password_hash if found else None, request.form.get("current", "")):
        return pages.render("account.html", 400, errors={"current": "is wrong"})
    try:
        new_hash = claim.hash_of(request.form.get("password", ""))
    except InvalidRequest as error:
        return pages.render("account.html", 400, errors=pages.errors_of(error))

    def change(connection: Connection) -> None:
        person.set_password(connection, session.person_id, new_hash)
        console_session.end_all(connection, session.person_id)

    database.transact(change)
    return pages.go("sign_in.show", notice="password-set")


@blueprint.post("/account/sign-out")
def sign_out_everywhere() -> AnyResponse:
    """End all sessions of the person."""
    person_id = visitor.signed_in().session.person_id
    database.ask(lambda connection: console_session.end_all(connection, person_id))
    return pages.go("sign_in.show", notice="signed-out")
