"""The span of a crawl or batch: its pages are its children in many processes, and the process that sees its end reports it."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol
from uuid import UUID

from contract.tracing import spans
from contract.tracing.attributes import ids

FAILED = "failed"


class EndedJob(Protocol):
    """What the span needs of the job's row. `trace` is the context of the call that started it."""

    @property
    def id(self) -> UUID: ...
    @property
    def workspace_id(self) -> UUID: ...
    @property
    def operation(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def trace(self) -> str | None: ...
    @property
    def created_at(self) -> datetime: ...
    @property
    def finished_at(self) -> datetime | None: ...


def span_id_of(job_id: UUID) -> int:
    """The id of a job's span: the random half of the job's id. So every process knows it without a look-up."""
    return job_id.int & (1 << 64) - 1


def context_of(trace: str | None, job_id: UUID) -> str | None:
    """The context of a job's span, from the stored context of its call. None if the call had none."""
    if trace is None:
        return None
    parent, space, state = trace.partition(" ")
    version, trace_id, _, flags = parent.split("-")
    return f"{version}-{trace_id}-{span_id_of(job_id):016x}-{flags}{space}{state}"


def report_end(job: EndedJob) -> None:
    """Report the span of a job that has ended. Nothing is reported of jobs that were started without traces."""
    if job.trace is None or job.finished_at is None:
        return
    attributes = {
        **ids(job_id=job.id, workspace_id=job.workspace_id),
        "orbweaver.operation": job.operation,
        "orbweaver.job.status": job.status,
    }
    spans.report(
        f"job {job.operation}",
        parent=job.trace,
        span_id=span_id_of(job.id),
        started_at=job.created_at,
        ended_at=job.finished_at,
        attributes=attributes,
        error_type=FAILED if job.status == FAILED else None,
    )
