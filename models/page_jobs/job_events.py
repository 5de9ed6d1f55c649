"""The events of a crawl or batch: of its start, of its pages, of its end, as far as its webhook subscribes to them.

They are written in the transaction that ends the pages or the job. `workers/deliver.py` delivers them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal
from urllib.parse import urlsplit
from uuid import UUID

from sqlalchemy import ARRAY, Connection, Integer, Uuid, any_, bindparam, func, update

from contract.firecrawl import webhook as firecrawl
from models.base import JsonObject
from models.page_jobs.page_job import LockedJob
from models.pages import event
from models.pages.page import Page


def add_start(connection: Connection, job_id: UUID, operation: str, webhook: JsonObject) -> None:
    """Write the event of the job's start, if the job was started by Firecrawl's interface."""
    if firecrawl.FORM in webhook and firecrawl.wants(webhook, "started"):
        event.add(connection, job_id, f"{operation}.started", [event.NO_PAGE], host=_host_of(webhook))


_END_REPEATS = (
    update(Page)
    .where(
        Page.job_id == bindparam("job", type_=Uuid()),
        Page.duplicate_of == any_(bindparam("numbers", type_=ARRAY(Integer))), Page.duplicate_of.is_not(None),
    )
    .values({Page.finished_at: func.clock_timestamp()})
    .returning(Page.number)
)  # fmt: skip


def add_pages(connection: Connection, job: LockedJob, numbers: Sequence[int]) -> None:
    """Write the events of entries that have ended. End the entries that repeat them, and write their events too."""
    repeats: list[int] = []
    if job.repeats and numbers:
        repeats = sorted(connection.execute(_END_REPEATS, {"job": job.id, "numbers": list(numbers)}).scalars())
    _add(connection, job, "page", "page", [*numbers, *repeats])


def add_end(connection: Connection, job: LockedJob, status: str) -> None:
    """Write the event of the job's end."""
    _add(connection, job, "completed", status, [None])


def _add(
    connection: Connection, job: LockedJob, kind: Literal["page", "completed"], name: str, numbers: Sequence[int | None]
) -> None:
    webhook = job.webhook
    if webhook is None or kind not in webhook["events"]:
        return
    if firecrawl.FORM not in webhook or firecrawl.wants(webhook, name):
        event.add(connection, job.id, f"{job.operation}.{name}", numbers, host=_host_of(webhook))


def _host_of(webhook: JsonObject) -> str:
    """The receiver's host in lower case: the relay limits deliveries per host name."""
    return (urlsplit(webhook["url"]).hostname or "").lower()
