"""The session of a signed-in person: its cookie, and its use as a credential of the REST API instead of a key.

A script of the console sends the cookie, the workspace in `X-Workspace`, and the session's token in `X-CSRF-Token`. Another
site can send neither header. The person must be a member of the workspace.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit
from uuid import UUID

from sqlalchemy import Connection
from werkzeug.http import parse_cookie

from api import database, state
from contract.errors import Unauthorized
from models.accounts import console_session
from models.accounts.caller import Caller
from models.accounts.console_session import Membership, SessionRow

WORKSPACE_HEADER, CSRF_HEADER = "X-Workspace", "X-CSRF-Token"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
# Returns the value of a request header, or an empty text.
Header = Callable[[str], str]


@dataclass(frozen=True)
class SessionCredential:
    """What a request without a key sends."""

    token: str
    workspace: str
    csrf_token: str


def name(base_url: str) -> str:
    """The name of the session's cookie."""
    return own_name("orbweaver_session", base_url)


def own_name(plain: str, base_url: str) -> str:
    """The name of a cookie of this installation: with its port, because all ports of a host share their cookies.

    With https no neighbour of the same domain can set it (RFC 6265bis, `__Host-`).
    """
    parts = urlsplit(base_url)
    named = f"{plain}_{parts.port}" if parts.port is not None else plain
    return f"__Host-{named}" if parts.scheme == "https" else named


def credential(header: Header, base_url: str) -> SessionCredential | None:
    """The session that a request sends instead of a key, or None."""
    token = cookie_value(header("Cookie"), base_url)
    workspace = header(WORKSPACE_HEADER)
    return SessionCredential(token, workspace, header(CSRF_HEADER)) if token and workspace else None


def cookie_value(cookies: str, base_url: str) -> str | None:
    """The session's token in a Cookie header, or None when there is none or it is malformed."""
    found = parse_cookie(cookies).get(name(base_url), "")
    return found if _TOKEN.fullmatch(found) else None


def person_of(header: Header) -> UUID | None:
    """The person whose session the cookie of a request names, or None."""
    token = cookie_value(header("Cookie"), state.of().environment.base_url)
    found = database.transact(lambda connection: console_session.find(connection, token)) if token else None
    return found.person_id if found else None


def find_caller(connection: Connection, given: SessionCredential) -> Caller:
    """The caller that a session belongs to.

    Raises:
        Unauthorized: the session has expired, the CSRF token is wrong, or the person is not a member of the workspace.
    """
    session = console_session.find(connection, given.token)
    if session is None:
        raise Unauthorized("The session has ended. Sign in again.")
    if not matches(session, given.csrf_token):
        raise Unauthorized(f"The {CSRF_HEADER} header does not match the session. Reload the page.")
    membership = membership_of(connection, session, given.workspace)
    if membership is None:
        raise Unauthorized(f"{WORKSPACE_HEADER} must be the id of a workspace that you are a member of.")
    return console_session.caller_of(session, membership)


def matches(session: SessionRow, csrf_token: str) -> bool:
    """Whether a CSRF token is the session's."""
    return secrets.compare_digest(session.csrf_token.encode(), csrf_token.encode("utf-8", "replace"))


def membership_of(connection: Connection, session: SessionRow, workspace: str | UUID) -> Membership | None:
    """The membership of the session's person in a workspace, or None."""
    requested = str(workspace)
    found = console_session.memberships(connection, session.email)
    return next((each for each in found if str(each.workspace_id) == requested), None)
