"""The page of consent: a person allows or denies a program the use of a workspace over MCP (OAuth, `api.oauth`)."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from flask import Blueprint, Response, redirect, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database, state
from api.console import pages, visitor
from api.oauth import request as requests
from api.oauth import tokens
from api.oauth.request import AuthorizationRequest, Declined
from contract.addresses import Policy
from contract.errors import InvalidRequest
from contract.fields.identifier import parse_id
from models.accounts import oauth_code
from models.accounts.console_session import Membership
from models.accounts.oauth_code import Consent

blueprint = Blueprint("authorize", __name__)
# What the form sends back of the request.
FIELDS = (
    "response_type", "client_id", "redirect_uri", "state", "scope", "resource", "code_challenge", "code_challenge_method",
)  # fmt: skip


@blueprint.get("/authorize")
def show() -> AnyResponse:
    """The page of consent.

    An invalid request is an error page. If its program and redirect URI are valid, the page links to the program with the error.
    There is no redirect before a person has decided: otherwise a link to this page could lead anywhere (RFC 9700, 4.11.2).
    """
    asked = _asked(request.args)
    try:
        requests.check(asked, request.args, state.of().environment.base_url)
    except Declined as declined:
        return pages.render(
            "authorize_invalid.html", 400, asked=asked, declined=declined, back=_address(asked, declined)
        )
    return _page(asked)


@blueprint.post("/authorize")
def decide() -> AnyResponse:
    """Redirect to the program, with a code if the person allows access, otherwise with the error `access_denied`."""
    asked = _asked(request.form)
    try:
        requests.check(asked, request.form, state.of().environment.base_url)
        return _answer(asked)
    except Declined as declined:
        return _back(_address(asked, declined))


def _asked(given: Mapping[str, str]) -> AuthorizationRequest:
    return requests.read(given, Policy(state.of().environment.allowed_networks))


def _page(asked: AuthorizationRequest) -> Response:
    response = pages.render(
        "authorize.html", asked=asked, given={name: request.values.get(name, "") for name in FIELDS},
        memberships=_usable(), days=tokens.TOKEN_DAYS,
    )  # fmt: skip
    # The answer to the form leads to the program: browsers count that as the form's action.
    policy = pages.HEADERS["Content-Security-Policy"]
    response.headers["Content-Security-Policy"] = policy.replace(
        "form-action 'self'", f"form-action 'self' {asked.redirect_origin}"
    )
    return response


def _answer(asked: AuthorizationRequest) -> AnyResponse:
    if request.form.get("decision") != "allow":
        raise Declined("access_denied", "the person declined")
    workspace_id = parse_id(request.form.get("workspace_id", ""))
    if workspace_id is None or not any(each.workspace_id == workspace_id for each in _usable()):
        raise InvalidRequest.of("workspace_id", "must be one of your workspaces")
    code = database.transact(lambda connection: _code(connection, asked, workspace_id))
    return _back(asked.answer(state.of().environment.base_url, code=code))


def _usable() -> list[Membership]:
    return [each for each in visitor.signed_in().memberships if not each.suspended]


def _code(connection: Connection, asked: AuthorizationRequest, workspace_id: UUID) -> str:
    consent = Consent(
        workspace_id=workspace_id, email=visitor.signed_in().email, client_id=asked.client.id, client_name=asked.client.name,
        redirect_uri=asked.redirect_uri, challenge=asked.challenge,
    )  # fmt: skip
    return oauth_code.create(connection, consent)


def _address(asked: AuthorizationRequest, declined: Declined) -> str:
    """The return address with an error."""
    return asked.answer(state.of().environment.base_url, error=declined.error, error_description=declined.description)


def _back(address: str) -> AnyResponse:
    response = redirect(address, 303)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
