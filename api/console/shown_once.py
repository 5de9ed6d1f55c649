"""Secrets that the page after a form shows once, and not again after a reload.

The URL has the id of the stored secret, never the secret itself (`models/accounts/shown_once.py`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from flask import request
from sqlalchemy import Connection

from api import database, state
from api.checks import session_cookie
from api.console import visitor
from models.accounts import shown_once

PARAMETER = "made"
Kind = Literal["key", "invitation", "webhook secret"]


@dataclass(frozen=True)
class Secret:
    """A secret, and until when it is valid."""

    value: str
    expires_at: datetime | None = None


def keep(connection: Connection, kind: Kind, workspace_id: UUID, secret: Secret) -> str:
    """Store a secret in the transaction that makes it. Returns the value of `PARAMETER` for the URL of its page."""
    expires_at = secret.expires_at.isoformat() if secret.expires_at else None
    text = json.dumps([secret.value, expires_at])
    return shown_once.keep(connection, *_session(), f"{kind} {workspace_id}", text).hex


def take(kind: Kind, workspace_id: UUID) -> Secret | None:
    """The secret that this page is to show. None when it was shown before, or is of another kind."""
    try:
        key = UUID(request.args.get(PARAMETER, ""))
    except ValueError:
        return None
    if request.method != "GET":
        return None  # A HEAD request shows nothing.
    purpose = f"{kind} {workspace_id}"
    text = database.ask(lambda connection: shown_once.take(connection, *_session(), purpose, key))
    if text is None:
        return None
    value, expires_at = json.loads(text)
    return Secret(value, datetime.fromisoformat(expires_at) if expires_at else None)


def _session() -> tuple[UUID, str]:
    """The id of the person's session, and its token."""
    token = session_cookie.cookie_value(request.headers.get("Cookie", ""), state.of().environment.base_url)
    assert token is not None  # The person is signed in.
    return visitor.signed_in().session.id, token
