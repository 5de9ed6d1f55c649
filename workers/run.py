"""The actor: a job id becomes a spider's run and an outcome.

A message may come twice, late, or after its job is done: the claim decides. What a run leaves behind is written by its
pipelines under the claim's token; here only failures are written, and whoever waits is woken.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from uuid import UUID

from sqlalchemy import Engine as Database

from contract.declare import load
from contract.errors import InternalServerError, ServiceError
from contract.operations import OPERATIONS
from crawler.failures import LeaseLost
from models import job
from models.session import ask, transact
from workers.queue import Mailbox

log = logging.getLogger(__name__)

Perform = Callable[[job.Task], None]


class Runner:
    """Carries out jobs for one worker process.

    `perform` does the work of a task and raises what went wrong; `leases` holds the ids whose lease must be renewed.
    While `silent()` the event loop hangs: no job is claimed, and the sweeper posts those messages again.
    """

    def __init__(
        self, *, owner: str, database: Database, mailbox: Mailbox, perform: Perform, silent: Callable[[], bool]
    ) -> None:
        self.owner = owner
        self.leases: set[UUID] = set()
        self._database = database
        self._mailbox = mailbox
        self._perform = perform
        self._silent = silent

    def run(self, job_id: str) -> None:
        """Claim a job and see it through. A job in other hands, finished or unknown is left alone."""
        key = UUID(job_id)
        if self._silent():
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
            # The outermost loop of this door: nothing a page does may end the worker or leave its job open.
            log.exception("Job %s failed", key)
            ended = self._fail(task, InternalServerError("Something went wrong on our side."))
        finally:
            self.leases.discard(key)
        if ended:
            self._mailbox.announce(key)

    def _fail(self, task: job.Task, error: ServiceError) -> bool:
        """Whether the job was still this worker's."""
        return transact(self._database, lambda connection: job.fail(connection, task, error))


def options_of(task: job.Task) -> object:
    """The task's options, as the door validated them."""
    return load(OPERATIONS[task.operation].options, task.options)
