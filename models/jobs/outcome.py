"""The state of jobs as callers see it: whether they have ended, and their result or error."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, select

from models import stored_result
from models.base import JsonObject
from models.jobs.job import FINISHED, Job
from models.stored_result import OF_JOB


def ended(connection: Connection, job_ids: Collection[UUID]) -> list[UUID]:
    """Those of the jobs that have ended."""
    of_them = (Job.id.in_(list(job_ids)), Job.status.in_(FINISHED))
    return list(connection.execute(select(Job.id).where(*of_them)).scalars())


class Outcome(NamedTuple):
    """The state of a job. An ended job has a result or an error. `is_refunded`: its charge was given back."""

    id: UUID
    status: str
    result: str | None
    error: JsonObject | None
    idempotency_key: str | None
    is_refunded: bool = False


def find_background(connection: Connection, job_id: UUID, workspace_id: UUID, operation: str) -> Outcome | None:
    """The state of a background job of this workspace and operation, or None."""
    conditions = (Job.id == job_id, Job.workspace_id == workspace_id, Job.in_background, Job.operation == operation)
    columns = (Job.id, Job.status, Job.result, Job.error, Job.idempotency_key, Job.result_slot)
    row = connection.execute(select(*columns).where(*conditions)).one_or_none()
    if row is None:
        return None
    found, status, result, error, key, slot = row
    if slot is not None:
        result = stored_result.read(connection, slot, job_id, [OF_JOB]).get(OF_JOB)
    return Outcome(found, status, result, error, key)
