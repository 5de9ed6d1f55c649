"""Background threads of a worker: recovery of lost jobs, deletion of expired rows, and the worker's heartbeat."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

import redis
from sqlalchemy import Connection, text
from sqlalchemy import Engine as Database
from sqlalchemy.exc import SQLAlchemyError

from contract.operations import OPERATIONS
from models import retention, worker
from models.jobs import answerer, job, lost_job
from models.pages import frontier, lost_page
from models.pages.page import PageTask
from models.session import transact
from workers.queue import Mailbox

log = logging.getLogger(__name__)

BEAT_SECONDS = 5.0
# A message older than this that is no longer in Redis counts as lost.
LOST_AFTER = timedelta(seconds=8)
# While Redis holds waiting messages, age alone does not show a loss: posting again would only lengthen the queue.
LATE_AFTER = timedelta(minutes=2)
CLEAR_SECONDS = 1.0
CLEARED_SECONDS = 300.0
# A lock id that no other program on the same database uses. Only one sweeper runs at a time.
SWEEP_LOCK = 7_032_027


class PeriodicThread(threading.Thread):
    """Calls `round` every few seconds until stopped. Postgres and Redis may be unavailable for a time."""

    def __init__(self, database: Database) -> None:
        super().__init__(name=type(self).__name__.lower(), daemon=True)
        self._database = database
        self._stopping = threading.Event()

    def run(self) -> None:
        while not self._stopping.is_set():
            try:
                self.round()
            except Exception as error:  # An error must not end the thread: lost jobs would no longer be recovered.
                away = isinstance(error, (SQLAlchemyError, redis.RedisError))
                log.warning("The %s tries again in %s s: %s", self.name, BEAT_SECONDS, error, exc_info=not away)
            self._stopping.wait(BEAT_SECONDS)

    def round(self) -> None:
        """The work of one round."""
        raise NotImplementedError

    def stop(self) -> None:
        """Start no further round, and wait a short time for the current one."""
        self._stopping.set()
        self.join(BEAT_SECONDS)


class Heartbeat(PeriodicThread):
    """Stores this worker's heartbeat and renews its leases, in its own thread.

    `leases` and `pages` are the live collections of the jobs and pages that this process works on. While `stalled()` is
    true, it stores and renews nothing: `/readyz` does not count the worker, and others claim its jobs and pages.
    `database` is its own, so that no other work of the process makes it late.
    """

    def __init__(
        self,
        *,
        owner: str,
        leases: Collection[UUID],
        pages: Mapping[Any, PageTask],
        database: Database,
        about: dict[str, Any],
        stalled: Callable[[], bool],
    ) -> None:
        super().__init__(database)
        self._owner = owner
        self._leases = leases
        self._pages = pages
        self._about = about
        self._stalled = stalled

    def round(self) -> None:
        if self._stalled():
            return
        with self._database.begin() as connection:
            worker.beat(connection, self._owner, self._about)
        with self._database.begin() as connection:
            if held := list(self._leases):
                job.renew(connection, self._owner, held)
            frontier.renew(connection, list(self._pages.values()))

    def stop(self) -> None:
        """Stop, and delete this worker's heartbeat."""
        super().stop()
        try:
            with self._database.begin() as connection:
                worker.remove(connection, self._owner)
        except SQLAlchemyError as error:
            log.warning("Could not delete this worker's heartbeat: %s", error)


class Sweeper(PeriodicThread):
    """Recovers lost jobs and pages, and deletes expired rows."""

    def __init__(self, database: Database, mailbox: Mailbox) -> None:
        super().__init__(database)
        self._mailbox = mailbox
        self._clear_at = time.monotonic()
        self._reached_at = self._reachable_since = time.monotonic()

    def round(self) -> None:
        self._settle_dead_answerers()
        lost_after = self._lost_after()
        with self._database.begin() as connection:
            if not _try_lock(connection):
                return
            again = lost_job.claim(connection, lost_after) if lost_after else []
            lost = lost_page.list_jobs(connection)
        for job_id in lost:
            log.info("Recovering lost pages of job %s", job_id)
            transact(self._database, partial(lost_page.recover, job_id=job_id))
        for job_id in lost:
            self._mailbox.ring(job_id)
        for job_id, operation in again:
            log.info("Job %s is posted again", job_id)
            self._mailbox.submit(job_id, OPERATIONS[operation].queue)
        self._clear_away()
        self._reached_at = time.monotonic()  # A long round is not an outage.

    def _settle_dead_answerers(self) -> None:
        """Make unanswered calls of dead API processes free.

        Skipped shortly after Postgres was unavailable, when all processes look dead until their next heartbeat.
        """
        now = time.monotonic()
        if now - self._reached_at > 2 * BEAT_SECONDS:
            self._reachable_since = now
        settled = 0
        if now - self._reachable_since > answerer.ALIVE.total_seconds():
            settled = transact(self._database, _settle_locked)
        else:
            transact(self._database, _try_lock)
        self._reached_at = now
        if settled:
            log.info("%s calls of API processes that are gone were made free", settled)

    def _clear_away(self) -> None:
        """Delete expired rows. The time per round is limited, so that the recovery of lost jobs is not delayed."""
        until = time.monotonic() + CLEAR_SECONDS
        while time.monotonic() >= self._clear_at:
            more = [transact(self._database, partial(_run_locked, step)) for step in retention.STEPS]
            if not any(more):
                self._clear_at = time.monotonic() + CLEARED_SECONDS
            elif time.monotonic() > until:
                return

    def _lost_after(self) -> timedelta | None:
        """The age at which a message counts as lost; None while Redis is unavailable."""
        try:
            return LATE_AFTER if sum(self._mailbox.waiting().values()) else LOST_AFTER
        except redis.RedisError as error:
            log.warning("Redis is unavailable; only pages are recovered: %s", error)
            return None


def _settle_locked(connection: Connection) -> int:
    return answerer.settle_dead(connection) if _try_lock(connection) else 0


def _run_locked(step: retention.Step, connection: Connection) -> bool:
    """Run one step of retention; False when there is nothing left to do, or another sweeper does it."""
    return _try_lock(connection) and step(connection)


def _try_lock(connection: Connection) -> bool:
    """Whether no other sweeper is running. Holds the lock until the transaction ends."""
    return bool(connection.execute(text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": SWEEP_LOCK}).scalar_one())
