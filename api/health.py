"""Whether the service can do its work: `/readyz`. That the process lives (`/healthz`) is answered by `api.server`."""

from __future__ import annotations

import json
from collections.abc import Callable

import redis
from flask import Flask, Response
from sqlalchemy.exc import SQLAlchemyError

from api import state
from api.remembered import Remembered
from models import worker

REMEMBERED_SECONDS = 1.0


def install(app: Flask) -> None:
    """Register `/readyz`."""
    checks_now = Remembered(REMEMBERED_SECONDS, _checks)

    @app.get("/readyz")
    def ready() -> Response:
        """200 when all of it is there, 503 when something is missing; the body names what."""
        checks = checks_now()
        fine = all(checks.values())
        return Response(
            json.dumps({"ready": fine, "checks": checks}), 200 if fine else 503, mimetype="application/json"
        )


def _checks() -> dict[str, bool]:
    return {"postgres": _postgres(), "redis": _redis(), **_workers()}


def _quietly(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except (SQLAlchemyError, redis.RedisError, OSError):
        return False


def _postgres() -> bool:
    def look() -> bool:
        with state.of().database.connect() as connection:
            connection.exec_driver_sql("SELECT 1 FROM workspace LIMIT 1")
        return True

    return _quietly(look)


def _redis() -> bool:
    return _quietly(lambda: bool(state.of().mailbox.broker.client.ping()))


def _workers() -> dict[str, bool]:
    """Whether a worker lives, and whether all that live have their egress guard in force."""
    try:
        with state.of().database.connect() as connection:
            alive = worker.alive(connection)
    except SQLAlchemyError:
        alive = []
    return {"worker": bool(alive), "egressGuard": bool(alive) and all(about.get("egressGuard") for about in alive)}
