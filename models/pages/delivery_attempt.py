"""How an attempt to deliver an event ended, and what that changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Integer, Interval, String, bindparam, case, cast, func, literal_column, or_, update
from sqlalchemy.dialects.postgresql import JSONB, JSONPATH

from models.base import JsonObject
from models.pages.event import CANCELLED, Due, Event


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """How one attempt ended. `error` is None if the receiver accepted the event."""

    started_at: datetime
    duration_ms: int
    response_status: int | None
    error: str | None

    def as_record(self, number: int) -> JsonObject:
        """The attempt as it is stored. `number` counts from 1."""
        return {
            "number": number, "started_at": self.started_at.isoformat(), "duration_ms": self.duration_ms,
            "response_status": self.response_status, "error": self.error,
        }  # fmt: skip


_outcome = bindparam("outcome", type_=String)
_is_success = _outcome == "success"
_attempt = bindparam("attempt", type_=Integer)
# Only the latest attempt changes the event, because an attempt whose lease expired may end late. A success changes it in any case:
# also of an earlier attempt, and when the delivery was cancelled meanwhile. Then the event is not sent again.
_is_only_logged = or_(
    Event.status == "success", ~_is_success & or_(Event.status == "failed", Event.attempts != _attempt)
)
# It was cancelled during the attempt, and then retried: another attempt follows, also after the last automatic one.
_is_retried = ~_is_success & (Event.error == CANCELLED)


def _unless_only_logged(column: Any, value: Any) -> Any:
    return case((_is_only_logged, column), else_=value)


def _logged(condition: str) -> Any:
    """The logged attempts whose number is, for example, `< $n`."""
    path = cast(f"$[*] ? (@.number {condition})", JSONPATH)
    number = func.jsonb_build_object(literal_column("'n'"), _attempt, type_=JSONB)
    return func.jsonb_path_query_array(Event.attempt_log, path, number, type_=JSONB)


_WRITE = (
    update(Event)
    .where(Event.id == bindparam("event"))
    .values(
        {
            Event.status: _unless_only_logged(Event.status, case((_is_retried, "pending"), else_=_outcome)),
            Event.response_status: _unless_only_logged(Event.response_status, bindparam("answer", type_=Integer)),
            Event.error: _unless_only_logged(Event.error, bindparam("problem", type_=String)),
            Event.delivered_at: _unless_only_logged(Event.delivered_at, case((_is_success, func.now()))),
            Event.next_at: _unless_only_logged(
                Event.next_at,
                case((_is_retried, func.now()), else_=func.now() + bindparam("again", type_=Interval)),
            ),
            Event.attempt_log: _logged("< $n").op("||")(bindparam("record", type_=JSONB)).op("||")(_logged("> $n")),
        }
    )
)  # fmt: skip


def complete(connection: Connection, due: Due, attempt: Attempt) -> None:
    """Write that the receiver accepted the event."""
    _write(connection, due, attempt, "success", timedelta())


def fail(connection: Connection, due: Due, attempt: Attempt, *, again_seconds: float | None) -> None:
    """Write a failed attempt. The next attempt is due after `again_seconds`; None means no further attempt."""
    outcome = "failed" if again_seconds is None else "pending"
    _write(connection, due, attempt, outcome, timedelta(seconds=again_seconds or 0.0))


def _write(connection: Connection, due: Due, attempt: Attempt, outcome: str, again: timedelta) -> None:
    values = {
        "event": due.id, "attempt": due.attempts, "outcome": outcome, "answer": attempt.response_status,
        "problem": attempt.error, "again": again, "record": [attempt.as_record(due.attempts)],
    }  # fmt: skip
    connection.execute(_WRITE, values)
