"""Deletes a watch. The check that runs is stopped, with its jobs, in the same transaction."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import Connection, delete, select

from contract.errors import ServiceUnavailable
from models.jobs import job
from models.jobs.job import OPEN, Job
from models.page_jobs import job_end
from models.pages import event
from models.pages.event import Event
from models.watches import check, watch
from models.watches.check import Check
from models.watches.watch import Watch

MESSAGE = "The watch of the job was deleted."


@dataclass(frozen=True)
class Deleted:
    """What else the deletion ended: the crawl or batch of the check that ran, whose pages workers drop, or None."""

    cancelled: UUID | None = None


def delete_watch(connection: Connection, watch_id: UUID, workspace_id: UUID) -> Deleted | None:
    """Delete a watch with its checks and versions; None when there is none.

    Pages of the running check that have ended stay charged, as when a job is cancelled. The rest costs nothing. Locks are
    acquired in the order watch, job, page, workspace.
    """
    row = watch.find(connection, watch_id, workspace_id, lock=True)
    if row is None:
        return None
    running = check.find(connection, row.id, row.check_id) if row.check_id else None
    cancelled = None
    if running is not None:
        job_ids = (running.job_id, *(running.picture_jobs or ()), *(running.revisit_jobs or ()))
        ended = [job_id for job_id in job_ids if job_id is not None and _end(connection, job_id, workspace_id)]
        cancelled = next(iter(ended), None)
    event.delete_undelivered(connection, Event.watch_check_id.in_(select(Check.id).where(Check.watch_id == watch_id)))
    connection.execute(delete(Watch).where(Watch.id == watch_id))
    return Deleted(cancelled)


def _end(connection: Connection, job_id: UUID, workspace_id: UUID) -> bool:
    """End a job of a check; whether it was a crawl or batch that ran. Searches and screenshots are free when they are ended."""
    columns = (Job.operation, Job.status)
    found = connection.execute(select(*columns).where(Job.id == job_id).with_for_update()).one_or_none()
    if found is None:
        return False
    if found.status in OPEN:
        job.fail_locked(connection, job_id, ServiceUnavailable(MESSAGE))
        return False
    return found.status == "running" and job_end.cancel(connection, job_id, workspace_id, found.operation) is True
