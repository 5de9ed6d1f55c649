"""The page of consent: a person allows or denies a program the use of a workspace over MCP (OAuth, `api.oauth`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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

    A request without a valid program or redirect URI is an error page. Any other invalid request redirects to the program with
    the error.
    """
    return _checked(request.args, _page)


@blueprint.post("/authorize")
def decide() -> AnyResponse:
    """Redirect to the program, with a code if the person allows access, otherwise with the error `access_denied`."""
    return _checked(request.form, _answer)


def _checked(given: Mapping[str, str], then: Callable[[AuthorizationRequest], AnyResponse]) -> AnyResponse:
    environment = state.of().environment
    asked = requests.read(given, Policy(environment.allowed_networks))
    try:
        requests.check(asked, given, environment.base_url)
        return then(asked)
    except Declined as declined:
        return _back(asked, error=declined.error, error_description=declined.description)


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
    return _back(asked, code=code)


def _usable() -> list[Membership]:
    return [each for each in visitor.signed_in().memberships if not each.suspended]


def _code(connection: Connection, asked: AuthorizationRequest, workspace_id: UUID) -> str:
    consent = Consent(
        workspace_id=workspace_id, email=visitor.signed_in().email, client_id=asked.client.id, client_name=asked.client.name,
        redirect_uri=asked.redirect_uri, challenge=asked.challenge,
    )  # fmt: skip
    return oauth_code.create(connection, consent)


def _back(asked: AuthorizationRequest, **values: str) -> AnyResponse:
    response = redirect(asked.answer(state.of().environment.base_url, **values), 303)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
