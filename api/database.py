"""Queries of a request. They are retried while Postgres restarts, and then fail with ServiceUnavailable."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar, cast

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from api import state
from contract.errors import ServiceUnavailable
from models import session

log = logging.getLogger(__name__)
T = TypeVar("T")
# How long a statement is retried while the database restarts.
RETRY_SECONDS = 10.0


def ask(statement: Callable[[Connection], T], *, retry_seconds: float = RETRY_SECONDS) -> T:
    """The result of a statement, or of several that need no transaction."""
    return _run(session.ask, statement, retry_seconds)


def transact(work: Callable[[Connection], T], *, retry_seconds: float = RETRY_SECONDS) -> T:
    """The result of a transaction."""
    return _run(session.transact, work, retry_seconds)


def snapshot(work: Callable[[Connection], T]) -> T:
    """The result of several reads that see the same state of the database."""
    return _run(session.snapshot, work, RETRY_SECONDS)


def _run(run: Callable[..., Any], work: Callable[[Connection], T], retry_seconds: float) -> T:
    try:
        return cast(T, run(state.of().database, work, retry_seconds=retry_seconds))
    except SQLAlchemyError as error:
        log.error("Postgres is not reachable: %s", error)
        raise ServiceUnavailable("The database is not reachable. Try again shortly.", retry_after_seconds=5) from error
