"""Claims the next jobs of a queue, runs their spiders and stores failures.

The pipelines record a run's result under the claim's token. This file records only failures, and wakes the waiting API process.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterable
from functools import partial
from uuid import UUID

from sqlalchemy import Connection
from sqlalchemy import Engine as Database
from sqlalchemy.exc import SQLAlchemyError

from contract.declare import load
from contract.errors import InternalServerError, ServiceError
from contract.operations import OPERATIONS
from contract.process import log_context
from contract.process.interruptions import Interruptions
from contract.queues import JOBS_QUEUE, SCRAPE_QUEUE
from contract.tracing import spans
from contract.tracing.attributes import ids
from crawler import runner
from crawler.failures import LeaseLost
from models.jobs import background, job, lost_job, next_job
from models.jobs.next_job import NextJobs, Slots
from models.session import ask, is_away, transact
from workers.mailbox import Mailbox
from workers.queue import Claimed, Work

log = logging.getLogger(__name__)

Perform = Callable[[job.Task], None]
# How long a job that was interrupted waits for Postgres.
GIVE_BACK_SECONDS = 300.0
# The same for a job that was not begun, when the worker stops.
STOP_SECONDS = 2.0
OPERATIONS_OF = {
    queue: [one.name for one in OPERATIONS.values() if one.queue == queue] for queue in (SCRAPE_QUEUE, JOBS_QUEUE)
}


class Runner:
    """Runs jobs for one worker process.

    `perform` runs a task and raises its error. `leases` holds the ids whose leases must be renewed. `may_recover` is
    `Heartbeat.may_recover`. `interruptions` knows whether a job failed because the process was paused or Postgres did not answer.
    """

    def __init__(
        self, *, owner: str, database: Database, mailbox: Mailbox, perform: Perform,
        may_recover: Callable[[Connection], bool], interruptions: Interruptions,
    ) -> None:  # fmt: skip
        self.owner = owner
        self.leases: set[UUID] = set()
        # By queue: how many jobs were left at the last claim, and those that were locked.
        self._left = dict.fromkeys(OPERATIONS_OF, 0)
        self._missed: dict[str, Collection[UUID]] = dict.fromkeys(OPERATIONS_OF, ())
        self._database = database
        self._mailbox = mailbox
        self._perform = perform
        self._may_recover = may_recover
        self._interruptions = interruptions

    def claim(self, queue: str, slots: Slots, with_lost: bool) -> Claimed | None:
        """The next jobs of a queue; None while Postgres is unavailable.

        Args:
            with_lost: whether to claim also those of lost workers.
        """

        def claim_next(connection: Connection, lost: bool = False) -> NextJobs:
            return next_job.claim(
                connection, OPERATIONS_OF[queue], self.owner, slots, with_lost=lost, without=self._missed[queue]
            )

        try:
            if not (with_lost or self._left[queue]):
                few = ask(
                    self._database,
                    lambda connection: next_job.claim_all(connection, OPERATIONS_OF[queue], self.owner, slots),
                )
                if few:
                    return Claimed(self._work_of(few))
            if with_lost:
                found = transact(
                    self._database, lambda connection: claim_next(connection, self._may_recover(connection))
                )
            else:
                found = ask(self._database, claim_next)
        except SQLAlchemyError as error:
            log.warning("No job of queue %s is claimed: %s", queue, error)
            return None
        self._left[queue], self._missed[queue] = found.left, found.missed
        return Claimed(self._work_of(found.tasks), found.left, bool(found.missed))

    def _work_of(self, tasks: Iterable[job.Task]) -> list[Work]:
        return [Work(task.job_id, partial(self.run, task), partial(self._return, task)) for task in tasks]

    def run(self, task: job.Task) -> None:
        """Run a claimed job."""
        shown = {
            "request_id": task.request_id,
            "workspace_id": task.workspace_id,
            "trace_id": spans.trace_id(task.trace),
        }
        with log_context.scope(job_id=task.job_id, **shown):
            self.leases.add(task.job_id)
            begun = time.monotonic()
            try:
                described = partial(_described, task)
                with spans.span(f"job {task.operation}", described, kind="consumer", parent=task.trace) as span:
                    outcome = self._outcome(task, begun, span)
            finally:
                self.leases.discard(task.job_id)
            if outcome is not None:
                log.info("The %s %s in %.2f s", task.operation, outcome, time.monotonic() - begun)
                self._mailbox.announce(task.job_id)
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
        """Let a job wait again whose failure it did not cause. An outage of Postgres does not count as an attempt.

        If Postgres stays away, the lease expires when it is back.
        """
        log.warning("Job %s was interrupted and waits again: %r", task.job_id, error)
        self._return(task, counts=not is_away(error), retry_seconds=GIVE_BACK_SECONDS)

    def _return(self, task: job.Task, *, counts: bool = False, retry_seconds: float = STOP_SECONDS) -> None:
        """Let a job wait again."""
        try:
            give_back = partial(job.give_back, task=task, counts=counts)
            if transact(self._database, give_back, retry_seconds=retry_seconds):
                self._mailbox.submit(task.job_id, OPERATIONS[task.operation].queue)
        except SQLAlchemyError as again:
            log.warning("The lease of job %s will expire: %s", task.job_id, again)

    def post_next(self, workspace_id: UUID) -> None:
        """Post the next background jobs of a workspace."""
        for posted in transact(self._database, partial(background.post_next, workspace_id=workspace_id)):
            self._mailbox.submit(posted.id, OPERATIONS[posted.operation].queue)

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
