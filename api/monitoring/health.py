"""`/readyz`: whether the service can process calls. `api.asgi.application` serves `/healthz`, whether the process is alive."""

from __future__ import annotations

import json
from collections.abc import Callable

import redis
from flask import Flask, Response
from sqlalchemy.exc import SQLAlchemyError

from api import state
from api.monitoring.remembered import Remembered
from models import worker

REMEMBERED_SECONDS = 1.0


def install(app: Flask) -> None:
    """Register `/readyz`."""
    checks_now = Remembered(REMEMBERED_SECONDS, _checks)

    @app.get("/readyz")
    def readyz() -> Response:
        """200 when every check passes, otherwise 503. The body lists the checks."""
        checks = checks_now()
        ready = all(checks.values())
        return Response(
            json.dumps({"ready": ready, "checks": checks}), 200 if ready else 503, mimetype="application/json"
        )


def _checks() -> dict[str, bool]:
    postgres = _postgres()
    # A second wait for a database that does not answer would double the time of the answer.
    return {"postgres": postgres, "redis": _redis(), **_workers(postgres)}


def _passes(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except (SQLAlchemyError, redis.RedisError, OSError):
        return False


def _postgres() -> bool:
    def look() -> bool:
        with state.of().database.connect() as connection:
            connection.exec_driver_sql("SELECT 1 FROM workspace LIMIT 1")
        return True

    return _passes(look)


def _redis() -> bool:
    return _passes(lambda: bool(state.of().mailbox.broker.client.ping()))


def _workers(postgres: bool) -> dict[str, bool]:
    """Whether a worker is alive, and whether the address policy is enforced in all workers that are alive."""
    if not postgres:
        return {"worker": False, "egressGuard": False}
    try:
        with state.of().database.connect() as connection:
            workers = worker.list_live(connection)
    except SQLAlchemyError:
        workers = []
    return {
        "worker": bool(workers),
        "egressGuard": bool(workers) and all(one.about.get("egressGuard") for one in workers),
    }
