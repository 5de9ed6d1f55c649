"""The token endpoint: a code becomes an access token, once. And revocation (RFC 7009)."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, request
from sqlalchemy import Connection

from api import database, state
from api.oauth import discovery
from api.oauth.request import Declined, require_resource
from contract.errors import InvalidRequest
from models.accounts import console_session, key_rights, oauth_code, workspace
from models.accounts.caller import find_caller
from models.accounts.oauth_code import Consent
from models.accounts.workspace import ACCESS

# The program asks the person again after this time.
TOKEN_DAYS = 30
_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
_INVALID = "the code is unknown, used or expired, or belongs to another program or address"

blueprint = Blueprint("oauth_tokens", __name__)


@blueprint.post(discovery.TOKEN_PATH)
def token() -> Response:
    """An access token for a code."""
    try:
        answer = _exchanged()
    except Declined as declined:
        state.of().limiter.check_failed_keys(request.remote_addr or "unknown")
        return _json({"error": declined.error, "error_description": declined.description}, 400)
    return _json(answer)


@blueprint.post(discovery.REVOKE_PATH)
def revoke() -> Response:
    """200 in any case: a token that does not exist is revoked already."""
    given = request.form.get("token", "")
    if given.startswith(workspace.PREFIXES[ACCESS]):
        database.transact(lambda connection: _revoke(connection, given))
    else:
        state.of().limiter.check_failed_keys(request.remote_addr or "unknown")
    return _json({})


def _exchanged() -> dict[str, Any]:
    given = request.form
    if given.get("grant_type") != "authorization_code":
        raise Declined("unsupported_grant_type", "grant_type must be authorization_code")
    require_resource(given.get("resource"), state.of().environment.base_url)
    made = database.transact(lambda connection: _spent(connection, given))
    if isinstance(made, Declined):
        raise made
    return {
        "access_token": made, "token_type": "Bearer", "expires_in": TOKEN_DAYS * 86_400, "scope": discovery.SCOPE,
    }  # fmt: skip


def _spent(connection: Connection, given: Mapping[str, str]) -> str | Declined:
    """The token for a code, or why there is none.

    The code is invalid after this call, also if another field is wrong: a caller that has only the code gets one attempt.
    So nothing is raised, which would roll back. Code and token are one transaction: if it runs again because its commit
    seemed lost, there is no code for a second token.
    """
    consent = oauth_code.use(connection, given.get("code", ""))
    is_right = (
        consent is not None
        and given.get("client_id") == consent.client_id
        and given.get("redirect_uri") == consent.redirect_uri
        and _proves(given.get("code_verifier", ""), consent.challenge)
    )
    if consent is None or not is_right:
        return Declined("invalid_grant", _INVALID)
    try:
        return _made(connection, consent)
    except InvalidRequest as error:
        return Declined("invalid_grant", error.message)
    except Declined as declined:
        return declined


def _proves(verifier: str, challenge: str) -> bool:
    digest = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode("utf-8", "replace")).digest()).rstrip(b"=")
    return bool(_VERIFIER.fullmatch(verifier)) and secrets.compare_digest(digest, challenge.encode())


def _made(connection: Connection, consent: Consent) -> str:
    """A new token.

    Raises:
        Declined: the person is no longer a member of the workspace, or the workspace is suspended.
    """
    memberships = console_session.memberships(connection, consent.email)
    if not any(each.workspace_id == consent.workspace_id and not each.suspended for each in memberships):
        raise Declined("invalid_grant", "the person is no longer a member of the workspace, or it is suspended")
    return workspace.create_key(
        connection, consent.workspace_id, kind=ACCESS, name=consent.client_name, valid_days=TOKEN_DAYS, actor=consent.email,
    ).key  # fmt: skip


def _revoke(connection: Connection, given: str) -> None:
    found = find_caller(connection, given)
    if found is not None:
        key_rights.revoke(connection, found.workspace_id, found.key_id, "OAuth client")


def _json(body: dict[str, Any], status: int = 200) -> Response:
    response = jsonify(body)
    response.status_code = status
    # Programs in browsers exchange their codes themselves. No cookie is read here.
    response.headers.update({"Cache-Control": "no-store", "Access-Control-Allow-Origin": "*"})
    return response
