"""The actor: runs the spider of a job and stores failures.

A message may arrive twice, late, or after its job has ended. The claim rejects those. The pipelines record a run's
result under the claim's token. This file records only failures, and wakes the waiting API process.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from uuid import UUID

from sqlalchemy import Engine as Database
from sqlalchemy.exc import SQLAlchemyError

from contract.declare import load
from contract.errors import InternalServerError, ServiceError
from contract.operations import OPERATIONS
from contract.process import log_context
from contract.process.interruptions import Interruptions
from contract.tracing import spans
from contract.tracing.attributes import ids
from crawler import runner
from crawler.failures import LeaseLost
from models.jobs import background, job, lost_job
from models.session import ask, is_away, transact
from workers.queue import Mailbox

log = logging.getLogger(__name__)

Perform = Callable[[job.Task], None]
# How long a job that was interrupted waits for Postgres.
GIVE_BACK_SECONDS = 300.0


class Runner:
    """Runs jobs for one worker process.

    `perform` runs a task and raises its error. `leases` holds the ids whose leases must be renewed.
    While `stalled()` is true, the event loop is blocked: no job is claimed, and the sweeper posts those messages again.
    `interruptions` knows whether a job failed because the process was paused or Postgres did not answer.
    """

    def __init__(
        self, *, owner: str, database: Database, mailbox: Mailbox, perform: Perform, stalled: Callable[[], bool],
        interruptions: Interruptions,
    ) -> None:  # fmt: skip
        self.owner = owner
        self.leases: set[UUID] = set()
        self._database = database
        self._mailbox = mailbox
        self._perform = perform
        self._stalled = stalled
        self._interruptions = interruptions

    def run(self, job_id: str) -> None:
        """Claim a job and run it. A job that is unknown, has ended, or is claimed by another worker is skipped."""
        key = UUID(job_id)
        if self._stalled():
            log.warning("Job %s is left to other workers: the event loop does not answer", key)
            return
        try:
            task = ask(self._database, lambda connection: job.claim(connection, key, self.owner))
        except SQLAlchemyError as error:
            log.warning("Job %s is left to the sweeper: %s", key, error)
            return
        if task is None:
            return
        log_context.bind(job_id=key, workspace_id=task.workspace_id, trace_id=spans.trace_id(task.trace))
        self.leases.add(key)
        begun = time.monotonic()
        try:
            with spans.span(
                f"job {task.operation}", partial(_described, task), kind="consumer", parent=task.trace
            ) as span:
                outcome = self._outcome(task, begun, span)
        finally:
            self.leases.discard(key)
        if outcome is not None:
            log.info("The %s %s in %.2f s", task.operation, outcome, time.monotonic() - begun)
            self._mailbox.announce(key)
            if task.in_background:
                self.post_next(task.workspace_id)

    def _outcome(self, task: job.Task, begun: float, span: spans.Span) -> str | None:
        """Run a job to its end; how it ended, or None when this worker no longer holds it."""
        try:
            self._perform(task)
        except LeaseLost:
            log.warning("Job %s went to another worker; this run is dropped", task.job_id)
            return None
        except Exception as error:
            # The outermost handler of the worker: no page may end the process or leave its job unfinished.
            span.fail(spans.error_type(error))
            if is_away(error) or self._is_interrupted(task, begun):
                self._give_back(task, error)
                return None
            if isinstance(error, ServiceError):
                return self._fail(task, error)
            log.exception("Job %s failed", task.job_id)
            return self._fail(task, InternalServerError("Internal error."))
        return "completed"

    def _is_interrupted(self, task: job.Task, begun: float) -> bool:
        """Whether a job may have failed because this process was paused or Postgres did not answer."""
        return task.token < lost_job.ATTEMPTS_MAX and self._interruptions.since(begun)

    def _give_back(self, task: job.Task, error: Exception) -> None:
        """Post a job again that failed through no fault of its own. An outage of Postgres does not count as an attempt.

        If Postgres stays away, the lease expires when it is back.
        """
        log.warning("Job %s was interrupted and is posted again: %r", task.job_id, error)
        give_back = partial(job.give_back, task=task, counts=not is_away(error))
        try:
            if transact(self._database, give_back, retry_seconds=GIVE_BACK_SECONDS):
                self._mailbox.submit(task.job_id, OPERATIONS[task.operation].queue, task.workspace_id)
        except SQLAlchemyError as again:
            log.warning("Job %s is left to the sweeper: %s", task.job_id, again)

    def post_next(self, workspace_id: UUID) -> None:
        """Post the next background jobs of a workspace."""
        for posted in transact(self._database, partial(background.post_next, workspace_id=workspace_id)):
            self._mailbox.submit(posted.id, OPERATIONS[posted.operation].queue, workspace_id)

    def _fail(self, task: job.Task, error: ServiceError) -> str | None:
        """Record the failure; how the job ended, or None when this worker no longer holds it."""
        holds = transact(self._database, lambda connection: job.fail(connection, task, error))
        return f"failed with {error.code}" if holds else None


def _described(task: job.Task) -> spans.Attributes:
    return {
        **ids(job_id=task.job_id, workspace_id=task.workspace_id),
        "orbweaver.operation": task.operation,
        "orbweaver.attempt": task.token,
    }


def perform(reactor: runner.Reactor, engine: runner.Engine, task: job.Task) -> None:
    """Run a task's operation on the reactor's loop, within its own time limits. Blocks the calling thread.

    Raises:
        TimeoutError: the operation did not end by its own limits. It is cancelled.
    """
    options = options_of(task)
    work = engine.perform(task.operation, options, task, task.path)
    reactor.call(work, timeout=runner.perform_seconds(task.operation, options))


def options_of(task: job.Task) -> object:
    """The task's options, as the API validated them."""
    return load(OPERATIONS[task.operation].options, task.options)
