"""Logs every call of an operation (`models/accounts/call_log.py`). Calls are collected and written together.

A call that waits for its job is logged when it is answered. Reads of a status are not logged.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter, deque
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any
from uuid import UUID

from flask import Flask, Response, current_app, g, request
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from contract.environment import Environment
from contract.operation_rows.definition import BASE_PATH
from contract.operations import FORMAT_ENDPOINTS, OPERATIONS, SCRAPE
from models import session
from models.accounts import call_log
from models.accounts.call_log import URL_MAX_CHARS
from models.accounts.caller import Caller

log = logging.getLogger(__name__)
# Calls that are buffered until they can be written. More would only be collected while Postgres is down.
COLLECTED_MAX = 20_000
# Calls that the rate limits refused, per workspace and write. They cost the caller nothing, so a flood of them is not stored.
REFUSED_MAX = 5
GROUPS = ("scrape", "start")
_OPERATIONS = {(operation.method, operation.path): operation.name for operation in OPERATIONS.values()} | dict.fromkeys(
    (("POST", f"{BASE_PATH}/{path}") for path in FORMAT_ENDPOINTS), SCRAPE.name
)


class CallLog:
    """The calls of one process that are not written yet. Thread-safe."""

    def __init__(self, environment: Environment, database: Engine) -> None:
        self._lifetime = timedelta(days=environment.call_log_days)
        self._database = database
        self._collected: deque[dict[str, Any]] = deque(maxlen=COLLECTED_MAX)
        self._refused: Counter[UUID] = Counter()
        self._writing = threading.Lock()

    def add(self, call: dict[str, Any]) -> None:
        """Collect a call."""
        if not self._lifetime:
            return
        if call["status"] == HTTPStatus.TOO_MANY_REQUESTS:
            self._refused[call["workspace_id"]] += 1
            if self._refused[call["workspace_id"]] > REFUSED_MAX:
                return
        self._collected.append(call)

    def write(self) -> None:
        """Write the calls that were collected. They stay collected while Postgres does not answer."""
        with self._writing:
            self._refused.clear()
            calls = [self._collected.popleft() for _ in range(len(self._collected))]
            if calls:
                self._write(calls)

    def _write(self, calls: list[dict[str, Any]]) -> None:
        try:
            session.transact(
                self._database, lambda connection: call_log.add(connection, calls, self._lifetime), retry_seconds=0
            )
        except IntegrityError:  # A workspace was deleted meanwhile: the others are written one by one.
            if len(calls) > 1:
                for call in calls:
                    self._write([call])
        except SQLAlchemyError as error:
            log.warning("%s calls are not in the log of calls yet: %s", len(calls), error)
            self._collected.extendleft(reversed(calls))


def install(app: Flask, calls: CallLog) -> None:
    """Log the calls of the application."""

    @app.before_request
    def begin() -> None:
        g.begun_at = time.time()

    @app.after_request
    def end(response: Response) -> Response:
        view: Any = current_app.view_functions.get(request.endpoint or "")
        is_logged = getattr(view, "rate_group", None) in GROUPS and request.method in ("POST", "GET")
        if is_logged and "caller" in g and "waiting" not in g:
            calls.add(_described(g.caller, response))
        return response


def _described(caller: Caller, response: Response) -> dict[str, Any]:
    begun_at = g.get("begun_at", time.time())
    return {
        "workspace_id": caller.workspace_id,
        "key_id": None if caller.kind == "session" else caller.key_id,
        "operation": _OPERATIONS.get((request.method, request.path), request.path.rpartition("/")[2]),
        "method": request.method,
        "path": request.path,
        "subject": _subject(),
        "status": response.status_code,
        "error": g.get("error_code"),
        "duration_ms": round((time.time() - begun_at) * 1000),
        "job_id": g.get("job_id"),
        "in_background": response.status_code == 201,
        "request_id": g.request_id,
        "created_at": datetime.fromtimestamp(begun_at, UTC),
    }


def _subject() -> str | None:
    """What the call asked for, if it was valid."""
    subject = g.get("subject")
    if isinstance(subject, (tuple, list)):
        subject = f"{subject[0]} and {len(subject) - 1} more" if len(subject) > 1 else subject[0] if subject else None
    return str(subject)[:URL_MAX_CHARS] if subject else None
