"""Accept an invitation by its link: `/console/join#token=…`."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database, state
from api.console import claim, pages, visitor
from api.console.views.entrance import link, sign_in
from api.ratelimit import Attempt
from contract.errors import InvalidRequest
from contract.fields.email import parse_email
from models.accounts import invitation
from models.accounts.invitation import OpenInvitation

blueprint = Blueprint("join", __name__)


@blueprint.get("/join")
@visitor.public
def show() -> Response:
    """The form, if the token is in the URL as in links of earlier versions; otherwise the page that sends it on."""
    return _form(_offer()) if "token" in request.args else link.page("join")


@blueprint.post("/join/link")
@visitor.public
def open_link() -> Response:
    """The form for the token of a link."""
    return _form(_offer())


@blueprint.post("/join")
@visitor.public
def join() -> AnyResponse:
    """Make the person a member, and sign in."""
    offer = _offer()
    try:
        if (found := _usable(offer)) is not None:
            return _join_as(found.email)
        return _join_with_password(offer)
    except InvalidRequest as error:
        return _form(offer, 400, pages.errors_of(error))


def _offer() -> OpenInvitation:
    token = link.token()
    return database.ask(lambda connection: invitation.of_token(connection, token))


def _usable(offer: OpenInvitation) -> visitor.Visitor | None:
    """The person who is signed in and may use the invitation without a password: one whose address is proven."""
    found = visitor.current()
    may = found is not None and found.session.is_proven and offer.email in (None, found.email)
    return found if may else None


def _join_as(email: str) -> AnyResponse:
    """Join as the person who is signed in."""
    token = request.form["token"]
    joined = database.transact(lambda connection: invitation.accept(connection, token, email))
    return pages.go("overview.show", notice="joined", workspace_id=joined.workspace_id)


def _join_with_password(offer: OpenInvitation) -> AnyResponse:
    """Join with a new password, or with the existing one of the address, and sign in."""
    token, email = request.form["token"], offer.email or parse_email(request.form.get("email", ""))
    attempt = _count(offer, email)
    claimed = claim.check(email, request.form.get("password", ""), proves=offer.proves)

    def accept(connection: Connection) -> UUID:
        claim.store(connection, claimed)
        return invitation.accept(connection, token, email).workspace_id

    workspace_id = database.transact(accept)
    state.of().limiter.forgive(attempt)
    shown = pages.go("overview.show", notice="joined", workspace_id=workspace_id)
    return sign_in.enter(email, claimed.password_hash, shown)


def _count(offer: OpenInvitation, email: str) -> Attempt:
    limiter, address = state.of().limiter, request.remote_addr or "unknown"
    if offer.email is None:
        # The link of an open invitation may be known to many people, and tries the passwords of any address.
        return limiter.check_sign_in(address, email)
    return limiter.check_link(address, f"invitation {offer.workspace_id} {email}")


def _form(offer: OpenInvitation, status: int = 200, errors: dict[str, str] | None = None) -> Response:
    return pages.render(
        "entrance/join.html", status, offer=offer, token=link.token(), errors=errors or {},
        email=request.form.get("email", ""), as_visitor=_usable(offer) is not None,
    )  # fmt: skip
