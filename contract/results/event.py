"""The data of events: of webhooks, and of the event streams."""

from __future__ import annotations

from dataclasses import dataclass

from marshmallow import fields

from contract.declare import option
from contract.results.formats import UUID_FORMAT
from contract.results.page_entry import PageEntry

JOB_ID = "Job id. It has this name in every event."


@dataclass(frozen=True)
class PageEvent(PageEntry):
    """A page of a job has completed or failed."""

    id: str = option(fields.String(metadata=UUID_FORMAT), JOB_ID)


@dataclass(frozen=True)
class JobEnd:
    """A crawl or batch has completed, failed or was cancelled."""

    id: str = option(fields.String(metadata=UUID_FORMAT), JOB_ID)
    kind: str = option(fields.String(metadata={"enum": ["crawl", "batch"]}), "Kind of the job.")
    status: str = option(fields.String(metadata={"enum": ["completed", "failed", "cancelled"]}), "Status of the job.")
    seed_url: str | None = option(fields.String(), "Start URL. null for a batch.", default=None)
    total: int = option(fields.Integer(), "Number of pages.")
    completed: int = option(fields.Integer(), "Number of pages that completed.")
    failed: int = option(fields.Integer(), "Number of pages that failed.")
    credits_used: int = option(fields.Integer(), "Credits consumed.")
    error: str | None = option(
        fields.String(), "Why the job failed. Present when it failed.", default=None, omit_when_none=True
    )
    status_url: str = option(fields.String(metadata={"format": "uri"}), "URL of the job's status.")
