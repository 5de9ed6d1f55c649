"""The actor: runs the spider of a job and stores failures.

A message may arrive twice, late, or after its job has ended. The claim rejects those. The pipelines record a run's
result under the claim's token. This file records only failures, and wakes the waiting API process.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from uuid import UUID

from sqlalchemy import Engine as Database

from contract.declare import load
from contract.errors import InternalServerError, ServiceError
from contract.operations import OPERATIONS
from crawler import runner
from crawler.failures import LeaseLost
from models.jobs import background, job
from models.session import ask, transact
from workers.queue import Mailbox

log = logging.getLogger(__name__)

Perform = Callable[[job.Task], None]


class Runner:
    """Runs jobs for one worker process.

    `perform` runs a task and raises its error. `leases` holds the ids whose leases must be renewed.
    While `stalled()` is true, the event loop is blocked: no job is claimed, and the sweeper posts those messages again.
    """

    def __init__(
        self, *, owner: str, database: Database, mailbox: Mailbox, perform: Perform, stalled: Callable[[], bool]
    ) -> None:
        self.owner = owner
        self.leases: set[UUID] = set()
        self._database = database
        self._mailbox = mailbox
        self._perform = perform
        self._stalled = stalled

    def run(self, job_id: str) -> None:
        """Claim a job and run it. A job that is unknown, has ended, or is claimed by another worker is skipped."""
        key = UUID(job_id)
        if self._stalled():
            log.warning("Job %s is left to other workers: the event loop does not answer", key)
            return
        task = ask(self._database, lambda connection: job.claim(connection, key, self.owner))
        if task is None:
            return
        self.leases.add(key)
        ended = True
        try:
            self._perform(task)
        except LeaseLost:
            log.warning("Job %s went to another worker; this run is dropped", key)
            return
        except ServiceError as error:
            ended = self._fail(task, error)
        except Exception:
            # The outermost handler of the worker: no page may end the process or leave its job unfinished.
            log.exception("Job %s failed", key)
            ended = self._fail(task, InternalServerError("Internal error."))
        finally:
            self.leases.discard(key)
        if ended:
            self._mailbox.announce(key)
            if task.in_background:
                self.post_next(task.workspace_id)

    def post_next(self, workspace_id: UUID) -> None:
        """Post the next background jobs of a workspace."""
        for posted in transact(self._database, partial(background.post_next, workspace_id=workspace_id)):
            self._mailbox.submit(posted.id, OPERATIONS[posted.operation].queue, workspace_id)

    def _fail(self, task: job.Task, error: ServiceError) -> bool:
        """Record the failure. Returns False when this worker no longer holds the job."""
        return transact(self._database, lambda connection: job.fail(connection, task, error))


def perform(reactor: runner.Reactor, engine: runner.Engine, task: job.Task) -> None:
    """Run a task's operation on the reactor's loop, within `PERFORM_SECONDS`. Blocks the calling thread.

    Raises:
        TimeoutError: the operation did not end by its own limits. It is cancelled.
    """
    work = engine.perform(task.operation, options_of(task), task, task.path)
    reactor.call(work, timeout=runner.PERFORM_SECONDS)


def options_of(task: job.Task) -> object:
    """The task's options, as the API validated them."""
    return load(OPERATIONS[task.operation].options, task.options)
