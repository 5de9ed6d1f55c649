"""The public functions of `models`, one transaction each, as the state machine calls them.

The machine touches storage only through this class: when a function changes, this is the place to follow it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from threading import Lock
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import Connection, Engine, select, text

from contract.errors import ServiceError
from extraction.links.scope import key_of
from models import retention
from models.accounts import credits, workspace
from models.accounts.caller import Caller, find_caller
from models.accounts.workspace import NewKey
from models.base import new_id
from models.jobs import idempotency, job, lost_job, new_job, waiting_process
from models.jobs.idempotency import IdempotencyKey
from models.jobs.job import Job, Task
from models.jobs.outcome import Outcome
from models.page_jobs import job_end, lost_page, page_claim, page_end, page_job
from models.page_jobs.page_choice import Worker
from models.pages import frontier
from models.pages.counts import Counts
from models.pages.page import NewPage, PageEnd, PageTask, Verdict
from models.schedule import lost_slice, slice
from models.schedule.slice import ClaimedSlice
from tests.models.claims import claim_job, claim_slice

T = TypeVar("T")
HOOK = {"url": "https://hook.example/", "events": ["page", "completed"]}
TABLES = ("workspace", "answerer", "host", "capture", "worker")


def page_of(job_id: UUID, name: str) -> NewPage:
    """A page of a job, on a host of its own, so that no limit of a host applies."""
    host = f"{name}.{job_id.hex[-12:]}.example"
    return NewPage(url=f"https://{host}/", key=key_of(f"https://{host}/"), host=host)


class Store:
    """The database of one machine."""

    def __init__(self, database: Engine) -> None:
        self.database = database
        # One sweeper works at a time; in the service a lock in Postgres sees to that.
        self._sweeping = Lock()

    def transact(self, work: Callable[[Connection], T]) -> T:
        """Without the retries of `session.transact`: a deadlock fails the test."""
        with self.database.begin() as connection:
            return work(connection)

    def run(self, statement: str, **values: Any) -> list[Any]:
        def work(connection: Connection) -> list[Any]:
            done = connection.execute(text(statement), values)
            return list(done) if done.returns_rows else []

        return self.transact(work)

    def expire_leases(self, table: str, key: str, which: str, also: str | None = None, **values: Any) -> None:
        """Let the leases of these rows expire.

        Rows that another transaction has locked are skipped: waiting for one while others are locked would be a deadlock
        that no statement of the product can cause.
        """
        late = ", ".join(filter(None, ["lease_until = now() - interval '1 s'", also]))
        rows = f"SELECT {key} FROM {table} WHERE {which} FOR UPDATE SKIP LOCKED"
        self.run(f"UPDATE {table} SET {late} WHERE ({key}) IN ({rows})", **values)

    def clear(self) -> None:
        for table in TABLES:
            self.run(f"DELETE FROM {table}")

    # Accounts

    def create_workspace(self, balance: int) -> UUID:
        def work(connection: Connection) -> UUID:
            made = workspace.create(connection, "machine")
            credits.grant(connection, made, balance, key="first")
            return made

        return self.transact(work)

    def grant(self, workspace_id: UUID, amount: int, key: str) -> int:
        return self.transact(lambda connection: credits.grant(connection, workspace_id, amount, key=key))

    def suspend(self, workspace_id: UUID, suspended: bool) -> None:
        self.transact(lambda connection: workspace.set_suspended(connection, workspace_id, suspended))

    def create_key(self, workspace_id: UUID) -> NewKey:
        return self.transact(lambda connection: workspace.create_key(connection, workspace_id))

    def revoke_key(self, key_id: UUID) -> None:
        self.transact(lambda connection: workspace.revoke_key(connection, key_id))

    def find_caller(self, key: str) -> Caller | None:
        return self.transact(lambda connection: find_caller(connection, key))

    # Jobs of one call. `process` is the API process that must answer; None starts a background job.

    def start(self, workspace_id: UUID, price: int, process: str | None, key: IdempotencyKey | None) -> UUID | None:
        made = new_id()

        def work(connection: Connection) -> UUID | None:
            if key is not None:
                idempotency.lock(connection, workspace_id, key)
                first = idempotency.adopt(connection, workspace_id, key, process or "api")
                if first is not None:
                    return first
            created = new_job.create(
                connection, workspace_id=workspace_id, operation="scrape", options={}, path="/", job_id=made,
                in_background=process is None, price=price, waiting_process=process,
            )  # fmt: skip
            if created is not None and key is not None:
                idempotency.store(connection, key, created)
            return created

        return self.transact(work)

    def claim(self, job_id: UUID, worker: str) -> Task | None:
        return self.transact(lambda connection: claim_job(connection, job_id, worker))

    def complete(self, task: Task, price: int) -> bool:
        """As the record pipeline does it; False when another worker has the lease."""

        def work(connection: Connection) -> bool:
            if not job.lock(connection, task):
                return False
            credits.capture(connection, str(task.job_id), price)
            job.complete(connection, task, "{}")
            return True

        return self.transact(work)

    def fail(self, task: Task, error: ServiceError) -> bool:
        return self.transact(lambda connection: job.fail(connection, task, error))

    def collect(self, job_id: UUID) -> Outcome | None:
        return self.transact(lambda connection: waiting_process.collect(connection, job_id))

    def waive(self, job_id: UUID, process: str) -> bool:
        return self.transact(lambda connection: waiting_process.waive(connection, job_id, process))

    def make_free(self, job_id: UUID, process: str) -> None:
        self.transact(lambda connection: waiting_process.make_free(connection, job_id, process))

    def settle_dead(self, alive: Sequence[str]) -> None:
        """Let all API processes but these be dead, and settle what they must answer."""

        def work(connection: Connection) -> None:
            connection.execute(text("DELETE FROM answerer"))
            for process in alive:
                waiting_process.beat(connection, process)
            for workspace_id in waiting_process.list_unanswered(connection):
                waiting_process.settle_dead(connection, workspace_id)

        with self._sweeping:
            self.transact(work)

    def expire_jobs(self) -> set[UUID]:
        """Let the leases of all jobs expire; the jobs that can be claimed again."""
        self.expire_leases("job", "id", "status = 'active'")
        with self._sweeping:
            for workspace_id in self.transact(lost_job.list_exhausted):
                self.transact(partial(lost_job.fail_exhausted, workspace_id=workspace_id))
            return set(
                self.transact(lambda connection: connection.execute(select(Job.id).where(lost_job.is_lost)).scalars())
            )

    # Crawls and batches

    def start_pages(
        self, workspace_id: UUID, operation: str, price: int, pages_max: int, names: Sequence[str]
    ) -> UUID | None:
        made = new_id()
        values: dict[str, Any] = {
            "workspace_id": workspace_id, "operation": operation, "options": {"webhook": HOOK}, "path": "/", "price": price,
            "pages_max": pages_max, "pages": [page_of(made, name) for name in names],
        }  # fmt: skip
        created = self.transact(lambda connection: page_job.create(connection, job_id=made, **values))
        return made if created else None

    def claim_pages(self, job_id: UUID, capacity: int, worker: str) -> list[PageTask]:
        """Pages of one job; if it has no other, one that may have stopped its workers.

        A job that its workspace cannot pay for ends.
        """
        who = Worker(owner=worker)
        claimed = self.transact(lambda connection: page_claim.claim(connection, job_id, who, capacity)).tasks
        if claimed:
            return list(claimed)
        return list(self.transact(lambda connection: page_claim.claim_suspect(connection, job_id, who)).tasks)

    def run_slices(self, workspace_id: UUID, capacity: int, worker: str) -> list[PageTask]:
        """Post the slices of a workspace that are due, run each for one claim, and end its run."""
        tasks: list[PageTask] = []
        for posted in self.transact(lambda connection: slice.post_due(connection, workspace_id)):
            run = self.transact(lambda connection, posted=posted: claim_slice(connection, posted.id, worker))
            if run is not None:
                claimed = self.transact(lambda connection, run=run: self.claim_in_run(connection, run, capacity))
                tasks += claimed
        return tasks

    def claim_in_run(self, connection: Connection, run: ClaimedSlice, capacity: int) -> list[PageTask]:
        claimed = page_claim.claim(connection, run.job_id, Worker(owner="slice"), capacity, run=run, end_run=True)
        if not claimed.has_ended:
            slice.park(connection, run, 0)
        return list(claimed.tasks)

    def recover_slices(self) -> None:
        """Let the slices of all workers be lost, and recover them."""
        self.expire_leases("slice", "id", "status = 'running'")
        with self._sweeping:
            self.transact(lost_slice.recover)

    def end_page(
        self, task: PageTask, verdict: Verdict, found: Sequence[NewPage] = (),
        aliases: Sequence[str] = (),
    ) -> None:  # fmt: skip
        made = PageEnd(
            task=task, verdict=verdict, error="failed" if verdict == "failed" else None, result=lambda used, left: "{}",
            found=tuple(found), aliases=tuple(aliases),
        )  # fmt: skip
        self.transact(lambda connection: page_end.end(connection, task.job_id, [made]))

    def release_pages(self, tasks: Sequence[PageTask]) -> None:
        for job_id in {task.job_id for task in tasks}:
            of_job = [task for task in tasks if task.job_id == job_id]
            self.transact(lambda connection, job_id=job_id, of_job=of_job: page_end.release(connection, job_id, of_job))

    def renew_pages(self, tasks: Sequence[PageTask]) -> None:
        self.transact(lambda connection: frontier.renew(connection, tasks))

    def expire_and_recover_pages(self, job_id: UUID) -> None:
        """Let the leases of a job's pages expire, and recover them as the sweeper does."""
        self.expire_leases("page", "job_id, number", "status = 'running' AND job_id = :id", id=job_id)
        for lost in self.transact(lost_page.list_jobs):
            self.transact(lambda connection, lost=lost: lost_page.recover(connection, lost))

    def cancel(self, job_id: UUID, workspace_id: UUID, operation: str) -> bool | None:
        return self.transact(lambda connection: job_end.cancel(connection, job_id, workspace_id, operation))

    def counts(self, job_id: UUID) -> Counts:
        row = self.transact(lambda connection: page_job.find(connection, job_id))
        assert row is not None
        return row.counts

    # Retention

    def age(self, days: int) -> None:
        """Let all jobs, and the holds of ended ones, be older."""
        ago = timedelta(days=days)
        self.run("UPDATE job SET finished_at = finished_at - :ago, created_at = created_at - :ago", ago=ago)
        of_open_job = "EXISTS (SELECT FROM job WHERE id::text = left(hold.key, 36) AND status IN ('waiting', 'active', 'running'))"
        self.run(f"UPDATE hold SET created_at = created_at - :ago WHERE NOT {of_open_job}", ago=ago)

    def delete_expired(self) -> None:
        with self._sweeping:
            for step in retention.STEPS:
                while self.transact(step):
                    pass
