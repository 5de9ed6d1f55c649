"""The background jobs of a workspace, newest first. The ids of inline jobs are never shown."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ARRAY, Connection, DateTime, Integer, Text, Uuid, any_, bindparam, cast, func, or_, select

from models import weeks
from models.accounts.credits import LedgerEntry
from models.base import LAST_ID, JsonObject, columns_of
from models.jobs.job import Job

SINCE_ALL = datetime(2000, 1, 1, tzinfo=UTC)


class Listed(NamedTuple):
    """A background job of any kind."""

    id: UUID
    operation: str
    status: str
    url: str | None
    created_at: datetime
    finished_at: datetime | None
    # The pages of a crawl or batch, without repeated addresses. Other jobs have none.
    total: int
    ended: int
    credits: int


_total = func.greatest(Job.issued, func.least(Job.pages_found, Job.pages_max))
# A job without pages has one charge, with its id as the key.
_charged = (
    select(-LedgerEntry.delta)
    .where(LedgerEntry.workspace_id == Job.workspace_id, LedgerEntry.key == cast(Job.id, Text))
    .scalar_subquery()
)
_credits = func.coalesce(_charged, Job.credits_used)
_operation = cast(bindparam("operation"), Text)
_statuses = cast(bindparam("statuses"), ARRAY(Text))
# Ids are UUIDv7, so their order is that of creation, and no job changes its position. Their time is that of an API process,
# which may differ from that of Postgres. `since_id` only ends the search in the index.
CLOCK_DIFFERENCE = timedelta(hours=1)
_LIST = (
    select(
        Job.id, Job.operation, Job.status, func.json_extract_path_text(Job.options, "url", type_=Text), Job.created_at,
        Job.finished_at, _total, Job.pages_completed + Job.pages_failed, _credits,
    )
    .where(
        Job.workspace_id == bindparam("workspace", type_=Uuid()), Job.in_background, Job.id < bindparam("before", type_=Uuid()),
        # The searches and screenshots of a watch have no status of their own.
        or_(Job.watch_id.is_(None), Job.operation.not_in(("search", "screenshot"))),
        or_(_operation.is_(None), Job.operation == _operation), or_(_statuses.is_(None), Job.status == any_(_statuses)),
        Job.id >= bindparam("since_id", type_=Uuid()), Job.created_at > bindparam("created_after", type_=DateTime(timezone=True)),
    )
    .order_by(Job.id.desc())
    .limit(bindparam("most", type_=Integer))
)  # fmt: skip


def list_jobs(
    connection: Connection, workspace_id: UUID, most: int, *, before: UUID = LAST_ID, operation: str | None = None,
    statuses: Sequence[str] | None = None, created_after: datetime = SINCE_ALL,
) -> list[Listed]:  # fmt: skip
    """Up to `most` background jobs of a workspace, newest first, that are older than the job `before`.

    Args:
        operation: only jobs of this operation.
        statuses: only jobs with one of these statuses.
        created_after: only jobs that were created after this time.
    """
    created_after = max(created_after, SINCE_ALL)
    values = {
        "workspace": workspace_id, "before": before, "most": most, "operation": operation,
        "statuses": None if statuses is None else list(statuses), "created_after": created_after,
        "since_id": weeks.first_id(created_after - CLOCK_DIFFERENCE),
    }  # fmt: skip
    return [Listed(*row) for row in connection.execute(_LIST, values)]


class Named(NamedTuple):
    """The operation of a job, and whether it has a page."""

    operation: str
    in_background: bool
    url: str | None


def find_all(connection: Connection, workspace_id: UUID, job_ids: Collection[UUID]) -> dict[str, Named]:
    """Those of the jobs that still exist, by the text of their id."""
    if not job_ids:
        return {}
    url = func.json_extract_path_text(Job.options, "url", type_=Text)
    query = select(Job.id, Job.operation, Job.in_background, url).where(Job.workspace_id == workspace_id)
    rows = connection.execute(query.where(Job.id == any_(cast(list(job_ids), ARRAY(Uuid())))))
    return {str(job_id): Named(operation, in_background, url) for job_id, operation, in_background, url in rows}


class Background(NamedTuple):
    """A background job of a workspace, with the options of its call."""

    id: UUID
    operation: str
    status: str
    options: JsonObject
    created_at: datetime
    finished_at: datetime | None


_FIND = select(*columns_of(Job, Background)).where(
    Job.id == bindparam("job"), Job.workspace_id == bindparam("workspace"), Job.in_background
)


def find(connection: Connection, job_id: UUID, workspace_id: UUID) -> Background | None:
    """A background job of the workspace, or None."""
    row = connection.execute(_FIND, {"job": job_id, "workspace": workspace_id}).one_or_none()
    return None if row is None else Background(*row)
