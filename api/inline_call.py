"""A call that is answered with its job's result: it starts the job, waits without a thread, and reads the result."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any
from uuid import UUID

from flask import Response, g

from api import database, repeat, state
from api.dispatch import create_job
from api.waiting import Waiting, WaitingCall, suspend
from contract.errors import NotFound, RequestTimeout, ServiceUnavailable, from_record
from contract.operations import Operation
from models import base
from models.accounts.caller import Caller
from models.jobs import waiting_process
from models.jobs.outcome import Outcome

log = logging.getLogger(__name__)
# The worker enforces the caller's `timeout`. If it does not, the API ends the call this much later.
TIMEOUT_GRACE_SECONDS = 0.5


def perform(
    operation: Operation, options: Any, caller: Caller, path: str, respond: Callable[[str], Response]
) -> Response:
    """Start an operation and hand the call over until it ends. `respond` wraps the result, which is JSON text.

    When the budget is exceeded the call is answered with RequestTimeout. The job continues, fills the cache and is not
    billed.

    Raises:
        TooManyRequests: the workspace already has the maximum number of waiting calls.
        ServiceError: the job cannot be created.
    """
    waiting, own_id = state.of().waiting, base.new_id()
    call = waiting.admit(own_id, caller.workspace_id)
    try:
        _start(call, operation, options, caller, path)
    except ServiceUnavailable:
        waiting.free_later(own_id)  # The job may have been created despite the error.
        waiting.leave(call)
        raise
    except BaseException:
        waiting.leave(call)
        raise
    most = state.of().environment.sync_budget_seconds
    timeout: int | None = getattr(options, "timeout", None)
    budget = most if timeout is None else min(most, timeout / 1000 + TIMEOUT_GRACE_SECONDS)

    def finish() -> Response:
        try:
            row = _collect(call.job_id)
            if row is None and _time_out(call):
                raise _exceeded(timeout, most, path)
        except ServiceUnavailable:
            _give_up(call)
            raise
        return respond(_result(row or _collect(call.job_id)))

    return suspend(Waiting(call=call, budget_seconds=budget, finish=finish, give_up=lambda: _give_up(call)))


def _exceeded(timeout: int | None, most_seconds: float, path: str) -> RequestTimeout:
    """The error of a call that exceeded its own `timeout` or, if that is longer, the service's budget."""
    most_ms = int(most_seconds * 1000)
    if timeout is None or timeout > most_ms:
        return RequestTimeout.of_budget(most_ms, path)
    return RequestTimeout.of_timeout(timeout, path)


def _start(call: WaitingCall, operation: Operation, options: Any, caller: Caller, path: str) -> None:
    """Start the job that the call waits for, or let it wait for the job of an earlier call with its key."""
    started = create_job(operation, options, caller, path, in_background=False, job_id=call.job_id)
    waiting = state.of().waiting
    if not started.is_new:
        waiting.follow(call, started.job_id)
        waiting.probe(state.of().ended_jobs)  # It may have ended before the call began to wait for it.
    else:
        # If Redis is unavailable, workers find the job in Postgres.
        state.of().mailbox.submit(call.job_id, operation.queue)


def _time_out(call: WaitingCall) -> bool:
    """Do not charge the rest of a call's job, unless other calls wait for it. False when the job has just ended."""
    if not state.of().waiting.leave(call):
        return True
    return database.transact(lambda connection: waiting_process.waive(connection, call.job_id, state.of().name))


def _give_up(call: WaitingCall) -> None:
    """Refund the job of a call that gets no result, unless other calls wait for the job.

    This is done now, or at the next heartbeat that reaches Postgres.
    """
    waiting, name = state.of().waiting, state.of().name
    if not waiting.leave(call):
        return
    try:
        database.transact(lambda connection: waiting_process.make_free(connection, call.job_id, name))
    except ServiceUnavailable:
        waiting.free_later(call.job_id)


def _collect(job_id: UUID) -> Outcome | None:
    """The outcome of an ended job, which then counts as answered. None while the job is running."""
    return database.ask(lambda connection: waiting_process.collect(connection, job_id))


def _result(row: Outcome | None) -> str:
    """The result in the row of a finished job.

    Raises:
        ServiceError: the error of the failed job, or its row has been deleted.
    """
    if row is None:
        raise NotFound("The job and its result have been deleted.")
    if row.status == "completed" and repeat.has_key() and row.idempotency_key is None:
        raise ServiceUnavailable(
            "The earlier request with this Idempotency-Key ended without a response and was not charged. Send the request again.",
            retry_after_seconds=1,
        )
    if row.error is not None:
        error = from_record(row.error)
        if error.status < 500:  # Errors with status 500 and above are logged with their answer.
            log.info("Request %s: its job failed: %s %s", g.request_id, error.code, error.message)
        raise error
    return _without_charge(str(row.result)) if row.is_refunded else str(row.result)


def _without_charge(result: str) -> str:
    """The result of a job whose charge was given back, because this process looked dead for a while."""
    data = json.loads(result)
    if isinstance(data, dict) and isinstance(usage := data.get("usage"), dict):
        usage["creditsRemaining"] = usage.get("creditsRemaining", 0) + usage.get("creditsUsed", 0)
        usage["creditsUsed"] = 0
    return json.dumps(data, ensure_ascii=False)
