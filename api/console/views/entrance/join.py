"""Accept an invitation by its link: `/console/join?token=…`."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database, state
from api.console import claim, pages, visitor
from api.console.views.entrance import sign_in
from contract.errors import InvalidRequest
from contract.fields.email import parse_email
from models.accounts import invitation
from models.accounts.invitation import OpenInvitation

blueprint = Blueprint("join", __name__)


@blueprint.get("/join")
@visitor.public
def show() -> AnyResponse:
    return _form(_offer())


@blueprint.post("/join")
@visitor.public
def join() -> AnyResponse:
    """Make the person a member, and sign in."""
    offer = _offer()
    try:
        if (found := visitor.current()) is not None and _may_use(offer, found.email):
            return _join_as(found.email)
        return _join_with_password(offer)
    except InvalidRequest as error:
        return _form(offer, 400, pages.errors_of(error))


def _offer() -> OpenInvitation:
    token = request.values.get("token", "")
    return database.ask(lambda connection: invitation.of_token(connection, token))


def _may_use(offer: OpenInvitation, email: str) -> bool:
    return offer.email in (None, email)


def _join_as(email: str) -> AnyResponse:
    """Join as the person who is signed in."""
    token = request.form["token"]
    joined = database.transact(lambda connection: invitation.accept(connection, token, email))
    return pages.go("overview.show", notice="joined", workspace_id=joined.workspace_id)


def _join_with_password(offer: OpenInvitation) -> AnyResponse:
    """Join with a new password, or with the existing one of the address, and sign in."""
    token, email = request.form["token"], offer.email or parse_email(request.form.get("email", ""))
    _count(offer, email)
    claimed = claim.check(email, request.form.get("password", ""), invited_by_name=offer.email is not None)

    def accept(connection: Connection) -> UUID:
        claim.store(connection, claimed)
        return invitation.accept(connection, token, email).workspace_id

    workspace_id = database.transact(accept)
    shown = pages.go("overview.show", notice="joined", workspace_id=workspace_id)
    return sign_in.enter(email, claimed.password_hash, shown)


def _count(offer: OpenInvitation, email: str) -> None:
    limiter, address = state.of().limiter, request.remote_addr or "unknown"
    if offer.email is None:
        # The link of an open invitation may be known to many people, and tries the passwords of any address.
        limiter.check_sign_in(address, email)
    else:
        limiter.check_holder(address, f"invitation {offer.workspace_id} {email}")


def _form(offer: OpenInvitation, status: int = 200, errors: dict[str, str] | None = None) -> Response:
    found = visitor.current()
    return pages.render(
        "entrance/join.html", status, offer=offer, token=request.values.get("token", ""), errors=errors or {},
        email=request.form.get("email", ""), as_visitor=found is not None and _may_use(offer, found.email),
    )  # fmt: skip
