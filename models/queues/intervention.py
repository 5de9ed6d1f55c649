"""What an operator does about one job or one webhook event: retry it, or cancel it. Each is one transaction.

The fencing token of a job or event stays the same, so that a late worker of its former run writes nothing.
Locks are acquired in the order job, hold, workspace. Each change is in the audit list of the workspace.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, func, null, select, update

from contract.declare import load
from contract.errors import InsufficientCredits, InvalidRequest, NotFound, ServiceUnavailable
from contract.operations import OPERATIONS, queue_of
from contract.queues import PAGES_QUEUE
from models.accounts import audit, credits
from models.base import JsonObject
from models.jobs import background, job
from models.jobs.job import Job
from models.page_jobs import job_end
from models.pages import event
from models.pages.delivery import ATTEMPTS_MAX
from models.pages.event import AFTER_LEASE, LEASE, Event
from models.schedule import slice
from models.schedule.slice import PostedSlice, Slice

CANCELLED = "The operator of the service cancelled the job."


class JobMessage(NamedTuple):
    """The message of a job, to be sent after the commit."""

    id: UUID
    queue: str


@dataclass(frozen=True, kw_only=True)
class Intervention:
    """What was done, and what is to be sent after the commit.

    `jobs` and `slices` are posted. `ended` are jobs whose callers may wait. `cancelled` are crawls and batches whose pages
    workers drop.
    """

    done: str
    jobs: tuple[JobMessage, ...] = ()
    slices: Sequence[PostedSlice] = ()
    ended: tuple[UUID, ...] = ()
    cancelled: tuple[UUID, ...] = ()


class _Job(NamedTuple):
    id: UUID
    workspace_id: UUID
    operation: str
    status: str
    in_background: bool
    options: JsonObject
    is_leased: bool


def retry(connection: Connection, work_id: UUID, actor: str) -> Intervention:
    """Start a failed background job again, send a failed event again, or post unfinished work now.

    Raises:
        NotFound: no job or event has this id.
        InvalidRequest: it runs, has succeeded, was the job of a call that has its answer, or is an event that is sent soon
            or had all attempts.
        InsufficientCredits: the workspace cannot pay for the job any more.
    """
    found = _lock_job(connection, work_id)
    if found is None:
        return _retry_event(connection, work_id, actor)
    if found.status == "running":
        return _wake_slices(connection, found)
    if found.status == "waiting" or (found.status == "active" and not found.is_leased):
        return _post_again(connection, found)
    if found.status == "active":
        raise InvalidRequest.of("id", "is the id of a job that runs at the moment")
    if found.status != "failed" or not found.in_background or queue_of(found.operation) == PAGES_QUEUE:
        raise InvalidRequest.of("id", f"is the id of a job that is {found.status} and cannot be retried")
    return _start_again(connection, found, actor)


def cancel(connection: Connection, work_id: UUID, actor: str) -> Intervention:
    """End a job, or give up an event. Nothing is charged for a cancelled job; pages that ended before stay charged.

    Raises:
        NotFound: no job or event has this id.
        InvalidRequest: it has ended already.
    """
    found = _lock_job(connection, work_id)
    if found is None:
        return _cancel_event(connection, work_id, actor)
    if found.status not in ("waiting", "active", "running"):
        raise InvalidRequest.of("id", f"is the id of a job that is {found.status} already")
    _record(connection, found, actor, "job.cancelled")
    if found.status == "running":
        job_end.cancel(connection, found.id, found.workspace_id, found.operation)
        slices = slice.post_due(connection, found.workspace_id)
        return Intervention(done="cancelled", slices=slices, cancelled=(found.id,))
    job.fail_locked(connection, found.id, ServiceUnavailable(CANCELLED))
    return Intervention(done="cancelled", ended=(found.id,))


def _lock_job(connection: Connection, job_id: UUID) -> _Job | None:
    is_leased = func.coalesce(Job.lease_until > func.clock_timestamp(), False)
    columns = (Job.id, Job.workspace_id, Job.operation, Job.status, Job.in_background, Job.options, is_leased)
    row = connection.execute(select(*columns).where(Job.id == job_id).with_for_update()).one_or_none()
    return None if row is None else _Job(*row)


def _record(connection: Connection, found: _Job, actor: str, action: str) -> None:
    audit.add(connection, found.workspace_id, actor, action, str(found.id), operation=found.operation)


def _wake_slices(connection: Connection, found: _Job) -> Intervention:
    """Make the waiting slices of a crawl or batch due now."""
    waiting = (Slice.job_id == found.id, Slice.status == "waiting")
    due: dict[Any, Any] = {Slice.not_before: func.clock_timestamp(), Slice.hosts: null()}
    connection.execute(update(Slice).where(*waiting).values(due))
    return Intervention(done="posted", slices=slice.post_due(connection, found.workspace_id))


def _post_again(connection: Connection, found: _Job) -> Intervention:
    """Let a job wait whose worker was lost, however many attempts it had, and a background job before its turn."""
    waiting: dict[Any, Any] = {
        Job.status: "waiting", Job.posted_at: func.clock_timestamp(), Job.lease_owner: None, Job.lease_until: None,
    }  # fmt: skip
    connection.execute(update(Job).where(Job.id == found.id).values(waiting))
    return Intervention(done="posted", jobs=(_message(found.id, found.operation),))


def _start_again(connection: Connection, found: _Job, actor: str) -> Intervention:
    """Hold the credits of a failed job again and let it wait. It is posted when its workspace has a free slot."""
    operation = OPERATIONS[found.operation]
    price = operation.price(load(operation.options, found.options))
    if not credits.reserve_again(connection, found.workspace_id, str(found.id), price):
        raise InsufficientCredits("Insufficient credits: the workspace cannot pay for the job.")
    again: dict[Any, Any] = {
        Job.status: "waiting", Job.error: null(), Job.finished_at: None, Job.posted_at: None, Job.lease_owner: None,
        Job.lease_until: None,
    }  # fmt: skip
    connection.execute(update(Job).where(Job.id == found.id).values(again))
    _record(connection, found, actor, "job.retried")
    posted = background.post_next(connection, found.workspace_id)
    messages = tuple(_message(one.id, one.operation) for one in posted)
    return Intervention(done="retried", jobs=messages)


def _message(job_id: UUID, operation: str) -> JobMessage:
    return JobMessage(job_id, queue_of(operation))


class _Event(NamedTuple):
    """`may_be_leased`: a worker may be sending it. Its next attempt is not later than the end of such a lease."""

    id: UUID
    status: str
    attempts: int
    may_be_leased: bool
    workspace_id: UUID


def _lock_event(connection: Connection, event_id: UUID) -> _Event:
    may_be_leased = (Event.attempts > 0) & Event.next_at.between(func.now(), func.now() + LEASE)
    columns = (Event.id, Event.status, Event.attempts, may_be_leased, Job.workspace_id)
    query = select(*columns).join(Job, Job.id == Event.job_id)
    row = connection.execute(query.where(Event.id == event_id).with_for_update(of=Event)).one_or_none()
    if row is None:
        raise NotFound("No job and no delivery has this id.")
    return _Event(*row)


def _retry_event(connection: Connection, event_id: UUID, actor: str) -> Intervention:
    found = _lock_event(connection, event_id)
    if found.status == "success":
        raise InvalidRequest.of("id", "is the id of a delivery that has succeeded")
    if found.status == "pending" and found.may_be_leased:
        raise InvalidRequest.of("id", "is the id of a delivery that is being sent, or is sent within 30 seconds")
    if found.attempts >= ATTEMPTS_MAX:
        raise InvalidRequest.of("id", f"is the id of a delivery that had {found.attempts} attempts, the maximum")
    again: dict[Any, Any] = {Event.status: "pending", Event.next_at: AFTER_LEASE}
    connection.execute(update(Event).where(Event.id == event_id).values(again))
    audit.add(connection, found.workspace_id, actor, "delivery.retried", str(event_id))
    return Intervention(done="retried")


def _cancel_event(connection: Connection, event_id: UUID, actor: str) -> Intervention:
    found = _lock_event(connection, event_id)
    if found.status != "pending":
        raise InvalidRequest.of("id", f"is the id of a delivery that is {found.status} already")
    given_up: dict[Any, Any] = {Event.status: "failed", Event.error: event.CANCELLED, Event.next_at: AFTER_LEASE}
    connection.execute(update(Event).where(Event.id == event_id).values(given_up))
    audit.add(connection, found.workspace_id, actor, "delivery.cancelled", str(event_id))
    return Intervention(done="cancelled")
