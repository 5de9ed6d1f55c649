"""The background jobs of a workspace, newest first. The ids of inline jobs are never shown."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, Integer, Text, Uuid, bindparam, func, select

from models.jobs.job import Job

AFTER_ALL = UUID(int=2**128 - 1)


class Listed(NamedTuple):
    """A background job of any kind."""

    id: UUID
    operation: str
    status: str
    url: str | None
    created_at: datetime
    finished_at: datetime | None


# Ids are UUIDv7, so their order is that of creation, and no job changes its place.
_LIST = (
    select(
        Job.id, Job.operation, Job.status, func.jsonb_extract_path_text(Job.options, "url", type_=Text), Job.created_at,
        Job.finished_at,
    )
    .where(
        Job.workspace_id == bindparam("workspace", type_=Uuid()), Job.in_background, Job.id < bindparam("before", type_=Uuid())
    )
    .order_by(Job.id.desc())
    .limit(bindparam("most", type_=Integer))
)  # fmt: skip


def list_jobs(connection: Connection, workspace_id: UUID, most: int, *, before: UUID = AFTER_ALL) -> list[Listed]:
    """Up to `most` background jobs of a workspace, newest first, that are older than the job `before`."""
    values = {"workspace": workspace_id, "before": before, "most": most}
    return [Listed(*row) for row in connection.execute(_LIST, values)]
