"""The span of a crawl or batch in its trace. The process that ended the job reports it, after the commit."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, Engine, Uuid, bindparam, select
from sqlalchemy.exc import SQLAlchemyError

from contract.tracing import jobs, spans
from models.base import columns_of
from models.jobs.job import Job
from models.session import ask

log = logging.getLogger(__name__)


class EndedJob(NamedTuple):
    """A crawl or batch as its span reports it (`contract.tracing.jobs`)."""

    id: UUID
    workspace_id: UUID
    operation: str
    status: str
    trace: str | None
    created_at: datetime
    finished_at: datetime | None


_FIND = select(*columns_of(Job, EndedJob)).where(Job.id == bindparam("job", type_=Uuid()))


def report(database: Engine, job_id: UUID) -> None:
    """Report the span of a job that this process has ended. Without Postgres, the trace lacks it, and the log says so."""
    if not spans.is_on():
        return

    def find(connection: Connection) -> EndedJob | None:
        row = connection.execute(_FIND, {"job": job_id}).one_or_none()
        return EndedJob(*row) if row else None

    try:
        ended = ask(database, find)
    except SQLAlchemyError as error:
        log.warning("The trace of job %s has no span of the job: %s", job_id, error)
        return
    if ended is not None:
        jobs.report_end(ended)
