"""Sign in and out, and the first page after that."""

from __future__ import annotations

import re

from flask import Blueprint, Response, redirect, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database, state
from api.checks import session_cookie
from api.console import claim, csrf, pages, visitor
from api.ratelimit import network_of
from contract.errors import InvalidRequest
from contract.fields.email import parse_email
from models.accounts import console_session, person

blueprint = Blueprint("sign_in", __name__)
# Only our own pages: no host, no backslash.
_NEXT = re.compile(r"/console(/[\w/.-]*)?(\?[\w=&%.+-]*)?")
WRONG = "The e-mail address or the password is wrong."


@blueprint.get("")
@blueprint.get("/")
def start() -> AnyResponse:
    """The overview of the person's first workspace."""
    found = visitor.signed_in()
    if not found.memberships:
        return pages.render("no_workspace.html")
    return pages.go("overview.show", workspace_id=found.memberships[0].workspace_id)


@blueprint.get("/sign-in")
@visitor.public
def show() -> AnyResponse:
    if visitor.current() is not None:
        return pages.go("sign_in.start")
    return _form()


def _form(status: int = 200, error: str | None = None) -> Response:
    return pages.render("entrance/sign_in.html", status, error=error, email=request.form.get("email", ""), next=_next())


@blueprint.post("/sign-in")
@visitor.public
def sign_in() -> AnyResponse:
    """Start a session. Every failure has the same answer and takes the same time."""
    email, address = _email(), request.remote_addr or "unknown"
    found, is_known = database.snapshot(
        lambda connection: (
            person.find(connection, email),
            console_session.is_from(connection, email, network_of(address)),
        )
    )
    attempt = state.of().limiter.check_sign_in(address, email, is_known=is_known)
    if not claim.matches(found.password_hash if found else None, request.form.get("password", "")) or found is None:
        return _form(400, WRONG)
    state.of().limiter.forgive(attempt)
    return enter(found.email, found.password_hash, redirect(_next(), 303))


def enter(email: str, password_hash: str | None, response: AnyResponse) -> AnyResponse:
    """The response, with the cookie of a new session. An earlier session of this browser ends.

    Args:
        password_hash: of the password that was checked. If the person has another one by now, there is no session.
    """
    token = database.transact(lambda connection: _start(connection, email, password_hash))
    if token is None:
        return _form(400, WRONG)
    age = int(console_session.AGE_MAX.total_seconds())
    csrf.set_cookie(response, _cookie_name(), token, max_age_seconds=age)
    return response


def _start(connection: Connection, email: str, password_hash: str | None) -> str | None:
    """The token of a new session, or None if the password was changed since it was checked."""
    found = person.find(connection, email, lock=True)
    if found is None or password_hash is None or found.password_hash != password_hash:
        return None
    former = visitor.current()
    if former is not None:
        console_session.end(connection, former.session.id)
    network = network_of(request.remote_addr or "unknown")
    return console_session.create(connection, found.id, network, request.headers.get("User-Agent", ""))


@blueprint.post("/sign-out")
def sign_out() -> AnyResponse:
    """End the session."""
    session_id = visitor.signed_in().session.id
    database.ask(lambda connection: console_session.end(connection, session_id))
    response = pages.go("sign_in.show", notice="signed-out")
    csrf.set_cookie(response, _cookie_name(), "", max_age_seconds=0)
    return response


def _cookie_name() -> str:
    return session_cookie.name(state.of().environment.base_url)


def _email() -> str:
    """The address in the form. Empty when it is not an address, which then matches nobody."""
    try:
        return parse_email(request.form.get("email", ""))
    except InvalidRequest:
        return ""


def _next() -> str:
    """The page to show after signing in."""
    target = request.values.get("next", "")
    return target if _NEXT.fullmatch(target) else "/console"
