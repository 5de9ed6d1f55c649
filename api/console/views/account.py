"""The signed-in person: workspaces, the password, and all sessions."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database, state
from api.console import agents, claim, pages, visitor
from contract.errors import InvalidRequest
from models.accounts import console_session, person

blueprint = Blueprint("account", __name__)


@blueprint.get("/account")
def show() -> Response:
    return _page()


@blueprint.post("/account/password")
def change_password() -> AnyResponse:
    """Store a new password. All sessions of the person end, this one too."""
    session = visitor.signed_in().session
    attempt = state.of().limiter.check_link(request.remote_addr or "unknown", f"session {session.id}")
    found = database.ask(lambda connection: person.find(connection, session.email))
    if not claim.matches(found.password_hash if found else None, request.form.get("current", "")):
        return _page(400, {"current": "is wrong"})
    state.of().limiter.forgive(attempt)
    try:
        new_hash = claim.hash_of(
            request.form.get("password", ""), session.email, found.password_hash if found else None
        )
    except InvalidRequest as error:
        return _page(400, pages.errors_of(error))

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


@blueprint.post("/account/sessions/<uuid:session_id>/end")
def end_session(session_id: UUID) -> AnyResponse:
    """End one session of the person."""
    person_id = visitor.signed_in().session.person_id
    database.ask(lambda connection: console_session.end_own(connection, person_id, session_id))
    return pages.go("account.show", notice="session-ended")


def _page(status: int = 200, errors: dict[str, str] | None = None) -> Response:
    person_id = visitor.signed_in().session.person_id
    rows = database.ask(lambda connection: console_session.list_of(connection, person_id))
    return pages.render("account.html", status, errors=errors or {}, sessions=rows, browser_of=agents.browser_of)
