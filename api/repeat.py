"""Repeated calls: a call with the idempotency key of an earlier, equal call gets that call's job.

The job of a single call is found while the first call waits for it, and for a day after its end. A job whose caller got
neither a result nor a charge is not found: the repeated call starts a new one.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from flask import g
from sqlalchemy import Connection

from api import database, state
from api.checks import idempotency_key
from models.accounts.caller import Caller
from models.jobs import idempotency

# Says that the answer is that of an earlier request.
HEADER = "Idempotent-Replayed"


def has_key() -> bool:
    """Whether the current call has an idempotency key."""
    return idempotency_key.given() is not None


def find_first(caller: Caller) -> UUID | None:
    """The job that an earlier call with the current call's key started, or None.

    Raises:
        IdempotencyKeyReused: the earlier call had another path or body.
    """
    if not has_key():
        return None
    return database.ask(lambda connection: _find(connection, caller))


def mark_answer() -> None:
    """Add the header that marks the answer of the current call as that of an earlier one."""
    g.headers = {**g.get("headers", {}), HEADER: "true"}


def create_once(connection: Connection, caller: Caller, create: Callable[[Connection], UUID | None]) -> UUID | None:
    """The job that `create` makes, or that a call at the same time has made with the same key.

    Raises:
        IdempotencyKeyReused: the other call had another path or body.
    """
    key = idempotency_key.given()
    if key is None:
        return create(connection)
    idempotency.lock(connection, caller.workspace_id, key)
    first = _find(connection, caller)
    if first is not None:
        return first
    made = create(connection)
    if made is not None:
        idempotency.store(connection, key, made)
    return made


def _find(connection: Connection, caller: Caller) -> UUID | None:
    key = idempotency_key.given()
    assert key is not None
    return idempotency.adopt(connection, caller.workspace_id, key, state.of().name)
