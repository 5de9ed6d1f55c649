"""Background threads of a worker: recovery of lost jobs, deletion of expired rows, and the worker's heartbeat."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

import redis
from sqlalchemy import Connection, func, select
from sqlalchemy import Engine as Database
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from contract.queues import PAGES_QUEUE
from models import retention, worker
from models.jobs import background, job, lost_job, waiting_process
from models.page_jobs import job_span, lost_page, page_claim
from models.pages import frontier
from models.pages.page import PageTask
from models.queues import pause
from models.schedule import lost_slice, slice
from models.session import AdvisoryLocks, ask, transact
from models.worker import LEASE
from workers.mailbox import Mailbox

log = logging.getLogger(__name__)
T = TypeVar("T")

BEAT_SECONDS = 5.0
RETENTION_ROUND_SECONDS = 1.0
RETENTION_PAUSE_SECONDS = 300.0


class PeriodicThread(threading.Thread):
    """Calls `round` every few `seconds` until stopped. Postgres and Redis may be unavailable for a time."""

    seconds = BEAT_SECONDS

    def __init__(self, database: Database) -> None:
        super().__init__(name=type(self).__name__.lower(), daemon=True)
        self._database = database
        self._stopping = threading.Event()

    def run(self) -> None:
        while not self._stopping.is_set():
            try:
                self.round()
            except Exception as error:  # An error must not end the thread: lost jobs would no longer be recovered.
                unavailable = isinstance(error, (SQLAlchemyError, redis.RedisError))
                log.warning("The %s is retried in %s s: %s", self.name, self.seconds, error, exc_info=not unavailable)
            self._stopping.wait(self.seconds)

    def round(self) -> None:
        """The work of one round."""
        raise NotImplementedError

    def stop(self) -> None:
        """Start no further round, and wait a short time for the current one."""
        self._stopping.set()
        self.join(BEAT_SECONDS)


class Heartbeat(PeriodicThread):
    """Stores this worker's heartbeat, renews its leases, and reads which queues are paused, in its own thread.

    `leases`, `pages` and `slices` are the live collections of the jobs, pages and slices that this process works on. `about`
    is what the heartbeat reports. `set_paused` is called with the names of the paused queues. While
    `stalled()` is true, it stores and renews nothing: `/readyz` does not count the worker, and others take over its work.
    `database` is its own, so that no other work of the process makes it late.
    """

    def __init__(
        self,
        *,
        owner: str,
        leases: Collection[UUID],
        pages: Mapping[Any, PageTask],
        slices: Collection[UUID],
        database: Database,
        about: Callable[[], dict[str, Any]],
        set_paused: Callable[[Collection[str]], None],
        stalled: Callable[[], bool],
    ) -> None:
        super().__init__(database)
        self._set_paused = set_paused
        self._owner = owner
        self._leases = leases
        self._pages = pages
        self._slices = slices
        self._about = about
        self._stalled = stalled
        self._beat_at: float | None = None
        self._steady_since = float("-inf")

    def may_recover(self, connection: Connection) -> bool:
        """Whether leases have expired because their workers were lost. Ask in the transaction that recovers them.

        Not shortly after Postgres was away: then all leases have expired, and the workers' next heartbeats renew them.
        """
        return time.monotonic() - self._steady_since > LEASE.total_seconds() and worker.is_steady(
            connection, self._owner
        )

    def _note_beat(self) -> None:
        now = time.monotonic()
        if self._beat_at is not None and now - self._beat_at > worker.LATE.total_seconds():
            self._steady_since = now
        self._beat_at = now

    def round(self) -> None:
        if self._stalled():
            return
        with self._database.begin() as connection:
            self._set_paused(pause.list_names(connection))
            worker.beat(connection, self._owner, self._about())
        with self._database.begin() as connection:
            if held := list(self._leases):
                job.renew(connection, self._owner, held)
            frontier.renew(connection, list(self._pages.values()))
            slice.renew(connection, self._owner, list(self._slices))
        self._note_beat()

    def stop(self) -> None:
        """Stop, and delete this worker's heartbeat."""
        super().stop()
        try:
            with self._database.begin() as connection:
                worker.remove(connection, self._owner)
        except SQLAlchemyError as error:
            log.warning("Could not delete this worker's heartbeat: %s", error)


class Sweeper(PeriodicThread):
    """Recovers lost jobs, pages and slices, and deletes expired rows.

    `post_next` posts the next background jobs of a workspace, `start_suspects` starts a process
    for pages that may have stopped their workers, unless their queue is paused. `may_recover` is `Heartbeat.may_recover`.
    """

    def __init__(
        self,
        database: Database,
        mailbox: Mailbox,
        *,
        post_next: Callable[[UUID], None],
        start_suspects: Callable[[], None],
        may_recover: Callable[[Connection], bool],
    ) -> None:
        super().__init__(database)
        self._mailbox = mailbox
        self._post_next = post_next
        self._start_suspects = start_suspects
        self._retention_at = time.monotonic()
        self._may_recover = may_recover

    def round(self) -> None:
        steps: tuple[tuple[str, Callable[[], None]], ...] = (
            ("Making unanswered calls free", self._settle_dead_processes),
            ("Recovering slices", lambda: transact(self._database, lost_slice.recover)),
            ("Ending jobs that were tried too often", self._fail_exhausted),
            ("Recovering pages", self._recover_pages),
            ("Posting what is due", self._post_due),
            ("Looking for pages that stopped their workers", self._process_suspects),
            ("Deleting expired rows", self._delete_expired),
        )
        for what, step in steps:
            with separately(what):
                step()

    def _fail_exhausted(self) -> None:
        """End the jobs whose workers stopped too often."""
        for workspace_id in ask(self._database, lost_job.list_exhausted):
            with separately(f"Ending jobs of workspace {workspace_id}"):
                self._if_lost(partial(lost_job.fail_exhausted, workspace_id=workspace_id))

    def _recover_pages(self) -> None:
        """Queue the pages of lost workers again, and end the jobs that have no work left."""
        for job_id in transact(self._database, partial(_alone, lost_page.list_jobs)) or ():
            with separately(f"Recovering job {job_id}"):
                status = self._if_lost(partial(lost_page.recover, job_id=job_id))
                if status is not None:
                    log.info("Lost pages of job %s were recovered", job_id)
                if status not in (None, "running"):
                    job_span.report(self._database, job_id)

    def _process_suspects(self) -> None:
        """Start a process for pages that may have stopped their workers, unless their queue is paused."""
        if not self._mailbox.is_paused(PAGES_QUEUE) and ask(self._database, page_claim.list_jobs_with_suspects):
            self._start_suspects()

    def _post_due(self) -> None:
        """Post the background jobs and the slices that wait and have a slot."""
        for workspace_id in ask(self._database, background.list_waiting):
            self._post_next(workspace_id)
        for workspace_id in ask(self._database, lost_slice.list_due):
            self._mailbox.post(transact(self._database, partial(slice.post_due, workspace_id=workspace_id)))

    def _settle_dead_processes(self) -> None:
        """Refund unanswered calls of dead API processes."""
        settled = 0
        for workspace_id in ask(self._database, waiting_process.list_unanswered):
            settle = partial(waiting_process.settle_dead, workspace_id=workspace_id)
            number = self._if_lost(partial(_alone, settle))
            settled += number or 0
        self._if_lost(waiting_process.delete_stale)
        if settled:
            log.info("%s unanswered calls of API processes that ended were refunded", settled)

    def _if_lost(self, recover: Callable[[Connection], T]) -> T | None:
        """The result of a transaction, or None shortly after Postgres was away, when all processes look dead."""
        return transact(
            self._database, lambda connection: recover(connection) if self._may_recover(connection) else None
        )

    def _delete_expired(self) -> None:
        """Delete expired rows. The time per round is limited, so that the recovery of lost jobs is not delayed."""
        until = time.monotonic() + RETENTION_ROUND_SECONDS
        while time.monotonic() >= self._retention_at:
            more = [transact(self._database, partial(_alone, step)) for step in retention.STEPS]
            if not any(more):
                self._retention_at = time.monotonic() + RETENTION_PAUSE_SECONDS
            elif time.monotonic() > until:
                return


@contextmanager
def separately(what: str, seconds: float = BEAT_SECONDS) -> Iterator[None]:
    """Log an error, so that one step, or the rows of one workspace, do not stop the recovery of the others.

    Raises:
        DBAPIError: Postgres is unavailable, so that the other steps would fail as well.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            raise
        away = isinstance(error, redis.RedisError)
        log.log(
            logging.WARNING if away else logging.ERROR,
            "%s failed; it is tried again in %s s: %s", what, seconds, error, exc_info=not away,
        )  # fmt: skip


_TRY_LOCK = select(func.pg_try_advisory_xact_lock(AdvisoryLocks.SWEEP))


def _alone(work: Callable[[Connection], T], connection: Connection) -> T | None:
    """The result of `work`, or None while another sweeper is in such a transaction."""
    return work(connection) if connection.execute(_TRY_LOCK).scalar_one() else None
