"""Who calls: the key in X-API-Key becomes a `Caller`, before the body is looked at and before any work."""

from __future__ import annotations

import logging
import re
from typing import Any, cast

from flask import Flask, current_app, g, request
from sqlalchemy.exc import SQLAlchemyError

from api import state
from contract.errors import ServiceUnavailable, Unauthorized, WorkspaceBanned
from models import workspace
from models.session import ask
from models.workspace import Caller

log = logging.getLogger(__name__)
HEADER = "X-API-Key"
_KEY = re.compile(r"ow_(sk|pk)_[A-Za-z0-9_-]{20,100}")
# A caller waits for its answer: a restarting database gets this long.
PATIENCE_SECONDS = 5.0


def caller() -> Caller:
    """Who the current request speaks for."""
    return cast(Caller, g.caller)


def install(app: Flask) -> None:
    """Authenticate and count every call to a view that carries a rate limit group."""

    @app.before_request
    def authenticate() -> None:
        view: Any = current_app.view_functions.get(request.endpoint or "")
        group = getattr(view, "rate_group", None)
        if group is None:
            return
        # RFC 9110, 5.5: blanks around a field's value are no part of it.
        key = request.headers.get(HEADER, "").strip(" \t")
        g.caller = identify(key, request.remote_addr or "unknown")
        state.of().limiter.check(g.caller.plan, group, str(g.caller.workspace_id))


def identify(key: str, address: str) -> Caller:
    """The caller behind a secret key.

    Raises:
        Unauthorized: the key is missing, malformed, unknown or revoked, or serves logos only.
        WorkspaceBanned: its workspace is suspended.
    """
    found = _find(key) if _KEY.fullmatch(key) else None
    if found is None:
        state.of().limiter.check_failed_keys(address)
        raise Unauthorized(f"The {HEADER} header holds no valid key." if key else f"The {HEADER} header is missing.")
    if found.kind != "secret":
        raise Unauthorized("A publishable key serves logos only; this call needs a secret key.")
    if found.suspended:
        raise WorkspaceBanned("This workspace is suspended.")
    return found


def _find(key: str) -> Caller | None:
    try:
        return ask(
            state.of().database,
            lambda connection: workspace.find_caller(connection, key),
            patience_seconds=PATIENCE_SECONDS,
        )
    except SQLAlchemyError as error:
        log.error("Postgres does not answer: %s", error)
        raise ServiceUnavailable("The database does not answer; try again shortly.") from error
