"""A call that is answered with its job's result: it starts the job, waits without a thread, and reads the result."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any
from uuid import UUID

from flask import Response, g

from api import database, state
from api.dispatch import create_job
from api.waiting import Waiting, suspend
from contract import limits
from contract.errors import NotFound, RequestTimeout, ServiceUnavailable, from_record
from contract.operations import Operation
from models import base
from models.accounts.workspace import Caller
from models.jobs import answerer, job

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
        ServiceError: the job cannot be created or posted.
    """
    waiting, job_id = state.of().waiting, base.new_id()
    ended = waiting.admit(job_id, caller.workspace_id)
    try:
        create_job(operation, options, caller, path, in_background=False, job_id=job_id)
        if not state.of().mailbox.submit(job_id, operation.queue):
            raise _abandoned(job_id)
    except ServiceUnavailable:
        waiting.free_later(job_id)  # The job may have been created or posted despite the error.
        waiting.leave(job_id)
        raise
    except BaseException:
        waiting.leave(job_id)
        raise
    most = state.of().environment.sync_budget_seconds
    timeout: int | None = getattr(options, "timeout", None)
    budget_ms = min(timeout or limits.TIMEOUT_MAX_MS, int(most * 1000))
    budget = most if timeout is None else min(most, timeout / 1000 + TIMEOUT_GRACE_SECONDS)

    def finish() -> Response:
        try:
            row = _collect(job_id)
            if row is None and database.transact(lambda connection: job.waive(connection, job_id)):
                raise RequestTimeout.of(budget_ms, path)
        except ServiceUnavailable:
            _make_free(job_id)
            raise
        return respond(_result(row or _collect(job_id)))

    return suspend(
        Waiting(job_id=job_id, ended=ended, budget_seconds=budget, finish=finish, give_up=lambda: _make_free(job_id))
    )


def _abandoned(job_id: UUID) -> ServiceUnavailable:
    """The error for a call whose job could not be posted. The job fails and is not charged."""
    error = ServiceUnavailable("The queue does not answer; try again shortly.", retry_after_seconds=5)
    database.transact(lambda connection: job.abandon(connection, job_id, error))
    return error


def _make_free(job_id: UUID) -> None:
    """Make a job free when its caller gets no result: now, or at the next heartbeat that reaches Postgres."""
    try:
        database.transact(lambda connection: answerer.make_free(connection, job_id))
    except ServiceUnavailable:
        state.of().waiting.free_later(job_id)


def _collect(job_id: UUID) -> job.Outcome | None:
    """The outcome of an ended job, which then counts as answered. None while the job is running."""
    return database.ask(lambda connection: answerer.collect(connection, job_id))


def _result(row: job.Outcome | None) -> str:
    """The result in the row of a finished job.

    Raises:
        ServiceError: the error of the failed job, or its row has been deleted.
    """
    if row is None:
        raise NotFound("The job and its result have been deleted.")
    if row.error is not None:
        error = from_record(row.error)
        if error.status < 500:  # Errors with status 500 and above are logged with their answer.
            log.info("Request %s: its job failed: %s %s", g.request_id, error.code, error.message)
        raise error
    return str(row.result)
