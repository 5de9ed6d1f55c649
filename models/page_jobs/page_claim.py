"""Claims queued pages of one job, within the limits of the job, of its hosts and of its workspace's balance.

A claim locks its job, and takes part in no other: workers that claim pages of different jobs do not wait for each other.
Hosts are locked only if they are free at once (`host.try_lock`).
Locks are acquired in the order job, page, workspace.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, Integer, String, Uuid, bindparam, exists, func, or_, select, update

from contract.operations import CRAWL
from models.accounts.workspace import Workspace
from models.array_rows import ArrayRows
from models.jobs.job import Job
from models.page_jobs import job_end, page_choice
from models.page_jobs.page_choice import Candidate, Claimant, Look, Worker
from models.pages import frontier, page_credits
from models.pages.page import EXPIRED_LEASES_ISOLATED, PAGE, Page, PageTask
from models.schedule import due_slices, host, slice
from models.schedule.slice import ClaimedSlice, Slice
from models.worker import LEASE

SUSPENDED_SECONDS = 10.0

_now = func.clock_timestamp()
_job = bindparam("job", type_=Uuid())
_owner = bindparam("owner", type_=String)
_slice = bindparam("slice", type_=Uuid())


class _LockedJob(NamedTuple):
    """A running job whose row the transaction has locked. `left` is how many pages it may still issue."""

    id: UUID
    workspace_id: UUID
    operation: str
    price: int
    left: int
    suspended: bool
    wants: list[str] | None
    trace: str | None

    @property
    def claimant(self) -> Claimant:
        """What decides which pages fit."""
        of_crawl = self.operation == CRAWL.name
        return Claimant(job_id=self.id, workspace_id=self.workspace_id, of_crawl=of_crawl, left=self.left)


_LOCK_JOB = (
    select(
        Job.id, Job.workspace_id, Job.operation, Job.price, due_slices.pages_left(_job),
        Workspace.suspended_at.is_not(None), select(Slice.hosts).where(Slice.id == _slice).scalar_subquery(), Job.trace,
    )
    .join(Workspace, Workspace.id == Job.workspace_id)
    .where(
        Job.id == _job, Job.status == "running", or_(due_slices.is_shared, Job.lease_owner == _owner),
        or_(
            _slice.is_(None),
            exists().where(Slice.id == _slice, Slice.token == bindparam("run_token", type_=Integer), Slice.status == "running"),
        ),
    )
    .with_for_update(of=Job)
)  # fmt: skip
_RUNNING = select(exists().where(Page.job_id == _job, Page.status == "running"))

_leased = ArrayRows("leased", number=Integer())
_LEASE = (
    update(Page)
    .where(Page.job_id == _job, Page.number == _leased.c.number, Page.status == "queued")
    .values(
        {
            Page.status: "running", Page.attempts: Page.attempts + 1, Page.lease_owner: _owner,
            Page.lease_until: _now + LEASE, Page.not_before: None,
        }
    )
    .returning(Page.number, Page.attempts)
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Claimed:
    """What a claim returned.

    `due` are workspaces with slices that are due (`slice.post_due`). `has_ended`: the run has ended. If its slice waits then,
    it is due after `wait_seconds`. `ended_job`: the workspace could not pay for a page, so the claim has ended the job.
    """

    tasks: tuple[PageTask, ...] = ()
    due: frozenset[UUID] = frozenset()
    has_ended: bool = False
    wait_seconds: float | None = None
    ended_job: bool = False


def claim(
    connection: Connection,
    job_id: UUID,
    worker: Worker,
    most: int,
    *,
    run: ClaimedSlice | None = None,
    end_run: bool = False,
) -> Claimed:
    """Up to `most` pages of a job under a fresh lease.

    Args:
        run: the slice that claims; None for the owner of the job.
        end_run: end the run if no page can be claimed now. Without it, the run ends only with the job.
    """
    job = _lock(connection, job_id, worker, run)
    if job is None:
        if run is not None:
            slice.drop(connection, run)
        return Claimed(has_ended=True)
    if job.suspended:
        return _end_run(connection, run, SUSPENDED_SECONDS) if run and end_run else Claimed()
    seen = page_choice.look(connection, job.claimant, worker, most)
    tasks = _take(connection, worker, job, seen)
    due = frozenset(seen.due)
    if tasks is None:
        return Claimed(due=due, has_ended=True, ended_job=True)
    full = sorted(seen.full_hosts) if len(tasks) < most else []
    if run and full != (job.wants or []):
        slice.want(connection, run, full)
    if run is None:
        return Claimed(tasks=tasks, due=due)
    if not tasks and end_run:
        return replace(_end_run(connection, run, *_wait(connection, job, worker, seen)), due=due)
    if tasks and _has_nothing_left(connection, job, seen, tasks):
        slice.drop(connection, run)
        return Claimed(tasks=tasks, due=due, has_ended=True)
    if not due and len(seen.fit) > len(seen.chosen) and slice.split(connection, run):
        due = frozenset({job.workspace_id})
    return Claimed(tasks=tasks, due=due)


_SUSPECTS = (
    select(Job.workspace_id, Page.job_id)
    .join(Job, Job.id == Page.job_id)
    .where(
        Page.status == "queued",
        Page.expired_leases >= EXPIRED_LEASES_ISOLATED,
        Job.status == "running",
        due_slices.is_shared,
    )
    .distinct()
)
_SUSPECTED_PAGES = (
    select(*page_choice.COLUMNS)
    .where(Page.job_id == _job, Page.status == "queued", Page.expired_leases >= EXPIRED_LEASES_ISOLATED)
    .order_by(Page.number)
)


def list_jobs_with_suspects(connection: Connection) -> list[tuple[UUID, UUID]]:
    """(workspace, job) of the jobs with queued pages that may have stopped their workers."""
    return [(workspace_id, job_id) for workspace_id, job_id in connection.execute(_SUSPECTS)]


def claim_suspect(connection: Connection, job_id: UUID, worker: Worker) -> Claimed:
    """One page of the job that may have stopped its workers, if its host has a free slot. The caller processes no other page."""
    job = _lock(connection, job_id, worker, None)
    if job is None or job.suspended:
        return Claimed()
    pages = [Candidate(*row) for row in connection.execute(_SUSPECTED_PAGES, {"job": job_id})]
    seen = page_choice.choose_one(connection, pages, of_crawl=job.claimant.of_crawl)
    tasks = _take(connection, worker, job, seen)
    return Claimed(tasks=tasks or (), ended_job=tasks is None)


def _has_nothing_left(connection: Connection, job: _LockedJob, seen: Look, tasks: Sequence[PageTask]) -> bool:
    """Whether nothing is left to claim, and the claimed pages cannot add any."""
    if job.left <= sum(task.kind == PAGE for task in tasks):
        return True
    if job.operation == CRAWL.name or len(seen.pages) > len(tasks):
        return False
    return page_choice.delay_seconds(connection, job.id) is None


def _wait(connection: Connection, job: _LockedJob, worker: Worker, seen: Look) -> tuple[float | None, Collection[str]]:
    # The end of a running page may give its part of the limit back; then `due_slices.wake` adds a slice.
    return page_choice.wait(connection, job.id, worker, seen) if job.left > 0 else (None, ())


def _lock(connection: Connection, job_id: UUID, worker: Worker, run: ClaimedSlice | None) -> _LockedJob | None:
    values = {
        "job": job_id, "owner": worker.owner, "slice": run.id if run else None, "run_token": run.token if run else None,
    }  # fmt: skip
    row = connection.execute(_LOCK_JOB, values).one_or_none()
    return None if row is None else _LockedJob(*row)


def _take(connection: Connection, worker: Worker, job: _LockedJob, seen: Look) -> tuple[PageTask, ...] | None:
    """Hold credits for the chosen pages, and lease those that the workspace can pay for. None if that ended the job."""
    if not seen.chosen:
        return ()
    numbers = [page.number for page in seen.chosen if page.kind == PAGE]
    affordable = page_credits.reserve(connection, job.workspace_id, len(numbers), job.price)
    if numbers and not affordable and not connection.execute(_RUNNING, {"job": job.id}).scalar_one():
        return () if job_end.fail_unpaid(connection, job.id) == "running" else None
    paid = frozenset(numbers[:affordable])
    pages = [page for page in seen.chosen if page.kind != PAGE or page.number in paid]
    if paid:
        frontier.issue(connection, job.id, len(paid))
    if slow := {page.host for page in pages if page.kind == PAGE and seen.loads[page.host].delay_ms}:
        host.start_pause(connection, sorted(slow))
    return _lease(connection, worker, job, pages)


def _lease(connection: Connection, worker: Worker, job: _LockedJob, pages: Sequence[Candidate]) -> tuple[PageTask, ...]:
    leased = _leased.parameters([(page.number,) for page in pages])
    tokens = {
        number: token for number, token in connection.execute(_LEASE, {"job": job.id, "owner": worker.owner, **leased})
    }
    return tuple(_task(job, page, tokens[page.number]) for page in pages)


def _task(job: _LockedJob, page: Candidate, token: int) -> PageTask:
    return PageTask(
        job_id=job.id, number=page.number, token=token, kind=page.kind, key=page.key.hex, url=page.url, host=page.host,
        depth=page.depth, delays=page.delays, late_seconds=page.late_seconds, operation=job.operation,
        workspace_id=job.workspace_id, price=job.price if page.kind == PAGE else 0, trace=job.trace,
    )  # fmt: skip


def _end_run(connection: Connection, run: ClaimedSlice, seconds: float | None, hosts: Collection[str] = ()) -> Claimed:
    if seconds is None:
        slice.drop(connection, run)
    else:
        slice.park(connection, run, seconds, sorted(hosts))
    return Claimed(has_ended=True, wait_seconds=seconds)
