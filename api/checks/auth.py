"""Authentication: turns the key in X-API-Key into a `Caller`, before the request body is read.

A script of the console sends its session instead of a key (`api.checks.session_cookie`).
"""

from __future__ import annotations

import re
from typing import Any, cast

from flask import Flask, current_app, g, request

from api import database, state
from api.checks import session_cookie
from api.checks.session_cookie import Header, SessionCredential
from contract.errors import Unauthorized, WorkspaceBanned
from contract.process import log_context
from models.accounts.caller import Caller, find_caller
from models.accounts.workspace import ACCESS

HEADER = "X-API-Key"
_KEY = re.compile(r"ow_(sk|pk|at)_[A-Za-z0-9_-]{20,100}")
# Where a call of the MCP interface is marked, in the ASGI scope and the WSGI environment. No header of a caller is stored there.
MCP_KEY = "orbweaver.mcp"
# How long a request waits for a database that restarts.
RETRY_SECONDS = 5.0


def caller() -> Caller:
    """The caller of the current request."""
    return cast(Caller, g.caller)


def install(app: Flask) -> None:
    """Authenticate and count every request to a view with a rate limit group."""

    @app.before_request
    def authenticate() -> None:
        view: Any = current_app.view_functions.get(request.endpoint or "")
        group = getattr(view, "rate_group", None)
        if group is None:
            return
        g.caller = identify_request(
            lambda name: request.headers.get(name, ""),
            request.remote_addr or "unknown",
            is_mcp=MCP_KEY in request.environ,
        )
        log_context.bind(workspace_id=g.caller.workspace_id)
        state.of().limiter.check(g.caller.plan, group, str(g.caller.workspace_id))


def identify_request(header: Header, address: str, *, is_mcp: bool = False) -> Caller:
    """The caller of a request: by its key, or by the session that it sends without a key.

    Args:
        is_mcp: whether the call comes from the MCP interface, where access tokens are valid too.

    Raises:
        Unauthorized: the key or the session is not valid.
        WorkspaceBanned: the workspace is suspended.
    """
    # RFC 9110, 5.5: whitespace around a header's value is not part of it.
    key = header(HEADER).strip(" \t")
    session = None if key else session_cookie.credential(header, state.of().environment.base_url)
    return identify(key, address, is_mcp=is_mcp) if session is None else _identify_session(session, address)


def _identify_session(given: SessionCredential, address: str) -> Caller:
    try:
        found = database.transact(
            lambda connection: session_cookie.find_caller(connection, given), retry_seconds=RETRY_SECONDS
        )
    except Unauthorized:
        state.of().limiter.check_failed_keys(address)
        raise
    if found.suspended:
        raise WorkspaceBanned("The workspace is suspended.")
    return found


def identify(key: str, address: str, source: str = f"the {HEADER} header", *, is_mcp: bool = False) -> Caller:
    """The caller that a secret key or, for the MCP interface, an access token belongs to.

    A key that is not valid counts against `address`.

    Raises:
        Unauthorized: the key is missing, malformed, unknown, revoked, expired or publishable.
        WorkspaceBanned: its workspace is suspended.
    """
    found = find(key, address, source, is_mcp=is_mcp)
    if found.kind not in ("secret", ACCESS):
        raise Unauthorized("This endpoint requires a secret key. Publishable keys only serve logos.")
    return found


def find(key: str, address: str, source: str = f"the {HEADER} header", *, is_mcp: bool = False) -> Caller:
    """The caller that a key of any kind belongs to; an access token only for the MCP interface.

    A key that is not valid counts against `address`.

    Raises:
        Unauthorized: the key is missing, malformed, unknown, revoked or expired. The message names its source.
        WorkspaceBanned: its workspace is suspended.
    """
    found = _read_caller(key) if _KEY.fullmatch(key) else None
    if found is None:
        state.of().limiter.check_failed_keys(address)
        raise Unauthorized(
            f"The key in {source} is malformed, unknown, revoked or expired."
            if key
            else f"The key is missing: send one in {source}."
        )
    if found.kind == ACCESS and not is_mcp:
        raise Unauthorized("An access token is valid at the MCP interface only. Use a secret key here.")
    if found.suspended:
        raise WorkspaceBanned("The workspace is suspended.")
    return found


def _read_caller(key: str) -> Caller | None:
    return database.ask(lambda connection: find_caller(connection, key), retry_seconds=RETRY_SECONDS)
